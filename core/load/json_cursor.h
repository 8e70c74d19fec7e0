// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/json_text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Reads JSON text from front to back, forgiving what real producers write: bare NaN, Infinity and N/A, raw control
// characters, broken UTF-8, lone surrogates, trailing commas. Never recurses. Works on a piece of a file: when the
// piece ends inside a value, the outcome is EndOfText and the caller decides whether there is more.
class JsonCursor {
public:
    // Oddities met since the last clearOddities(); each is a reason why the text is not strict JSON.
    struct Oddities {
        std::uint32_t nonJsonNumbers = 0; // tokens such as NaN, -inf, N/A
        std::uint32_t trailingCommas = 0;
        std::uint32_t missingCommas = 0;
        bool invalidUtf8 = false;
        bool controlCharacter = false;
        bool loneSurrogate = false;
        bool badEscape = false;

        [[nodiscard]] bool any() const
        {
            return nonJsonNumbers != 0 || trailingCommas != 0 || missingCommas != 0 || invalidUtf8 ||
                   controlCharacter || loneSurrogate || badEscape;
        }
    };

    enum class Outcome { Ok, EndOfText, Malformed };
    enum class ValueKind { Object, Array, String, Number, Literal, NonJsonNumber };

    // A value as it stands in the text.
    struct Value {
        ValueKind kind = ValueKind::Literal;
        std::string_view raw;   // with quotes and brackets
        bool hasEscape = false; // strings: raw must be decoded to be text
        bool isOdd = false;     // strings: broken UTF-8, control characters or surrogates inside

        // Between the quotes of a string, still escaped; for other kinds the raw text.
        [[nodiscard]] std::string_view inner() const;
    };

    // Whether the text goes on behind its end: a bare token that touches the end of a piece may be cut.
    enum class TextIs { Piece, Whole };

    explicit JsonCursor(std::string_view text, std::size_t at = 0, TextIs textIs = TextIs::Piece)
        : m_text(text), m_at(at), m_textIs(textIs)
    {}

    [[nodiscard]] std::size_t position() const { return m_at; }
    void seek(std::size_t position) { m_at = position; }
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    [[nodiscard]] std::string_view text() const { return m_text; }

    void skipSpace();
    // Skips one value of any kind, nested as deep as it likes. Afterwards the position is just behind it.
    [[nodiscard]] Outcome readValue(Value& value);
    [[nodiscard]] Outcome readString(Value& value);

    // Walks an object: call openObject(), then nextMember() until it says Done, reading or skipping each member's value
    // with readValue() or by opening it. Members are separated by commas; too many or too few are counted, not refused.
    enum class Step { Member, Done, EndOfText, Malformed };
    [[nodiscard]] Outcome openObject();
    [[nodiscard]] Step nextMember(Value& key, bool& first);
    // The same for arrays: openArray(), then nextElement().
    [[nodiscard]] Outcome openArray();
    [[nodiscard]] Step nextElement(bool& first);

    [[nodiscard]] const Oddities& oddities() const { return m_oddities; }
    void clearOddities() { m_oddities = {}; }

private:
    friend std::string strictJson(std::string_view raw);

    // What must change for the text to be strict JSON: [begin, end) becomes `replacement`.
    struct Repair {
        std::size_t begin;
        std::size_t end;
        std::string replacement;
    };

    [[nodiscard]] Outcome readBareToken(Value& value);
    [[nodiscard]] Outcome readScalar(Value& value);
    [[nodiscard]] Outcome skipContainer();
    [[nodiscard]] Outcome readEscape(bool& isOdd);
    [[nodiscard]] Step nextItem(char closing, bool& first);
    void noteRepair(std::size_t begin, std::size_t end, std::string replacement);
    void noteSurplusComma(std::size_t at);

    std::string_view m_text;
    std::size_t m_at = 0;
    TextIs m_textIs = TextIs::Piece;
    Oddities m_oddities;
    std::string m_open; // brackets open in skipContainer: a string, because a few need no allocation
    std::vector<Repair>* m_repairs = nullptr; // filled when set
};

// One value as strict JSON in valid UTF-8, every byte of what is already strict kept: bad strings are repaired, bare
// tokens become strings, surplus commas go and missing ones come. `raw` is one complete value as readValue() accepts
// it.
[[nodiscard]] std::string strictJson(std::string_view raw);

} // namespace lanescope
