// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"

#include <vector>

namespace lanescope {

// What a piece of a replay's work waited for, and what waited for it, by the dependencies of the captured graph.
struct NodeDependencies {
    std::vector<EventId> before; // by node number
    std::vector<EventId> after;
};

// Of the same replay. Nodes that show no work (events, empty ones) are looked through. Empty for work outside of graphs
// and where the annotation file tells no dependencies. O(events of the trace).
[[nodiscard]] NodeDependencies nodeDependencies(const JoinedTrace& joined, EventId work);

} // namespace lanescope
