// SPDX-License-Identifier: Apache-2.0
#include "core/query/node_dependencies.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>

namespace lanescope {
namespace {

std::optional<std::uint64_t> nodeKeyOf(const Trace& trace, EventId event)
{
    const LaunchArgs* args = trace.isGpuWork(event) ? trace.launchArgs(event) : nullptr;
    return args != nullptr ? args->graphNodeKey() : std::nullopt;
}

using WorkOfNode = std::unordered_map<std::uint32_t, EventId>;

WorkOfNode workOfReplay(const JoinedTrace& joined, const Replay* replay)
{
    WorkOfNode work;
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        if (const auto key = nodeKeyOf(*joined.trace, event); key && joined.replay(event) == replay)
            work.try_emplace(static_cast<std::uint32_t>(*key), event);
    }
    return work;
}

// The nearest work along `edges`, which are sorted pairs (node, its neighbour).
std::vector<EventId> nearestWork(std::span<const NodeNumberPair> edges, std::uint32_t node, const WorkOfNode& work)
{
    std::map<std::uint32_t, EventId> found;
    std::set<std::uint32_t> seen = {node};
    std::vector<std::uint32_t> pending = {node};
    while (!pending.empty()) {
        const std::uint32_t from = pending.back();
        pending.pop_back();
        for (auto edge = std::lower_bound(edges.begin(), edges.end(), NodeNumberPair{from, 0});
             edge != edges.end() && edge->first == from; ++edge) {
            if (!seen.insert(edge->second).second)
                continue;
            if (const auto shown = work.find(edge->second); shown != work.end())
                found.emplace(edge->second, shown->second);
            else
                pending.push_back(edge->second);
        }
    }
    std::vector<EventId> events;
    for (const auto& [number, event] : found)
        events.push_back(event);
    return events;
}

} // namespace

NodeDependencies nodeDependencies(const JoinedTrace& joined, EventId work)
{
    const auto key = nodeKeyOf(*joined.trace, work);
    const Replay* replay = key ? joined.replay(work) : nullptr;
    const AnnotationSet* annotations = replay != nullptr ? joined.annotationsFor(work) : nullptr;
    const CapturedGraph* graph = annotations != nullptr ? annotations->capturedGraph(*key) : nullptr;
    if (graph == nullptr)
        return {};
    const WorkOfNode shown = workOfReplay(joined, replay);
    const auto node = static_cast<std::uint32_t>(*key);
    return {nearestWork(graph->before, node, shown), nearestWork(graph->after, node, shown)};
}

} // namespace lanescope
