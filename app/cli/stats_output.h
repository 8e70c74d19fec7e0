// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/launch_shapes.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_table.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

// What `stats` prints.
struct StatsReport {
    std::string trace;
    std::string by;     // as the user wrote it
    std::string filter; // the same
    StatsTable table;
    std::vector<StatsCaveat> caveats;
    std::vector<LaunchShapes> shapes; // by row; empty unless rows are kernels
    struct RowReplay {
        Replay replay;
        ReplayRow row;
        GraphReplays graph;
        const TracePart* file = nullptr; // of the trace; null when it has only one
    };
    std::vector<std::optional<RowReplay>> replays; // by row; empty unless rows are replays
};

// Raised when a field changes its meaning.
inline constexpr int kStatsSchema = 1;

[[nodiscard]] std::string statsAsTable(const StatsReport& report);
// Times in nanoseconds, begin_ns counted from the trace's start; `share` from 0 to 1.
[[nodiscard]] std::string statsAsJson(const StatsReport& report);
// The rows of statsAsJson with the same names (RFC 4180); text that a spreadsheet would run is not changed.
[[nodiscard]] std::string statsAsCsv(const StatsReport& report);

} // namespace lanescope::cli
