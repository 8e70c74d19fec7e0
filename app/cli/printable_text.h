// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace lanescope::cli {

// Text from a file with '?' for control characters: it stays one line and cannot command the terminal.
[[nodiscard]] inline std::string printableText(std::string_view text)
{
    std::string printable(text);
    std::replace_if(
        printable.begin(), printable.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; },
        '?');
    return printable;
}

// The beginning of a text in valid UTF-8, at most `mostBytes` long and never cut inside a character, with "…" when more
// follows.
inline std::string shortened(const std::string& text, std::size_t mostBytes)
{
    if (text.size() <= mostBytes)
        return text;
    std::size_t end = mostBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end) + "…";
}

} // namespace lanescope::cli
