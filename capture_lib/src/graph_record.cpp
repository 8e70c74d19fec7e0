// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/graph_record.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace lanescope::capture {
namespace {

// Which scopes cover a node, as a path in a tree that nodes share: 0 is "none", a step adds a scope.
class ScopePaths {
public:
    std::uint32_t extended(std::uint32_t path, std::uint32_t scope)
    {
        const std::uint64_t key = (std::uint64_t{path} << 32) | scope;
        const auto [found, added] = m_children.try_emplace(key, static_cast<std::uint32_t>(m_steps.size() + 1));
        if (added)
            m_steps.push_back({path, scope});
        return found->second;
    }

    // First closed first.
    std::vector<std::uint32_t> scopesOf(std::uint32_t path) const
    {
        std::vector<std::uint32_t> scopes;
        for (; path != 0; path = m_steps[path - 1].parent)
            scopes.push_back(m_steps[path - 1].scope);
        std::reverse(scopes.begin(), scopes.end());
        return scopes;
    }

private:
    struct Step {
        std::uint32_t parent;
        std::uint32_t scope;
    };
    std::unordered_map<std::uint64_t, std::uint32_t> m_children;
    std::vector<Step> m_steps;
};

} // namespace

bool isAnnotatable(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Kernel:
    case NodeKind::Memcpy:
    case NodeKind::Memset:
    case NodeKind::Host:
    case NodeKind::EventWait:
    case NodeKind::EventRecord:
    case NodeKind::BatchMemOp:
        return true;
    default:
        return false;
    }
}

void GraphRecord::resolve(std::vector<ScopeNodes> closed)
{
    ScopePaths paths;
    std::vector<std::uint32_t> pathOfNode(nodes.size(), 0);
    for (ScopeNodes& item : closed) {
        const auto scope = static_cast<std::uint32_t>(scopes.size());
        scopes.push_back(std::move(item.scope));
        // A scope's nodes mostly come from the same scopes before: one step for all of them.
        std::uint32_t from = kNone;
        std::uint32_t to = kNone;
        for (const std::uint32_t node : item.nodes) {
            if (pathOfNode[node] != from) {
                from = pathOfNode[node];
                to = paths.extended(from, scope);
            }
            pathOfNode[node] = to;
        }
    }
    std::unordered_map<std::uint64_t, std::uint32_t> regionOf; // (earlier region, path) -> region
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (pathOfNode[i] == 0)
            continue;
        const std::uint32_t earlier = nodes[i].region;
        const std::uint64_t key = (std::uint64_t{earlier} << 32) | pathOfNode[i];
        const auto [found, added] = regionOf.try_emplace(key, static_cast<std::uint32_t>(regions.size()));
        if (added) {
            Region region = earlier == kNone ? Region{} : regions[earlier];
            Annotation merged;
            for (const std::uint32_t scope : paths.scopesOf(pathOfNode[i])) {
                merged.addMissing(*scopes[scope].annotation);
                region.scopes.push_back(scope);
            }
            region.annotations.push_back(std::make_shared<const Annotation>(std::move(merged)));
            regions.push_back(std::move(region));
        }
        nodes[i].region = found->second;
    }
}

void GraphRecord::inherit(const GraphRecord& earlier)
{
    scopes = earlier.scopes;
    regions = earlier.regions;
    auto from = earlier.nodes.begin();
    const auto end = from + earlier.ownNodes;
    for (std::uint32_t i = 0; i < ownNodes; ++i) {
        while (from != end && from->number < nodes[i].number)
            ++from;
        if (from != end && from->number == nodes[i].number)
            nodes[i].region = from->region;
    }
    if (earlier.bodies.empty())
        return;
    std::unordered_map<std::uint64_t, std::uint32_t> regionOf;
    for (const BodyRecord& body : earlier.bodies) {
        for (std::uint32_t i = body.firstNode; i < body.firstNode + body.nodeCount; ++i)
            regionOf[(std::uint64_t{body.graphId} << 32) | earlier.nodes[i].number] = earlier.nodes[i].region;
    }
    for (const BodyRecord& body : bodies) {
        for (std::uint32_t i = body.firstNode; i < body.firstNode + body.nodeCount; ++i) {
            const auto found = regionOf.find((std::uint64_t{body.graphId} << 32) | nodes[i].number);
            if (found != regionOf.end())
                nodes[i].region = found->second;
        }
    }
}

void GraphRecord::dropBodies(std::uint32_t from)
{
    for (std::uint32_t i = from; i < ownNodes; ++i)
        nodes[i].bodyCount = 0;
}

void GraphRecord::appendInside(std::uint32_t node, std::vector<std::uint32_t>& inside) const
{
    std::vector<std::uint32_t> pending = {node};
    while (!pending.empty()) {
        const NodeRecord& around = nodes[pending.back()];
        pending.pop_back();
        for (std::uint32_t b = 0; b < around.bodyCount; ++b) {
            const BodyRecord& body = bodies[around.firstBody + b];
            for (std::uint32_t i = body.firstNode; i < body.firstNode + body.nodeCount; ++i) {
                inside.push_back(i);
                if (nodes[i].bodyCount != 0)
                    pending.push_back(i);
            }
        }
    }
}

std::uint64_t GraphRecord::sizeBytes() const
{
    std::uint64_t bytes = sizeof(GraphRecord) + nodes.size() * sizeof(NodeRecord);
    for (const KernelName& kernel : kernels)
        bytes += sizeof(KernelName) + kernel.mangled.size() + kernel.demangled.size();
    for (const Region& region : regions)
        bytes += sizeof(Region) + region.scopes.size() * sizeof(std::uint32_t) + region.annotations.size() * 192;
    bytes += bodies.size() * sizeof(BodyRecord) + edges.size() * sizeof(edges.front());
    bytes += scopes.size() * (sizeof(ScopeRecord) + 192); // 192: a small annotation
    return bytes;
}

} // namespace lanescope::capture
