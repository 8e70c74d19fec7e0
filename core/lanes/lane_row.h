// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// Finds the longest of any run of consecutive items in O(block + log n): a pyramid of the longest item of each 64, of
// each 64 of those, and so on. 4 bytes per 63 items.
class LongestIndex {
public:
    LongestIndex() = default;
    // `durationOf(i)` for i in [0, count) is called once for each item.
    template<typename DurationOf>
    LongestIndex(std::size_t count, DurationOf durationOf);

    // The item with the greatest duration in [first, last), the earliest of equals. The range is not empty.
    template<typename DurationOf>
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last, DurationOf durationOf) const;

private:
    std::vector<std::vector<std::uint32_t>> m_levels;
};

// One lane: slices of one track that do not overlap, by begin. Holds no copy of their times.
class LaneRow {
public:
    // `trace` must outlive the row.
    LaneRow(const Trace& trace, std::vector<EventId> events);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_events.size()); }
    [[nodiscard]] EventId event(std::uint32_t i) const { return m_events[i]; }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return m_trace->beginNs(m_events[i]); }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return m_trace->endNs(m_events[i]); }
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;
    [[nodiscard]] std::span<const EventId> events() const { return m_events; }

private:
    const Trace* m_trace;
    std::vector<EventId> m_events;
    LongestIndex m_longest;
};

} // namespace lanescope
