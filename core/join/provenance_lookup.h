// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace lanescope {

// The compiled graphs in which the kernels of one region are looked up, in the order of DESIGN §4.5. Graphs of one tier
// fit equally: what they say is candidates together.
class ProvenanceTiers {
public:
    // Graphs without records are of no use; an empty tier is left out.
    void addTier(std::vector<const ProvenanceGraph*> graphs);

    [[nodiscard]] bool isEmpty() const { return m_tiers.empty(); }
    // The records of a kernel's name: of the first tier that has them with stacks, else of the first that has them.
    [[nodiscard]] std::vector<const ProvenanceRecord*> find(std::string_view name) const;
    // In the first tier: the record of each graph in which exactly one kernel has a stack.
    [[nodiscard]] const std::vector<const ProvenanceRecord*>& onlyOnesWithStack() const { return m_onlyOnes; }

private:
    std::vector<std::vector<const ProvenanceGraph*>> m_tiers;
    std::vector<const ProvenanceRecord*> m_onlyOnes;
};

// Finds the graphs of a region. Graphs of files that tell no region stand for any; they come behind those that do.
class ProvenanceLookup {
public:
    // `set` must outlive the lookup and what it returns.
    explicit ProvenanceLookup(const ProvenanceSet& set);

    // Of a compiled region's forward or backward: its own direction first, then the other. Backward graphs of a region:
    // the one that is called exactly so, else all with records whose name is the region's plus "_…". An empty region:
    // only graphs that stand for any; Unknown: these all in one tier. Kept: the second call of a region is a look-up.
    [[nodiscard]] const ProvenanceTiers& tiersOf(std::string_view region, CompiledPhase phase);
    [[nodiscard]] bool hasRecordsOf(std::string_view region) const;

private:
    using ByRegion = std::multimap<std::string, const ProvenanceGraph*, std::less<>>;

    [[nodiscard]] static std::vector<const ProvenanceGraph*> called(const ByRegion& graphs, std::string_view region);
    [[nodiscard]] std::vector<const ProvenanceGraph*> backwardOf(std::string_view region) const;

    ByRegion m_forward;
    ByRegion m_backward;
    std::vector<const ProvenanceGraph*> m_ofAny[3]; // by CompiledPhase
    std::unordered_map<std::string, std::unique_ptr<const ProvenanceTiers>> m_tiers;
};

} // namespace lanescope
