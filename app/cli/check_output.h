// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/open/open_trace.h"
#include "core/query/diagnosis.h"

#include <span>
#include <string>

namespace lanescope::cli {

// Raised when a field of checkAsJson() changes its meaning or goes away; new fields keep it.
inline constexpr int kCheckSchema = 1;

// What `check` prints, ending in a newline. In JSON, times of places count as the file does, in nanoseconds.
[[nodiscard]] std::string checkAsJson(const OpenedTrace& opened, std::span<const Diagnosis> found);
// One line for a trace without findings.
[[nodiscard]] std::string checkAsTable(const OpenedTrace& opened, std::span<const Diagnosis> found);

} // namespace lanescope::cli
