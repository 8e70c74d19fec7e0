// SPDX-License-Identifier: Apache-2.0
#include "core/query/arrow_index.h"

#include "core/base/sort_runs.h"

#include <algorithm>

namespace lanescope {

Result<ArrowIndex> ArrowIndex::of(const JoinedTrace& joined, const JobControl& job)
{
    ArrowIndex index(joined);
    const FlowBindings& flows = joined.flows;
    for (std::size_t i = 0; i < flows.arrows.size(); ++i) {
        const EventId start = flows.sliceOf[indexOf(flows.arrows[i].start)];
        const EventId end = flows.sliceOf[indexOf(flows.arrows[i].end)];
        if (start == kNoEvent || end == kNoEvent)
            continue;
        index.m_leaving.push_back({start, static_cast<std::uint32_t>(i)});
        index.m_entering.push_back({end, static_cast<std::uint32_t>(i)});
    }
    const auto bySlice = [](const Link& a, const Link& b) { return a.slice < b.slice; };
    if (job.stopRequested() || !sortRuns(std::span(index.m_leaving), bySlice, job) ||
        !sortRuns(std::span(index.m_entering), bySlice, job))
        return JobControl::stopped();
    return index;
}

std::span<const ArrowIndex::Link> ArrowIndex::linksOf(const std::vector<Link>& links, EventId slice)
{
    const auto isBefore = [](const Link& link, EventId wanted) { return link.slice < wanted; };
    const auto first = std::lower_bound(links.begin(), links.end(), slice, isBefore);
    const auto last = std::find_if(first, links.end(), [slice](const Link& link) { return link.slice != slice; });
    return {first, last};
}

const Arrow& ArrowIndex::arrowOf(const Link& link) const
{
    return m_joined->flows.arrows[link.arrow];
}

EventId ArrowIndex::startOf(const Link& link) const
{
    return m_joined->flows.sliceOf[indexOf(arrowOf(link).start)];
}

EventId ArrowIndex::endOf(const Link& link) const
{
    return m_joined->flows.sliceOf[indexOf(arrowOf(link).end)];
}

std::optional<EventId> ArrowIndex::nextAlong(EventId slice) const
{
    std::optional<EventId> first;
    for (const Link& link : leaving(slice)) {
        const EventId end = endOf(link);
        if (!first || m_joined->trace->beginNs(end) < m_joined->trace->beginNs(*first))
            first = end;
    }
    return first;
}

std::optional<EventId> ArrowIndex::previousAlong(EventId slice) const
{
    std::optional<EventId> first;
    for (const Link& link : entering(slice)) {
        const EventId start = startOf(link);
        if (!first || m_joined->trace->beginNs(start) < m_joined->trace->beginNs(*first))
            first = start;
    }
    return first;
}

} // namespace lanescope
