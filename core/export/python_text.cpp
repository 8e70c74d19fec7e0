// SPDX-License-Identifier: Apache-2.0
#include "core/export/python_text.h"

#include "core/export/python_printable.h"
#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kDeepest = 1000;

// One code point of valid UTF-8.
std::uint32_t codePointAt(std::string_view text, std::size_t at, std::size_t& length)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const std::uint32_t lead = byte(0);
    length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    length = std::min(length, text.size() - at);
    std::uint32_t point = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t i = 1; i < length; ++i)
        point = (point << 6) | (byte(i) & 0x3FU);
    return point;
}

void appendEscape(std::uint32_t point, std::string& out)
{
    if (point < 0x100)
        out += fmt::format("\\x{:02x}", point);
    else if (point < 0x10000)
        out += fmt::format("\\u{:04x}", point);
    else
        out += fmt::format("\\U{:08x}", point);
}

void appendStringRepr(std::string_view text, std::string& out)
{
    const bool hasSingle = text.find('\'') != std::string_view::npos;
    const char quote = hasSingle && text.find('"') == std::string_view::npos ? '"' : '\'';
    out += quote;
    for (std::size_t at = 0, length = 0; at < text.size(); at += length) {
        const std::uint32_t point = codePointAt(text, at, length);
        switch (point) {
        case '\n':
            out += "\\n";
            break;
        case '\r':
            out += "\\r";
            break;
        case '\t':
            out += "\\t";
            break;
        default:
            if (point == '\\' || point == static_cast<unsigned char>(quote)) {
                out += '\\';
                out += static_cast<char>(point);
            } else if (isPythonPrintable(point)) {
                out += text.substr(at, length);
            } else {
                appendEscape(point, out);
            }
        }
    }
    out += quote;
}

std::string numberText(std::string_view raw)
{
    if (raw.find_first_of(".eE") == std::string_view::npos)
        return raw == "-0" ? "0" : std::string(raw);
    double value = 0;
    const auto [end, error] = std::from_chars(raw.data(), raw.data() + raw.size(), value);
    if (error == std::errc::result_out_of_range) {
        // from_chars does not tell too large from too small; only a negative exponent makes a number too small.
        const bool isTiny = raw.find("e-") != std::string_view::npos || raw.find("E-") != std::string_view::npos ||
                            raw.find_first_of("eE") == std::string_view::npos;
        value = isTiny ? 0.0 : HUGE_VAL;
        if (raw.starts_with('-'))
            value = -value;
    }
    return pythonFloat(value);
}

std::string literalText(std::string_view raw)
{
    if (raw == "true")
        return "True";
    if (raw == "false")
        return "False";
    if (raw == "null")
        return "None";
    return std::string(raw);
}

// A list or dict that is being read.
struct Open {
    char closing = ']';
    bool first = true;
    std::string key; // of the member whose value is being read
    std::vector<std::pair<std::string, std::string>> items;
    std::unordered_map<std::string, std::size_t> placeOfKey;

    void add(std::string text)
    {
        if (closing == '}') {
            // As in a Python dict: the last value counts, at the place of the first.
            const auto [place, isNew] = placeOfKey.try_emplace(key, items.size());
            if (!isNew) {
                items[place->second].second = std::move(text);
                return;
            }
        }
        items.emplace_back(key, std::move(text));
    }

    [[nodiscard]] std::string text() const
    {
        std::string out(1, closing == '}' ? '{' : '[');
        for (const auto& [name, value] : items) {
            if (out.size() > 1)
                out += ", ";
            if (closing == '}') {
                appendStringRepr(name, out);
                out += ": ";
            }
            out += value;
        }
        return out += closing;
    }
};

// Reads a list or dict; nothing when it is broken or too deep.
class ContainerReader {
public:
    explicit ContainerReader(std::string_view json) : m_cursor(json, 0, JsonCursor::TextIs::Whole) {}

    std::optional<std::string> read()
    {
        if (!open())
            return std::nullopt;
        while (!m_open.empty()) {
            Open& top = m_open.back();
            const JsonCursor::Step step = nextIn(top);
            if (step == JsonCursor::Step::Done) {
                std::string text = top.text();
                m_open.pop_back();
                if (m_open.empty())
                    return text;
                m_open.back().add(std::move(text));
            } else if (step != JsonCursor::Step::Member || !readItem(top)) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

private:
    bool open()
    {
        if (m_open.size() == kDeepest)
            return false;
        const bool isObject = m_cursor.peek() == '{';
        if ((isObject ? m_cursor.openObject() : m_cursor.openArray()) != JsonCursor::Outcome::Ok)
            return false;
        m_open.push_back({});
        m_open.back().closing = isObject ? '}' : ']';
        return true;
    }

    JsonCursor::Step nextIn(Open& top)
    {
        if (top.closing == ']')
            return m_cursor.nextElement(top.first);
        JsonCursor::Value key;
        const JsonCursor::Step step = m_cursor.nextMember(key, top.first);
        if (step == JsonCursor::Step::Member)
            decodeJsonString(key.inner(), top.key);
        return step;
    }

    bool readItem(Open& top)
    {
        m_cursor.skipSpace();
        if (m_cursor.peek() == '{' || m_cursor.peek() == '[')
            return open(); // invalidates top
        JsonCursor::Value value;
        if (m_cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        std::string text;
        if (value.kind == JsonCursor::ValueKind::String) {
            std::string decoded;
            decodeJsonString(value.inner(), decoded);
            appendStringRepr(decoded, text);
        } else {
            text = value.kind == JsonCursor::ValueKind::Number ? numberText(value.raw) : literalText(value.raw);
        }
        top.add(std::move(text));
        return true;
    }

    JsonCursor m_cursor;
    std::vector<Open> m_open;
};

} // namespace

std::string pythonFloat(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value < 0 ? "-inf" : "inf";
    char buffer[40];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
    std::string_view text(buffer, static_cast<std::size_t>(end - buffer));
    std::string out;
    if (text.starts_with('-')) {
        out += '-';
        text.remove_prefix(1);
    }
    const std::size_t e = text.find('e');
    int exponent = 0;
    const std::size_t digitsOfExponent = text[e + 1] == '+' ? e + 2 : e + 1;
    std::from_chars(text.data() + digitsOfExponent, text.data() + text.size(), exponent);
    std::string digits(1, text[0]);
    if (e > 2)
        digits += text.substr(2, e - 2);
    const auto count = static_cast<int>(digits.size());

    if (exponent < -4 || exponent >= 16) {
        out += digits[0];
        if (count > 1)
            out += '.' + digits.substr(1);
        return out + fmt::format("e{}{:02}", exponent < 0 ? '-' : '+', std::abs(exponent));
    }
    if (exponent < 0)
        return out + "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
    if (count <= exponent + 1)
        return out + digits + std::string(static_cast<std::size_t>(exponent + 1 - count), '0') + ".0";
    const auto whole = static_cast<std::size_t>(exponent) + 1;
    return out + digits.substr(0, whole) + '.' + digits.substr(whole);
}

std::string pythonStr(std::string_view json)
{
    JsonCursor cursor(json, 0, JsonCursor::TextIs::Whole);
    cursor.skipSpace();
    if (cursor.peek() == '{' || cursor.peek() == '[')
        return ContainerReader(json.substr(cursor.position())).read().value_or(std::string(json));
    JsonCursor::Value value;
    if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
        return std::string(json);
    if (value.kind == JsonCursor::ValueKind::String) {
        std::string text;
        decodeJsonString(value.inner(), text);
        return text;
    }
    return value.kind == JsonCursor::ValueKind::Number ? numberText(value.raw) : literalText(value.raw);
}

} // namespace lanescope
