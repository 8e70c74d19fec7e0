// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace lanescope {

// The value of a member of an object as it is written; empty when there is none. Of a repeated key the last counts.
[[nodiscard]] std::string_view rawMember(std::string_view object, std::string_view key);

} // namespace lanescope
