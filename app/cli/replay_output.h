// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/node_caveat.h"
#include "core/query/replay_stats.h"

#include <string>
#include <vector>

namespace lanescope::cli {

class JsonWriter;

// What `stats --by replay --replay N` prints: the nodes of one replay against the others.
struct NodeReport {
    std::string trace;
    const JoinedTrace* joined = nullptr;
    std::uint32_t replay = 0;
    ReplayRow row;
    GraphReplays graph;
    std::vector<NodeRow> nodes;
    std::vector<StatsCaveat> caveats; // of nodeCaveats()
};

// Raised when a field changes its meaning.
inline constexpr int kNodesSchema = 1;

// The file of a replay; null when the trace has only one.
[[nodiscard]] const TracePart* fileOf(const Trace& trace, const Replay& replay);
// Its title and rank as the members "file" and "rank", null where there is none, and as two cells of CSV.
void writeFileOf(JsonWriter& json, const TracePart* file);
[[nodiscard]] std::string fileCells(const TracePart* file);

// "Graph 2: 200 replays, median 1.2 ms; outliers differ by more than 60 µs".
[[nodiscard]] std::string graphLine(const GraphReplays& graph);

[[nodiscard]] std::string nodesAsTable(const NodeReport& report);
// Times in nanoseconds, begins of nodes from their replay's.
[[nodiscard]] std::string nodesAsJson(const NodeReport& report);
[[nodiscard]] std::string nodesAsCsv(const NodeReport& report);

} // namespace lanescope::cli
