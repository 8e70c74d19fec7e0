// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/join/join.h"
#include "core/lanes/region_scheme.h"
#include "core/lanes/row_index.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// A run (DESIGN §5): consecutive work of one track and one replay with the same title and phase.
struct Region {
    TimeRange range;              // first begin to last end of its work
    TimeNs barEndNs = 0;          // where its bar ends: range.endNs, or the next bar's begin when that comes first
    std::uint32_t titleIndex = 0; // position in RegionScheme::titles() and Arrangement::titles
    PhaseIndex phase = 0;
    std::uint32_t replay = JoinedTrace::kNone;
    std::uint32_t workCount = 0;
    EventId firstWork = kNoEvent;
};

// The region bars of one track at one depth, by begin; they do not overlap. Depth 0 is the outermost.
class RegionRow {
public:
    explicit RegionRow(std::vector<Region> regions);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_regions.size()); }
    [[nodiscard]] const Region& region(std::uint32_t i) const { return m_regions[i]; }
    // The bar's ends.
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return m_regions[i].range.beginNs; }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return m_regions[i].barEndNs; }
    [[nodiscard]] TimeNs durationNs(std::uint32_t i) const { return endNs(i) - beginNs(i); }
    [[nodiscard]] TimeRange beginAbout(std::uint32_t i) const { return m_index.beginAbout(i); }
    [[nodiscard]] TimeRange endAbout(std::uint32_t i) const { return m_index.endAbout(i); }
    // The first bar of [first, last) that begins at or after `atNs`; `last` if none.
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const;
    // See RowIndex.
    void firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last,
                       std::span<std::uint32_t> items) const;
    // The longest bar of [first, last), which is not empty; see RowIndex.
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;

private:
    std::vector<Region> m_regions;
    RowIndex m_index;
};

// The region rows of one track's work, which is sorted by (begin, longer first, file order). `scheme` is of the same
// joined trace. Rows by depth, outermost first; empty when nothing is annotated.
[[nodiscard]] std::vector<RegionRow> buildRegionRows(const JoinedTrace& joined, std::span<const EventId> work,
                                                     const RegionScheme& scheme);

} // namespace lanescope
