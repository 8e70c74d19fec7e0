// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// The last end of each lane, searchable by lane order. Lanes that hold nothing yet are free at any time.
class LaneEnds {
public:
    // The lowest lane from `from` on that is free at `beginNs`; may be one that holds nothing yet. O(log lanes).
    [[nodiscard]] std::uint32_t lowestFree(std::uint32_t from, TimeNs beginNs) const;
    // One past the highest lane that is taken until `endNs` or longer; 0 when there is none. O(log lanes).
    [[nodiscard]] std::uint32_t pastHighestReaching(TimeNs endNs) const;
    void take(std::uint32_t lane, TimeNs endNs);

private:
    void grow(std::uint32_t lane);

    std::uint32_t m_capacity = 0;      // a power of two
    std::vector<TimeNs> m_earliestEnd; // heap order: node 1 is the root, lane l is node m_capacity + l
    std::vector<TimeNs> m_latestEnd;
};

// Gives intervals that lie on one stream their lanes: first fit, so that no two of a lane overlap and the number of
// lanes is the largest number of simultaneous intervals. An interval of length 0 counts as 1 ns long. Touching
// intervals share a lane. Intervals come sorted by (begin, longer first, file order). O(log lanes) each.
class LanePacker {
public:
    [[nodiscard]] std::uint32_t place(TimeRange interval);

private:
    LaneEnds m_ends;
};

// Gives slices of one CPU thread their depths: a slice lies one below the deepest slice that contains it ("earlier
// start, then longer, then earlier in the file, is outside"); one that crosses the end of another goes to the first
// depth below its containers where nothing overlaps it. Same order and length rules as LanePacker.
class LaneNester {
public:
    [[nodiscard]] std::uint32_t place(TimeRange interval);

private:
    LaneEnds m_ends;
};

// The same for whole lists.
[[nodiscard]] std::vector<std::uint32_t> packLanes(std::span<const TimeRange> intervals);
[[nodiscard]] std::vector<std::uint32_t> nestLanes(std::span<const TimeRange> intervals);

} // namespace lanescope
