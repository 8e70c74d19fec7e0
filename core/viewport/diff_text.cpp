// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/diff_text.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

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

std::string nameText(const DiffRow& row)
{
    if (row.name.empty())
        return fmt::format("(no {})", nameOf(row.key));
    std::string name = row.key == StatsKey::Kernel ? shortKernelName(row.name) : row.name;
    if (name.size() <= kLongestName)
        return name;
    std::size_t end = kLongestName; // not inside a character
    while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80)
        --end;
    return name.substr(0, end) + "…";
}

std::string sentenceOf(std::string_view begin, const StatsDiff& diff, const std::vector<std::uint32_t>& path)
{
    std::string text;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const DiffRow& row = diff.rows[path[i]];
        // Of modules inside each other the inmost says it all.
        if (row.key == StatsKey::Module && i + 1 < path.size() && diff.rows[path[i + 1]].key == StatsKey::Module)
            continue;
        const std::string percent = percentText(row.differenceNs(), row.comparedBeforeNs);
        text += fmt::format("{}{} {} {}{}", text.empty() ? begin : ", in ", nameOf(row.key), nameText(row),
                            differenceText(row.differenceNs()), percent.empty() ? "" : " (" + percent + ")");
        if (row.state() != DiffState::Both)
            text += row.state() == DiffState::New ? ", which is new" : ", which is gone";
    }
    return text;
}

// Of a path that ends because no row inside its last one makes up half of the difference: what it is made up of.
std::string spreadText(const StatsDiff& diff, const std::vector<std::uint32_t>& path)
{
    std::string text;
    std::size_t parts = 0;
    for (const DiffRow& row : diff.rows) { // the largest difference first
        if (row.parent != path.back() || row.differenceNs() <= diff.rows[path.back()].differenceNs() / kSmallestPart)
            continue;
        if (parts++ < kPartsNamed)
            text += fmt::format("{}{} {} {}", text.empty() ? ", spread over " : ", ", nameOf(row.key), nameText(row),
                                differenceText(row.differenceNs()));
    }
    return parts > kPartsNamed ? fmt::format("{} and {} more", text, parts - kPartsNamed) : text;
}

std::string inReplays(const std::optional<SlowerReplays>& replays)
{
    if (!replays)
        return {};
    const std::size_t slower = replays->positions.size();
    const std::string typical =
        replays->typicalBeforeNs > 0
            ? fmt::format(" ({}{} instead of {})", slower > 1 ? "typically " : "",
                          durationText(replays->typicalAfterNs), durationText(replays->typicalBeforeNs))
            : std::string();
    if (slower == replays->all)
        return slower == 1 ? "; in the only replay" + typical
                           : fmt::format("; in all {} replays{}", digitsText(slower), typical);
    return fmt::format("; in {} of {} replays{}: {}", digitsText(slower), digitsText(replays->all), typical,
                       replaysText(*replays));
}

std::string piecesText(const StatsFigures& figures, bool isEach)
{
    if (!isEach || figures.instances == 0)
        return digitsText(figures.count);
    return fmt::format("{:.4g} an instance",
                       static_cast<double>(figures.count) / static_cast<double>(figures.instances));
}

// Of a path that ends with something new: what is gone from the same place, the longest of it.
std::string newText(const StatsDiff& diff)
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
    return gone == nullptr ? std::string()
                           : fmt::format("Why: in its place {} {} is gone, which took {}", nameOf(gone->key),
                                         nameText(*gone), durationText(gone->comparedBeforeNs));
}

TimeNs firstDifference(const StatsDiff& diff)
{
    const std::vector<std::uint32_t> path = diff.slowest();
    return path.empty() ? 0 : diff.rows[path.front()].differenceNs();
}

} // namespace

std::string replaysText(const SlowerReplays& replays)
{
    std::string text;
    for (std::size_t i = 0; i < std::min(replays.runs.size(), kRunsNamed); ++i) {
        const SlowerReplays::Run& run = replays.runs[i];
        text += fmt::format("{}{} replay", i == 0 ? "" : ", ", run.title);
        text += run.first == run.last ? fmt::format(" {}", run.first) : fmt::format("s {} to {}", run.first, run.last);
    }
    return replays.runs.size() > kRunsNamed ? text + ", …" : text;
}

std::string slowerText(const DiffAnswer& answer)
{
    const std::vector<std::uint32_t> path = answer.work.slowest();
    if (path.empty())
        return {};
    return sentenceOf("Slower most: ", answer.work, path) + spreadText(answer.work, path) +
           inReplays(answer.slowerReplays);
}

std::string whyText(const DiffAnswer& answer)
{
    if (!answer.cause)
        return newText(answer.work);
    const DiffCause& cause = *answer.cause;
    const DiffRow& row = answer.work.rows[answer.work.slowest().back()];
    const TimeNs negligible = std::abs(row.differenceNs()) / kNegligiblePart;
    const bool isEach = answer.work.unit == DiffUnit::Instance;
    const std::string longer = fmt::format("a piece takes {} on average instead of {}", durationText(row.after.meanNs),
                                           durationText(row.before.meanNs));
    const std::string after = piecesText(row.after, isEach);
    const std::string before = piecesText(row.before, isEach);
    const std::string more =
        after == before ? "as many pieces, " + after : fmt::format("{} pieces instead of {}", after, before);
    std::string text = "Why: ";
    if (std::abs(cause.moreNs) <= negligible)
        text += longer + "; " + more;
    else if (std::abs(cause.longerNs) <= negligible)
        text += fmt::format("{}; a piece takes {} on average, as before", more, durationText(row.after.meanNs));
    else
        text += fmt::format("{}, which makes {}; {}, which makes {}", longer, differenceText(cause.longerNs), more,
                            differenceText(cause.moreNs));
    const std::string shapes = cause.shapesAfter.text();
    const std::string shapesBefore = cause.shapesBefore.text();
    if (!shapes.empty() && !shapesBefore.empty())
        text += shapes == shapesBefore ? "; launched as before"
                                       : fmt::format("; launched as {} instead of {}", shapes, shapesBefore);
    if (std::abs(cause.besideAfter - cause.besideBefore) >= kTellingShare)
        text += fmt::format("; other work of the GPU runs beside it for {} of its time instead of {}",
                            shareText(cause.besideAfter), shareText(cause.besideBefore));
    return text;
}

std::string waitsText(const DiffAnswer& answer)
{
    if (!answer.areWaitsLonger)
        return {};
    const std::vector<std::uint32_t> path = answer.waits.slowest();
    return sentenceOf("Waits longer while the GPU is idle: ", answer.waits, path) + spreadText(answer.waits, path) +
           inReplays(answer.waitingReplays);
}

std::string betweenText(const DiffAnswer& answer)
{
    if (!answer.areReplaysFartherApart)
        return {};
    std::string text = fmt::format("Between replays the GPU idles longer: typically {} instead of {}",
                                   durationText(*answer.betweenAfter), durationText(*answer.betweenBefore));
    if (answer.launchDelayBefore && answer.launchDelayAfter)
        text += fmt::format("; a replay begins {} after its launch instead of {}",
                            durationText(*answer.launchDelayAfter), durationText(*answer.launchDelayBefore));
    return text;
}

std::string fasterText(const DiffAnswer& answer)
{
    return sentenceOf("Faster most: ", answer.work, answer.work.fastest());
}

std::vector<std::string> answerLines(const DiffAnswer& answer)
{
    const std::string waits = waitsText(answer);
    std::vector<std::string> lines;
    const auto add = [&lines](std::string line) {
        if (!line.empty())
            lines.push_back(std::move(line));
    };
    const bool isWaitingMost = firstDifference(answer.waits) > firstDifference(answer.work);
    if (isWaitingMost)
        add(waits);
    add(slowerText(answer));
    add(whyText(answer));
    if (!isWaitingMost)
        add(waits);
    add(betweenText(answer));
    add(fasterText(answer));
    return lines;
}

} // namespace lanescope
