// SPDX-License-Identifier: Apache-2.0
#include "core/load/fast_entry_parser.h"

#include "core/load/decimal_time.h"
#include "core/load/json_text.h"
#include "core/load/strict_scan.h"
#include "core/load/value_ids.h"

namespace lanescope {
namespace {

using namespace strict;

// Decimal microseconds with at most 16 digits before the point and 3 behind it, which is what profilers write.
bool plainMicroseconds(std::string_view raw, FileTimeNs& ns)
{
    const char* at = raw.data();
    const char* end = at + raw.size();
    const bool isNegative = *at == '-';
    at += isNegative ? 1 : 0;
    std::uint64_t value = 0; // 16 digits and 3 decimals are below 10^19, which fits
    const char* digits = at;
    for (; at != end && isDigit(*at); ++at) {
        if (at - digits == 16)
            return false;
        value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    int decimals = 0;
    if (at != end && *at == '.') {
        for (++at; at != end && isDigit(*at) && decimals < 3; ++at, ++decimals)
            value = value * 10 + static_cast<std::uint64_t>(*at - '0');
    }
    if (at != end)
        return false;
    static constexpr std::uint64_t kScale[] = {1000, 100, 10, 1};
    value *= kScale[decimals];
    if (value > static_cast<std::uint64_t>(kLargestFileTimeNs))
        return false;
    ns = isNegative ? -static_cast<FileTimeNs>(value) : static_cast<FileTimeNs>(value);
    return true;
}

ParsedTime timeOf(std::string_view text)
{
    if (FileTimeNs ns = 0; !text.empty() && plainMicroseconds(text, ns))
        return {ParsedTime::State::Good, ns};
    const auto ns = parseMicroseconds(text);
    if (ns)
        return {ParsedTime::State::Good, *ns};
    return {ns.error() == DecimalError::OutOfRange ? ParsedTime::State::OutOfRange : ParsedTime::State::NotANumber, 0};
}

} // namespace

bool FastEntryParser::parse(const char* text, ParsedEntry& entry, std::size_t& length)
{
    entry = {};
    m_at = text;
    if (!forEachMember([&](std::string_view key) { return readMember(key, entry); }))
        return false;
    length = static_cast<std::size_t>(m_at - text);
    return true;
}

// Walks an object whose '{' is at m_at; `read(key)` reads the value at m_at and leaves behind it.
template<typename Read>
bool FastEntryParser::forEachMember(Read read)
{
    m_at = skipSpace(m_at + 1);
    if (*m_at == '}') {
        ++m_at;
        return true;
    }
    for (;;) {
        if (*m_at != '"')
            return false;
        const char* keyBegin = m_at + 1;
        const char* keyEnd = plainStretchEnd(keyBegin);
        if (*keyEnd != '"')
            return false; // keys with escapes are rare
        m_at = skipSpace(keyEnd + 1);
        if (*m_at != ':')
            return false;
        m_at = skipSpace(m_at + 1);
        if (!read(std::string_view(keyBegin, static_cast<std::size_t>(keyEnd - keyBegin))))
            return false;
        m_at = skipSpace(m_at);
        if (*m_at == '}') {
            ++m_at;
            return true;
        }
        if (*m_at != ',')
            return false;
        m_at = skipSpace(m_at + 1);
    }
}

bool FastEntryParser::readMember(std::string_view key, ParsedEntry& entry)
{
    switch (key.size()) {
    case 2:
        if (key == "ph")
            return readText(entry.phase, Phase);
        if (key == "ts")
            return readTime(entry.begin);
        if (key == "id")
            return readId(entry.id, Id);
        if (key == "bp") {
            std::string_view text;
            if (*m_at != '"' || !readText(text, Metadata))
                return false;
            entry.bindsToEnclosing = text == "e";
            return true;
        }
        break;
    case 3:
        if (key == "dur")
            return readTime(entry.duration);
        if (key == "pid")
            return readId(entry.process, Process);
        if (key == "tid")
            return readId(entry.thread, Thread);
        if (key == "cat")
            return readText(entry.category, Category);
        if (key == "id2")
            return false;
        break;
    case 4:
        if (key == "name") {
            entry.hasName = true;
            return readText(entry.name, Name);
        }
        if (key == "args")
            return readArgs(entry);
        break;
    case 5:
        if (key == "scope")
            return readText(entry.scope, Scope);
        break;
    default:
        break;
    }
    m_at = skipValue(m_at);
    return m_at != nullptr;
}

bool FastEntryParser::readText(std::string_view& text, Slot slot)
{
    if (*m_at != '"')
        return false; // a name that is no string: the careful path knows what it is
    bool hasEscape = false;
    const char* end = skipString(m_at, hasEscape);
    if (end == nullptr)
        return false;
    text = std::string_view(m_at + 1, static_cast<std::size_t>(end - m_at) - 2);
    m_at = end;
    if (hasEscape) {
        decodeJsonString(text, m_decoded[slot]);
        text = m_decoded[slot];
    }
    return true;
}

// Reads a string without escapes or a number, and calls `take(text)`.
template<typename Take>
bool FastEntryParser::readScalar(Take take)
{
    const char* begin = m_at;
    if (*m_at == '"') {
        bool hasEscape = false;
        m_at = skipString(m_at, hasEscape);
        if (m_at == nullptr || hasEscape)
            return false;
        take(std::string_view(begin + 1, static_cast<std::size_t>(m_at - begin) - 2));
        return true;
    }
    m_at = skipNumber(m_at);
    if (m_at == nullptr)
        return false;
    take(std::string_view(begin, static_cast<std::size_t>(m_at - begin)));
    return true;
}

bool FastEntryParser::readTime(ParsedTime& time)
{
    return readScalar([&](std::string_view text) { time = timeOf(text); });
}

bool FastEntryParser::readId(ParsedId& id, Slot slot)
{
    if (*m_at == '"') {
        id.isPresent = true;
        return readText(id.text, slot);
    }
    return readScalar([&](std::string_view text) { id = {canonicalNumberId(text), true}; });
}

bool FastEntryParser::readArgs(ParsedEntry& entry)
{
    if (*m_at != '{')
        return false;
    // Of a repeated "args" the last counts as a whole.
    entry.launch = {};
    entry.op = {};
    entry.metadataText = {};
    entry.metadataSortIndex.reset();
    return forEachMember([&](std::string_view key) { return readArg(key, entry); });
}

bool FastEntryParser::readArg(std::string_view key, ParsedEntry& entry)
{
    if (key == "name" || key == "labels") {
        if (*m_at == '"')
            return readText(entry.metadataText, Metadata);
        return false;
    }
    if (isColumnArg(key) && (*m_at == '"' || *m_at == '-' || isDigit(*m_at)))
        return readScalar([&](std::string_view text) { takeColumnArg(key, text, entry); });
    m_at = skipValue(m_at);
    return m_at != nullptr;
}

} // namespace lanescope
