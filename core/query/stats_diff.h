// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_table.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// What totals are compared.
enum class DiffUnit : std::uint8_t {
    Trace,    // of the whole trace, or the range
    Instance, // divided by the instances: two traces with different numbers of replays can be compared
};

enum class DiffState : std::uint8_t { Both, New, Gone };
[[nodiscard]] std::string_view nameOf(DiffState state); // "both", "new", "gone"

// A group of work before and after. What is not there has figures of 0.
struct DiffRow {
    std::string name;
    StatsKey key = StatsKey::Region;
    std::uint32_t depth = 0;
    std::uint32_t parent = StatsRow::kNoParent; // position in StatsDiff::rows
    std::optional<std::uint32_t> rowBefore;     // positions in the two tables
    std::optional<std::uint32_t> rowAfter;
    StatsFigures before;
    StatsFigures after;
    TimeNs comparedBeforeNs = 0; // the total, or the total of an instance, rounded
    TimeNs comparedAfterNs = 0;

    [[nodiscard]] DiffState state() const;
    [[nodiscard]] TimeNs differenceNs() const { return comparedAfterNs - comparedBeforeNs; }
    [[nodiscard]] TimeNs meanDifferenceNs() const { return after.meanNs - before.meanNs; }
    // differenceNs as a part of what was before; nothing when that is 0.
    [[nodiscard]] std::optional<double> ratio() const;
};

// Two tables of the same keys, group by group: by name, not by position.
struct StatsDiff {
    std::vector<StatsKey> by;
    DiffUnit unit = DiffUnit::Trace;
    // The largest difference first, whatever its sign, then the longest; rows inside a row follow it.
    std::vector<DiffRow> rows;

    // The rows that tell best where time went, from outside to inside: of the rows in none, the one that got slower
    // most; of the rows inside it, the one that got slower most, as long as it makes up half of the difference. Empty
    // if nothing got slower.
    [[nodiscard]] std::vector<std::uint32_t> slowest() const;
    // The same of what got faster.
    [[nodiscard]] std::vector<std::uint32_t> fastest() const;
};

[[nodiscard]] StatsDiff diffStats(const StatsTable& before, const StatsTable& after, DiffUnit unit);

} // namespace lanescope
