// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lanescope {

// "fnv1a64:<16 hex digits>": names which file an export was made with; nobody's safety hangs on it.
[[nodiscard]] std::string contentHash(std::string_view bytes);

} // namespace lanescope
