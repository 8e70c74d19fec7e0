// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace lanescope::test {

// Empty when both texts are strict JSON in valid UTF-8 and equal as values; else one line that says what is wrong or
// where they differ first. The order of keys does not count, of a repeated key the last counts, integers are compared
// digit by digit, other numbers as doubles, and members "ts" and "dur" to the nanosecond.
[[nodiscard]] std::string jsonDifference(std::string_view actual, std::string_view expected);

// Empty when the text is strict JSON in valid UTF-8; else what is wrong and where.
[[nodiscard]] std::string strictJsonError(std::string_view text);

// The value at a path of keys and positions ("traceEvents/3/args/name") as it is written, strings with their quotes;
// "<none>" when there is none.
[[nodiscard]] std::string jsonAt(std::string_view text, std::string_view path);

} // namespace lanescope::test
