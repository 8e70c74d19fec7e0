// SPDX-License-Identifier: Apache-2.0
#include "core/trace/event_columns.h"

#include "core/base/reserve_about.h"

namespace lanescope {
namespace {

// Calls `visit` with each column that has one element an event.
template<typename Columns, typename Visit>
void forEachEventColumn(Columns& columns, Visit visit)
{
    visit(columns.beginNs);
    visit(columns.durationNs);
    visit(columns.name);
    visit(columns.category);
    visit(columns.track);
    visit(columns.offset);
    visit(columns.length);
    visit(columns.argsRow);
    visit(columns.kind);
    visit(columns.flags);
}

} // namespace

std::uint64_t EventColumns::sizeBytes() const
{
    std::uint64_t bytes = 0;
    const auto add = [&](const auto& column) { bytes += column.size() * sizeof(column[0]); };
    forEachEventColumn(*this, add);
    add(launchArgs);
    add(opArgs);
    return bytes;
}

void EventColumns::expect(std::size_t events, std::size_t launchRows, std::size_t opRows)
{
    forEachEventColumn(*this, [&](auto& column) { reserveAbout(column, events); });
    reserveAbout(launchArgs, launchRows);
    reserveAbout(opArgs, opRows);
}

void EventColumns::clear()
{
    forEachEventColumn(*this, [](auto& column) { column.clear(); });
    launchArgs.clear();
    opArgs.clear();
}

} // namespace lanescope
