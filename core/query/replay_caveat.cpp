// SPDX-License-Identifier: Apache-2.0
#include "core/query/replay_caveat.h"

#include "core/query/spoiled_figures.h"

#include <algorithm>
#include <array>
#include <map>

namespace lanescope {
namespace {

using Column = StatsColumn;

enum class Touches { All, WithThePlaces, LaunchedLate, OutsideOfFittedView, LessWorkThanOthers };

using Spoiled = SpoiledFigures<Touches>;
constexpr std::array kSpoiled{
    Spoiled{"kernel-before-launch", {Column::LaunchDelay}, Touches::LaunchedLate},
    Spoiled{"zero-duration", {Column::Busy}, Touches::WithThePlaces},
    Spoiled{"runaway-duration", {Column::Span, Column::Busy}, Touches::WithThePlaces},
    Spoiled{"negative-duration", {Column::Span, Column::Busy}, Touches::WithThePlaces},
    Spoiled{"time-not-a-number", {Column::Span, Column::Busy}, Touches::WithThePlaces},
    Spoiled{"time-out-of-range", {Column::Span, Column::Busy}, Touches::WithThePlaces},
    Spoiled{"non-json-number", {Column::Span, Column::Busy}, Touches::WithThePlaces},
    Spoiled{"clock-outlier", {Column::Span}, Touches::OutsideOfFittedView},
    Spoiled{"stray-time", {Column::Span}, Touches::OutsideOfFittedView},
    Spoiled{"incomplete-replay", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"file-ends-early", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"container-damaged", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"records-dropped", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"records-unfinished", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"broken-event", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"time-missing", {Column::Span, Column::Busy, Column::Count}, Touches::LessWorkThanOthers},
    Spoiled{"mixed-ranks", {Column::Span, Column::Busy, Column::Count}, Touches::All},
    Spoiled{"duplicate-events", {Column::Busy, Column::Count}, Touches::All},
};

// Whether the work of a replay is among the places; where not all places are told, it may be.
bool hasPlace(const JoinedTrace& joined, const Replay& replay, const Diagnosis& diagnosis)
{
    if (diagnosis.count > diagnosis.places.size())
        return true;
    return std::any_of(diagnosis.places.begin(), diagnosis.places.end(), [&](const DiagnosedPlace& place) {
        return place.event != kNoEvent && joined.trace->isGpuWork(place.event) && joined.replay(place.event) == &replay;
    });
}

} // namespace

std::vector<StatsCaveat> replayCaveats(const JoinedTrace& joined, const ReplayStats& stats,
                                       std::span<const Diagnosis> diagnoses)
{
    std::map<GraphOfPart, std::uint32_t> mostWork;
    for (const Replay& replay : joined.replays)
        mostWork[graphOf(replay)] = std::max(mostWork[graphOf(replay)], replay.workCount);
    const TimeRange fitted = joined.trace->fitRange();
    std::vector<StatsCaveat> caveats;
    for (const Diagnosis& diagnosis : diagnoses) {
        const Spoiled* known = entryOf(kSpoiled, diagnosis.code);
        if (known == nullptr || diagnosis.severity == Severity::Note)
            continue;
        const auto isTouched = [&](const ReplayRow& row) {
            const Replay& replay = joined.replays[row.replay];
            switch (known->touches) {
            case Touches::All:
                return true;
            case Touches::WithThePlaces:
                return hasPlace(joined, replay, diagnosis);
            case Touches::LaunchedLate:
                return row.launchDelayNs && *row.launchDelayNs < 0;
            case Touches::OutsideOfFittedView:
                return replay.range.beginNs < fitted.beginNs || replay.range.endNs > fitted.endNs;
            case Touches::LessWorkThanOthers:
                return replay.workCount < mostWork[graphOf(replay)];
            }
            return false;
        };
        addCaveat(caveats, diagnosis, known->columns, stats.rows.size(),
                  [&](std::uint32_t i) { return isTouched(stats.rows[i]); });
    }
    return caveats;
}

} // namespace lanescope
