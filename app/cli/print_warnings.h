// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/trace/load_report.h"

#include <span>
#include <string_view>

namespace lanescope::cli {

// One line each on standard error: "lanescope-cli: warning: …".
void printWarnings(std::span<const Finding> findings);
void printWarning(std::string_view message);

// "lanescope-cli: error: …" on standard error. Returns the exit status that belongs to the error: kWrongUsage, kStopped
// or kInputAtFault.
[[nodiscard]] int printError(const Error& error);

} // namespace lanescope::cli
