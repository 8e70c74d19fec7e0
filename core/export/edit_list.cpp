// SPDX-License-Identifier: Apache-2.0
#include "core/export/edit_list.h"

#include "core/export/entry_order.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

constexpr std::uint64_t kLayoutBytes = 256; // more white space than that between two entries is not repeated

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

auto byPlace(const Edit& edit)
{
    const auto rank = [&] {
        switch (edit.kind) {
        case Edit::Kind::Insertion:
            return 0;
        case Edit::Kind::Removal: // before the entries that it swallows
            return 2;
        case Edit::Kind::UndoRecord:
            return 1;
        case Edit::Kind::Closing:
            return 4;
        default:
            return edit.bytes.length == 0 ? 1 : 3;
        }
    };
    return std::tuple(edit.bytes.offset, rank());
}

} // namespace

ByteRange entryBytes(const Trace& trace, EntryRef entry)
{
    switch (entry.table) {
    case TraceTable::Events:
        return trace.bytes(idAt<EventId>(entry.index));
    case TraceTable::Flows:
        return trace.flows()[entry.index].bytes();
    case TraceTable::Metadata:
        return trace.metadata()[entry.index].bytes;
    case TraceTable::SliceEnds:
        return trace.sliceEnds()[entry.index].bytes;
    }
    return {};
}

bool entryNeedsRepair(const Trace& trace, EntryRef entry)
{
    switch (entry.table) {
    case TraceTable::Events:
        return trace.hasFlag(idAt<EventId>(entry.index), kEventNeedsRepair);
    case TraceTable::Flows:
        return trace.flows()[entry.index].needsRepair;
    case TraceTable::Metadata:
        return trace.metadata()[entry.index].needsRepair;
    case TraceTable::SliceEnds:
        return trace.sliceEnds()[entry.index].needsRepair;
    }
    return false;
}

void EditList::addText(Edit::Kind kind, ByteRange bytes, std::string text)
{
    Edit edit;
    edit.bytes = bytes;
    edit.kind = kind;
    edit.what = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(std::move(text));
    m_edits.push_back(edit);
}

void EditList::insert(std::uint64_t offset, std::string text)
{
    addText(Edit::Kind::Insertion, {offset, 0}, std::move(text));
}

void EditList::append(std::string text)
{
    addText(Edit::Kind::Closing, {m_trace.file().content->sizeBytes(), 0}, std::move(text));
}

void EditList::replace(ByteRange bytes, std::string text)
{
    addText(Edit::Kind::Repair, bytes, std::move(text));
}

void EditList::change(EntryRef entry)
{
    Edit edit;
    edit.bytes = entryBytes(m_trace, entry);
    edit.kind = Edit::Kind::Entry;
    edit.table = entry.table;
    edit.what = entry.index;
    edit.isChange = true;
    m_edits.push_back(edit);
}

void EditList::remove(EntryRef entry)
{
    m_removed.push_back({entryBytes(m_trace, entry), false, entryNeedsRepair(m_trace, entry)});
}

void EditList::leaveOut(EntryRef entry)
{
    m_removed.push_back({entryBytes(m_trace, entry), true, false});
}

std::span<const RemovedEntry> EditList::removedBy(const Edit& edit) const
{
    const std::size_t begin = edit.what == 0 ? 0 : m_runEnds[edit.what - 1];
    return std::span(m_removed).subspan(begin, m_runEnds[edit.what] - begin);
}

void EditList::placeUndoRecord(std::optional<ByteRange> earlier, std::string prefix)
{
    Edit edit;
    edit.kind = Edit::Kind::UndoRecord;
    edit.bytes = earlier.value_or(ByteRange{m_trace.header().eventArrayEnd + 1, 0});
    edit.what = static_cast<std::uint32_t>(m_texts.size());
    m_texts.push_back(std::move(prefix));
    m_undoRecord = edit;
}

void EditList::addEntry(std::string json)
{
    m_addedEntries.push_back(std::move(json));
}

void EditList::addRepairs()
{
    // Whatever replaces a value is strict already.
    std::vector<ByteRange> replaced;
    for (const Edit& edit : m_edits) {
        if (edit.bytes.length > 0 && edit.kind == Edit::Kind::Repair)
            replaced.push_back(edit.bytes);
    }
    if (m_undoRecord && m_undoRecord->bytes.length > 0)
        replaced.push_back(m_undoRecord->bytes);
    const std::span<const StructureRepair> repairs = m_trace.structureRepairs();
    const auto closesArray = [this](const StructureRepair& repair) {
        return repair.bytes.offset == m_trace.header().eventArrayEnd && repair.replacement == "]";
    };
    // Edits of no length at one place come out in the order in which they are put here: the record goes behind the
    // array's end, which a repair may bring, and before whatever repairs follow there.
    const bool isArrayCut = std::any_of(repairs.begin(), repairs.end(), closesArray);
    const bool isRecordBehindRepair = m_undoRecord && m_undoRecord->bytes.length == 0 && isArrayCut;
    if (m_undoRecord && !isRecordBehindRepair)
        m_edits.push_back(*m_undoRecord);
    for (const StructureRepair& repair : repairs) {
        const bool isReplaced = std::any_of(replaced.begin(), replaced.end(), [&repair](ByteRange bytes) {
            return repair.bytes.offset < bytes.end() && bytes.offset < repair.bytes.end();
        });
        if (!isReplaced)
            replace(repair.bytes, repair.replacement);
        if (isRecordBehindRepair && closesArray(repair)) {
            m_edits.push_back(*m_undoRecord);
            m_edits.back().bytes = {repair.bytes.end(), 0};
        }
    }
    const auto addTable = [&](TraceTable table, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            const EntryRef entry{table, static_cast<std::uint32_t>(i)};
            if (!entryNeedsRepair(m_trace, entry))
                continue;
            change(entry);
            m_edits.back().isChange = false;
        }
    };
    addTable(TraceTable::Events, m_trace.eventCount());
    addTable(TraceTable::Flows, m_trace.flows().size());
    addTable(TraceTable::Metadata, m_trace.metadata().size());
    addTable(TraceTable::SliceEnds, m_trace.sliceEnds().size());
}

void EditList::settleRemovals()
{
    std::sort(m_removed.begin(), m_removed.end(), [](const RemovedEntry& a, const RemovedEntry& b) {
        return std::tuple(a.bytes.offset, !a.isLeftOut) < std::tuple(b.bytes.offset, !b.isLeftOut);
    });
    m_removed.erase(std::unique(m_removed.begin(), m_removed.end(),
                                [](const RemovedEntry& a, const RemovedEntry& b) { return a.bytes == b.bytes; }),
                    m_removed.end());
    m_lastEntryEnd = previousEntryEnd(m_trace, ~std::uint64_t{0});
    // A run of removed entries goes with the white space and commas up to the next entry that is left, so the commas
    // around it need no look. A run at the end goes from the last entry that is left, whose comma is then one too many.
    EntryWalk walk(m_trace);
    for (std::size_t i = 0; i < m_removed.size();) {
        const std::uint64_t runBegin = m_removed[i].bytes.offset;
        std::optional<std::uint64_t> next;
        std::uint64_t runEnd = 0;
        for (;;) {
            runEnd = m_removed[i].bytes.end();
            walk.skipTo(runEnd);
            next = walk.begin();
            ++i;
            if (!next || i == m_removed.size() || m_removed[i].bytes.offset != *next)
                break;
        }
        Edit edit;
        edit.kind = Edit::Kind::Removal;
        edit.what = static_cast<std::uint32_t>(m_runEnds.size());
        m_runEnds.push_back(i);
        if (next) {
            edit.bytes = {runBegin, *next - runBegin};
        } else {
            m_lastEntryEnd = previousEntryEnd(m_trace, runBegin);
            m_tailRemovalAt = m_lastEntryEnd.value_or(runBegin);
            edit.bytes = {m_tailRemovalAt, runEnd - m_tailRemovalAt};
        }
        m_edits.push_back(edit);
    }
}

Result<void> EditList::placeAddedEntries()
{
    if (m_addedEntries.empty())
        return {};
    const TraceHeader& header = m_trace.header();
    const std::uint64_t end = m_lastEntryEnd.value_or(header.eventArrayBegin);
    // The white space before an entry: that of the last one read, or none.
    const auto lastBegin = [&]() -> std::uint64_t {
        std::uint64_t begin = 0;
        if (m_trace.eventCount() > 0)
            begin = m_trace.bytes(idAt<EventId>(m_trace.eventCount() - 1)).offset;
        return begin;
    }();
    std::string layout;
    if (lastBegin > header.eventArrayBegin) {
        const std::uint64_t length = std::min(kLayoutBytes, lastBegin - header.eventArrayBegin);
        auto before = m_trace.file().content->text({lastBegin - length, length});
        if (!before)
            return failureOf(before);
        std::size_t at = before->size();
        while (at > 0 && isSpace((*before)[at - 1]))
            --at;
        layout = before->substr(at);
    }
    std::string text;
    for (const std::string& entry : m_addedEntries) {
        if (m_lastEntryEnd || !text.empty())
            text += ',';
        text += layout + entry;
    }
    insert(end, std::move(text));
    return {};
}

void EditList::dropSwallowed()
{
    std::vector<Edit> kept;
    kept.reserve(m_edits.size());
    const Edit* removal = nullptr;
    for (const Edit& edit : m_edits) {
        if (removal != nullptr && edit.kind != Edit::Kind::Insertion && edit.kind != Edit::Kind::Closing &&
            edit.kind != Edit::Kind::UndoRecord) {
            const std::uint64_t end = removal->bytes.end();
            const bool isTail = removal->bytes.offset == m_tailRemovalAt;
            // An empty repair right at the end is the comma before the next entry, which the entry before the run
            // brings; behind a tail it is what closes the array.
            if (edit.bytes.end() <= end && (edit.bytes.offset < end || (edit.bytes.length == 0 && !isTail)))
                continue;
        }
        // The comma that was missing before a tail.
        if (edit.kind == Edit::Kind::Removal && edit.bytes.offset == m_tailRemovalAt && !kept.empty() &&
            kept.back().kind == Edit::Kind::Repair && kept.back().bytes == ByteRange{edit.bytes.offset, 0})
            kept.pop_back();
        if (!kept.empty() && edit.kind == Edit::Kind::Entry && kept.back().kind == Edit::Kind::Entry &&
            kept.back().bytes == edit.bytes) {
            kept.back().isChange = kept.back().isChange || edit.isChange;
            continue;
        }
        kept.push_back(edit);
        if (edit.kind == Edit::Kind::Removal)
            removal = &edit;
    }
    m_edits = std::move(kept);
}

Result<void> EditList::finish()
{
    addRepairs();
    settleRemovals();
    if (auto placed = placeAddedEntries(); !placed)
        return placed;
    std::stable_sort(m_edits.begin(), m_edits.end(),
                     [](const Edit& a, const Edit& b) { return byPlace(a) < byPlace(b); });
    dropSwallowed();
    m_repairedCount = static_cast<std::uint64_t>(std::count_if(m_edits.begin(), m_edits.end(), [](const Edit& edit) {
        return edit.kind == Edit::Kind::Entry && !edit.isChange;
    }));
    return {};
}

} // namespace lanescope
