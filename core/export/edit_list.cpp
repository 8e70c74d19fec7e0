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
    m_removed.push_back(entryBytes(m_trace, entry));
}

void EditList::addEntry(std::string json)
{
    m_addedEntries.push_back(std::move(json));
}

void EditList::addRepairs()
{
    for (const StructureRepair& repair : m_trace.structureRepairs())
        replace(repair.bytes, repair.replacement);
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
    std::sort(m_removed.begin(), m_removed.end(), [](ByteRange a, ByteRange b) { return a.offset < b.offset; });
    m_removed.erase(std::unique(m_removed.begin(), m_removed.end()), m_removed.end());
    m_lastEntryEnd = previousEntryEnd(m_trace, ~std::uint64_t{0});
    // A run of removed entries goes with the white space and commas up to the next entry that is left, so the commas
    // around it need no look. A run at the end goes from the last entry that is left, whose comma is then one too many.
    for (std::size_t i = 0; i < m_removed.size();) {
        const std::uint64_t runBegin = m_removed[i].offset;
        std::optional<std::uint64_t> next;
        std::uint64_t runEnd = 0;
        for (;;) {
            runEnd = m_removed[i].end();
            next = nextEntryBegin(m_trace, runEnd);
            ++i;
            if (!next || i == m_removed.size() || m_removed[i].offset != *next)
                break;
        }
        Edit edit;
        edit.kind = Edit::Kind::Removal;
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
        if (removal != nullptr && edit.kind != Edit::Kind::Insertion && edit.kind != Edit::Kind::Closing) {
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
