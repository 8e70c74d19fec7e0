// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/diagnosis.h"
#include "core/query/stats_column.h"
#include "core/query/stats_table.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// A set of columns.
class StatsColumnSet {
public:
    constexpr StatsColumnSet(std::initializer_list<StatsColumn> columns)
    {
        for (const StatsColumn column : columns)
            m_bits |= bitOf(column);
    }
    [[nodiscard]] constexpr bool contains(StatsColumn column) const { return (m_bits & bitOf(column)) != 0; }
    constexpr void add(StatsColumnSet other) { m_bits |= other.m_bits; }

private:
    [[nodiscard]] static constexpr std::uint32_t bitOf(StatsColumn column)
    {
        return std::uint32_t{1} << static_cast<unsigned>(column);
    }
    std::uint32_t m_bits = 0;
};

// Why some figures of a table cannot be relied on.
struct StatsCaveat {
    std::string code; // of the diagnosis; "range-cuts-work"
    Severity severity = Severity::Warning;
    std::string reason; // one line for people
    StatsColumnSet columns{};
    std::vector<std::uint32_t> rows; // ascending; not empty where it is about a table
};

// What of `diagnoses` spoils figures of this table, worst first; of rows that are known to be untouched none. Notes
// only where figures differ from what they seem to say.
[[nodiscard]] std::vector<StatsCaveat> statsCaveats(const JoinedTrace& joined, const StatsTable& table,
                                                    std::span<const Diagnosis> diagnoses);

// What of `diagnoses` spoils busy and idle times of a range; without rows. `cutWork` of `work` pieces lie only partly
// in it.
[[nodiscard]] std::vector<StatsCaveat> rangeCaveats(const JoinedTrace& joined, std::span<const Diagnosis> diagnoses,
                                                    std::uint64_t cutWork, std::uint64_t work);

// Whether a figure is marked.
[[nodiscard]] bool isMarked(std::span<const StatsCaveat> caveats, std::uint32_t row, StatsColumn column);
// What marks figures of a row.
[[nodiscard]] std::vector<const StatsCaveat*> caveatsOf(std::span<const StatsCaveat> caveats, std::uint32_t row);

} // namespace lanescope
