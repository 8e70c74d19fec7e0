// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

struct StackFrame {
    std::string file;
    std::uint64_t line = 0;
    std::string function;
    std::string code; // its source line; empty when the text has none
};

// The frames of a Python stack, in its order: traceback style ("File "a.py", line 3, in f" with the code below) or one
// "a.py:3:f" a line. A line of neither kind that follows no frame is kept as a frame with nothing but code.
[[nodiscard]] std::vector<StackFrame> parseStack(std::string_view text);

// Whether the text is written in one of the two ways: its first line with text names a place.
[[nodiscard]] bool looksLikeStack(std::string_view text);

} // namespace lanescope
