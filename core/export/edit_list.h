// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/file/byte_source.h"
#include "core/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// Which table of the trace an entry of its event array is in.
enum class TraceTable : std::uint8_t { Events, Flows, Metadata, SliceEnds };

// An entry of the event array: a position in one of the trace's tables.
struct EntryRef {
    TraceTable table = TraceTable::Events;
    std::uint32_t index = 0;
};

[[nodiscard]] ByteRange entryBytes(const Trace& trace, EntryRef entry);
[[nodiscard]] bool entryNeedsRepair(const Trace& trace, EntryRef entry);

// A place where the output differs from the input.
struct Edit {
    enum class Kind : std::uint8_t {
        Insertion,  // `text`, before anything else at this offset
        Repair,     // `text` in place of something that is not strict JSON
        Entry,      // an entry that is changed, made strict, or both
        Removal,    // of entries with what separates them
        UndoRecord, // what takes the others back; known only when they are written
        Closing,    // `text`, after anything else at this offset
    };
    ByteRange bytes;
    std::uint32_t what = 0; // Entry: its index; others: the position of their text
    Kind kind = Kind::Insertion;
    TraceTable table = TraceTable::Events;
    bool isChange = false; // Entry: someone wants more than a repair
};

// An entry that is taken out.
struct RemovedEntry {
    ByteRange bytes;
    bool isLeftOut = false; // not part of what is exported, so that nothing brings it back
    bool needsRepair = false;
};

// What an export does to the content of one trace, collected in any order.
class EditList {
public:
    explicit EditList(const Trace& trace) : m_trace(trace) {}

    void insert(std::uint64_t offset, std::string text);
    // At the end of the content.
    void append(std::string text);
    void replace(ByteRange bytes, std::string text);
    void change(EntryRef entry);
    // Entry and separator go; whoever removes all but one entry leaves a correct array.
    void remove(EntryRef entry);
    // The same, for an entry that the export does not cover; counts more than remove() of the same entry.
    void leaveOut(EntryRef entry);
    // Where the record for undoing goes: in place of an earlier one, else `prefix` and it behind the event array.
    void placeUndoRecord(std::optional<ByteRange> earlier, std::string prefix);
    // An entry behind the last one that is left, laid out as that one.
    void addEntry(std::string json);

    // Adds what makes the output strict (the trace's structure repairs, entries that need repair and are neither
    // changed nor removed), settles removals and sorts. Afterwards edits() are in the order of the content and do not
    // overlap. Errors: CannotRead, ChangedOnDisk.
    [[nodiscard]] Result<void> finish();

    [[nodiscard]] std::span<const Edit> edits() const { return m_edits; }
    [[nodiscard]] std::string_view text(const Edit& edit) const { return m_texts[edit.what]; }
    // Of a removal, in the order of the file.
    [[nodiscard]] std::span<const RemovedEntry> removedBy(const Edit& edit) const;
    // Whether a removal goes up to the last entry.
    [[nodiscard]] bool isTail(const Edit& edit) const { return edit.bytes.offset == m_tailRemovalAt; }
    [[nodiscard]] std::uint64_t addedCount() const { return m_addedEntries.size(); }
    // Entries that are rewritten only to be strict JSON.
    [[nodiscard]] std::uint64_t repairedCount() const { return m_repairedCount; }

private:
    void addText(Edit::Kind kind, ByteRange bytes, std::string text);
    void addRepairs();
    void settleRemovals();
    [[nodiscard]] Result<void> placeAddedEntries();
    void dropSwallowed();

    const Trace& m_trace;
    std::vector<Edit> m_edits;
    std::vector<std::string> m_texts;
    std::vector<RemovedEntry> m_removed;
    std::vector<std::size_t> m_runEnds; // of m_removed, by the number of the removal
    std::optional<Edit> m_undoRecord;
    std::vector<std::string> m_addedEntries;
    std::optional<std::uint64_t> m_lastEntryEnd;       // of those that are left
    std::uint64_t m_tailRemovalAt = ~std::uint64_t{0}; // where a removal up to the last entry begins
    std::uint64_t m_repairedCount = 0;
};

} // namespace lanescope
