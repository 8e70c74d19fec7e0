// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/launch_shapes.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_diff.h"
#include "core/query/stats_table.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// The first of some keys, then phase and kernel: what tells where a difference comes from.
[[nodiscard]] std::vector<StatsKey> keysThatTellWhere(std::span<const StatsKey> by);

// A row of a table of one trace.
struct TracedRow {
    const JoinedTrace& joined;
    const StatsTable& table;
    std::uint32_t row = 0;
};

// The replays in which a group of work is slower: those in which it takes more than a twentieth longer than the median
// replay did before. Where it is part of the same number of graphs before and after, each graph is compared with its
// own.
struct SlowerReplays {
    // Replays of one graph that follow each other, by number, both ends included.
    struct Run {
        GraphOfPart graph;
        std::string title; // graphTitle()
        std::uint32_t first = 0;
        std::uint32_t last = 0;
    };

    std::vector<std::uint32_t> positions; // in JoinedTrace::replays of the later trace, by time; not empty
    std::vector<Run> runs;                // the same, by graph
    std::uint64_t all = 0;                // replays that the group is part of
    std::uint32_t slowest = 0;            // position of the one that is slower most
    TimeNs typicalBeforeNs = 0;           // medians of what the group takes in a replay: before,
    TimeNs typicalAfterNs = 0;            // and in those that are slower
};
// Nothing when no replay is slower by so much, or when the group is in no replay. Without a row before, every replay is
// slower. O(n log n) in the work of both rows.
[[nodiscard]] std::optional<SlowerReplays> slowerReplays(const std::optional<TracedRow>& before,
                                                         const TracedRow& after);

// Why a group takes longer than before.
struct DiffCause {
    TimeNs longerNs = 0; // of the difference, because a piece takes longer on average
    TimeNs moreNs = 0;   // the rest: because there are more pieces
    // Of the time in which the group runs, the part in which other work runs on the same GPU.
    double besideBefore = 0;
    double besideAfter = 0;
    LaunchShapes shapesBefore; // of kernels
    LaunchShapes shapesAfter;
};

// What one trace contributes to the answer. Tables are by keysThatTellWhere().
struct DiffAnswerSide {
    const JoinedTrace* joined = nullptr; // must outlive it
    StatsTable work;
    StatsTable waits;                     // of StatsOf::IdleBefore
    std::optional<TimeNs> betweenReplays; // median idle time before a replay; nothing without two replays
    std::optional<TimeNs> launchDelay;    // median, of graph launches
};
// `like` is what the comparison asks. Errors: Stopped.
[[nodiscard]] Result<DiffAnswerSide> diffAnswerSide(const JoinedTrace& joined, const StatsRequest& like,
                                                    const JobControl& job);

// Which group got slower most, in which phase and kernel, in which replays, and why.
struct DiffAnswer {
    StatsDiff work;
    StatsDiff waits;
    std::optional<SlowerReplays> slowerReplays; // of the last row of work.slowest()
    std::optional<DiffCause> cause;             // of the same, where it is in both traces
    // Whether work waits so much longer, with the GPU idle, that it tells something: the first row of waits.slowest()
    // by more than a twentieth of what its work took before.
    bool areWaitsLonger = false;
    std::optional<SlowerReplays> waitingReplays; // of the last row of waits.slowest(), where they are
    // Whether the GPU idles longer between replays: by more than a twentieth, and a hundredth of a replay.
    bool areReplaysFartherApart = false;
    std::optional<TimeNs> betweenBefore; // medians, as of the sides
    std::optional<TimeNs> betweenAfter;
    std::optional<TimeNs> launchDelayBefore;
    std::optional<TimeNs> launchDelayAfter;
};
// Reads the args of the kernels at the end of the path from both files. Errors: Stopped; where a file cannot be read
// any more, the cause has no launch shapes.
[[nodiscard]] Result<DiffAnswer> diffAnswer(const DiffAnswerSide& before, const DiffAnswerSide& after, DiffUnit unit,
                                            const JobControl& job);

} // namespace lanescope
