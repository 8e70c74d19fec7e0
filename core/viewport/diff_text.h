// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_diff.h"

#include <string>

namespace lanescope {

// Where the time went, of a diff by keysThatTellWhere(): "Slower most: module layers.3 +1.2 ms (+12.1 %), in phase
// backward +1.1 ms (+20.0 %), in kernel gemm +0.9 ms (+25.0 %)". Empty if nothing got slower. Names come from files.
[[nodiscard]] std::string slowerText(const StatsDiff& diff);
// The same of what got faster.
[[nodiscard]] std::string fasterText(const StatsDiff& diff);

} // namespace lanescope
