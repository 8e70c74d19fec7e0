// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/join/join.h"
#include "core/lanes/lane_row.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// A run (DESIGN §5): consecutive work of one track and one replay with the same title and phase.
struct Region {
    TimeRange range;
    std::uint32_t titleIndex = 0; // position in RegionTable::titles
    PhaseIndex phase = 0;
    std::uint32_t replay = JoinedTrace::kNone;
    std::uint32_t workCount = 0;
    EventId firstWork = kNoEvent;
};

// The region bars of one track at one depth, by begin; they do not overlap. Depth 0 is the outermost. Parents come from
// module paths: work of module layers.5.attn lies in a bar "layers.5" and, below it, in the bar of its own title. A
// container whose next component is a number ("layers" of "layers.5") makes no bar, nor does a parent that would hold
// exactly what its only child holds.
class RegionRow {
public:
    explicit RegionRow(std::vector<Region> regions);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_regions.size()); }
    [[nodiscard]] const Region& region(std::uint32_t i) const { return m_regions[i]; }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return m_regions[i].range.beginNs; }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return m_regions[i].range.endNs; }
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;

private:
    std::vector<Region> m_regions;
    LongestIndex m_longest;
};

// A region title of the whole trace with its counts; legends and filters list these. Parents' titles are in it too.
struct RegionTitle {
    std::string text;
    bool isModuleParent = false;  // comes from a module path, not from an annotation of its own
    std::uint64_t workCount = 0;  // GPU events that carry it
    TimeNs totalNs = 0;           // their durations added up
};

// All titles of a joined trace in natural order ("layer_2" before "layer_10").
[[nodiscard]] std::vector<RegionTitle> collectRegionTitles(const JoinedTrace& joined);

// The region rows of one track's work, which is sorted by (begin, longer first, file order). `titles` as
// collectRegionTitles() gave them. Rows by depth, outermost first; empty when nothing is annotated.
[[nodiscard]] std::vector<RegionRow> buildRegionRows(const JoinedTrace& joined, std::span<const EventId> work,
                                                     std::span<const RegionTitle> titles);

} // namespace lanescope
