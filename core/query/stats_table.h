// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/filter_events.h"
#include "core/query/stats_key.h"
#include "core/query/stats_row.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

enum class StatsOf : std::uint8_t {
    Work,
    // The GPU's idle time right before each piece of work (see IdleBefore) in its place: what waits the longest. Cut
    // counts and launch delays tell nothing then.
    IdleBefore,
};

struct StatsRequest {
    // One inside the other, outermost first; not empty, none twice.
    std::vector<StatsKey> by{StatsKey::Region};
    const EventMask* mask = nullptr; // null: all
    std::optional<TimeRange> range;  // null: all
    KernelNames names = KernelNames::Full;
    StatsOf of = StatsOf::Work;
};

// Rows of a key inside another, and modules inside modules, follow the row they lie in. A module that holds just what
// the only module inside it holds has no row.
class StatsTable {
public:
    std::vector<StatsKey> by;
    std::optional<TimeRange> range;
    std::vector<StatsRow> rows; // streams by process and number, replays by time, all others by total, largest first
    std::uint64_t work = 0;     // GPU work of the trace, or of the range
    std::uint64_t matchingWork = 0;
    std::uint64_t cutWork = 0;       // of `work`, what the range cuts
    std::uint64_t annotatedWork = 0; // of matchingWork, what has an annotation
    TimeNs totalNs = 0;              // durations of matchingWork
    TimeNs annotatedNs = 0;          // of annotatedWork
    TimeNs busyNs = 0;               // of all GPU work of the trace or range, as in StatsFigures: what shares are of

    // busyNs of a row as a part of the trace's; 0 of nothing.
    [[nodiscard]] double shareOf(const StatsFigures& figures) const;
    // The work of a row, by begin.
    [[nodiscard]] std::vector<EventId> workOf(std::size_t row) const;
    // Its durations, cut where the range cuts.
    [[nodiscard]] std::vector<TimeNs> durationsOf(std::size_t row) const;
    // The duration of one piece of its work; nothing if the row does not hold it. O(work of the row), as the next.
    [[nodiscard]] std::optional<TimeNs> durationIn(std::size_t row, EventId event) const;
    // The first of its work that lasts at least `fromNs` and less than `belowNs`; none: kNoEvent.
    [[nodiscard]] EventId firstLasting(std::size_t row, TimeNs fromNs, TimeNs belowNs) const;
    // The part of a row's totalNs that it holds more than once of one stream, because its work overlaps there. O(work
    // of the row).
    [[nodiscard]] TimeNs countedTwiceNs(const Trace& trace, std::size_t row) const;
    // The part of a row's busyNs in which work that it does not hold runs on the same GPU. O(n).
    [[nodiscard]] TimeNs besideNs(std::size_t row) const;
    // The names of the rows it lies in and its own, outermost first.
    [[nodiscard]] std::vector<std::string> pathOf(std::size_t row) const;

private:
    friend class StatsCollector;

    std::vector<WorkPiece> m_pieces;         // all work, by begin
    std::vector<std::uint32_t> m_positions;  // of the rows' work, one row after the other
    std::vector<std::uint64_t> m_positionAt; // begin of each row's, and its end behind it: two for each row
};

// Sums up GPU work. O(n log n), 48 bytes a piece of work and 4 for each row it lies in; on as many threads as the job
// may use. Errors: Stopped.
[[nodiscard]] Result<StatsTable> statsTable(const JoinedTrace& joined, const StatsRequest& request,
                                            const JobControl& job);

} // namespace lanescope
