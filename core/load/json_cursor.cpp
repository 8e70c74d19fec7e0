// SPDX-License-Identifier: Apache-2.0
#include "core/load/json_cursor.h"

#include "core/load/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace lanescope {
namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool isTokenCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' ||
           c == '.' || c == '_' || c == '/' || c == '#' || c == '(' || c == ')';
}

// Bytes that end a plain stretch of a string: quote, backslash, control characters, anything beyond ASCII.
constexpr std::array<bool, 256> kEndsPlainStretch = [] {
    std::array<bool, 256> table{};
    for (std::size_t i = 0; i < 256; ++i)
        table[i] = i < 0x20 || i == '"' || i == '\\' || i >= 0x80;
    return table;
}();

} // namespace

std::string_view JsonCursor::Value::inner() const
{
    return kind == ValueKind::String ? raw.substr(1, raw.size() - 2) : raw;
}

void JsonCursor::skipSpace()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at]))
        ++m_at;
}

void JsonCursor::noteRepair(std::size_t begin, std::size_t end, std::string replacement)
{
    if (m_repairs != nullptr)
        m_repairs->push_back({begin, end, std::move(replacement)});
}

void JsonCursor::noteSurplusComma(std::size_t at)
{
    ++m_oddities.trailingCommas;
    noteRepair(at, at + 1, {});
}

JsonCursor::Outcome JsonCursor::readEscape(bool& isOdd)
{
    // At the backslash. Leaves the position behind the escape.
    if (m_text.size() - m_at < 2)
        return Outcome::EndOfText;
    const char letter = m_text[m_at + 1];
    if (letter != 'u') {
        if (std::string_view("\"\\/bfnrt").find(letter) == std::string_view::npos) {
            m_oddities.badEscape = true;
            isOdd = true;
            ++m_at; // the letter is read as text: it may be the start of a UTF-8 sequence
            return Outcome::Ok;
        }
        m_at += 2;
        return Outcome::Ok;
    }
    const auto unit = hexQuadAt(m_text, m_at + 2);
    if (!unit) {
        if (m_text.size() - m_at < 6 && m_textIs == TextIs::Piece &&
            m_text.find('"', m_at + 2) == std::string_view::npos)
            return Outcome::EndOfText;
        m_oddities.badEscape = true;
        isOdd = true;
        m_at += 2;
        return Outcome::Ok;
    }
    m_at += 6;
    if (isHighSurrogate(*unit)) {
        if (m_text.size() - m_at < 6 && m_textIs == TextIs::Piece && m_text.find('"', m_at) == std::string_view::npos)
            return Outcome::EndOfText;
        const auto low = m_text.substr(m_at, 2) == "\\u" ? hexQuadAt(m_text, m_at + 2) : std::nullopt;
        if (low && isLowSurrogate(*low)) {
            m_at += 6;
            return Outcome::Ok;
        }
    }
    if (isHighSurrogate(*unit) || isLowSurrogate(*unit)) {
        m_oddities.loneSurrogate = true;
        isOdd = true;
    }
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::readString(Value& value)
{
    const std::size_t begin = m_at;
    value = {};
    value.kind = ValueKind::String;
    if (peek() != '"')
        return atEnd() ? Outcome::EndOfText : Outcome::Malformed;
    ++m_at;
    for (;;) {
        while (m_at < m_text.size() && !kEndsPlainStretch[static_cast<unsigned char>(m_text[m_at])])
            ++m_at;
        if (m_at >= m_text.size())
            return Outcome::EndOfText;
        const char c = m_text[m_at];
        if (c == '"')
            break;
        if (c == '\\') {
            value.hasEscape = true;
            if (const Outcome outcome = readEscape(value.isOdd); outcome != Outcome::Ok)
                return outcome;
        } else if (static_cast<unsigned char>(c) < 0x20) {
            m_oddities.controlCharacter = true;
            value.isOdd = true;
            ++m_at;
        } else if (const std::size_t length = utf8SequenceLengthAt(m_text, m_at); length != 0) {
            m_at += length;
        } else {
            // A sequence that the end of the piece cuts shows as ill-formed, but then the string has no end either.
            m_oddities.invalidUtf8 = true;
            value.isOdd = true;
            ++m_at;
        }
    }
    ++m_at;
    value.raw = m_text.substr(begin, m_at - begin);
    if (value.isOdd && m_repairs != nullptr) {
        std::string text;
        std::string repaired;
        decodeJsonString(value.inner(), text);
        appendJsonString(text, repaired);
        noteRepair(begin, m_at, std::move(repaired));
    }
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::readBareToken(Value& value)
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size() && isTokenCharacter(m_text[m_at]))
        ++m_at;
    if (m_at >= m_text.size() && m_textIs == TextIs::Piece)
        return Outcome::EndOfText;
    value = {};
    value.raw = m_text.substr(begin, m_at - begin);
    if (value.raw.empty())
        return Outcome::Malformed;
    if (value.raw == "true" || value.raw == "false" || value.raw == "null") {
        value.kind = ValueKind::Literal;
    } else if (isJsonNumber(value.raw)) {
        value.kind = ValueKind::Number;
    } else {
        value.kind = ValueKind::NonJsonNumber;
        ++m_oddities.nonJsonNumbers;
        noteRepair(begin, m_at, fmt::format("\"{}\"", value.raw));
    }
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::readScalar(Value& value)
{
    return peek() == '"' ? readString(value) : readBareToken(value);
}

JsonCursor::Outcome JsonCursor::readValue(Value& value)
{
    skipSpace();
    if (atEnd())
        return Outcome::EndOfText;
    const char c = peek();
    if (c != '{' && c != '[')
        return readScalar(value);
    const std::size_t begin = m_at;
    const Outcome outcome = skipContainer();
    if (outcome != Outcome::Ok)
        return outcome;
    value = {};
    value.kind = c == '{' ? ValueKind::Object : ValueKind::Array;
    value.raw = m_text.substr(begin, m_at - begin);
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::skipContainer()
{
    enum class State { First, AfterComma, AfterValue };
    State state = State::First;
    std::size_t commaAt = 0;
    m_open.assign(1, m_text[m_at] == '{' ? '}' : ']');
    ++m_at;
    Value value;
    while (!m_open.empty()) {
        skipSpace();
        if (atEnd())
            return Outcome::EndOfText;
        const char c = peek();
        if (c == m_open.back()) {
            if (state == State::AfterComma)
                noteSurplusComma(commaAt);
            m_open.pop_back();
            ++m_at;
            state = State::AfterValue;
            continue;
        }
        if (c == ',') {
            if (state == State::AfterValue) {
                state = State::AfterComma;
                commaAt = m_at;
            } else {
                noteSurplusComma(m_at);
            }
            ++m_at;
            continue;
        }
        if (c == '}' || c == ']')
            return Outcome::Malformed;
        if (state == State::AfterValue) {
            ++m_oddities.missingCommas;
            noteRepair(m_at, m_at, ",");
        }
        if (m_open.back() == '}') {
            if (const Outcome outcome = readString(value); outcome != Outcome::Ok)
                return outcome;
            skipSpace();
            if (atEnd())
                return Outcome::EndOfText;
            if (peek() != ':')
                return Outcome::Malformed;
            ++m_at;
            skipSpace();
            if (atEnd())
                return Outcome::EndOfText;
        }
        if (peek() == '{' || peek() == '[') {
            m_open.push_back(peek() == '{' ? '}' : ']');
            ++m_at;
            state = State::First;
            continue;
        }
        if (const Outcome outcome = readScalar(value); outcome != Outcome::Ok)
            return outcome;
        state = State::AfterValue;
    }
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::openObject()
{
    skipSpace();
    if (atEnd())
        return Outcome::EndOfText;
    if (peek() != '{')
        return Outcome::Malformed;
    ++m_at;
    return Outcome::Ok;
}

JsonCursor::Outcome JsonCursor::openArray()
{
    skipSpace();
    if (atEnd())
        return Outcome::EndOfText;
    if (peek() != '[')
        return Outcome::Malformed;
    ++m_at;
    return Outcome::Ok;
}

JsonCursor::Step JsonCursor::nextItem(char closing, bool& first)
{
    bool sawComma = false;
    for (;;) {
        skipSpace();
        if (atEnd())
            return Step::EndOfText;
        if (peek() != ',')
            break;
        if (first || sawComma)
            ++m_oddities.trailingCommas;
        sawComma = true;
        ++m_at;
    }
    if (peek() == closing) {
        if (sawComma && !first)
            ++m_oddities.trailingCommas;
        ++m_at;
        return Step::Done;
    }
    if (peek() == '}' || peek() == ']')
        return Step::Malformed;
    if (!first && !sawComma)
        ++m_oddities.missingCommas;
    first = false;
    return Step::Member;
}

JsonCursor::Step JsonCursor::nextElement(bool& first)
{
    return nextItem(']', first);
}

JsonCursor::Step JsonCursor::nextMember(Value& key, bool& first)
{
    const Step step = nextItem('}', first);
    if (step != Step::Member)
        return step;
    const auto stepOf = [](Outcome outcome) {
        return outcome == Outcome::EndOfText ? Step::EndOfText : Step::Malformed;
    };
    if (const Outcome outcome = readString(key); outcome != Outcome::Ok)
        return stepOf(outcome);
    skipSpace();
    if (atEnd())
        return Step::EndOfText;
    if (peek() != ':')
        return Step::Malformed;
    ++m_at;
    skipSpace();
    return atEnd() ? Step::EndOfText : Step::Member;
}

std::string strictJson(std::string_view raw)
{
    std::vector<JsonCursor::Repair> repairs;
    JsonCursor cursor(raw, 0, JsonCursor::TextIs::Whole);
    cursor.m_repairs = &repairs;
    JsonCursor::Value value;
    [[maybe_unused]] const JsonCursor::Outcome outcome = cursor.readValue(value);
    assert(outcome == JsonCursor::Outcome::Ok);
    // A surplus comma is noted when its container ends, after repairs that stand behind it.
    std::stable_sort(repairs.begin(), repairs.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::string out;
    out.reserve(raw.size());
    std::size_t at = 0;
    for (const JsonCursor::Repair& repair : repairs) {
        out.append(raw, at, repair.begin - at);
        out += repair.replacement;
        at = repair.end;
    }
    out.append(raw, at, cursor.position() - at);
    return out;
}

} // namespace lanescope
