// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

enum class DecimalError { NotANumber, OutOfRange };

// Parses decimal microseconds ("17.25", "-3", "1.5e3") exactly, in nanoseconds as the file counts them; what is below a
// nanosecond is rounded to the nearest, halves away from zero. Surrounding white space is allowed. No double inside.
// OutOfRange beyond ±kLargestFileTimeNs.
[[nodiscard]] tl::expected<FileTimeNs, DecimalError> parseMicroseconds(std::string_view text);

// A whole number that fits in 64 bits: decimal, sign allowed for the signed one; "7.0" counts as 7.
[[nodiscard]] std::optional<std::uint64_t> parseUnsigned(std::string_view text);
[[nodiscard]] std::optional<std::int64_t> parseSigned(std::string_view text);

} // namespace lanescope
