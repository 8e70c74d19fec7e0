// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

// The text of a JSON string (without its quotes) in valid UTF-8: escapes decoded, every ill-formed part, bad escape and
// lone surrogate as U+FFFD. Control characters and NUL stay as they are. `out` is cleared first.
void decodeJsonString(std::string_view inner, std::string& out);

// `text` as a JSON string with quotes, strict and in valid UTF-8.
void appendJsonString(std::string_view text, std::string& out);

// The four hex digits at `at`, or nothing.
[[nodiscard]] std::optional<std::uint32_t> hexQuadAt(std::string_view text, std::size_t at);

[[nodiscard]] constexpr bool isHighSurrogate(std::uint32_t unit)
{
    return unit >= 0xD800 && unit <= 0xDBFF;
}
[[nodiscard]] constexpr bool isLowSurrogate(std::uint32_t unit)
{
    return unit >= 0xDC00 && unit <= 0xDFFF;
}

// Whether `token` is a number by JSON's grammar.
[[nodiscard]] bool isJsonNumber(std::string_view token);

} // namespace lanescope
