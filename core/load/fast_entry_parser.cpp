// SPDX-License-Identifier: Apache-2.0
#include "core/load/fast_entry_parser.h"

#include "core/load/decimal_time.h"
#include "core/load/json_text.h"
#include "core/load/strict_scan.h"
#include "core/load/value_ids.h"

#include <bit>
#include <cstring>
#include <utility>

namespace lanescope {
namespace {

using namespace strict;

// The digits that 8 bytes begin with.
struct Digits {
    unsigned count = 0;
    std::uint64_t value = 0;
};

// All bytes at once and without a branch on how many there are: numbers of one member differ in length all the time,
// and a branch that is guessed wrong costs as much as all of this.
Digits leadingDigits(const char* at)
{
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    if constexpr (std::endian::native != std::endian::little)
        word = __builtin_bswap64(word);
    word ^= 0x3030303030303030U; // a digit becomes its value
    // The top bit of each byte above 9; a carry goes to later bytes only, and the first such byte is what counts.
    const std::uint64_t isAboveNine = (word | (word + 0x7676767676767676U)) & 0x8080808080808080U;
    const unsigned count = static_cast<unsigned>(std::countr_zero(isAboveNine)) / 8;
    if (count == 0)
        return {};
    word <<= 64 - 8 * count;        // zeros in front of the digits
    word = word * 10 + (word >> 8); // pairs, in every second byte
    constexpr std::uint64_t kPairs = 0x000000FF000000FFU;
    word = ((word & kPairs) * 0x000F424000000064U + ((word >> 16) & kPairs) * 0x0000271000000001U) >> 32;
    return {count, word};
}

// The digits at `at`, at most `most` of them; leaves behind them.
std::uint64_t digitsAt(const char*& at, unsigned most)
{
    static constexpr std::uint64_t kPowers[] = {1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
    std::uint64_t value = 0;
    for (; most >= 8; most -= 8) {
        const Digits digits = leadingDigits(at);
        value = value * kPowers[digits.count] + digits.value;
        at += digits.count;
        if (digits.count < 8)
            return value;
    }
    for (; most > 0 && isDigit(*at); --most)
        value = value * 10 + static_cast<std::uint64_t>(*at++ - '0');
    return value;
}

// Whether a number that seems to end at `at` goes on.
bool numberGoesOn(const char* at)
{
    return isDigit(*at) || *at == '.' || *at == 'e' || *at == 'E';
}

// What most ids are: at most 18 digits, without sign, point and leading zeros. Else false, and `at` stays.
bool plainInteger(const char*& at, std::uint64_t& value)
{
    const char* digits = at;
    if (!isDigit(*at) || (*at == '0' && isDigit(at[1])))
        return false;
    value = digitsAt(digits, 18);
    if (numberGoesOn(digits))
        return false;
    at = digits;
    return true;
}

// Decimal microseconds with at most 16 digits before the point and 3 behind it, which is what profilers write. Else
// false, and `at` stays.
bool plainMicroseconds(const char*& at, FileTimeNs& ns)
{
    const char* next = at;
    const bool isNegative = *next == '-';
    next += isNegative ? 1 : 0;
    if (!isDigit(*next) || (*next == '0' && isDigit(next[1])))
        return false;
    std::uint64_t value = digitsAt(next, 16); // with 3 decimals below 10^19, which fits
    std::ptrdiff_t decimals = 0;
    if (*next == '.') {
        const char* fraction = ++next;
        for (; isDigit(*next) && next - fraction < 3; ++next)
            value = value * 10 + static_cast<std::uint64_t>(*next - '0');
        decimals = next - fraction;
        if (decimals == 0)
            return false;
    }
    if (numberGoesOn(next))
        return false;
    static constexpr std::uint64_t kScale[] = {1000, 100, 10, 1};
    value *= kScale[decimals];
    if (value > static_cast<std::uint64_t>(kLargestFileTimeNs))
        return false;
    ns = isNegative ? -static_cast<FileTimeNs>(value) : static_cast<FileTimeNs>(value);
    at = next;
    return true;
}

ParsedTime timeOf(std::string_view text)
{
    const auto ns = parseMicroseconds(text);
    if (ns)
        return {ParsedTime::State::Good, *ns};
    return {ns.error() == DecimalError::OutOfRange ? ParsedTime::State::OutOfRange : ParsedTime::State::NotANumber, 0};
}

} // namespace

bool FastEntryParser::parse(const char* text, ParsedEntry& entry, std::size_t& length)
{
    entry.clear();
    m_at = text;
    const auto read = [&](std::uint8_t member) { return readMember(static_cast<Member>(member), entry); };
    if (!forEachMember(
            m_entryKeys, [](auto key) { return static_cast<std::uint8_t>(memberOf(key)); }, read))
        return false;
    length = static_cast<std::size_t>(m_at - text);
    return true;
}

// Walks an object whose '{' is at m_at; `read(member)` reads the value at m_at and leaves behind it.
template<typename MemberOf, typename Read>
bool FastEntryParser::forEachMember(KeyMemory& keys, MemberOf meaning, Read read)
{
    KeyMemory::Key key = KeyMemory::kStart;
    for (bool isFirst = true;; isFirst = false) {
        const KeyMemory::Key expected = keys.expectedAt(key, m_at);
        if (expected != KeyMemory::kUnknown) {
            key = expected;
            m_at = skipSpace(m_at + keys.lengthOf(key));
            if (!read(keys.memberOf(key)))
                return false;
            continue;
        }
        const char* begin = m_at;
        const char* at = isFirst ? skipSpace(begin + 1) : skipSpace(begin);
        if (*at == '}') {
            m_at = at + 1;
            return true;
        }
        if (!isFirst) {
            if (*at != ',')
                return false;
            at = skipSpace(at + 1);
        }
        if (*at != '"')
            return false;
        const char* keyBegin = at + 1;
        const char* keyEnd = plainStretchEnd(keyBegin);
        if (*keyEnd != '"')
            return false; // keys with escapes are rare
        at = skipSpace(keyEnd + 1);
        if (*at != ':')
            return false;
        m_at = skipSpace(at + 1);
        const std::uint8_t member = meaning(std::string_view(keyBegin, static_cast<std::size_t>(keyEnd - keyBegin)));
        key = keys.learn(key, std::string_view(begin, static_cast<std::size_t>(m_at - begin)), member);
        if (!read(member))
            return false;
    }
}

FastEntryParser::Member FastEntryParser::memberOf(std::string_view key)
{
    static constexpr std::pair<std::string_view, Member> kMembers[] = {
        {"ph", Member::Phase},     {"name", Member::Name},   {"cat", Member::Category},    {"ts", Member::Begin},
        {"dur", Member::Duration}, {"pid", Member::Process}, {"tid", Member::Thread},      {"id", Member::Id},
        {"id2", Member::Id2},      {"scope", Member::Scope}, {"bp", Member::BindingPoint}, {"args", Member::Args},
    };
    for (const auto& [name, member] : kMembers) {
        if (key == name)
            return member;
    }
    return Member::Skipped;
}

std::uint8_t FastEntryParser::argOf(std::string_view key)
{
    return key == "name" || key == "labels" ? kMetadataText : static_cast<std::uint8_t>(columnArgOf(key));
}

bool FastEntryParser::readMember(Member member, ParsedEntry& entry)
{
    switch (member) {
    case Member::Phase:
        return readText(entry.phase, Phase);
    case Member::Name:
        entry.hasName = true;
        return readText(entry.name, Name);
    case Member::Category:
        return readText(entry.category, Category);
    case Member::Begin:
        return readTime(entry.begin);
    case Member::Duration:
        return readTime(entry.duration);
    case Member::Process:
        return readId(entry.process, Process);
    case Member::Thread:
        return readId(entry.thread, Thread);
    case Member::Id:
        return readId(entry.id, Id);
    case Member::Id2:
        return false;
    case Member::Scope:
        return readText(entry.scope, Scope);
    case Member::BindingPoint:
        return readBindingPoint(entry);
    case Member::Args:
        return readArgs(entry);
    case Member::Skipped:
        break;
    }
    return skipHere();
}

bool FastEntryParser::readBindingPoint(ParsedEntry& entry)
{
    std::string_view text;
    if (!readText(text, Metadata))
        return false;
    entry.bindsToEnclosing = text == "e";
    return true;
}

bool FastEntryParser::skipHere()
{
    bool hasEscape = false;
    if (*m_at == '"')
        m_at = skipString(m_at, hasEscape);
    else if (isDigit(*m_at))
        m_at = skipNumber(m_at);
    else
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
    if (plainMicroseconds(m_at, time.ns)) {
        time.state = ParsedTime::State::Good;
        return true;
    }
    return readScalar([&](std::string_view text) { time = timeOf(text); });
}

bool FastEntryParser::readId(ParsedId& id, Slot slot)
{
    if (*m_at == '"') {
        id.isPresent = true;
        return readText(id.text, slot);
    }
    const char* begin = m_at;
    if (std::uint64_t value = 0; plainInteger(m_at, value)) {
        id = {std::string_view(begin, static_cast<std::size_t>(m_at - begin)), true};
        return true;
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
    return forEachMember(m_argKeys, argOf, [&](std::uint8_t arg) { return readArg(arg, entry); });
}

bool FastEntryParser::readArg(std::uint8_t arg, ParsedEntry& entry)
{
    if (arg == kMetadataText)
        return readText(entry.metadataText, Metadata);
    const auto column = static_cast<ColumnArg>(arg);
    if (column == ColumnArg::None)
        return skipHere();
    if (std::uint64_t value = 0; plainInteger(m_at, value)) {
        takeColumnArg(column, value, entry);
        return true;
    }
    if (*m_at == '"' || *m_at == '-' || isDigit(*m_at))
        return readScalar([&](std::string_view text) { takeColumnArg(column, text, entry); });
    return skipHere();
}

} // namespace lanescope
