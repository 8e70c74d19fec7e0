// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lanescope {

// Whether Python's repr() shows a character of a string as it is; all others are shown as escapes.
[[nodiscard]] bool isPythonPrintable(std::uint32_t codePoint);

} // namespace lanescope
