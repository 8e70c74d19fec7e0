// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/lane_row.h"

#include <utility>

namespace lanescope {

LaneRow::LaneRow(const Trace& trace, std::vector<EventId> events)
    : m_trace(&trace), m_events(std::move(events)), m_index(*this)
{}

std::uint32_t LaneRow::firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const
{
    return m_index.firstFrom(atNs, first, last, *this);
}

std::uint32_t LaneRow::longest(std::uint32_t first, std::uint32_t last) const
{
    return m_index.longest(first, last);
}

} // namespace lanescope
