// SPDX-License-Identifier: Apache-2.0
#include "core/load/json_text.h"

#include "core/load/utf8.h"

#include <fmt/format.h>

#include <iterator>

namespace lanescope {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// Decodes the \u escape whose four digits begin at `at`; returns the position behind it.
std::size_t decodeUnicodeEscape(std::string_view inner, std::size_t at, std::string& out)
{
    const auto unit = hexQuadAt(inner, at);
    if (!unit) {
        out += kReplacementCharacter;
        return at;
    }
    if (isHighSurrogate(*unit) && inner.substr(at + 4, 2) == "\\u") {
        const auto low = hexQuadAt(inner, at + 6);
        if (low && isLowSurrogate(*low)) {
            appendUtf8(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), out);
            return at + 10;
        }
    }
    if (isHighSurrogate(*unit) || isLowSurrogate(*unit))
        out += kReplacementCharacter;
    else
        appendUtf8(*unit, out);
    return at + 4;
}

// Decodes the escape whose backslash is at `at`; returns the position behind it.
std::size_t decodeEscape(std::string_view inner, std::size_t at, std::string& out)
{
    if (at + 1 >= inner.size()) {
        out += kReplacementCharacter;
        return at + 1;
    }
    static constexpr std::string_view kLetters = "\"\\/bfnrt";
    static constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char letter = inner[at + 1];
    if (letter == 'u')
        return decodeUnicodeEscape(inner, at + 2, out);
    const std::size_t known = kLetters.find(letter);
    if (known == std::string_view::npos) {
        out += kReplacementCharacter;
        return at + 1; // the letter itself is text
    }
    out.push_back(kMeanings[known]);
    return at + 2;
}

} // namespace

std::optional<std::uint32_t> hexQuadAt(std::string_view text, std::size_t at)
{
    if (text.size() < 4 || at > text.size() - 4)
        return std::nullopt;
    std::uint32_t value = 0;
    for (std::size_t i = at; i < at + 4; ++i) {
        const char c = text[i];
        std::uint32_t digit = 0;
        if (isDigit(c))
            digit = static_cast<std::uint32_t>(c - '0');
        else if (c >= 'a' && c <= 'f')
            digit = static_cast<std::uint32_t>(c - 'a') + 10;
        else if (c >= 'A' && c <= 'F')
            digit = static_cast<std::uint32_t>(c - 'A') + 10;
        else
            return std::nullopt;
        value = value * 16 + digit;
    }
    return value;
}

void decodeJsonString(std::string_view inner, std::string& out)
{
    out.clear();
    std::size_t at = 0;
    while (at < inner.size()) {
        if (inner[at] == '\\') {
            at = decodeEscape(inner, at, out);
            continue;
        }
        const std::size_t length = utf8SequenceLengthAt(inner, at);
        if (length == 0) {
            out += kReplacementCharacter;
            ++at;
            continue;
        }
        out.append(inner, at, length);
        at += length;
    }
}

void appendJsonString(std::string_view text, std::string& out)
{
    out.push_back('"');
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        const std::size_t length = utf8SequenceLengthAt(text, at);
        if (length == 0) {
            out += kReplacementCharacter;
            ++at;
        } else if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
            ++at;
        } else if (c == '\n') {
            out += "\\n";
            ++at;
        } else if (c == '\t') {
            out += "\\t";
            ++at;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
            ++at;
        } else {
            out.append(text, at, length);
            at += length;
        }
    }
    out.push_back('"');
}

bool isJsonNumber(std::string_view token)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < token.size() && isDigit(token[at]))
            ++at;
        return at - begin;
    };
    if (at < token.size() && token[at] == '-')
        ++at;
    const bool leadingZero = at < token.size() && token[at] == '0';
    const std::size_t whole = digits();
    if (whole == 0 || (leadingZero && whole > 1))
        return false;
    if (at < token.size() && token[at] == '.') {
        ++at;
        if (digits() == 0)
            return false;
    }
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        ++at;
        if (at < token.size() && (token[at] == '+' || token[at] == '-'))
            ++at;
        if (digits() == 0)
            return false;
    }
    return at == token.size();
}

} // namespace lanescope
