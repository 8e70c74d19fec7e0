// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/lanes/row_index.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// One lane: slices of one track that do not overlap, by begin. Holds only rounded copies of their times.
class LaneRow {
public:
    // `trace` must outlive the row.
    LaneRow(const Trace& trace, std::vector<EventId> events);
    // Some items of another row, by position there, ascending: quicker than making a row of their events.
    LaneRow(const LaneRow& whole, std::span<const std::uint32_t> items);

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(m_events.size()); }
    [[nodiscard]] EventId event(std::uint32_t i) const { return m_events[i]; }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return m_trace->beginNs(m_events[i]); }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return m_trace->endNs(m_events[i]); }
    [[nodiscard]] TimeNs durationNs(std::uint32_t i) const { return m_trace->durationNs(m_events[i]); }
    // What follows answers without looking at the events' times: see RowIndex.
    [[nodiscard]] TimeRange beginAbout(std::uint32_t i) const { return m_index.beginAbout(i); }
    [[nodiscard]] TimeRange endAbout(std::uint32_t i) const { return m_index.endAbout(i); }
    // The first item of [first, last) that begins at or after `atNs`; `last` if none.
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const;
    // See RowIndex.
    void firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last,
                       std::span<std::uint32_t> items) const;
    // The longest of the items [first, last), which is not empty; see RowIndex.
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;
    [[nodiscard]] std::span<const EventId> events() const { return m_events; }

private:
    const Trace* m_trace;
    std::vector<EventId> m_events;
    RowIndex m_index;
};

} // namespace lanescope
