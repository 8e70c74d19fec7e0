// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_output.h"
#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace lanescope::cli {
namespace {

constexpr int kPlaceDigits = 9; // tells microseconds apart within a trace of seconds

std::string counted(std::uint64_t count, std::string_view one)
{
    return fmt::format("{} {}{}", groupedDigits(count), one, count == 1 ? "" : "s");
}

std::uint64_t countOf(std::span<const Diagnosis> found, Severity severity)
{
    return static_cast<std::uint64_t>(
        std::count_if(found.begin(), found.end(), [&](const Diagnosis& d) { return d.severity == severity; }));
}

void appendOverview(std::string& out, std::span<const Diagnosis> found)
{
    TextTable table({{"Severity", TextTable::Align::Left},
                     {"Code", TextTable::Align::Left},
                     {"Count", TextTable::Align::Right},
                     {"In all", TextTable::Align::Right},
                     {"Largest", TextTable::Align::Right}});
    const auto amount = [](const std::optional<TimeNs>& ns) { return ns ? durationText(*ns) : std::string(); };
    for (const Diagnosis& diagnosis : found)
        table.addRow({std::string(severityName(diagnosis.severity)), diagnosis.code, groupedDigits(diagnosis.count),
                      amount(diagnosis.totalNs), amount(diagnosis.largestNs)});
    table.appendTo(out);
}

std::string whereText(const DiagnosedPlace& place)
{
    if (place.track.empty())
        return "";
    return place.process.empty() ? place.track : fmt::format("{}, {}", place.process, place.track);
}

void appendPlaces(std::string& out, const Diagnosis& diagnosis)
{
    if (diagnosis.places.empty())
        return;
    TextTable table({{"  ", TextTable::Align::Left},
                     {diagnosis.source == Diagnosis::Source::Joining ? "Byte of the annotation file" : "Byte",
                      TextTable::Align::Right},
                     {"Time", TextTable::Align::Right},
                     {"Where", TextTable::Align::Left},
                     {"Event", TextTable::Align::Left}});
    for (const DiagnosedPlace& place : diagnosis.places)
        table.addRow({"", place.byte ? groupedDigits(*place.byte) : "",
                      place.atNs ? durationText(*place.atNs, kPlaceDigits) : "", whereText(place), place.name});
    table.appendTo(out);
    if (diagnosis.source != Diagnosis::Source::Joining && diagnosis.count > diagnosis.places.size())
        out += fmt::format("    and {} more\n", groupedDigits(diagnosis.count - diagnosis.places.size()));
}

void appendDetails(std::string& out, const Diagnosis& diagnosis)
{
    out += fmt::format("\n{}: {}\n", diagnosis.code, printableText(diagnosis.message));
    if (!diagnosis.meaning.empty())
        out += fmt::format("  {}\n", diagnosis.meaning);
    if (!diagnosis.unreliable.empty())
        out += fmt::format("  Unreliable: {}\n", fmt::join(diagnosis.unreliable, "; "));
    appendPlaces(out, diagnosis);
}

} // namespace

std::string checkAsTable(const OpenedTrace& opened, std::span<const Diagnosis> found)
{
    const std::string path = printableText(opened.trace->file().path.string());
    if (found.empty())
        return fmt::format("{}: clean, nothing odd in {}\n", path, counted(opened.trace->eventCount(), "event"));
    std::string out = fmt::format("{}: {}, {}, {}\n\n", path, counted(countOf(found, Severity::Error), "error"),
                                  counted(countOf(found, Severity::Warning), "warning"),
                                  counted(countOf(found, Severity::Note), "note"));
    appendOverview(out, found);
    for (const Diagnosis& diagnosis : found)
        appendDetails(out, diagnosis);
    return out;
}

} // namespace lanescope::cli
