// SPDX-License-Identifier: Apache-2.0
#include "core/query/time_cover.h"

#include "core/query/gpu_work.h"

#include <algorithm>

namespace lanescope {

void TimeCover::add(TimeRange range)
{
    if (range.isEmpty())
        return;
    if (!m_spans.empty() && range.beginNs <= m_spans.back().endNs)
        m_spans.back().endNs = std::max(m_spans.back().endNs, range.endNs);
    else
        m_spans.push_back(range);
}

TimeNs TimeCover::lengthNs() const
{
    TimeNs length = 0;
    for (const TimeRange& span : m_spans)
        length = addedUp(length, span.durationNs());
    return length;
}

TimeNs TimeCover::lengthShared(const TimeCover& other) const
{
    TimeNs length = 0;
    auto mine = m_spans.begin();
    auto theirs = other.m_spans.begin();
    while (mine != m_spans.end() && theirs != other.m_spans.end()) {
        const TimeNs begin = std::max(mine->beginNs, theirs->beginNs);
        const TimeNs end = std::min(mine->endNs, theirs->endNs);
        length = addedUp(length, std::max<TimeNs>(0, end - begin));
        if (mine->endNs < theirs->endNs)
            ++mine;
        else
            ++theirs;
    }
    return length;
}

TimeCover TimeCover::united(std::span<const TimeCover* const> covers)
{
    std::vector<TimeRange> all;
    for (const TimeCover* cover : covers)
        all.insert(all.end(), cover->m_spans.begin(), cover->m_spans.end());
    std::sort(all.begin(), all.end(), [](TimeRange a, TimeRange b) { return a.beginNs < b.beginNs; });
    TimeCover result;
    for (const TimeRange& span : all)
        result.add(span);
    return result;
}

} // namespace lanescope
