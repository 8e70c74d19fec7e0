// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorded_graph.h"

#include <algorithm>

namespace lanescope::capture {

std::map<std::uint64_t, std::vector<const Region*>> annotatedKeys(const std::vector<RecordedGraph>& graphs, KeysOf keys)
{
    std::map<std::uint64_t, std::vector<const Region*>> found;
    for (const RecordedGraph& graph : graphs) {
        const std::vector<std::uint32_t> current = {graph.currentKey()};
        for (const std::uint32_t high : keys == KeysOf::Current ? current : graph.execIds) {
            for (std::uint32_t i = 0; i < graph.record->ownNodes; ++i) {
                const NodeRecord& node = graph.record->nodes[i];
                if (node.region != kNone)
                    found[nodeKey(high, node.number)].push_back(&graph.record->regions[node.region]);
            }
        }
    }
    return found;
}

const Region* regionOfNode(const GraphRecord& record, std::uint32_t number)
{
    const auto end = record.nodes.begin() + record.ownNodes;
    const auto found = std::lower_bound(record.nodes.begin(), end, number,
                                        [](const NodeRecord& node, std::uint32_t n) { return node.number < n; });
    if (found == end || found->number != number || found->region == kNone)
        return nullptr;
    return &record.regions[found->region];
}

} // namespace lanescope::capture
