// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/join/join.h"
#include "core/query/gpu_work.h"
#include "core/query/stats_key.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// The figures of one group of GPU work. With a range of time, work is cut at its ends, and all of these are of what is
// left.
struct StatsFigures {
    std::uint64_t count = 0;
    std::uint64_t cutCount = 0; // of these, what a range of time cuts
    TimeNs totalNs = 0;         // durations added up, overlapping ones too
    TimeNs selfNs = 0;          // totalNs without what lies in a module inside this one
    TimeNs annotatedNs = 0;     // the part of totalNs that has an annotation
    TimeNs meanNs = 0;          // total / count, rounded to the nearest, halves up
    TimeNs p50Ns = 0;           // nearest rank: the smallest duration that at least half of the work does not exceed
    TimeNs p90Ns = 0;
    TimeNs p99Ns = 0;
    TimeNs minNs = 0;
    TimeNs maxNs = 0;
    TimeNs busyNs = 0; // time in which at least one piece of the group runs, added up over GPUs
    TimeRange span;    // first begin to last end, idle time included

    // An instance is the work of one phase in one replay; what is in no replay is one instance for each phase. Of each,
    // the time from its first begin to its last end in which nothing of it runs on any GPU, added up.
    std::uint64_t instances = 0;
    TimeNs gapsNs = 0;

    // From the begin of the CPU call to the begin of its work; of a graph launch, of its first work. Negative where
    // clocks disagree. Work whose call is not in the trace, or that begins before the range, has none.
    std::uint64_t launches = 0;
    TimeNs launchDelayMeanNs = 0;
    TimeNs launchDelayMaxNs = 0;

    EventId longest = kNoEvent; // the first of those that last maxNs
};

struct StatsRow : StatsFigures {
    static constexpr std::uint32_t kNoParent = 0xffffffff;

    std::string name; // empty: work that belongs to no region, module or replay
    StatsKey key = StatsKey::Region;
    std::uint32_t depth = 0;          // how many rows it lies in
    std::uint32_t parent = kNoParent; // position of the innermost of these
};

inline constexpr TimeNs kNoDelay = std::numeric_limits<TimeNs>::min();

// What figures need to know of a piece of work beside its time: in one place, because each piece lies in several rows.
struct PieceFacts {
    TimeNs launchDelayNs = kNoDelay;
    std::uint32_t instance = 0; // below StatsInput::instances
    bool isAnnotated = false;
    bool isCut = false;
};

// What figures are computed from: work by begin, and as many facts.
struct StatsInput {
    std::span<const WorkPiece> pieces;
    std::span<const PieceFacts> facts;
    std::uint32_t instances = 0; // of all work
};

// Room to compute figures in, kept from row to row.
struct FigureRoom {
    struct Instance {
        std::uint32_t row = 0; // that met it last, from 1
        TimeNs coveredUntilNs = 0;
    };
    std::vector<TimeNs> durations;
    std::vector<Instance> instances;
    std::uint32_t row = 0;
};

// The figures of the pieces at `positions`, which ascend and are not empty; all but selfNs. O(n).
[[nodiscard]] StatsFigures figuresOf(const StatsInput& input, std::span<const std::uint32_t> positions,
                                     FigureRoom& room);

// Nearest rank: the smallest of the durations, which are not empty and get another order, that at least `percent` of
// them do not exceed. O(n).
[[nodiscard]] TimeNs percentileOf(std::span<TimeNs> durations, std::uint64_t percent);
// The same for several, which ascend: less work than one by one.
[[nodiscard]] std::vector<TimeNs> percentilesOf(std::span<TimeNs> durations, std::span<const std::uint64_t> percents);

// a / b to the nearest, halves up. b > 0.
[[nodiscard]] TimeNs roundedMean(TimeNs sum, std::uint64_t count);

} // namespace lanescope
