// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/diff_text.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lanescope {
namespace {

constexpr std::size_t kLongestName = 100;
constexpr std::size_t kRunsNamed = 3;
constexpr std::size_t kPartsNamed = 3;
constexpr TimeNs kSmallestPart = 20;
constexpr TimeNs kNegligiblePart = 10; // of a difference
constexpr double kTellingShare = 0.05; // of time beside other work

std::string keyText(const DiffRow& row, const DiffPhrases& phrases)
{
    return phrases.keys[static_cast<std::size_t>(row.key)];
}

std::string nameText(const DiffRow& row, const DiffPhrases& phrases)
{
    if (row.name.empty())
        return filled(phrases.nameless, {keyText(row, phrases)});
    std::string name = row.key == StatsKey::Kernel ? shortKernelName(row.name) : row.name;
    if (name.size() <= kLongestName)
        return name;
    std::size_t end = kLongestName; // not inside a character
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end;
    return name.substr(0, end) + "…";
}

std::string pathText(const StatsDiff& diff, const std::vector<std::uint32_t>& path, const DiffPhrases& phrases)
{
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const DiffRow& row = diff.rows[path[i]];
        // Of modules inside each other the inmost says it all.
        if (row.key == StatsKey::Module && i + 1 < path.size() && diff.rows[path[i + 1]].key == StatsKey::Module)
            continue;
        const std::string percent = percentText(row.differenceNs(), row.comparedBeforeNs);
        std::string step = fmt::format("{} {} {}{}", keyText(row, phrases), nameText(row, phrases),
                                       differenceText(row.differenceNs()), percent.empty() ? "" : " (" + percent + ")");
        if (row.state() != DiffState::Both)
            step = filled(row.state() == DiffState::New ? phrases.isNew : phrases.isGone, {step});
        text = text.empty() ? step : filled(phrases.inside, {text, step});
    }
    return text;
}

// Of a path that ends because no row inside its last one makes up half of the difference: with what it is made up of.
std::string withSpread(const std::string& text, const StatsDiff& diff, const std::vector<std::uint32_t>& path,
                       const DiffPhrases& phrases)
{
    std::string list;
    std::size_t parts = 0;
    for (const DiffRow& row : diff.rows) { // the largest difference first
        if (row.parent != path.back() || row.differenceNs() <= diff.rows[path.back()].differenceNs() / kSmallestPart)
            continue;
        if (parts++ < kPartsNamed)
            list += fmt::format("{}{} {} {}", list.empty() ? "" : ", ", keyText(row, phrases), nameText(row, phrases),
                                differenceText(row.differenceNs()));
    }
    if (list.empty())
        return text;
    if (parts > kPartsNamed)
        list = filled(phrases.andMore, {list, std::to_string(parts - kPartsNamed)});
    return filled(phrases.spread, {text, list});
}

std::string inReplays(const std::optional<SlowerReplays>& replays, const DiffPhrases& phrases)
{
    if (!replays)
        return {};
    const std::size_t slower = replays->positions.size();
    const std::string typical =
        replays->typicalBeforeNs > 0
            ? " (" +
                  filled(slower > 1 ? phrases.typically : phrases.insteadOf,
                         {durationText(replays->typicalAfterNs), durationText(replays->typicalBeforeNs)}) +
                  ")"
            : std::string();
    if (slower == replays->all)
        return "; " + (slower == 1 ? phrases.onlyReplay : filled(phrases.allReplays, {digitsText(slower)})) + typical;
    return "; " + filled(phrases.someReplays, {digitsText(slower), digitsText(replays->all)}) + typical + ": " +
           replaysText(*replays, phrases);
}

std::string piecesText(const StatsFigures& figures, DiffUnit unit, const DiffPhrases& phrases)
{
    if (unit != DiffUnit::Instance || figures.instances == 0)
        return digitsText(figures.count);
    return filled(phrases.anInstance,
                  {fmt::format("{:.4g}", static_cast<double>(figures.count) / static_cast<double>(figures.instances))});
}

// Of a path that ends with something new: what is gone from the same place, the longest of it.
std::string newText(const StatsDiff& diff, const DiffPhrases& phrases)
{
    const std::vector<std::uint32_t> path = diff.slowest();
    if (path.empty() || diff.rows[path.back()].state() != DiffState::New)
        return {};
    const DiffRow* gone = nullptr;
    for (const DiffRow& row : diff.rows) {
        if (row.parent == diff.rows[path.back()].parent && row.state() == DiffState::Gone &&
            (gone == nullptr || row.comparedBeforeNs > gone->comparedBeforeNs))
            gone = &row;
    }
    return gone == nullptr
               ? std::string()
               : filled(phrases.why, {filled(phrases.inItsPlace, {keyText(*gone, phrases), nameText(*gone, phrases),
                                                                  durationText(gone->comparedBeforeNs)})});
}

// What a piece takes, and how many there are.
std::string costText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    const DiffCause& cause = *answer.cause;
    const DiffRow& row = answer.work.rows[answer.work.slowest().back()];
    const TimeNs negligible = std::abs(row.differenceNs()) / kNegligiblePart;
    const std::string after = piecesText(row.after, answer.work.unit, phrases);
    const std::string before = piecesText(row.before, answer.work.unit, phrases);
    const std::string longer =
        filled(phrases.pieceTakes, {durationText(row.after.meanNs), durationText(row.before.meanNs)});
    const std::string more =
        after == before ? filled(phrases.asManyPieces, {after}) : filled(phrases.piecesInstead, {after, before});
    if (std::abs(cause.moreNs) <= negligible)
        return longer + "; " + more;
    if (std::abs(cause.longerNs) <= negligible)
        return more + "; " + filled(phrases.pieceAsBefore, {durationText(row.after.meanNs)});
    return filled(phrases.makes, {longer, differenceText(cause.longerNs)}) + "; " +
           filled(phrases.makes, {more, differenceText(cause.moreNs)});
}

TimeNs firstDifference(const StatsDiff& diff)
{
    const std::vector<std::uint32_t> path = diff.slowest();
    return path.empty() ? 0 : diff.rows[path.front()].differenceNs();
}

} // namespace

std::string filled(std::string_view phrase, std::initializer_list<std::string_view> texts)
{
    std::string out;
    for (std::size_t i = 0; i < phrase.size(); ++i) {
        const std::size_t number =
            phrase[i] == '%' && i + 1 < phrase.size() ? static_cast<std::size_t>(phrase[i + 1] - '0') : 0;
        if (number < 1 || number > texts.size()) {
            out += phrase[i];
            continue;
        }
        out += texts.begin()[number - 1];
        ++i;
    }
    return out;
}

std::string replaysText(const SlowerReplays& replays, const DiffPhrases& phrases)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(replays.runs.size(), kRunsNamed); ++i) {
        const SlowerReplays::Run& run = replays.runs[i];
        const std::string first = std::to_string(run.first);
        text += (i == 0 ? "" : ", ") + (run.first == run.last
                                            ? filled(phrases.replay, {run.title, first})
                                            : filled(phrases.replays, {run.title, first, std::to_string(run.last)}));
    }
    return replays.runs.size() > kRunsNamed ? text + ", …" : text;
}

std::string slowerText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    const std::vector<std::uint32_t> path = answer.work.slowest();
    if (path.empty())
        return {};
    const std::string where = pathText(answer.work, path, phrases);
    return filled(phrases.slower, {withSpread(where, answer.work, path, phrases)}) +
           inReplays(answer.slowerReplays, phrases);
}

std::string whyText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    if (!answer.cause)
        return newText(answer.work, phrases);
    const DiffCause& cause = *answer.cause;
    std::string text = costText(answer, phrases);
    const std::string shapes = cause.shapesAfter.text();
    const std::string shapesBefore = cause.shapesBefore.text();
    if (!shapes.empty() && !shapesBefore.empty())
        text += "; " + (shapes == shapesBefore ? phrases.launchedAsBefore
                                               : filled(phrases.launchedAs, {shapes, shapesBefore}));
    if (std::abs(cause.besideAfter - cause.besideBefore) >= kTellingShare)
        text += "; " + filled(phrases.beside, {shareText(cause.besideAfter), shareText(cause.besideBefore)});
    return filled(phrases.why, {text});
}

std::string waitsText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    if (!answer.areWaitsLonger)
        return {};
    const std::vector<std::uint32_t> path = answer.waits.slowest();
    const std::string where = pathText(answer.waits, path, phrases);
    return filled(phrases.waits, {withSpread(where, answer.waits, path, phrases)}) +
           inReplays(answer.waitingReplays, phrases);
}

std::string betweenText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    if (!answer.areReplaysFartherApart)
        return {};
    std::string text =
        filled(phrases.between, {durationText(*answer.betweenAfter), durationText(*answer.betweenBefore)});
    if (answer.launchDelayBefore && answer.launchDelayAfter)
        text += "; " + filled(phrases.afterLaunch,
                              {durationText(*answer.launchDelayAfter), durationText(*answer.launchDelayBefore)});
    return text;
}

std::string fasterText(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    const std::vector<std::uint32_t> path = answer.work.fastest();
    return path.empty() ? std::string() : filled(phrases.faster, {pathText(answer.work, path, phrases)});
}

std::vector<std::string> answerLines(const DiffAnswer& answer, const DiffPhrases& phrases)
{
    const std::string waits = waitsText(answer, phrases);
    std::vector<std::string> lines;
    const auto add = [&lines](std::string line) {
        if (!line.empty())
            lines.push_back(std::move(line));
    };
    const bool isWaitingMost = firstDifference(answer.waits) > firstDifference(answer.work);
    if (isWaitingMost)
        add(waits);
    add(slowerText(answer, phrases));
    add(whyText(answer, phrases));
    if (!isWaitingMost)
        add(waits);
    add(betweenText(answer, phrases));
    add(fasterText(answer, phrases));
    return lines;
}

} // namespace lanescope
