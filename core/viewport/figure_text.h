// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_column.h"

#include <cstdint>
#include <string>

namespace lanescope {

// Figures for people, the same in the window and on the command line.

// "1,234,567", whatever the locale.
[[nodiscard]] std::string digitsText(std::uint64_t number);
// "14.2 %" of 0.1423.
[[nodiscard]] std::string shareText(double share);
// "+1.2 ms", "-850 ns", "0 ns".
[[nodiscard]] std::string differenceText(TimeNs ns);
// The difference as a part: "+12.3 %"; empty of nothing.
[[nodiscard]] std::string percentText(TimeNs difference, TimeNs of);

// "1,234", "12.5 µs", "14.2 %"; empty where a row has no such figure. `busyNs`: what shares are of.
[[nodiscard]] std::string figureText(const StatsFigures& figures, StatsColumn column, TimeNs busyNs);

} // namespace lanescope
