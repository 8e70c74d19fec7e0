// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/replay_stats.h"
#include "core/query/stats_table.h"

#include <optional>
#include <string>

namespace lanescope {

// A filter expression that matches the work of a row of a table, of all work that the table is made of: "ann:layer_3
// phase:backward". Names that differ only in case are one to filters. Nothing when a row's kernels have too many names
// for an expression, which can only be with short names. O(work of the row).
[[nodiscard]] std::optional<std::string> filterOfRow(const JoinedTrace& joined, const StatsTable& table,
                                                     std::size_t row);
// Those that match the work of a graph, and of a replay.
[[nodiscard]] std::string filterOfGraph(const Trace& trace, GraphOfPart graph);
[[nodiscard]] std::string filterOfReplay(const Trace& trace, const Replay& replay);

} // namespace lanescope
