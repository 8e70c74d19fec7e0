// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/edit_list.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lanescope {

// Neighbours in the event array, over all tables of the trace (each is in file order). O(log n) a question.

// Where the first entry that begins at or behind `offset` begins.
[[nodiscard]] std::optional<std::uint64_t> nextEntryBegin(const Trace& trace, std::uint64_t offset);

// Where the last entry that begins before `offset` ends.
[[nodiscard]] std::optional<std::uint64_t> previousEntryEnd(const Trace& trace, std::uint64_t offset);

// Walks the entries of all tables in the order of the file. O(1) an entry.
class EntryWalk {
public:
    explicit EntryWalk(const Trace& trace);

    // The entry at hand; nothing behind the last one.
    [[nodiscard]] std::optional<EntryRef> entry() const;
    // Where it begins.
    [[nodiscard]] std::optional<std::uint64_t> begin() const;
    // How many entries were passed.
    [[nodiscard]] std::uint64_t passed() const { return m_passed; }
    void advance();
    // Passes all entries that begin before `offset`.
    void skipTo(std::uint64_t offset);

private:
    static constexpr std::size_t kTables = 4;
    static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};

    void lookAt(std::size_t table);

    const Trace& m_trace;
    std::array<std::uint32_t, kTables> m_next{};   // by TraceTable
    std::array<std::uint64_t, kTables> m_begins{}; // of those; kNowhere at the end
    std::uint64_t m_passed = 0;
};

} // namespace lanescope
