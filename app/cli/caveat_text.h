// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_caveat.h"

#include <span>
#include <string>
#include <string_view>

namespace lanescope::cli {

// "file-ends-early zero-duration": what a field `unreliable` holds; each code once.
[[nodiscard]] std::string codesOf(std::span<const StatsCaveat> caveats);
[[nodiscard]] std::string codesOf(std::span<const StatsCaveat* const> caveats);

// Adds what stands below a table, a line each, an empty line before the first: "* warning (code): reason", or "*
// before, warning (code): reason" for a side.
void appendFootnotes(std::string& notes, std::span<const StatsCaveat> caveats, std::string_view side = {});

} // namespace lanescope::cli
