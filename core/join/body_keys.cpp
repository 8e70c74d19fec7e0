// SPDX-License-Identifier: Apache-2.0
#include "core/join/body_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace lanescope {
namespace {

// Demanglers differ in the white space they write.
std::string withoutSpaces(std::string_view name)
{
    std::string kept(name);
    std::erase(kept, ' ');
    return kept;
}

// The events of graph nodes, one a node, of exec graphs that have bodies.
class ObservedNodes {
public:
    ObservedNodes(const Trace& trace, const AnnotationSet& annotations) : m_trace(trace)
    {
        std::unordered_map<std::uint64_t, bool> isWanted;
        for (const RecordedBody& body : annotations.bodies) {
            for (const std::uint64_t execId : body.execIds)
                isWanted[execId] = true;
        }
        const auto kernel = trace.strings().find("kernel");
        for (std::size_t i = 0; i < trace.eventCount(); ++i) {
            const EventId event = idAt<EventId>(i);
            const LaunchArgs* args = trace.isGpuWork(event) ? trace.launchArgs(event) : nullptr;
            const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt;
            if (key && isWanted.contains(*key >> 32))
                m_nodes.try_emplace(*key, Node{event, trace.categoryId(event) == kernel});
        }
    }

    struct Node {
        EventId event;
        bool isKernel;
    };
    [[nodiscard]] const Node* find(std::uint64_t key) const
    {
        const auto found = m_nodes.find(key);
        return found == m_nodes.end() ? nullptr : &found->second;
    }
    [[nodiscard]] std::string_view name(const Node& node) const { return m_trace.name(node.event); }

private:
    const Trace& m_trace;
    std::unordered_map<std::uint64_t, Node> m_nodes;
};

enum class Verdict { Unseen, Agrees, Differs };

struct Comparison {
    Verdict verdict = Verdict::Unseen;
    std::string difference; // what differs, for people
};

Comparison compare(const RecordedBody& body, std::uint64_t execId, const ObservedNodes& observed)
{
    Comparison comparison;
    for (const RecordedBody::Node& node : body.nodes) {
        const ObservedNodes::Node* seen = observed.find((execId << 32) | node.number);
        if (seen == nullptr)
            continue;
        if (comparison.verdict == Verdict::Unseen)
            comparison.verdict = Verdict::Agrees;
        // The driver runs memsets and copies of conditional bodies as kernels of its own: their names say nothing.
        if (!node.isKernel)
            continue;
        const std::string_view name = observed.name(*seen);
        const bool isSame = seen->isKernel && !node.kernel.empty() &&
                            (name == node.mangled || withoutSpaces(name) == withoutSpaces(node.kernel));
        if (!isSame)
            return {Verdict::Differs,
                    fmt::format("node {} of exec graph {} shows \"{}\" where \"{}\" was recorded", node.number, execId,
                                beginningOf(name), node.kernel.empty() ? "?" : beginningOf(node.kernel))};
    }
    return comparison;
}

void addBody(const RecordedBody& body, std::uint64_t execId, AnnotationSet& set)
{
    for (const RecordedBody::Node& node : body.nodes) {
        const std::uint64_t key = (execId << 32) | node.number;
        if (node.entry && node.entry->isUsable)
            set.add(key, node.entry->annotationOf(key));
    }
}

} // namespace

std::shared_ptr<const AnnotationSet> annotationsWithBodies(const Trace& trace,
                                                           const std::shared_ptr<const AnnotationSet>& annotations)
{
    if (!annotations || annotations->bodies.empty())
        return annotations;
    const ObservedNodes observed(trace, *annotations);
    auto all = std::make_shared<AnnotationSet>(*annotations);
    std::uint64_t differing = 0;
    std::string firstDifference;
    for (const RecordedBody& body : annotations->bodies) {
        for (const std::uint64_t execId : body.execIds) {
            const Comparison comparison = compare(body, execId, observed);
            if (comparison.verdict == Verdict::Agrees)
                addBody(body, execId, *all);
            if (comparison.verdict != Verdict::Differs)
                continue;
            if (differing++ == 0)
                firstDifference =
                    fmt::format("{} of graph {}: {}", body.place, body.captureGraph, comparison.difference);
        }
    }
    if (differing != 0)
        all->report.addWithoutPlace(
            "nested-graph-differs",
            fmt::format("a nested graph's kernels are not those that were recorded, and it stays without annotations "
                        "({}); was the graph changed after its capture?",
                        firstDifference),
            differing);
    return all;
}

} // namespace lanescope
