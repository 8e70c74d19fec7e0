// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/node_key.h"

#include <charconv>

namespace lanescope {

std::optional<std::uint64_t> parseNodeKey(std::string_view text)
{
    int base = 10;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        base = 16;
        text.remove_prefix(2);
    }
    std::uint64_t key = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, key, base);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return key;
}

} // namespace lanescope
