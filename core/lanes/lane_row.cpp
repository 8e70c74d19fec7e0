// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/lane_row.h"

#include <utility>

namespace lanescope {

LaneRow::LaneRow(const Trace& trace, std::vector<EventId> events)
    : m_trace(&trace), m_events(std::move(events)),
      m_longest(size(), [this](std::uint32_t i) { return m_trace->durationNs(m_events[i]); })
{}

std::uint32_t LaneRow::longest(std::uint32_t first, std::uint32_t last) const
{
    return m_longest.longest(first, last, [this](std::uint32_t i) { return m_trace->durationNs(m_events[i]); });
}

} // namespace lanescope
