// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/match_details.h"
#include "core/open/open_trace.h"

#include <string>

namespace lanescope::cli {

// Raised when a field of matchAsJson() changes its meaning or goes away; new fields keep it.
inline constexpr int kMatchSchema = 1;

// What `match` prints, ending in a newline. `opened` has annotations. Times are integer nanoseconds, ids integers of up
// to 64 bits.
[[nodiscard]] std::string matchAsJson(const OpenedTrace& opened, const MatchDetails& details);
[[nodiscard]] std::string matchAsTable(const OpenedTrace& opened, const MatchDetails& details);

} // namespace lanescope::cli
