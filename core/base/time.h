// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace lanescope {

using FileTimeNs = std::int64_t; // as the file counts: often since 1970, where a double steps by 256 ns
using TimeNs = std::int64_t;     // FileTimeNs minus the trace's base: exact in a double for 104 days

// Times beyond this are not placed on the time axis: differences of any two placed times fit in an int64.
inline constexpr FileTimeNs kLargestFileTimeNs = std::int64_t{1} << 61;

// Half-open: [beginNs, endNs).
struct TimeRange {
    TimeNs beginNs = 0;
    TimeNs endNs = 0;

    [[nodiscard]] constexpr TimeNs durationNs() const { return endNs - beginNs; }
    [[nodiscard]] constexpr bool isEmpty() const { return endNs <= beginNs; }
    [[nodiscard]] constexpr bool contains(TimeNs t) const { return beginNs <= t && t < endNs; }
    [[nodiscard]] constexpr bool overlaps(TimeRange other) const
    {
        return beginNs < other.endNs && other.beginNs < endNs;
    }
    // The smallest range that holds both; an empty range adds nothing.
    [[nodiscard]] constexpr TimeRange united(TimeRange other) const
    {
        if (isEmpty())
            return other;
        if (other.isEmpty())
            return *this;
        return {std::min(beginNs, other.beginNs), std::max(endNs, other.endNs)};
    }
    friend constexpr bool operator==(TimeRange, TimeRange) = default;
};

} // namespace lanescope
