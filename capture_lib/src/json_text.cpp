// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/json_text.h"

#include <array>
#include <charconv>

namespace lanescope::capture {
namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

unsigned byteAt(std::string_view text, std::size_t at)
{
    return static_cast<unsigned char>(text[at]);
}

void appendUtf8(std::string& out, unsigned code)
{
    const auto push = [&out](unsigned byte) { out.push_back(static_cast<char>(byte)); };
    if (code < 0x80) {
        push(code);
    } else if (code < 0x800) {
        push(0xc0 | (code >> 6));
        push(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        push(0xe0 | (code >> 12));
        push(0x80 | ((code >> 6) & 0x3f));
        push(0x80 | (code & 0x3f));
    } else {
        push(0xf0 | (code >> 18));
        push(0x80 | ((code >> 12) & 0x3f));
        push(0x80 | ((code >> 6) & 0x3f));
        push(0x80 | (code & 0x3f));
    }
}

unsigned hexValue(char c)
{
    if (isDigit(c))
        return static_cast<unsigned>(c - '0');
    return static_cast<unsigned>((c | 0x20) - 'a') + 10U;
}

bool isHighSurrogate(unsigned unit)
{
    return unit >= 0xd800 && unit < 0xdc00;
}

bool isLowSurrogate(unsigned unit)
{
    return unit >= 0xdc00 && unit < 0xe000;
}

// The four digits of a \u escape that scanning has already found valid.
unsigned unitAt(std::string_view text, std::size_t at)
{
    unsigned unit = 0;
    for (std::size_t i = 0; i < 4; ++i)
        unit = unit * 16 + hexValue(text[at + i]);
    return unit;
}

} // namespace

std::size_t utf8Length(std::string_view text, std::size_t at)
{
    const unsigned first = byteAt(text, at);
    if (first < 0x80)
        return 1;
    std::size_t length = 0;
    unsigned lowest = 0x80; // of the second byte: keeps out overlong forms
    unsigned highest = 0xbf;
    if (first >= 0xc2 && first <= 0xdf) {
        length = 2;
    } else if (first >= 0xe0 && first <= 0xef) {
        length = 3;
        lowest = first == 0xe0 ? 0xa0 : 0x80;
        highest = first == 0xed ? 0x9f : 0xbf; // no surrogates
    } else if (first >= 0xf0 && first <= 0xf4) {
        length = 4;
        lowest = first == 0xf0 ? 0x90 : 0x80;
        highest = first == 0xf4 ? 0x8f : 0xbf;
    } else {
        return 0;
    }
    if (at + length > text.size() || byteAt(text, at + 1) < lowest || byteAt(text, at + 1) > highest)
        return 0;
    for (std::size_t i = 2; i < length; ++i) {
        if ((byteAt(text, at + i) & 0xc0) != 0x80)
            return 0;
    }
    return length;
}

void appendQuoted(std::string& out, std::string_view text)
{
    static constexpr std::array<char, 17> kHex = {"0123456789abcdef"};
    out.push_back('"');
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        const std::size_t length = utf8Length(text, at);
        if (length == 0) {
            out += "\xef\xbf\xbd";
            ++at;
            continue;
        }
        if (c == '"' || c == '\\') {
            out.push_back('\\');
            out.push_back(c);
        } else if (byteAt(text, at) < 0x20) {
            out += "\\u00";
            out.push_back(kHex[byteAt(text, at) >> 4]);
            out.push_back(kHex[byteAt(text, at) & 0xf]);
        } else {
            out.append(text, at, length);
        }
        at += length;
    }
    out.push_back('"');
}

void appendNumber(std::string& out, std::uint64_t number)
{
    std::array<char, 20> digits = {};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    out.append(digits.data(), result.ptr);
}

bool JsonReader::fail(const char* problem)
{
    m_problem = problem;
    return false;
}

void JsonReader::skipSpace()
{
    while (m_at < m_text.size() &&
           (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n' || m_text[m_at] == '\r'))
        ++m_at;
}

bool JsonReader::take(char punctuation)
{
    skipSpace();
    if (m_at >= m_text.size() || m_text[m_at] != punctuation)
        return false;
    ++m_at;
    return true;
}

bool JsonReader::expect(char punctuation)
{
    return take(punctuation) || fail("a bracket, comma or colon is missing");
}

bool JsonReader::atEnd()
{
    skipSpace();
    return m_at == m_text.size() || fail("there is more text after the value");
}

bool JsonReader::scanHex4(unsigned& unit)
{
    if (m_at + 4 > m_text.size())
        return fail("a \\u escape is cut off");
    for (std::size_t i = 0; i < 4; ++i) {
        const char c = m_text[m_at + i];
        const char lower = static_cast<char>(c | 0x20);
        if (!isDigit(c) && (lower < 'a' || lower > 'f'))
            return fail("a \\u escape needs four hexadecimal digits");
    }
    unit = unitAt(m_text, m_at);
    m_at += 4;
    return true;
}

bool JsonReader::scanEscape(std::string* compact)
{
    const std::size_t begin = m_at++;
    if (m_at >= m_text.size())
        return fail("a string is not closed");
    const char kind = m_text[m_at++];
    if (std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos) {
        if (compact)
            compact->append(m_text, begin, 2);
        return true;
    }
    if (kind != 'u')
        return fail("a string holds an unknown escape");
    unsigned unit = 0;
    if (!scanHex4(unit))
        return false;
    bool lone = isLowSurrogate(unit);
    if (isHighSurrogate(unit)) {
        const std::size_t afterFirst = m_at;
        unsigned second = 0;
        lone = true;
        if (m_text.substr(m_at, 2) == "\\u") {
            m_at += 2;
            if (!scanHex4(second))
                return false;
            lone = !isLowSurrogate(second);
        }
        if (lone)
            m_at = afterFirst;
    }
    if (compact && lone)
        *compact += "\\ufffd";
    else if (compact)
        compact->append(m_text, begin, m_at - begin);
    return true;
}

bool JsonReader::scanString(std::string* compact)
{
    if (!take('"'))
        return fail("a string is missing");
    if (compact)
        compact->push_back('"');
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            ++m_at;
            if (compact)
                compact->push_back('"');
            return true;
        }
        if (c == '\\') {
            if (!scanEscape(compact))
                return false;
            continue;
        }
        if (static_cast<unsigned char>(c) < 0x20)
            return fail("a string holds a control character");
        const std::size_t length = utf8Length(m_text, m_at);
        if (length == 0)
            return fail("a string is not valid UTF-8");
        if (compact)
            compact->append(m_text, m_at, length);
        m_at += length;
    }
    return fail("a string is not closed");
}

bool JsonReader::readString(std::string& decoded)
{
    std::string raw;
    if (!scanString(&raw))
        return false;
    decoded.clear();
    for (std::size_t at = 1; at + 1 < raw.size(); ++at) {
        if (raw[at] != '\\') {
            decoded.push_back(raw[at]);
            continue;
        }
        const char kind = raw[++at];
        if (kind == 'u') {
            unsigned code = unitAt(raw, at + 1);
            at += 4;
            if (isHighSurrogate(code)) {
                code = 0x10000 + ((code - 0xd800) << 10) + (unitAt(raw, at + 3) - 0xdc00);
                at += 6;
            }
            appendUtf8(decoded, code);
            continue;
        }
        static constexpr std::string_view kLetters = "bfnrt";
        static constexpr std::string_view kMeaning = "\b\f\n\r\t";
        const std::size_t letter = kLetters.find(kind);
        decoded.push_back(letter == std::string_view::npos ? kind : kMeaning[letter]);
    }
    return true;
}

bool JsonReader::scanNumber()
{
    const auto digits = [this] {
        const std::size_t begin = m_at;
        while (m_at < m_text.size() && isDigit(m_text[m_at]))
            ++m_at;
        return m_at > begin;
    };
    const auto skip = [this](std::string_view any) {
        const bool found = m_at < m_text.size() && any.find(m_text[m_at]) != std::string_view::npos;
        m_at += found ? 1 : 0;
        return found;
    };
    skip("-");
    const bool leadingZero = m_at < m_text.size() && m_text[m_at] == '0';
    const std::size_t begin = m_at;
    if (!digits() || (leadingZero && m_at - begin > 1))
        return fail("a number is malformed");
    if (skip(".") && !digits())
        return fail("a number is malformed");
    if (skip("eE")) {
        skip("+-");
        if (!digits())
            return fail("a number is malformed");
    }
    return true;
}

bool JsonReader::scanWord()
{
    for (const std::string_view word : {"true", "false", "null"}) {
        if (m_text.substr(m_at, word.size()) == word) {
            m_at += word.size();
            return true;
        }
    }
    return fail("a value is missing or is none of JSON's");
}

bool JsonReader::scanScalar(std::string* compact)
{
    skipSpace();
    if (m_at < m_text.size() && m_text[m_at] == '"')
        return scanString(compact);
    const std::size_t begin = m_at;
    const bool number = m_at < m_text.size() && (m_text[m_at] == '-' || isDigit(m_text[m_at]));
    if (!(number ? scanNumber() : scanWord()))
        return false;
    if (compact)
        compact->append(m_text, begin, m_at - begin);
    return true;
}

bool JsonReader::readValue(std::string* compact)
{
    // The closing brackets still owed, innermost last: a list instead of recursion, so that input cannot use up the
    // host program's stack.
    std::array<char, static_cast<std::size_t>(Depth::OfJournals)> owed = {};
    std::size_t depth = 0;
    const auto put = [compact](char c) {
        if (compact)
            compact->push_back(c);
    };
    const auto readKey = [&] {
        if (!scanString(compact) || !expect(':'))
            return false;
        put(':');
        return true;
    };
    for (;;) {
        const bool object = take('{');
        if (object || take('[')) {
            if (depth == static_cast<std::size_t>(m_depth))
                return fail("values are nested too deeply");
            put(object ? '{' : '[');
            const char closing = object ? '}' : ']';
            if (!take(closing)) {
                owed[depth++] = closing;
                if (object && !readKey())
                    return false;
                continue;
            }
            put(closing);
        } else if (!scanScalar(compact)) {
            return false;
        }
        // A value is complete: close what ends here, or go on with the next member.
        for (;;) {
            if (depth == 0)
                return true;
            const char closing = owed[depth - 1];
            if (take(',')) {
                put(',');
                if (closing == '}' && !readKey())
                    return false;
                break;
            }
            if (!expect(closing))
                return false;
            put(closing);
            --depth;
        }
    }
}

} // namespace lanescope::capture
