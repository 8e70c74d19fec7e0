// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/pack_lanes.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace lanescope {
namespace {

constexpr TimeNs kFree = std::numeric_limits<TimeNs>::min();

TimeNs takenUntil(TimeRange interval)
{
    return std::max(interval.endNs, interval.beginNs + 1);
}

} // namespace

std::uint32_t LaneEnds::lowestFree(std::uint32_t from, TimeNs beginNs) const
{
    if (from >= m_capacity)
        return from;
    // Up from the leaf until a subtree to the right (or the leaf itself) has a free lane, then down to its first.
    std::uint32_t node = m_capacity + from;
    while (m_earliestEnd[node] > beginNs) {
        while ((node & 1) != 0) { // a right child: what follows lies beside an ancestor
            node >>= 1;
            if (node <= 1)
                return m_capacity;
        }
        ++node;
    }
    while (node < m_capacity) {
        node *= 2;
        if (m_earliestEnd[node] > beginNs)
            ++node;
    }
    return node - m_capacity;
}

std::uint32_t LaneEnds::pastHighestReaching(TimeNs endNs) const
{
    if (m_capacity == 0 || m_latestEnd[1] < endNs)
        return 0;
    std::uint32_t node = 1;
    while (node < m_capacity) {
        node = 2 * node + 1;
        if (m_latestEnd[node] < endNs)
            --node;
    }
    return node - m_capacity + 1;
}

void LaneEnds::take(std::uint32_t lane, TimeNs endNs)
{
    if (lane >= m_capacity)
        grow(lane);
    std::uint32_t node = m_capacity + lane;
    m_earliestEnd[node] = endNs;
    m_latestEnd[node] = endNs;
    for (node >>= 1; node >= 1; node >>= 1) {
        const TimeNs earliest = std::min(m_earliestEnd[2 * node], m_earliestEnd[2 * node + 1]);
        const TimeNs latest = std::max(m_latestEnd[2 * node], m_latestEnd[2 * node + 1]);
        if (earliest == m_earliestEnd[node] && latest == m_latestEnd[node])
            return;
        m_earliestEnd[node] = earliest;
        m_latestEnd[node] = latest;
    }
}

void LaneEnds::grow(std::uint32_t lane)
{
    const std::uint32_t capacity = std::max(std::uint32_t{4}, std::bit_ceil(lane + 1));
    LaneEnds larger;
    larger.m_capacity = capacity;
    larger.m_earliestEnd.assign(std::size_t{2} * capacity, kFree);
    larger.m_latestEnd.assign(std::size_t{2} * capacity, kFree);
    std::copy_n(m_earliestEnd.begin() + m_capacity, m_capacity, larger.m_earliestEnd.begin() + capacity);
    std::copy_n(m_latestEnd.begin() + m_capacity, m_capacity, larger.m_latestEnd.begin() + capacity);
    for (std::uint32_t node = capacity - 1; node >= 1; --node) {
        larger.m_earliestEnd[node] = std::min(larger.m_earliestEnd[2 * node], larger.m_earliestEnd[2 * node + 1]);
        larger.m_latestEnd[node] = std::max(larger.m_latestEnd[2 * node], larger.m_latestEnd[2 * node + 1]);
    }
    *this = std::move(larger);
}

std::uint32_t LanePacker::place(TimeRange interval)
{
    const std::uint32_t lane = m_ends.lowestFree(0, interval.beginNs);
    m_ends.take(lane, takenUntil(interval));
    return lane;
}

std::uint32_t LaneNester::place(TimeRange interval)
{
    // Intervals come by begin, so a lane that is taken until this one's end or longer contains it.
    const TimeNs end = takenUntil(interval);
    const std::uint32_t lane = m_ends.lowestFree(m_ends.pastHighestReaching(end), interval.beginNs);
    m_ends.take(lane, end);
    return lane;
}

std::vector<std::uint32_t> packLanes(std::span<const TimeRange> intervals)
{
    std::vector<std::uint32_t> lanes;
    lanes.reserve(intervals.size());
    LanePacker packer;
    for (const TimeRange interval : intervals)
        lanes.push_back(packer.place(interval));
    return lanes;
}

std::vector<std::uint32_t> nestLanes(std::span<const TimeRange> intervals)
{
    std::vector<std::uint32_t> lanes;
    lanes.reserve(intervals.size());
    LaneNester nester;
    for (const TimeRange interval : intervals)
        lanes.push_back(nester.place(interval));
    return lanes;
}

} // namespace lanescope
