// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/graph_record.h"

#include <utility>

namespace lanescope::capture {
namespace {

struct Range {
    std::uint32_t first;
    std::uint32_t count;
};

bool isSameNode(const GraphRecord& record, const NodeRecord& node, const GraphRecord& recorded, const NodeRecord& other)
{
    if (node.kind != other.kind || (node.kernel == kNone) != (other.kernel == kNone))
        return false;
    return node.kernel == kNone || record.kernels[node.kernel].mangled == recorded.kernels[other.kernel].mangled;
}

// Which node of `record` each node of `recorded` is; empty where the two graphs differ.
std::vector<std::uint32_t> pairNodes(const GraphRecord& record, Range body, const GraphRecord& recorded)
{
    std::vector<std::uint32_t> pairOf(recorded.nodes.size(), kNone);
    std::vector<std::pair<Range, Range>> pending = {{body, {0, recorded.ownNodes}}};
    while (!pending.empty()) {
        const auto [ours, theirs] = pending.back();
        pending.pop_back();
        std::uint32_t t = theirs.first;
        for (std::uint32_t i = 0; i < ours.count; ++i) {
            const NodeRecord& node = record.nodes[ours.first + i];
            while (t < theirs.first + theirs.count && recorded.nodes[t].number < node.number)
                ++t; // deleted since
            if (t == theirs.first + theirs.count || recorded.nodes[t].number != node.number)
                continue; // added since
            const NodeRecord& other = recorded.nodes[t];
            if (!isSameNode(record, node, recorded, other))
                return {};
            pairOf[t] = ours.first + i;
            // The recording may know less of what is nested: a body was told only later.
            for (std::uint32_t b = 0; b < node.bodyCount && node.bodyCount == other.bodyCount; ++b) {
                const BodyRecord& inner = record.bodies[node.firstBody + b];
                const BodyRecord& otherInner = recorded.bodies[other.firstBody + b];
                pending.push_back({{inner.firstNode, inner.nodeCount}, {otherInner.firstNode, otherInner.nodeCount}});
            }
        }
    }
    return pairOf;
}

} // namespace

std::vector<ScopeNodes> scopesInBody(const GraphRecord& record, const BodyRecord& body, const GraphRecord& recorded)
{
    std::vector<ScopeNodes> scopes;
    const std::vector<std::uint32_t> pairOf = pairNodes(record, {body.firstNode, body.nodeCount}, recorded);
    if (pairOf.empty())
        return scopes;
    for (const ScopeRecord& scope : recorded.scopes)
        scopes.push_back({scope, {}});
    for (std::size_t i = 0; i < pairOf.size(); ++i) {
        const std::uint32_t region = recorded.nodes[i].region;
        if (region == kNone || pairOf[i] == kNone)
            continue;
        for (const std::uint32_t scope : recorded.regions[region].scopes)
            scopes[scope].nodes.push_back(pairOf[i]);
    }
    return scopes;
}

} // namespace lanescope::capture
