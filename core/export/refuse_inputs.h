// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace lanescope {

// Whether `target` names the same file as `input`, by whatever name; then the error says `what` it is ("the trace").
// Errors: WrongUsage.
[[nodiscard]] Result<void> refuseToOverwrite(const std::filesystem::path& target, const std::filesystem::path& input,
                                             std::string_view what);

} // namespace lanescope
