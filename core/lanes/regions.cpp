// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/regions.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

// Follows the work of one track in order of begin; at each depth at most one run is open, inside the one above.
class RunBuilder {
public:
    RunBuilder(const JoinedTrace& joined, const RegionScheme& scheme) : m_joined(joined), m_scheme(scheme) {}

    void add(EventId work)
    {
        const Trace& trace = *m_joined.trace;
        const std::uint32_t row = trace.launchRow(work);
        const std::uint32_t annotation = row == Trace::kNoRow ? JoinedTrace::kNone : m_joined.annotationOf[row];
        const auto chain =
            annotation == JoinedTrace::kNone ? std::span<const std::uint32_t>{} : m_scheme.chain(annotation);
        if (chain.empty()) {
            m_openDepths = 0;
            return;
        }
        const std::uint32_t replay = m_joined.replayOf[row];
        const PhaseIndex phase = m_joined.phaseOf[row];
        const TimeRange range{trace.beginNs(work), trace.endNs(work)};
        std::size_t depth = 0;
        while (depth < chain.size() && depth < m_openDepths && continues(depth, chain[depth], replay, phase))
            extend(m_depths[depth++].back(), range);
        // A run closed below the ones that go on ends where the next bar beside it begins, and so does all inside it.
        if (depth < chain.size())
            cutFrom(depth, range.beginNs);
        for (m_openDepths = depth; m_openDepths < chain.size(); ++m_openDepths)
            open(m_openDepths, Region{range, range.endNs, chain[m_openDepths], phase, replay, 1, work});
    }

    [[nodiscard]] std::vector<RegionRow> take()
    {
        std::vector<RegionRow> rows;
        rows.reserve(m_depths.size());
        for (std::vector<Region>& regions : m_depths) {
            regions.shrink_to_fit();
            rows.emplace_back(std::move(regions));
        }
        return rows;
    }

private:
    [[nodiscard]] bool continues(std::size_t depth, std::uint32_t title, std::uint32_t replay, PhaseIndex phase) const
    {
        const Region& open = m_depths[depth].back();
        return open.titleIndex == title && open.replay == replay && open.phase == phase;
    }

    static void extend(Region& region, TimeRange work)
    {
        region.range.endNs = std::max(region.range.endNs, work.endNs);
        region.barEndNs = region.range.endNs;
        ++region.workCount;
    }

    void cutFrom(std::size_t depth, TimeNs atNs)
    {
        for (; depth < m_depths.size(); ++depth) {
            Region& last = m_depths[depth].back();
            last.barEndNs = std::min(last.barEndNs, atNs);
        }
    }

    void open(std::size_t depth, Region region)
    {
        if (depth == m_depths.size())
            m_depths.emplace_back();
        m_depths[depth].push_back(region);
    }

    const JoinedTrace& m_joined;
    const RegionScheme& m_scheme;
    std::vector<std::vector<Region>> m_depths; // none is empty
    std::size_t m_openDepths = 0;
};

} // namespace

RegionRow::RegionRow(std::vector<Region> regions) : m_regions(std::move(regions)), m_index(*this) {}

std::uint32_t RegionRow::firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const
{
    return m_index.firstFrom(atNs, first, last, *this);
}

void RegionRow::firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last,
                              std::span<std::uint32_t> items) const
{
    m_index.firstFromEach(atNs, first, last, *this, items);
}

std::uint32_t RegionRow::longest(std::uint32_t first, std::uint32_t last) const
{
    return m_index.longest(first, last);
}

std::vector<RegionRow> buildRegionRows(const JoinedTrace& joined, std::span<const EventId> work,
                                       const RegionScheme& scheme)
{
    RunBuilder builder(joined, scheme);
    for (const EventId event : work)
        builder.add(event);
    return builder.take();
}

} // namespace lanescope
