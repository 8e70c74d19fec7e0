// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lanescope {

// Bytes of the well-formed UTF-8 sequence at `at`, or 0 when what stands there is ill-formed (overlong, surrogate,
// beyond U+10FFFF, cut). `at` is inside the text.
[[nodiscard]] std::size_t utf8SequenceLengthAt(std::string_view text, std::size_t at);

void appendUtf8(std::uint32_t codePoint, std::string& out);

// What stands for anything that is no text.
inline constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

} // namespace lanescope
