// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/json_cursor.h"
#include "core/trace/parsed_entry.h"

#include <array>
#include <string>

namespace lanescope {

// Reads one entry of traceEvents: the members every viewer knows, and from args what joins need. Keys may come in any
// order; of a repeated key the last counts. Reuse one parser for all entries of a file: it keeps its memory.
class EntryParser {
public:
    // `cursor` stands at the '{'; afterwards behind the '}' when Ok, where reading failed when Malformed. Views in
    // `entry` point into the cursor's text or into this parser, until the next call. `entry.bytes` is left to the
    // caller.
    [[nodiscard]] JsonCursor::Outcome parse(JsonCursor& cursor, ParsedEntry& entry);

private:
    [[nodiscard]] JsonCursor::Outcome readMember(JsonCursor& cursor, std::string_view key, ParsedEntry& entry);
    [[nodiscard]] JsonCursor::Outcome readArgs(JsonCursor& cursor, ParsedEntry& entry);
    [[nodiscard]] JsonCursor::Outcome readId2(JsonCursor& cursor, ParsedEntry& entry);
    void takeArg(std::string_view key, const JsonCursor::Value& value, ParsedEntry& entry);
    std::string_view textOf(const JsonCursor::Value& value, std::size_t slot);
    ParsedId idOf(const JsonCursor::Value& value, std::size_t slot);

    enum Slot : std::size_t { Phase, Name, Category, Process, Thread, Id, Scope, Metadata, Key, SlotCount };
    std::array<std::string, SlotCount> m_decoded; // texts that had escapes or were ill-formed
};

} // namespace lanescope
