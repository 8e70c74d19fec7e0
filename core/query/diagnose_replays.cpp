// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

// How much work the replays of one graph recorded.
struct GraphWork {
    std::uint32_t most = 0;
    std::uint64_t replays = 0;
    std::uint64_t full = 0; // replays with the most work

    void add(std::uint32_t workCount)
    {
        ++replays;
        full = workCount > most ? 1 : full + (workCount == most ? 1 : 0);
        most = std::max(most, workCount);
    }
};

// The launch of each replay, or the first of its work in the file where the launch is not recorded.
std::vector<EventId> shownEventOf(const JoinedTrace& joined, StopPoll& poll)
{
    const Trace& trace = *joined.trace;
    std::vector<EventId> shown;
    for (const Replay& replay : joined.replays)
        shown.push_back(replay.launch);
    for (std::size_t i = 0; i < trace.eventCount() && !poll.isStopped(); ++i) {
        const std::uint32_t row = trace.launchRow(idAt<EventId>(i));
        const std::uint32_t replay = row == Trace::kNoRow ? JoinedTrace::kNone : joined.replayOf[row];
        if (replay != JoinedTrace::kNone && shown[replay] == kNoEvent)
            shown[replay] = idAt<EventId>(i);
    }
    return shown;
}

} // namespace

void diagnoseReplays(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    std::map<std::uint64_t, GraphWork> graphs;
    for (const Replay& replay : joined.replays)
        graphs[replay.execGraphId].add(replay.workCount);
    std::uint64_t missing = 0;
    std::uint64_t incomplete = 0;
    bool isUsuallyFull = false;
    for (const auto& [id, graph] : graphs)
        incomplete += graph.replays - graph.full;
    if (incomplete == 0)
        return;
    StopPoll poll(job);
    PlaceCollector places(*joined.trace);
    const std::vector<EventId> shown = shownEventOf(joined, poll);
    for (std::size_t i = 0; i < joined.replays.size() && !poll.isStopped(); ++i) {
        const Replay& replay = joined.replays[i];
        const GraphWork& graph = graphs[replay.execGraphId];
        if (replay.workCount == graph.most)
            continue;
        missing += graph.most - replay.workCount;
        isUsuallyFull = isUsuallyFull || graph.full * 2 >= graph.replays;
        places.add(shown[i]);
    }
    Diagnosis diagnosis;
    diagnosis.code = "incomplete-replay";
    diagnosis.severity = isUsuallyFull ? Severity::Warning : Severity::Note;
    diagnosis.message =
        fmt::format("a graph launch recorded less work than other replays of its graph; {} {} missing in all", missing,
                    missing == 1 ? "piece" : "pieces");
    diagnosis.count = places.count();
    diagnosis.meaning = "The profiler dropped records, or its window cut the replay; branches and loops inside a graph "
                        "(conditional nodes) can also do this.";
    diagnosis.unreliable = {"replay durations", "counts and duration totals of the graph's kernels"};
    diagnosis.places = places.places();
    found.push_back(std::move(diagnosis));
}

} // namespace lanescope
