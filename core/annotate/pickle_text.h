// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// How pickles write text and numbers. Nothing here fails on what Python writes; other input gives nothing.
namespace lanescope {

// 'it\'s' or "x" as Python 2's repr of a str writes it, as bytes.
[[nodiscard]] std::optional<std::string> decodePythonQuoted(std::string_view quoted);

// Python's raw-unicode-escape as UTF-8: \uXXXX and \UXXXXXXXX, every other byte a Latin-1 character. A lone surrogate
// is U+FFFD.
[[nodiscard]] std::string decodeRawUnicodeEscape(std::string_view text);

// A two's complement number of any length, lowest byte first, in decimal. Quadratic: for short ones.
[[nodiscard]] std::string littleEndianAsDecimal(std::string_view bytes);

// Digits with an optional sign, without leading zeros: a JSON number. Nothing for any other text.
[[nodiscard]] std::optional<std::string> decimalInteger(std::string_view text);

// The Latin-1 bytes of a UTF-8 text; nothing where it has other characters.
[[nodiscard]] std::optional<std::string> latin1BytesOf(std::string_view utf8);

// As Python writes a float, "0.125", "1.0", "1e-05"; NaN, Infinity and -Infinity as its json module does.
[[nodiscard]] std::string floatAsJson(double value);

} // namespace lanescope
