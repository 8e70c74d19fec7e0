// SPDX-License-Identifier: Apache-2.0
#include "core/load/decimal_time.h"

#include "core/base/trimmed.h"

#include <charconv>

namespace lanescope {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// A decimal number as it is written: (-1)^negative * digits * 10^exponent. Digits beyond 19 significant ones only count
// into the exponent: they are far below a nanosecond, or the number is out of range.
struct Decimal {
    std::uint64_t digits = 0;
    std::int64_t exponent = 0;
    bool negative = false;
};

constexpr std::uint64_t kMostDigits = 1'000'000'000'000'000'000; // 10^18: one more digit still fits

void addDigit(Decimal& number, char c, bool isFraction)
{
    if (number.digits >= kMostDigits) {
        number.exponent += isFraction ? 0 : 1;
        return;
    }
    number.digits = number.digits * 10 + static_cast<std::uint64_t>(c - '0');
    number.exponent -= isFraction ? 1 : 0;
}

// Reads the digits behind 'e'; huge exponents saturate, which decides the outcome all the same.
bool readExponent(std::string_view text, std::size_t& at, std::int64_t& exponent)
{
    bool negative = false;
    if (at < text.size() && (text[at] == '+' || text[at] == '-'))
        negative = text[at++] == '-';
    if (at >= text.size() || !isDigit(text[at]))
        return false;
    std::int64_t value = 0;
    for (; at < text.size() && isDigit(text[at]); ++at)
        value = value < 1'000'000 ? value * 10 + (text[at] - '0') : value;
    exponent += negative ? -value : value;
    return true;
}

std::optional<Decimal> readDecimal(std::string_view text)
{
    Decimal number;
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '-' || text[at] == '+'))
        number.negative = text[at++] == '-';
    std::size_t digitCount = 0;
    for (; at < text.size() && isDigit(text[at]); ++at, ++digitCount)
        addDigit(number, text[at], false);
    if (at < text.size() && text[at] == '.') {
        ++at;
        for (; at < text.size() && isDigit(text[at]); ++at, ++digitCount)
            addDigit(number, text[at], true);
    }
    if (digitCount == 0)
        return std::nullopt;
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        ++at;
        if (!readExponent(text, at, number.exponent))
            return std::nullopt;
    }
    return at == text.size() ? std::optional(number) : std::nullopt;
}

template<typename Integer>
std::optional<Integer> parseInteger(std::string_view text)
{
    text = trimmed(text, kSpace);
    Integer value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc())
        return std::nullopt;
    if (stop == end)
        return value;
    const std::string_view rest(stop, static_cast<std::size_t>(end - stop));
    if (rest.size() > 1 && rest[0] == '.' && rest.find_first_not_of('0', 1) == std::string_view::npos)
        return value;
    return std::nullopt;
}

} // namespace

tl::expected<FileTimeNs, DecimalError> parseMicroseconds(std::string_view text)
{
    const auto number = readDecimal(trimmed(text, kSpace));
    if (!number)
        return tl::unexpected(DecimalError::NotANumber);
    std::uint64_t magnitude = number->digits;
    std::int64_t exponent = number->exponent + 3; // microseconds to nanoseconds
    for (; exponent > 0 && magnitude != 0; --exponent) {
        if (magnitude > static_cast<std::uint64_t>(kLargestFileTimeNs) / 10)
            return tl::unexpected(DecimalError::OutOfRange);
        magnitude *= 10;
    }
    if (exponent < -20)
        magnitude = 0;
    std::uint64_t droppedDigit = 0;
    for (; exponent < 0 && magnitude != 0; ++exponent) {
        droppedDigit = magnitude % 10;
        magnitude /= 10;
    }
    if (exponent == 0 && droppedDigit >= 5)
        ++magnitude;
    if (magnitude > static_cast<std::uint64_t>(kLargestFileTimeNs))
        return tl::unexpected(DecimalError::OutOfRange);
    const auto value = static_cast<FileTimeNs>(magnitude);
    return number->negative ? -value : value;
}

std::optional<std::uint64_t> parseUnsigned(std::string_view text)
{
    return parseInteger<std::uint64_t>(text);
}

std::optional<std::int64_t> parseSigned(std::string_view text)
{
    return parseInteger<std::int64_t>(text);
}

} // namespace lanescope
