// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// Lane numbers of intervals that lie on one stream: first fit, so that no two of a lane overlap and the number of
// lanes is the largest number of simultaneous intervals. An interval of length 0 counts as 1 ns long. Touching
// intervals share a lane. `intervals` are sorted by (begin, longer first, file order). O(n log lanes).
[[nodiscard]] std::vector<std::uint32_t> packLanes(std::span<const TimeRange> intervals);

// Depths of slices of one CPU thread: a slice lies one below the deepest slice that contains it ("earlier start, then
// longer, then earlier in the file, is outside"); one that crosses the end of another goes to the first depth where
// nothing overlaps it. Same order and length rules as packLanes.
[[nodiscard]] std::vector<std::uint32_t> nestLanes(std::span<const TimeRange> intervals);

} // namespace lanescope
