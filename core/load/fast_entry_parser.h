// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/key_memory.h"
#include "core/trace/parsed_entry.h"

#include <array>
#include <cstddef>
#include <string>

namespace lanescope {

// Reads one entry that is strict JSON in plain ASCII, several times faster than EntryParser, and gives up on everything
// else: what it accepts it reads exactly as EntryParser does (a test and a fuzzer compare the two). Reuse one parser
// for all entries of a file.
class FastEntryParser {
public:
    // `text` points at the '{' and is followed, wherever it ends, by TextWindow::kPaddingBytes zero bytes. True when
    // the entry was read: `length` is its size in bytes, and views in `entry` point into the text or this parser, until
    // the next call. False: nothing is known of the entry. `entry.bytes` is left to the caller.
    [[nodiscard]] bool parse(const char* text, ParsedEntry& entry, std::size_t& length);

private:
    enum class Member : std::uint8_t {
        Skipped,
        Phase,
        Name,
        Category,
        Begin,
        Duration,
        Process,
        Thread,
        Id,
        Id2,
        Scope,
        BindingPoint,
        Args,
    };
    // Members of args: ColumnArg's numbers, these, and 0 for all others.
    static constexpr std::uint8_t kMetadataText = 0xff;
    enum Slot : std::size_t { Phase, Name, Category, Process, Thread, Id, Scope, Metadata, SlotCount };

    static Member memberOf(std::string_view key);
    static std::uint8_t argOf(std::string_view key);

    bool readMember(Member member, ParsedEntry& entry);
    bool readBindingPoint(ParsedEntry& entry);
    bool readArgs(ParsedEntry& entry);
    bool readArg(std::uint8_t arg, ParsedEntry& entry);
    bool readTime(ParsedTime& time);
    bool readId(ParsedId& id, Slot slot);
    bool readText(std::string_view& text, Slot slot);
    bool skipHere();
    template<typename Take>
    bool readScalar(Take take);
    template<typename MemberOf, typename Read>
    bool forEachMember(KeyMemory& keys, MemberOf meaning, Read read);

    const char* m_at = nullptr;
    std::array<std::string, SlotCount> m_decoded; // texts that had escapes
    KeyMemory m_entryKeys;
    KeyMemory m_argKeys;
};

} // namespace lanescope
