// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// An exec graph: ids of graphs count within one part of a merged trace (Trace::parts()).
struct GraphOfPart {
    std::uint32_t part = 0;
    std::uint64_t execGraphId = 0;

    friend auto operator<=>(const GraphOfPart&, const GraphOfPart&) = default;
};
[[nodiscard]] inline GraphOfPart graphOf(const Replay& replay)
{
    return {replay.part, replay.execGraphId};
}

// "graph 5", of a merged trace "rank 3 · graph 5", and the same with " replay 7".
[[nodiscard]] std::string graphTitle(const Trace& trace, GraphOfPart graph);
[[nodiscard]] std::string replayTitle(const Trace& trace, const Replay& replay);

// The replays of one exec graph.
struct GraphReplays {
    std::uint64_t execGraphId = 0;
    std::string title; // graphTitle()
    std::uint64_t replays = 0;
    TimeNs medianNs = 0; // of their durations: the middle one, of two the earlier
    TimeNs limitNs = 0;  // durations farther from the median are outliers; 0: too few replays to tell
};

struct ReplayRow {
    std::uint32_t replay = 0;            // position in JoinedTrace::replays
    TimeNs durationNs = 0;               // first begin to last end of its work
    TimeNs busyNs = 0;                   // in which some of it runs, added up over GPUs
    std::optional<TimeNs> launchDelayNs; // from the begin of the CPU call to its first work
    TimeNs deviationNs = 0;              // durationNs minus its graph's median
    bool isOutlier = false;
};

// Replays beside each other. A replay is an outlier when its duration is farther from the median than five times the
// median of these distances (scaled as for a normal distribution), and than a twentieth of the median; graphs with
// fewer than kFewestReplays have none.
struct ReplayStats {
    static constexpr std::uint64_t kFewestReplays = 5;

    std::vector<ReplayRow> rows; // by time, as JoinedTrace::replays
    std::map<GraphOfPart, GraphReplays> graphs;
};

// O(n log n) in the GPU work. Errors: Stopped.
[[nodiscard]] Result<ReplayStats> replayStats(const JoinedTrace& joined, const JobControl& job);

// One node of a graph in one replay against its other replays.
struct NodeRow {
    std::uint64_t nodeKey = 0;
    EventId event = kNoEvent; // its first work in the replay; in another one where the replay lacks the node
    std::string name;         // of that work
    std::string title;        // of its annotation
    std::string phase;
    std::uint64_t count = 0; // how often it ran in the replay: more than once in loops, 0 where a branch was not taken
    std::uint64_t replays = 0; // of the graph, in which it ran
    TimeNs durationNs = 0;     // in the replay, added up
    TimeNs medianNs = 0;       // of the replays in which it ran
    TimeNs differenceNs = 0;   // durationNs minus medianNs; 0 where it did not run
    TimeNs beginNs = 0;        // of its first work, from the replay's begin
    TimeNs beginMedianNs = 0;  // the same, median
};

// All nodes of a replay's graph, those that took longer than usual first. `replay`: position in JoinedTrace::replays.
// O(n log n). Errors: Stopped.
[[nodiscard]] Result<std::vector<NodeRow>> replayNodes(const JoinedTrace& joined, std::uint32_t replay,
                                                       const JobControl& job);

// The position of a replay by its number, of a graph if one is named. Errors: WrongUsage: there is none, or several
// graphs have one of that number.
[[nodiscard]] Result<std::uint32_t> replayNumbered(const JoinedTrace& joined, std::uint64_t number,
                                                   std::optional<std::uint64_t> execGraphId);

} // namespace lanescope
