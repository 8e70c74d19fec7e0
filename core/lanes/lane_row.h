// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// Finds the longest of any run of consecutive items in O(kFan · log n): a pyramid of the longest item of each kFan, of
// each kFan of those, and so on. 4 bytes per kFan - 1 items.
class LongestIndex {
public:
    static constexpr std::uint32_t kFan = 16;

    LongestIndex() = default;
    // `durationOf(i)` for i in [0, count) is called once for each item.
    template<typename DurationOf>
    LongestIndex(std::uint32_t count, DurationOf durationOf);

    // The item with the greatest duration in [first, last), the earliest of equals. The range is not empty, and
    // `durationOf` is the one the index was made with.
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
    // The longest of the items [first, last), which is not empty; the earliest of equals.
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;
    [[nodiscard]] std::span<const EventId> events() const { return m_events; }

private:
    const Trace* m_trace;
    std::vector<EventId> m_events;
    LongestIndex m_longest;
};

template<typename DurationOf>
LongestIndex::LongestIndex(std::uint32_t count, DurationOf durationOf)
{
    if (count <= kFan)
        return;
    std::vector<TimeNs> durations; // of the entries of the level last made
    std::vector<std::uint32_t> level;
    level.reserve((count + kFan - 1) / kFan);
    durations.reserve(level.capacity());
    for (std::uint32_t i = 0; i < count; ++i) {
        const TimeNs duration = durationOf(i);
        if (i % kFan == 0) {
            level.push_back(i);
            durations.push_back(duration);
        } else if (duration > durations.back()) {
            level.back() = i;
            durations.back() = duration;
        }
    }
    m_levels.push_back(std::move(level));
    while (m_levels.back().size() > kFan) {
        const std::vector<std::uint32_t>& below = m_levels.back();
        std::vector<std::uint32_t> above;
        std::vector<TimeNs> aboveDurations;
        above.reserve((below.size() + kFan - 1) / kFan);
        aboveDurations.reserve(above.capacity());
        for (std::size_t i = 0; i < below.size(); ++i) {
            if (i % kFan == 0) {
                above.push_back(below[i]);
                aboveDurations.push_back(durations[i]);
            } else if (durations[i] > aboveDurations.back()) {
                above.back() = below[i];
                aboveDurations.back() = durations[i];
            }
        }
        durations = std::move(aboveDurations);
        m_levels.push_back(std::move(above));
    }
}

template<typename DurationOf>
std::uint32_t LongestIndex::longest(std::uint32_t first, std::uint32_t last, DurationOf durationOf) const
{
    std::uint32_t best = first;
    TimeNs bestDuration = durationOf(first);
    const auto consider = [&](std::uint32_t item) {
        const TimeNs duration = durationOf(item);
        if (duration > bestDuration || (duration == bestDuration && item < best)) {
            best = item;
            bestDuration = duration;
        }
    };
    // At each level: the entries before the first and after the last whole block, then on with the blocks.
    for (std::size_t level = 0;; ++level) {
        const auto entry = [&](std::uint32_t i) { return level == 0 ? i : m_levels[level - 1][i]; };
        const bool isTop = level == m_levels.size();
        for (; first < last && (isTop || first % kFan != 0); ++first)
            consider(entry(first));
        for (; first < last && last % kFan != 0; --last)
            consider(entry(last - 1));
        if (first == last)
            return best;
        first /= kFan;
        last /= kFan;
    }
}

} // namespace lanescope
