// SPDX-License-Identifier: Apache-2.0
#include "core/query/replay_stats.h"

#include "core/base/sort_runs.h"
#include "core/query/gpu_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace lanescope {
namespace {

constexpr double kOutlierDeviations = 5;
constexpr double kNormalScale = 1.4826; // of the median distance, to a standard deviation
constexpr TimeNs kSmallestOutlierPart = 20;

TimeNs lowerMedian(std::vector<TimeNs>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

TimeNs outlierLimit(const std::vector<TimeNs>& durations, TimeNs medianNs)
{
    if (durations.size() < ReplayStats::kFewestReplays)
        return 0;
    std::vector<TimeNs> distances;
    for (const TimeNs duration : durations)
        distances.push_back(std::abs(duration - medianNs));
    // Beyond this no difference of two times goes.
    constexpr double kLargestLimit = 9e18;
    const auto scaled = kOutlierDeviations * kNormalScale * static_cast<double>(lowerMedian(distances));
    return std::max({TimeNs{1}, medianNs / kSmallestOutlierPart, static_cast<TimeNs>(std::min(scaled, kLargestLimit))});
}

std::uint32_t replayOf(const JoinedTrace& joined, EventId work)
{
    const std::uint32_t row = joined.trace->launchRow(work);
    return row < joined.replayOf.size() ? joined.replayOf[row] : JoinedTrace::kNone;
}

void judge(const JoinedTrace& joined, ReplayStats& stats)
{
    std::map<GraphOfPart, std::vector<TimeNs>> durations;
    for (const ReplayRow& row : stats.rows)
        durations[graphOf(joined.replays[row.replay])].push_back(row.durationNs);
    for (auto& [graph, values] : durations) {
        const TimeNs median = lowerMedian(values);
        stats.graphs[graph] = {graph.execGraphId, graphTitle(*joined.trace, graph), values.size(), median,
                               outlierLimit(values, median)};
    }
    for (ReplayRow& row : stats.rows) {
        const GraphReplays& graph = stats.graphs[graphOf(joined.replays[row.replay])];
        row.deviationNs = row.durationNs - graph.medianNs;
        row.isOutlier = graph.limitNs > 0 && std::abs(row.deviationNs) > graph.limitNs;
    }
}

// What one node did in one replay.
struct NodeRun {
    std::uint32_t replay = 0;
    std::uint64_t count = 0;
    TimeNs durationNs = 0;
    TimeNs beginNs = 0;
    EventId first = kNoEvent;
};

NodeRow rowOf(const JoinedTrace& joined, std::uint64_t nodeKey, const std::vector<NodeRun>& runs, std::uint32_t replay)
{
    NodeRow row;
    row.nodeKey = nodeKey;
    row.event = runs.front().first;
    row.replays = runs.size();
    std::vector<TimeNs> durations;
    std::vector<TimeNs> begins;
    for (const NodeRun& run : runs) {
        durations.push_back(run.durationNs);
        begins.push_back(run.beginNs);
        if (run.replay != replay)
            continue;
        row.event = run.first;
        row.count = run.count;
        row.durationNs = run.durationNs;
        row.beginNs = run.beginNs;
    }
    row.medianNs = lowerMedian(durations);
    row.beginMedianNs = lowerMedian(begins);
    row.differenceNs = row.count > 0 ? row.durationNs - row.medianNs : 0;
    row.name = joined.trace->name(row.event);
    row.phase = joined.phase(row.event);
    if (const Annotation* annotation = joined.annotation(row.event))
        row.title = annotation->title();
    return row;
}

} // namespace

std::string graphTitle(const Trace& trace, GraphOfPart graph)
{
    if (trace.parts().empty())
        return fmt::format("graph {}", graph.execGraphId);
    return fmt::format("{} · graph {}", trace.parts()[graph.part].title, graph.execGraphId);
}

std::string replayTitle(const Trace& trace, const Replay& replay)
{
    return fmt::format("{} replay {}", graphTitle(trace, graphOf(replay)), replay.number);
}

Result<ReplayStats> replayStats(const JoinedTrace& joined, const JobControl& job)
{
    const auto work = gatherGpuWork(joined, std::nullopt, job);
    if (!work)
        return failureOf(work);
    std::vector<BusyTime> busy(joined.replays.size());
    for (const WorkPiece& piece : work->pieces) {
        if (const std::uint32_t replay = replayOf(joined, piece.event); replay != JoinedTrace::kNone)
            busy[replay].add(piece);
    }
    ReplayStats stats;
    for (std::uint32_t i = 0; i < joined.replays.size(); ++i) {
        const Replay& replay = joined.replays[i];
        ReplayRow row;
        row.replay = i;
        row.durationNs = replay.range.durationNs();
        row.busyNs = busy[i].busyNs();
        if (replay.launch != kNoEvent)
            row.launchDelayNs = replay.range.beginNs - joined.trace->beginNs(replay.launch);
        stats.rows.push_back(row);
    }
    judge(joined, stats);
    return stats;
}

Result<std::vector<NodeRow>> replayNodes(const JoinedTrace& joined, std::uint32_t replay, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    const GraphOfPart graph = graphOf(joined.replays[replay]);
    const auto work = gatherGpuWork(joined, std::nullopt, job);
    if (!work)
        return failureOf(work);
    struct Run {
        std::uint64_t node;
        std::uint32_t replay;
        std::uint32_t piece;
    };
    std::vector<Run> runs;
    for (std::uint32_t i = 0; i < work->pieces.size(); ++i) {
        if (i % (1 << 14) == 0 && job.stopRequested())
            return JobControl::stopped();
        const std::uint32_t its = replayOf(joined, work->pieces[i].event);
        if (its == JoinedTrace::kNone || graphOf(joined.replays[its]) != graph)
            continue;
        if (const auto key = trace.launchArgs(work->pieces[i].event)->graphNodeKey())
            runs.push_back({*key, its, i});
    }
    const auto comesFirst = [](const Run& a, const Run& b) {
        return std::tie(a.node, a.replay, a.piece) < std::tie(b.node, b.replay, b.piece);
    };
    if (!sortRuns(std::span(runs), comesFirst, job))
        return JobControl::stopped();
    std::vector<NodeRow> rows;
    std::vector<NodeRun> ofNode;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const WorkPiece& piece = work->pieces[runs[i].piece];
        if (ofNode.empty() || ofNode.back().replay != runs[i].replay)
            ofNode.push_back(
                {runs[i].replay, 0, 0, piece.beginNs - joined.replays[runs[i].replay].range.beginNs, piece.event});
        ++ofNode.back().count;
        ofNode.back().durationNs = addedUp(ofNode.back().durationNs, piece.durationNs());
        if (i + 1 < runs.size() && runs[i + 1].node == runs[i].node)
            continue;
        rows.push_back(rowOf(joined, runs[i].node, ofNode, replay));
        ofNode.clear();
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const NodeRow& a, const NodeRow& b) { return a.differenceNs > b.differenceNs; });
    return rows;
}

Result<std::uint32_t> replayNumbered(const JoinedTrace& joined, std::uint64_t number,
                                     std::optional<std::uint64_t> execGraphId)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < joined.replays.size(); ++i) {
        const Replay& replay = joined.replays[i];
        if (replay.number == number && (!execGraphId || replay.execGraphId == *execGraphId))
            found.push_back(i);
    }
    std::set<GraphOfPart> graphs;
    for (const std::uint32_t i : found)
        graphs.insert(graphOf(joined.replays[i]));
    if (graphs.size() > 1)
        return failure(ErrorCode::WrongUsage,
                       fmt::format("several graphs have a replay {}, {} among them: name one with --graph{}", number,
                                   graphTitle(*joined.trace, *graphs.begin()),
                                   joined.trace->parts().empty() ? "" : ", and the file of one rank"));
    if (found.empty())
        return failure(ErrorCode::WrongUsage,
                       joined.replays.empty()
                           ? "the trace has no graph launches"
                           : fmt::format("there is no replay {}{}: --by replay lists them", number,
                                         execGraphId ? fmt::format(" of graph {}", *execGraphId) : std::string()));
    return found.front();
}

} // namespace lanescope
