// SPDX-License-Identifier: Apache-2.0
#include "core/query/diff_answer.h"

#include "core/query/gpu_work.h"
#include "core/query/idle_before.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace lanescope {
namespace {

constexpr TimeNs kSmallestPart = 20;
constexpr TimeNs kSmallestPartOfReplay = 100;

// What a row takes in each replay: by graph, positions and sums by time.
using ReplaySums = std::map<GraphOfPart, std::map<std::uint32_t, TimeNs>>;

ReplaySums sumsByReplay(const TracedRow& traced)
{
    ReplaySums sums;
    const std::vector<EventId> work = traced.table.workOf(traced.row);
    const std::vector<TimeNs> durations = traced.table.durationsOf(traced.row);
    for (std::size_t i = 0; i < work.size(); ++i) {
        const std::uint32_t row = traced.joined.trace->launchRow(work[i]);
        const std::uint32_t replay =
            row < traced.joined.replayOf.size() ? traced.joined.replayOf[row] : JoinedTrace::kNone;
        if (replay == JoinedTrace::kNone)
            continue;
        TimeNs& sum = sums[graphOf(traced.joined.replays[replay])][replay];
        sum = addedUp(sum, durations[i]);
    }
    return sums;
}

TimeNs medianOf(std::vector<TimeNs> values)
{
    return values.empty() ? 0 : percentileOf(values, 50);
}

std::optional<TimeNs> someMedian(std::vector<TimeNs> values)
{
    return values.empty() ? std::nullopt : std::optional(percentileOf(values, 50));
}

void appendSums(const std::map<std::uint32_t, TimeNs>& replays, std::vector<TimeNs>& sums)
{
    for (const auto& [replay, sum] : replays)
        sums.push_back(sum);
}

// Exec graph ids of two runs differ, their order does not.
std::vector<TimeNs> mediansFor(const ReplaySums& before, const ReplaySums& after)
{
    std::vector<TimeNs> medians;
    std::vector<TimeNs> all;
    for (const auto& [graph, replays] : before) {
        std::vector<TimeNs> sums;
        appendSums(replays, sums);
        appendSums(replays, all);
        medians.push_back(medianOf(std::move(sums)));
    }
    if (before.size() != after.size())
        medians.assign(after.size(), medianOf(std::move(all)));
    return medians;
}

std::vector<SlowerReplays::Run> runsOf(const JoinedTrace& joined, std::vector<std::uint32_t> positions)
{
    const auto keyOf = [&](std::uint32_t i) { return std::pair(graphOf(joined.replays[i]), joined.replays[i].number); };
    std::sort(positions.begin(), positions.end(),
              [&](std::uint32_t a, std::uint32_t b) { return keyOf(a) < keyOf(b); });
    std::vector<SlowerReplays::Run> runs;
    for (const std::uint32_t i : positions) {
        const Replay& replay = joined.replays[i];
        if (!runs.empty() && runs.back().graph == graphOf(replay) && runs.back().last + 1 == replay.number)
            runs.back().last = replay.number;
        else
            runs.push_back({graphOf(replay), graphTitle(*joined.trace, graphOf(replay)), replay.number, replay.number});
    }
    return runs;
}

DiffCause causeOf(const DiffRow& row, DiffUnit unit)
{
    const auto piecesOf = [unit](const StatsFigures& figures) {
        const auto pieces = static_cast<double>(figures.count);
        return unit == DiffUnit::Trace || figures.instances == 0 ? pieces
                                                                 : pieces / static_cast<double>(figures.instances);
    };
    constexpr double kLargest = 4e18;
    const double more = (piecesOf(row.after) - piecesOf(row.before)) * static_cast<double>(row.before.totalNs) /
                        static_cast<double>(std::max<std::uint64_t>(1, row.before.count));
    DiffCause cause;
    cause.moreNs = static_cast<TimeNs>(std::llround(std::clamp(more, -kLargest, kLargest)));
    cause.longerNs = row.differenceNs() - cause.moreNs;
    return cause;
}

double besideOf(const StatsTable& table, std::uint32_t row)
{
    const TimeNs busyNs = table.rows[row].busyNs;
    return busyNs > 0 ? static_cast<double>(table.besideNs(row)) / static_cast<double>(busyNs) : 0;
}

Result<LaunchShapes> shapesOf(const TracedRow& traced, const JobControl& job)
{
    const std::vector<EventId> work = traced.table.workOf(traced.row);
    auto shapes = launchShapesOf(*traced.joined.trace, std::span(&work, 1), job);
    if (shapes)
        return std::move(shapes->front());
    if (shapes.error().code == ErrorCode::Stopped)
        return failureOf(shapes);
    return LaunchShapes{}; // the rest of the answer holds without
}

// The row at the end of a path, in both traces.
struct PathEnd {
    const DiffRow* row = nullptr;
    std::optional<TracedRow> before;
    std::optional<TracedRow> after;
};

PathEnd endOf(const StatsDiff& diff, const DiffAnswerSide& before, const DiffAnswerSide& after,
              StatsTable DiffAnswerSide::*table)
{
    const std::vector<std::uint32_t> path = diff.slowest();
    if (path.empty())
        return {};
    PathEnd end;
    end.row = &diff.rows[path.back()];
    if (end.row->rowBefore)
        end.before.emplace(TracedRow{*before.joined, before.*table, *end.row->rowBefore});
    if (end.row->rowAfter)
        end.after.emplace(TracedRow{*after.joined, after.*table, *end.row->rowAfter});
    return end;
}

bool areWaitsLonger(const StatsDiff& work, const StatsDiff& waits)
{
    const std::vector<std::uint32_t> path = waits.slowest();
    if (path.empty())
        return false;
    const DiffRow& longest = waits.rows[path.front()];
    const auto same = std::find_if(work.rows.begin(), work.rows.end(), [&](const DiffRow& row) {
        return row.parent == StatsRow::kNoParent && row.name == longest.name;
    });
    return same == work.rows.end() || longest.differenceNs() > same->comparedBeforeNs / kSmallestPart;
}

bool areFartherApart(const DiffAnswerSide& before, const DiffAnswerSide& after)
{
    if (!before.betweenReplays || !after.betweenReplays)
        return false;
    std::vector<TimeNs> durations;
    for (const Replay& replay : after.joined->replays)
        durations.push_back(replay.range.durationNs());
    const TimeNs more = *after.betweenReplays - *before.betweenReplays;
    return more > *before.betweenReplays / kSmallestPart &&
           more > medianOf(std::move(durations)) / kSmallestPartOfReplay;
}

} // namespace

std::vector<StatsKey> keysThatTellWhere(std::span<const StatsKey> by)
{
    std::vector<StatsKey> keys{by.front()};
    for (const StatsKey key : {StatsKey::Phase, StatsKey::Kernel}) {
        if (key != by.front() && by.front() != StatsKey::Kernel)
            keys.push_back(key);
    }
    return keys;
}

std::optional<SlowerReplays> slowerReplays(const std::optional<TracedRow>& before, const TracedRow& after)
{
    const ReplaySums earlier = before ? sumsByReplay(*before) : ReplaySums{};
    const ReplaySums later = sumsByReplay(after);
    if (before && earlier.empty())
        return std::nullopt; // in no replay before: nothing to compare replays with
    const std::vector<TimeNs> medians = mediansFor(earlier, later);
    SlowerReplays result;
    std::vector<TimeNs> slow;
    TimeNs most = -1;
    std::size_t graph = 0;
    std::vector<TimeNs> usual; // of what is slower, one for each
    for (const auto& [id, replays] : later) {
        const TimeNs median = medians[graph++];
        result.all += replays.size();
        for (const auto& [replay, sum] : replays) {
            if (sum - median <= median / kSmallestPart)
                continue;
            result.positions.push_back(replay);
            slow.push_back(sum);
            usual.push_back(median);
            if (sum - median > most) {
                most = sum - median;
                result.slowest = replay;
            }
        }
    }
    if (result.positions.empty())
        return std::nullopt;
    std::sort(result.positions.begin(), result.positions.end());
    result.runs = runsOf(after.joined, result.positions);
    result.typicalBeforeNs = medianOf(std::move(usual));
    result.typicalAfterNs = medianOf(std::move(slow));
    return result;
}

Result<DiffAnswerSide> diffAnswerSide(const JoinedTrace& joined, const StatsRequest& like, const JobControl& job)
{
    DiffAnswerSide side;
    side.joined = &joined;
    StatsRequest request = like;
    request.by = keysThatTellWhere(like.by);
    auto work = statsTable(joined, request, job);
    if (!work)
        return failureOf(work);
    side.work = *std::move(work);
    request.of = StatsOf::IdleBefore;
    auto waits = statsTable(joined, request, job);
    if (!waits)
        return failureOf(waits);
    side.waits = *std::move(waits);
    const auto pieces = gatherGpuWork(joined, like.range, job);
    if (!pieces)
        return failureOf(pieces);
    side.betweenReplays = someMedian(idleBefore(joined, pieces->pieces).beforeReplays);
    std::vector<TimeNs> delays;
    for (const Replay& replay : joined.replays) {
        if (replay.launch != kNoEvent)
            delays.push_back(replay.range.beginNs - joined.trace->beginNs(replay.launch));
    }
    side.launchDelay = someMedian(std::move(delays));
    return side;
}

Result<DiffAnswer> diffAnswer(const DiffAnswerSide& before, const DiffAnswerSide& after, DiffUnit unit,
                              const JobControl& job)
{
    DiffAnswer answer;
    answer.work = diffStats(before.work, after.work, unit);
    answer.waits = diffStats(before.waits, after.waits, unit);
    if (const PathEnd end = endOf(answer.work, before, after, &DiffAnswerSide::work); end.after) {
        if (answer.work.by.front() != StatsKey::Replay)
            answer.slowerReplays = slowerReplays(end.before, *end.after);
        if (end.before) {
            DiffCause cause = causeOf(*end.row, unit);
            cause.besideBefore = besideOf(before.work, end.before->row);
            cause.besideAfter = besideOf(after.work, end.after->row);
            if (end.row->key == StatsKey::Kernel) {
                auto first = shapesOf(*end.before, job);
                auto second = shapesOf(*end.after, job);
                if (!first || !second)
                    return JobControl::stopped();
                cause.shapesBefore = *std::move(first);
                cause.shapesAfter = *std::move(second);
            }
            answer.cause = std::move(cause);
        }
    }
    answer.areWaitsLonger = areWaitsLonger(answer.work, answer.waits);
    if (const PathEnd end = endOf(answer.waits, before, after, &DiffAnswerSide::waits);
        answer.areWaitsLonger && end.after && answer.work.by.front() != StatsKey::Replay)
        answer.waitingReplays = slowerReplays(end.before, *end.after);
    answer.areReplaysFartherApart = areFartherApart(before, after);
    answer.betweenBefore = before.betweenReplays;
    answer.betweenAfter = after.betweenReplays;
    answer.launchDelayBefore = before.launchDelay;
    answer.launchDelayAfter = after.launchDelay;
    return answer;
}

} // namespace lanescope
