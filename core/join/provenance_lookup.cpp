// SPDX-License-Identifier: Apache-2.0
#include "core/join/provenance_lookup.h"

#include <algorithm>
#include <unordered_set>

namespace lanescope {
namespace {

using Graphs = std::vector<const ProvenanceGraph*>;
using Records = std::vector<const ProvenanceRecord*>;

// Two files that say the same are no two candidates: equal for equal records only.
std::string identityOf(const ProvenanceRecord& record)
{
    std::string identity = record.label();
    for (const std::string& stack : record.stacks) {
        identity += '\0';
        identity += std::to_string(stack.size());
        identity += '\0';
        identity += stack;
    }
    return identity;
}

Records recordsIn(const Graphs& graphs, std::string_view name)
{
    Records records;
    std::unordered_set<std::string> known;
    for (const ProvenanceGraph* graph : graphs) {
        for (const std::uint32_t position : graph->find(name)) {
            const ProvenanceRecord& record = graph->records()[position];
            if (graphs.size() == 1 || known.insert(identityOf(record)).second)
                records.push_back(&record);
        }
    }
    return records;
}

} // namespace

void ProvenanceTiers::addTier(Graphs graphs)
{
    std::erase_if(graphs, [](const ProvenanceGraph* graph) { return graph->records().empty(); });
    if (graphs.empty())
        return;
    for (const ProvenanceGraph* graph : graphs) {
        const auto only = m_tiers.empty() ? graph->onlyOneWithStack() : std::nullopt;
        if (only)
            m_onlyOnes.push_back(&graph->records()[*only]);
    }
    m_tiers.push_back(std::move(graphs));
}

Records ProvenanceTiers::find(std::string_view name) const
{
    Records withoutStacks;
    for (const Graphs& graphs : m_tiers) {
        Records records = recordsIn(graphs, name);
        if (withoutStacks.empty())
            withoutStacks = records;
        std::erase_if(records, [](const ProvenanceRecord* record) { return !record->hasStack(); });
        if (!records.empty())
            return records;
    }
    return withoutStacks;
}

ProvenanceLookup::ProvenanceLookup(const ProvenanceSet& set)
{
    for (const ProvenanceGraph& graph : set.graphs) {
        if (graph.region().empty())
            m_ofAny[static_cast<std::size_t>(graph.phase())].push_back(&graph);
        else
            (graph.phase() == CompiledPhase::Backward ? m_backward : m_forward).emplace(graph.region(), &graph);
    }
}

Graphs ProvenanceLookup::called(const ByRegion& graphs, std::string_view region)
{
    Graphs found;
    const auto [begin, end] = graphs.equal_range(region);
    for (auto it = begin; it != end; ++it)
        found.push_back(it->second);
    return found;
}

Graphs ProvenanceLookup::backwardOf(std::string_view region) const
{
    Graphs found = called(m_backward, region);
    if (!found.empty())
        return found;
    const std::string prefix = std::string(region) + '_';
    for (auto it = m_backward.lower_bound(prefix); it != m_backward.end() && it->first.starts_with(prefix); ++it)
        found.push_back(it->second);
    return found;
}

bool ProvenanceLookup::hasRecordsOf(std::string_view region) const
{
    return m_forward.contains(region) || !backwardOf(region).empty();
}

const ProvenanceTiers& ProvenanceLookup::tiersOf(std::string_view region, CompiledPhase phase)
{
    std::unique_ptr<const ProvenanceTiers>& kept =
        m_tiers[std::string(region) + static_cast<char>('0' + static_cast<int>(phase))];
    if (kept)
        return *kept;
    auto tiers = std::make_unique<ProvenanceTiers>();
    const Graphs& anyForward = m_ofAny[static_cast<std::size_t>(CompiledPhase::Forward)];
    const Graphs& anyBackward = m_ofAny[static_cast<std::size_t>(CompiledPhase::Backward)];
    const Graphs& unknown = m_ofAny[static_cast<std::size_t>(CompiledPhase::Unknown)];
    const Graphs forward = region.empty() ? Graphs() : called(m_forward, region);
    const Graphs backward = region.empty() ? Graphs() : backwardOf(region);
    if (phase == CompiledPhase::Unknown) {
        Graphs all = anyForward;
        all.insert(all.end(), anyBackward.begin(), anyBackward.end());
        all.insert(all.end(), unknown.begin(), unknown.end());
        tiers->addTier(std::move(all));
    } else {
        const bool isBackward = phase == CompiledPhase::Backward;
        tiers->addTier(isBackward ? backward : forward);
        tiers->addTier(isBackward ? anyBackward : anyForward);
        tiers->addTier(unknown);
        tiers->addTier(isBackward ? forward : backward);
        tiers->addTier(isBackward ? anyForward : anyBackward);
    }
    kept = std::move(tiers);
    return *kept;
}

} // namespace lanescope
