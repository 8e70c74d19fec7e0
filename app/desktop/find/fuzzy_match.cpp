// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/find/fuzzy_match.h"

#include <algorithm>
#include <vector>

namespace lanescope::desktop {
namespace {

constexpr int kNone = -1000000;
constexpr int kLetter = 10;
constexpr int kFollowing = 25; // more for a letter right behind the one before: more than a word that begins
constexpr int kWordBegin = 20;
constexpr qsizetype kLongest = 500;

bool beginsWord(const QString& text, qsizetype at)
{
    return at == 0 || (!text[at - 1].isLetterOrNumber() && text[at].isLetterOrNumber()) ||
           (text[at].isUpper() && text[at - 1].isLower()) || (text[at].isDigit() && !text[at - 1].isDigit());
}

// The best score of letters without blanks; nothing when one is missing.
std::optional<int> scoreOfWord(const QString& letters, const QString& shown, const QString& folded)
{
    // Best score of the letters so far with the last one at each place.
    const auto size = static_cast<std::size_t>(folded.size());
    std::vector<int> best(size, 0);
    std::vector<int> next(size, kNone);
    for (qsizetype i = 0; i < letters.size(); ++i) {
        int before = i == 0 ? 0 : kNone; // the best that ends before the place
        for (std::size_t at = 0; at < size; ++at) {
            const auto place = static_cast<qsizetype>(at);
            next[at] = kNone;
            if (folded[place] == letters[i] && before > kNone) {
                next[at] = before + kLetter + (beginsWord(shown, place) ? kWordBegin : 0);
                if (i > 0 && at > 0 && best[at - 1] > kNone)
                    next[at] = std::max(next[at], best[at - 1] + kLetter + kFollowing);
            }
            if (i > 0)
                before = std::max(before, best[at]);
        }
        std::swap(best, next);
    }
    const int score = size == 0 ? kNone : *std::max_element(best.begin(), best.end());
    return score > kNone ? std::optional(score) : std::nullopt;
}

} // namespace

std::optional<int> fuzzyScore(const QString& typed, const QString& text)
{
    const QString shown = text.left(kLongest);
    const QString folded = shown.toCaseFolded();
    int sum = -static_cast<int>(shown.size()) / 4;
    for (const QString& word : typed.toCaseFolded().split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        const auto score = folded.size() == shown.size() ? scoreOfWord(word, shown, folded) : std::nullopt;
        if (!score)
            return std::nullopt;
        sum += *score;
    }
    return sum;
}

} // namespace lanescope::desktop
