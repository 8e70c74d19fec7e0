// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace lanescope {

// A dependency between nodes of a captured graph: the second runs after the first. Positions in the list of nodes.
using NodeDependency = std::pair<std::uint32_t, std::uint32_t>;

// The lanes that bring back the concurrency of a captured graph, as streams of the program would have had it, whatever
// streams the driver chose: a lane for each node, by position. Nodes come in order of capture. In a lane each node runs
// after the one before it; a node goes on where a node it directly depends on was last, else where all is done before
// it, else it opens a lane. Dependencies on a node that comes later are ignored. O((nodes + dependencies) * lanes);
// where more lanes than 128 would be needed (fewer for more than 131 072 nodes) the last one is shared.
[[nodiscard]] std::vector<std::uint32_t> capturedLanes(std::size_t nodeCount, std::vector<NodeDependency> dependencies);

} // namespace lanescope
