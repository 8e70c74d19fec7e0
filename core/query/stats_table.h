// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_events.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What GPU work is summed up by.
enum class StatsKey : std::uint8_t {
    Region, // the title of its annotation
    Module, // the module path of its annotation
    Kernel, // its name; copies and memsets have names too
    Phase,
    Stream, // the recorded one, of one GPU
    Replay, // the graph launch
};
// "region", "module", "kernel", "phase", "stream", "replay"; nothing for another name.
[[nodiscard]] std::optional<StatsKey> statsKeyNamed(std::string_view name);
[[nodiscard]] std::string_view nameOf(StatsKey key);

// The figures of one group of GPU work: kernels, copies and memsets with a time. Sums that leave an int64 stay at its
// end.
struct StatsRow {
    std::string name; // empty: work that belongs to no region, module or replay
    std::uint64_t count = 0;
    TimeNs totalNs = 0; // durations added up, overlapping ones too
    TimeNs meanNs = 0;  // total / count, rounded to the nearest, halves up
    TimeNs p50Ns = 0;   // nearest rank: the smallest duration that at least half of the work does not exceed
    TimeNs p99Ns = 0;   // the same of 99 %
    TimeNs minNs = 0;
    TimeNs maxNs = 0;
    TimeNs busyNs = 0; // time in which at least one piece of the group runs, added up over GPUs
    TimeRange span;    // first begin to last end, idle time included
};

struct StatsTable {
    StatsKey key = StatsKey::Region;
    std::vector<StatsRow> rows; // streams by process and number, replays by time, all others by total, largest first
    std::uint64_t work = 0;     // GPU work of the trace
    std::uint64_t matchingWork = 0;
    TimeNs busyNs = 0; // of all GPU work of the trace, as in StatsRow: what shares are of

    // busyNs of a row as a part of the trace's; 0 of nothing.
    [[nodiscard]] double shareOf(const StatsRow& row) const;
};

// Sums up the GPU work that `mask` holds (null: all). O(n log n), 24 bytes a piece of work. Errors: Stopped.
[[nodiscard]] Result<StatsTable> statsTable(const JoinedTrace& joined, StatsKey key, const EventMask* mask,
                                            const JobControl& job);

} // namespace lanescope
