// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_caveat.h"

#include "core/query/spoiled_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace lanescope {
namespace {

using Column = StatsColumn;

constexpr StatsColumnSet kDurations{Column::Total, Column::Self, Column::Mean, Column::P50,      Column::P90,
                                    Column::P99,   Column::Min,  Column::Max,  Column::Annotated};
constexpr StatsColumnSet kLengths{Column::Total, Column::Self, Column::Mean,  Column::P90,  Column::P99,
                                  Column::Max,   Column::Busy, Column::Share, Column::Span, Column::Annotated};
constexpr StatsColumnSet kAmounts{Column::Count, Column::Total,     Column::Self, Column::Busy,
                                  Column::Share, Column::Instances, Column::Span, Column::Annotated};
constexpr StatsColumnSet kByAnnotation{Column::Count, Column::Total,     Column::Self,     Column::Busy,
                                       Column::Share, Column::Instances, Column::Annotated};

// Which rows a diagnosis is about.
enum class Touches { All, CountedTwice, WithoutLength, AsLongAsThePlaces, OutsideOfFittedView, OnlyWork, ByAnnotation };

using Spoiled = SpoiledFigures<Touches>;
constexpr std::array kSpoiled{
    Spoiled{"overlapping-kernels", {Column::Total, Column::Self}, Touches::CountedTwice},
    Spoiled{"kernel-before-launch", {Column::LaunchDelay, Column::LongestLaunchDelay}, Touches::All},
    Spoiled{"zero-duration", kDurations, Touches::WithoutLength},
    Spoiled{"runaway-duration", kLengths, Touches::AsLongAsThePlaces},
    Spoiled{"clock-outlier", {Column::Span, Column::Gaps}, Touches::OutsideOfFittedView},
    Spoiled{"stray-time", {Column::Span, Column::Gaps}, Touches::OutsideOfFittedView},
    Spoiled{"mixed-ranks", kAmounts, Touches::All},
    Spoiled{"duplicate-events", kAmounts, Touches::All},
    Spoiled{"incomplete-replay", {Column::Count, Column::Total, Column::Instances}, Touches::All},
    Spoiled{"file-ends-early", kAmounts, Touches::All},
    Spoiled{"container-damaged", kAmounts, Touches::All},
    Spoiled{"records-dropped", kAmounts, Touches::All},
    Spoiled{"broken-event", kAmounts, Touches::All},
    Spoiled{"negative-duration", kDurations, Touches::OnlyWork},
    Spoiled{"time-not-a-number", kDurations, Touches::OnlyWork},
    Spoiled{"time-out-of-range", kDurations, Touches::OnlyWork},
    Spoiled{"non-json-number", kDurations, Touches::OnlyWork},
    Spoiled{"time-missing", {Column::Count, Column::Total}, Touches::OnlyWork},
    Spoiled{"nothing-matches", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"rank-differs", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"graph-not-in-annotations", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"nested-graph-differs", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"annotations-guessed", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"annotation-file-damaged", kByAnnotation, Touches::ByAnnotation},
    Spoiled{"annotation-file-cut-off", kByAnnotation, Touches::ByAnnotation},
};

std::vector<std::uint32_t> rowsWhere(const StatsTable& table, const std::function<bool(const StatsRow&)>& holds)
{
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (holds(table.rows[i]))
            rows.push_back(static_cast<std::uint32_t>(i));
    }
    return rows;
}

bool isByAnnotation(const StatsTable& table)
{
    return std::any_of(table.by.begin(), table.by.end(), [](StatsKey key) {
        return key == StatsKey::Region || key == StatsKey::Module || key == StatsKey::Phase;
    });
}

// Time that two streams work at once is in the total of both by right. What is doubtful is time of one stream that a
// row counts twice; where programs overlap their kernels on purpose, more than what goes lost in rounding.
bool isCountedTwice(const Trace& trace, const StatsTable& table, const StatsRow& row, Severity severity)
{
    constexpr TimeNs kSmallestPart = 100;
    if (row.totalNs <= row.busyNs)
        return false;
    const TimeNs twiceNs = table.countedTwiceNs(trace, static_cast<std::size_t>(&row - table.rows.data()));
    return severity == Severity::Note ? twiceNs > row.totalNs / kSmallestPart : twiceNs > 0;
}

std::vector<std::uint32_t> touchedRows(const Trace& trace, const StatsTable& table, const Diagnosis& diagnosis,
                                       Touches touches)
{
    const std::vector<EventId> work = workAmong(trace, diagnosis);
    const bool areAllPlacesTold = diagnosis.count <= diagnosis.places.size();
    const TimeNs shortestNs = shortestOf(trace, work);
    return rowsWhere(table, [&](const StatsRow& row) {
        switch (touches) {
        case Touches::All:
            return true;
        case Touches::CountedTwice:
            return isCountedTwice(trace, table, row, diagnosis.severity);
        case Touches::WithoutLength:
            return row.minNs == 0;
        case Touches::AsLongAsThePlaces:
            return work.empty() ? !areAllPlacesTold : row.maxNs >= shortestNs;
        case Touches::OutsideOfFittedView:
            return row.span.beginNs < trace.fitRange().beginNs || row.span.endNs > trace.fitRange().endNs;
        case Touches::OnlyWork:
            return !work.empty() || !areAllPlacesTold;
        case Touches::ByAnnotation:
            return isByAnnotation(table);
        }
        return false;
    });
}

bool saysSomething(const Diagnosis& diagnosis)
{
    return diagnosis.severity != Severity::Note || diagnosis.code == "overlapping-kernels";
}

std::optional<StatsCaveat> cutCaveat(std::uint64_t cutWork, std::uint64_t work)
{
    if (cutWork == 0)
        return std::nullopt;
    return StatsCaveat{
        "range-cuts-work",
        Severity::Note,
        fmt::format("{} of {} pieces of work lie only partly in the range and count with that part", cutWork, work),
        kDurations,
        {}};
}

} // namespace

std::vector<StatsCaveat> statsCaveats(const JoinedTrace& joined, const StatsTable& table,
                                      std::span<const Diagnosis> diagnoses)
{
    std::vector<StatsCaveat> caveats;
    for (const Diagnosis& diagnosis : diagnoses) {
        const Spoiled* known = entryOf(kSpoiled, diagnosis.code);
        if (known == nullptr || !saysSomething(diagnosis))
            continue;
        StatsCaveat caveat{diagnosis.code, diagnosis.severity, lineOf(diagnosis), known->columns,
                           touchedRows(*joined.trace, table, diagnosis, known->touches)};
        if (diagnosis.code == "overlapping-kernels" && diagnosis.severity != Severity::Note)
            caveat.columns.add({Column::Gaps});
        if (!caveat.rows.empty())
            caveats.push_back(std::move(caveat));
    }
    if (auto caveat = cutCaveat(table.cutWork, table.work)) {
        caveat->rows = rowsWhere(table, [](const StatsRow& row) { return row.cutCount > 0; });
        if (!caveat->rows.empty())
            caveats.push_back(*std::move(caveat));
    }
    return caveats;
}

std::vector<StatsCaveat> rangeCaveats(const JoinedTrace& joined, std::span<const Diagnosis> diagnoses,
                                      std::uint64_t cutWork, std::uint64_t work)
{
    std::vector<StatsCaveat> caveats;
    for (const Diagnosis& diagnosis : diagnoses) {
        const Spoiled* known = entryOf(kSpoiled, diagnosis.code);
        if (known == nullptr || diagnosis.severity == Severity::Note)
            continue;
        const bool isOfWork = !workAmong(*joined.trace, diagnosis).empty() ||
                              diagnosis.count > diagnosis.places.size() || diagnosis.places.empty();
        const bool isOfDurations = known->touches == Touches::OnlyWork || known->touches == Touches::AsLongAsThePlaces;
        const bool changesBusyTime = known->columns.contains(Column::Busy) || known->code == "clock-outlier" ||
                                     known->code == "stray-time" || known->touches == Touches::OnlyWork;
        if (changesBusyTime && known->touches != Touches::ByAnnotation && (isOfWork || !isOfDurations))
            caveats.push_back({diagnosis.code, diagnosis.severity, lineOf(diagnosis), {Column::Busy}, {}});
    }
    if (auto caveat = cutCaveat(cutWork, work))
        caveats.push_back(*std::move(caveat));
    return caveats;
}

bool isMarked(std::span<const StatsCaveat> caveats, std::uint32_t row, StatsColumn column)
{
    return std::any_of(caveats.begin(), caveats.end(), [&](const StatsCaveat& caveat) {
        return caveat.columns.contains(column) && std::binary_search(caveat.rows.begin(), caveat.rows.end(), row);
    });
}

std::vector<const StatsCaveat*> caveatsOf(std::span<const StatsCaveat> caveats, std::uint32_t row)
{
    std::vector<const StatsCaveat*> marks;
    for (const StatsCaveat& caveat : caveats) {
        if (std::binary_search(caveat.rows.begin(), caveat.rows.end(), row))
            marks.push_back(&caveat);
    }
    return marks;
}

} // namespace lanescope
