// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

// The little JSON that the library needs: quoting text, and checking what users hand over.
namespace lanescope::capture {

// Appends `text` in quotes. Bytes that are not UTF-8 become U+FFFD, one for each.
void appendQuoted(std::string& out, std::string_view text);

void appendNumber(std::string& out, std::uint64_t number);

// Reads one JSON text from front to back, strictly (RFC 8259): valid UTF-8, no NaN.
class JsonReader {
public:
    // Levels of nesting in a user's value, and in a journal's line, which holds such values a few levels down.
    enum class Depth : std::uint8_t { OfUsers = 64, OfJournals = 80 };

    explicit JsonReader(std::string_view text, Depth depth = Depth::OfUsers) : m_text(text), m_depth(depth) {}

    // All functions below: false leaves `problem` set.
    bool expect(char punctuation);
    // Is `punctuation` next? Takes it if so.
    bool take(char punctuation);
    // A string, decoded to UTF-8. A half of a surrogate pair alone becomes U+FFFD.
    bool readString(std::string& decoded);
    // Any value; appends it to *compact, if that is not null, without white space and with lone halves of surrogate
    // pairs replaced by \ufffd.
    bool readValue(std::string* compact);
    // Nothing but white space is left.
    bool atEnd();

    const char* problem() const { return m_problem; }
    std::size_t offset() const { return m_at; }

private:
    bool fail(const char* problem);
    void skipSpace();
    bool scanString(std::string* compact);
    bool scanEscape(std::string* compact);
    bool scanHex4(unsigned& unit);
    bool scanNumber();
    bool scanWord();
    bool scanScalar(std::string* compact);

    std::string_view m_text;
    Depth m_depth;
    std::size_t m_at = 0;
    const char* m_problem = "";
};

// Length of the UTF-8 sequence at `at`, 0 if there is none that is valid.
std::size_t utf8Length(std::string_view text, std::size_t at);

} // namespace lanescope::capture
