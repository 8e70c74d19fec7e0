// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/lane_row.h"

#include <utility>

namespace lanescope {

LaneRow::LaneRow(const Trace& trace, std::vector<EventId> events)
    : m_trace(&trace), m_events(std::move(events)), m_index(*this)
{}

LaneRow::LaneRow(const LaneRow& whole, std::span<const std::uint32_t> items) : m_trace(whole.m_trace)
{
    m_events.reserve(items.size());
    for (const std::uint32_t item : items)
        m_events.push_back(whole.m_events[item]);
    m_index = RowIndex(whole.m_index, items, *this);
}

std::uint32_t LaneRow::firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const
{
    return m_index.firstFrom(atNs, first, last, *this);
}

void LaneRow::firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last,
                            std::span<std::uint32_t> items) const
{
    m_index.firstFromEach(atNs, first, last, *this, items);
}

std::uint32_t LaneRow::longest(std::uint32_t first, std::uint32_t last) const
{
    return m_index.longest(first, last);
}

} // namespace lanescope
