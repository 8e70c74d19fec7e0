// SPDX-License-Identifier: Apache-2.0
#include "core/export/entry_order.h"

#include <algorithm>

namespace lanescope {
namespace {

// The number of the `count` entries that begin before `offset`.
template<typename BytesOf>
std::size_t countBefore(std::size_t count, std::uint64_t offset, BytesOf bytesOf)
{
    std::size_t low = 0;
    while (count > 0) {
        const std::size_t half = count / 2;
        if (bytesOf(low + half).offset < offset) {
            low += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return low;
}

template<typename Visit>
void forEachTable(const Trace& trace, Visit visit)
{
    visit(trace.eventCount(), [&](std::size_t i) { return trace.bytes(idAt<EventId>(i)); });
    visit(trace.flows().size(), [&](std::size_t i) { return trace.flows()[i].bytes(); });
    visit(trace.metadata().size(), [&](std::size_t i) { return trace.metadata()[i].bytes; });
    visit(trace.sliceEnds().size(), [&](std::size_t i) { return trace.sliceEnds()[i].bytes; });
}

} // namespace

std::optional<std::uint64_t> nextEntryBegin(const Trace& trace, std::uint64_t offset)
{
    std::optional<std::uint64_t> next;
    forEachTable(trace, [&](std::size_t count, auto bytesOf) {
        const std::size_t at = countBefore(count, offset, bytesOf);
        if (at < count)
            next = std::min(next.value_or(~std::uint64_t{0}), bytesOf(at).offset);
    });
    return next;
}

std::optional<std::uint64_t> previousEntryEnd(const Trace& trace, std::uint64_t offset)
{
    std::optional<std::uint64_t> previous;
    forEachTable(trace, [&](std::size_t count, auto bytesOf) {
        const std::size_t at = countBefore(count, offset, bytesOf);
        if (at > 0)
            previous = std::max(previous.value_or(0), bytesOf(at - 1).end());
    });
    return previous;
}

EntryWalk::EntryWalk(const Trace& trace) : m_trace(trace)
{
    for (std::size_t table = 0; table < kTables; ++table)
        lookAt(table);
}

void EntryWalk::lookAt(std::size_t table)
{
    const std::size_t at = m_next[table];
    std::uint64_t begin = kNowhere;
    switch (static_cast<TraceTable>(table)) {
    case TraceTable::Events:
        begin = at < m_trace.eventCount() ? m_trace.bytes(idAt<EventId>(at)).offset : kNowhere;
        break;
    case TraceTable::Flows:
        begin = at < m_trace.flows().size() ? m_trace.flows()[at].offset : kNowhere;
        break;
    case TraceTable::Metadata:
        begin = at < m_trace.metadata().size() ? m_trace.metadata()[at].bytes.offset : kNowhere;
        break;
    case TraceTable::SliceEnds:
        begin = at < m_trace.sliceEnds().size() ? m_trace.sliceEnds()[at].bytes.offset : kNowhere;
        break;
    }
    m_begins[table] = begin;
}

std::optional<EntryRef> EntryWalk::entry() const
{
    const auto table = static_cast<std::size_t>(std::min_element(m_begins.begin(), m_begins.end()) - m_begins.begin());
    if (m_begins[table] == kNowhere)
        return std::nullopt;
    return EntryRef{static_cast<TraceTable>(table), m_next[table]};
}

std::optional<std::uint64_t> EntryWalk::begin() const
{
    const std::uint64_t first = *std::min_element(m_begins.begin(), m_begins.end());
    return first == kNowhere ? std::nullopt : std::optional(first);
}

void EntryWalk::advance()
{
    if (const auto at = entry()) {
        const auto table = static_cast<std::size_t>(at->table);
        ++m_next[table];
        ++m_passed;
        lookAt(table);
    }
}

void EntryWalk::skipTo(std::uint64_t offset)
{
    for (std::size_t table = 0; table < kTables; ++table) {
        while (m_begins[table] < offset) {
            ++m_next[table];
            ++m_passed;
            lookAt(table);
        }
    }
}

} // namespace lanescope
