// SPDX-License-Identifier: Apache-2.0
#include "core/query/node_caveat.h"

#include "core/query/gpu_work.h"
#include "core/query/spoiled_figures.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace lanescope {
namespace {

using Column = StatsColumn;

enum class Touches { All, Overlapping, WithoutLength, AsLongAsThePlaces, OutsideOfFittedView, DidNotRun, OnlyWork };

using Spoiled = SpoiledFigures<Touches>;
constexpr std::array kSpoiled{
    Spoiled{"overlapping-kernels", {Column::Total}, Touches::Overlapping},
    Spoiled{"zero-duration", {Column::Total}, Touches::WithoutLength},
    Spoiled{"runaway-duration", {Column::Total}, Touches::AsLongAsThePlaces},
    Spoiled{"clock-outlier", {Column::Span}, Touches::OutsideOfFittedView},
    Spoiled{"stray-time", {Column::Span}, Touches::OutsideOfFittedView},
    Spoiled{"mixed-ranks", {Column::Count, Column::Total}, Touches::All},
    Spoiled{"duplicate-events", {Column::Count, Column::Total}, Touches::All},
    Spoiled{"incomplete-replay", {Column::Count}, Touches::DidNotRun},
    Spoiled{"file-ends-early", {Column::Count}, Touches::DidNotRun},
    Spoiled{"container-damaged", {Column::Count}, Touches::DidNotRun},
    Spoiled{"records-dropped", {Column::Count}, Touches::DidNotRun},
    Spoiled{"records-unfinished", {Column::Count}, Touches::DidNotRun},
    Spoiled{"broken-event", {Column::Count}, Touches::DidNotRun},
    Spoiled{"time-missing", {Column::Count}, Touches::DidNotRun},
    Spoiled{"negative-duration", {Column::Total}, Touches::OnlyWork},
    Spoiled{"time-not-a-number", {Column::Total}, Touches::OnlyWork},
    Spoiled{"time-out-of-range", {Column::Total}, Touches::OnlyWork},
    Spoiled{"non-json-number", {Column::Total}, Touches::OnlyWork},
    Spoiled{"nothing-matches", {Column::Annotated}, Touches::All},
    Spoiled{"rank-differs", {Column::Annotated}, Touches::All},
    Spoiled{"graph-not-in-annotations", {Column::Annotated}, Touches::All},
    Spoiled{"nested-graph-differs", {Column::Annotated}, Touches::All},
    Spoiled{"annotations-guessed", {Column::Annotated}, Touches::All},
    Spoiled{"annotation-file-damaged", {Column::Annotated}, Touches::All},
    Spoiled{"annotation-file-cut-off", {Column::Annotated}, Touches::All},
};

// Work that runs while other work of its stream does.
Result<std::set<EventId>> overlappingWork(const JoinedTrace& joined, TimeRange range, const JobControl& job)
{
    const auto work = gatherGpuWork(joined, range, job);
    if (!work)
        return failureOf(work);
    struct Last {
        EventId event = kNoEvent;
        TimeNs endNs = 0;
    };
    std::map<TrackId, Last> streams;
    std::set<EventId> overlapping;
    for (const WorkPiece& piece : work->pieces) {
        Last& last = streams[joined.trace->track(piece.event)];
        if (last.event != kNoEvent && piece.beginNs < last.endNs && piece.endNs > piece.beginNs)
            overlapping.insert({last.event, piece.event});
        if (last.event == kNoEvent || piece.endNs > last.endNs)
            last = {piece.event, piece.endNs};
    }
    return overlapping;
}

bool hasPlace(const Diagnosis& diagnosis, EventId event)
{
    return std::any_of(diagnosis.places.begin(), diagnosis.places.end(),
                       [event](const DiagnosedPlace& place) { return place.event == event; });
}

bool isTouched(const Trace& trace, const NodeRow& node, const Diagnosis& diagnosis, Touches touches,
               const std::set<EventId>& overlapping, TimeNs shortestNs)
{
    const bool areAllPlacesTold = diagnosis.count <= diagnosis.places.size();
    const bool ran = node.count > 0;
    switch (touches) {
    case Touches::All:
        return true;
    case Touches::Overlapping:
        return ran && overlapping.contains(node.event);
    case Touches::WithoutLength:
        return ran && node.durationNs == 0;
    case Touches::AsLongAsThePlaces:
        return ran && node.durationNs >= shortestNs;
    case Touches::OutsideOfFittedView:
        return ran && (trace.beginNs(node.event) < trace.fitRange().beginNs ||
                       trace.endNs(node.event) > trace.fitRange().endNs);
    case Touches::DidNotRun:
        return !ran;
    case Touches::OnlyWork:
        return ran && (hasPlace(diagnosis, node.event) || !areAllPlacesTold);
    }
    return false;
}

} // namespace

Result<std::vector<StatsCaveat>> nodeCaveats(const JoinedTrace& joined, std::uint32_t replay,
                                             std::span<const NodeRow> nodes, std::span<const Diagnosis> diagnoses,
                                             const JobControl& job)
{
    std::vector<StatsCaveat> caveats;
    for (const Diagnosis& diagnosis : diagnoses) {
        const Spoiled* known = entryOf(kSpoiled, diagnosis.code);
        // A program that launches its kernels early, or has branches in its graphs, is sound.
        if (known == nullptr || diagnosis.severity == Severity::Note)
            continue;
        std::set<EventId> overlapping;
        if (known->touches == Touches::Overlapping) {
            auto found = overlappingWork(joined, joined.replays[replay].range, job);
            if (!found)
                return failureOf(found);
            overlapping = *std::move(found);
        }
        const TimeNs shortestNs = shortestOf(*joined.trace, workAmong(*joined.trace, diagnosis));
        addCaveat(caveats, diagnosis, known->columns, nodes.size(), [&](std::uint32_t i) {
            return isTouched(*joined.trace, nodes[i], diagnosis, known->touches, overlapping, shortestNs);
        });
    }
    return caveats;
}

} // namespace lanescope
