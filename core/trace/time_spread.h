// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <vector>

namespace lanescope {

// The range that the bulk of `times` spans, stretched so far that only strays lie outside: 1000 times the distance from
// the 5th to the 95th percentile (at least 1 s; of four times or more the outermost never count) on both sides. `times`
// is a sample and is reordered; with no times the range is empty. Bounds stay within ±2 * kLargestFileTimeNs.
[[nodiscard]] TimeRange plausibleRange(std::vector<FileTimeNs>& times);

} // namespace lanescope
