// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

} // namespace lanescope::cli
