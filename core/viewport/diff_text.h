// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_diff.h"

#include <optional>
#include <string>

namespace lanescope {

// Where the time went, of a diff by keysThatTellWhere(): "Slower most: module layers.3 +1.2 ms (+12.1 %), in phase
// backward +1.1 ms (+20.0 %), in kernel gemm +0.9 ms (+25.0 %); in 2 of 5 replays: graph 2 replay 3, graph 2 replay 4".
// Empty if nothing got slower. Names come from files.
[[nodiscard]] std::string slowerText(const StatsDiff& diff, const std::optional<SlowerReplays>& replays);
// The same of what got faster.
[[nodiscard]] std::string fasterText(const StatsDiff& diff);

} // namespace lanescope
