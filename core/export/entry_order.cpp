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

} // namespace lanescope
