// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

// "4294967298" or "0x100000002" (either case) as a number of up to 64 bits; nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> parseNodeKey(std::string_view text);

} // namespace lanescope
