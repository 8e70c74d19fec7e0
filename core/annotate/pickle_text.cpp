// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/pickle_text.h"

#include "core/load/json_text.h"
#include "core/load/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

namespace lanescope {
namespace {

// The number that `digits` characters of `text` from `at` on write, or nothing.
std::optional<std::uint32_t> digitsAt(std::string_view text, std::size_t at, std::size_t digits, int base)
{
    if (at > text.size() || text.size() - at < digits)
        return std::nullopt;
    std::uint32_t number = 0;
    const char* end = text.data() + at + digits;
    const auto [stop, error] = std::from_chars(text.data() + at, end, number, base);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

std::optional<char> simpleEscape(char c)
{
    constexpr std::string_view kNames = "abfnrtv\\'\"";
    constexpr std::string_view kMeanings = "\a\b\f\n\r\t\v\\'\"";
    const std::size_t at = kNames.find(c);
    return at == std::string_view::npos ? std::nullopt : std::optional(kMeanings[at]);
}

// Decodes the escape whose backslash is at `at` and gives the position behind it.
std::size_t decodeEscape(std::string_view inner, std::size_t at, std::string& out)
{
    const char name = at + 1 < inner.size() ? inner[at + 1] : '\\';
    if (const auto simple = simpleEscape(name)) {
        out += *simple;
        return at + 2;
    }
    if (const auto hex = digitsAt(inner, at + 2, 2, 16); name == 'x' && hex) {
        out += static_cast<char>(*hex);
        return at + 4;
    }
    std::size_t octal = 0;
    while (octal < 3 && at + 1 + octal < inner.size() && inner[at + 1 + octal] >= '0' && inner[at + 1 + octal] <= '7')
        ++octal;
    if (octal > 0) {
        out += static_cast<char>(*digitsAt(inner, at + 1, octal, 8) & 0xff);
        return at + 1 + octal;
    }
    out += '\\';
    return at + 1;
}

} // namespace

std::optional<std::string> decodePythonQuoted(std::string_view quoted)
{
    if (quoted.size() < 2 || (quoted.front() != '\'' && quoted.front() != '"') || quoted.back() != quoted.front())
        return std::nullopt;
    const std::string_view inner = quoted.substr(1, quoted.size() - 2);
    std::string text;
    for (std::size_t at = 0; at < inner.size();) {
        if (inner[at] == '\\')
            at = decodeEscape(inner, at, text);
        else
            text += inner[at++];
    }
    return text;
}

std::string decodeRawUnicodeEscape(std::string_view text)
{
    std::string utf8;
    std::uint32_t high = 0; // the first half of a pair that Python 2 wrote, or 0
    const auto put = [&](std::uint32_t unit) {
        if (high != 0 && isLowSurrogate(unit)) {
            appendUtf8(0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00), utf8);
            high = 0;
            return;
        }
        if (high != 0)
            utf8 += kReplacementCharacter;
        high = isHighSurrogate(unit) ? unit : 0;
        if (isLowSurrogate(unit) || unit > 0x10FFFF)
            utf8 += kReplacementCharacter;
        else if (high == 0)
            appendUtf8(unit, utf8);
    };
    for (std::size_t at = 0; at < text.size();) {
        const char name = text[at] == '\\' && at + 1 < text.size() ? text[at + 1] : '\0';
        const std::size_t digits = name == 'u' ? 4 : name == 'U' ? 8 : 0;
        const auto unit = digits > 0 ? digitsAt(text, at + 2, digits, 16) : std::nullopt;
        put(unit ? *unit : static_cast<unsigned char>(text[at]));
        at += unit ? digits + 2 : 1;
    }
    if (high != 0)
        utf8 += kReplacementCharacter;
    return utf8;
}

std::string littleEndianAsDecimal(std::string_view bytes)
{
    const bool isNegative = !bytes.empty() && (static_cast<unsigned char>(bytes.back()) & 0x80) != 0;
    std::vector<std::uint32_t> groups{0}; // of nine decimal digits, lowest first
    constexpr std::uint32_t kGroup = 1000000000;
    for (std::size_t i = bytes.size(); i-- > 0;) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        // The one's complement of a negative number: one less than its size.
        std::uint64_t carry = isNegative ? static_cast<unsigned char>(~byte) : byte;
        for (std::uint32_t& group : groups) {
            carry += std::uint64_t{group} << 8;
            group = static_cast<std::uint32_t>(carry % kGroup);
            carry /= kGroup;
        }
        if (carry > 0)
            groups.push_back(static_cast<std::uint32_t>(carry));
    }
    for (std::size_t i = 0; isNegative; ++i) {
        if (i == groups.size())
            groups.push_back(0);
        if (++groups[i] < kGroup)
            break;
        groups[i] = 0;
    }
    std::string text = fmt::format("{}{}", isNegative ? "-" : "", groups.back());
    for (std::size_t i = groups.size() - 1; i-- > 0;)
        text += fmt::format("{:09}", groups[i]);
    return text;
}

std::optional<std::string> decimalInteger(std::string_view text)
{
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+'))
        text.remove_prefix(1);
    if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    const std::size_t first = std::min(text.find_first_not_of('0'), text.size() - 1);
    std::string digits(text.substr(first));
    return isNegative && digits != "0" ? "-" + digits : digits;
}

std::optional<std::string> latin1BytesOf(std::string_view utf8)
{
    std::string bytes;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        const auto lead = static_cast<unsigned char>(utf8[at]);
        if (lead < 0x80) {
            bytes += utf8[at];
            continue;
        }
        if (lead > 0xC3 || utf8SequenceLengthAt(utf8, at) != 2)
            return std::nullopt;
        bytes += static_cast<char>(((lead & 0x03U) << 6) | (static_cast<unsigned char>(utf8[++at]) & 0x3fU));
    }
    return bytes;
}

std::string floatAsJson(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value > 0 ? "Infinity" : "-Infinity";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos)
        text += ".0";
    return text;
}

} // namespace lanescope
