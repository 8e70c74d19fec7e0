// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_table.h"

#include <string>

namespace lanescope::cli {

// What the output says besides the table.
struct StatsHead {
    std::string trace;
    std::string filter; // as the user wrote it
};

// Raised when a field changes its meaning.
inline constexpr int kStatsSchema = 1;

[[nodiscard]] std::string statsAsTable(const StatsHead& head, const StatsTable& table);
// Times in nanoseconds, begin_ns counted from the trace's start; `share` from 0 to 1.
[[nodiscard]] std::string statsAsJson(const StatsHead& head, const StatsTable& table);
// The rows of statsAsJson with the same names (RFC 4180); text that a spreadsheet would run is not changed.
[[nodiscard]] std::string statsAsCsv(const StatsTable& table);

} // namespace lanescope::cli
