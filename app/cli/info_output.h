// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/open/open_trace.h"
#include "core/query/summary.h"

#include <string>

namespace lanescope::cli {

// Raised when a field of infoAsJson() changes its meaning or goes away; new fields keep it.
inline constexpr int kInfoSchema = 1;

// What `info` prints, ending in a newline. The JSON has every figure under the name that
// tests/data/README.md defines; ids and times are integers of up to 64 bits.
[[nodiscard]] std::string infoAsJson(const OpenedTrace& opened, const TraceSummary& summary);
[[nodiscard]] std::string infoAsTable(const OpenedTrace& opened, const TraceSummary& summary);

} // namespace lanescope::cli
