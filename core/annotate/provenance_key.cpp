// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/provenance_key.h"

#include <charconv>

namespace lanescope {
namespace {

void skipSpaces(std::string_view& text)
{
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
}

bool skip(std::string_view& text, std::string_view expected)
{
    skipSpaces(text);
    if (!text.starts_with(expected))
        return false;
    text.remove_prefix(expected.size());
    return true;
}

void appendUtf8(std::uint32_t code, std::string& out)
{
    const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
    if (code < 0x80) {
        add(code);
    } else if (code < 0x800) {
        add(0xC0 | (code >> 6));
        add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
        add(0xE0 | (code >> 12));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    } else {
        add(0xF0 | (code >> 18));
        add(0x80 | ((code >> 12) & 0x3F));
        add(0x80 | ((code >> 6) & 0x3F));
        add(0x80 | (code & 0x3F));
    }
}

// \xNN, \uNNNN or \UNNNNNNNN; `text` begins behind the letter.
bool readHexEscape(std::string_view& text, std::size_t digits, std::string& out)
{
    std::uint32_t code = 0;
    if (text.size() < digits)
        return false;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + digits, code, 16);
    if (error != std::errc() || stop != text.data() + digits || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
        return false;
    text.remove_prefix(digits);
    appendUtf8(code, out);
    return true;
}

// What repr() escapes. `text` begins behind the backslash.
bool readEscape(std::string_view& text, std::string& out)
{
    if (text.empty())
        return false;
    const char kind = text.front();
    text.remove_prefix(1);
    switch (kind) {
    case 'n':
        out += '\n';
        return true;
    case 't':
        out += '\t';
        return true;
    case 'r':
        out += '\r';
        return true;
    case 'x':
        return readHexEscape(text, 2, out);
    case 'u':
        return readHexEscape(text, 4, out);
    case 'U':
        return readHexEscape(text, 8, out);
    case '\\':
    case '\'':
    case '"':
        out += kind;
        return true;
    default:
        return false;
    }
}

std::optional<std::string> readPythonString(std::string_view& text)
{
    skipSpaces(text);
    if (text.empty() || (text.front() != '\'' && text.front() != '"'))
        return std::nullopt;
    const char quote = text.front();
    text.remove_prefix(1);
    std::string value;
    while (!text.empty()) {
        const char c = text.front();
        text.remove_prefix(1);
        if (c == quote)
            return value;
        if (c != '\\')
            value += c;
        else if (!readEscape(text, value))
            return std::nullopt;
    }
    return std::nullopt;
}

} // namespace

KernelCallName splitKernelHandle(std::string_view label)
{
    const std::size_t colon = label.rfind(':');
    if (colon == std::string_view::npos || colon == 0 || colon + 1 == label.size())
        return {label, std::nullopt};
    std::uint64_t handle = 0;
    const char* end = label.data() + label.size();
    const auto [stop, error] = std::from_chars(label.data() + colon + 1, end, handle);
    if (error != std::errc() || stop != end)
        return {label, std::nullopt};
    return {label.substr(0, colon), handle};
}

std::optional<CompiledGraphKey> parseCompiledGraphKey(std::string_view text)
{
    if (!skip(text, "("))
        return std::nullopt;
    std::optional<std::string> region = readPythonString(text);
    if (!region || !skip(text, ","))
        return std::nullopt;
    CompiledGraphKey key{*std::move(region), skip(text, "True")};
    if (!key.isBackward && !skip(text, "False"))
        return std::nullopt;
    if (!skip(text, ")"))
        return std::nullopt;
    skipSpaces(text);
    return text.empty() ? std::optional(std::move(key)) : std::nullopt;
}

} // namespace lanescope
