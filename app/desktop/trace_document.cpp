// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/trace_document.h"

#include "app/desktop/timeline/track_changes.h"
#include "core/viewport/time_scale.h"

#include <algorithm>
#include <utility>

namespace lanescope::desktop {
namespace {

std::size_t indexOfView(TrackView view)
{
    return static_cast<std::size_t>(view);
}

// Whether the rest is dimmed or hidden is a habit and stays; names and phases belong to the trace that had them.
TraceFilter withoutConditions(const TraceFilter& filter)
{
    TraceFilter result;
    result.effect = filter.effect;
    return result;
}

std::pair<TimeNs, TimeNs> orderOfMark(const Mark& mark)
{
    return {mark.range.beginNs, mark.range.durationNs()};
}

TimeRange withRoom(TimeRange range, TimeNs partOfDuration)
{
    const TimeNs roomNs = std::max<TimeNs>(range.durationNs() / partOfDuration, 1);
    return {range.beginNs - roomNs, range.endNs + roomNs};
}

} // namespace

TraceDocument::TraceDocument(QObject* parent) : QObject(parent) {}

TraceDocument::Held TraceDocument::letGo()
{
    m_arranger.abandon();
    m_filterer.abandon();
    m_arrangement = nullptr;
    m_workCounts.reset();
    m_diagnoses = nullptr;
    m_filter = withoutConditions(m_filter);
    m_selection = {};
    m_markedRange.reset();
    m_markedTracks.clear();
    m_markedTrackKeys.clear();
    m_marks.clear();
    return {std::exchange(m_opened, {}), std::exchange(m_arrangementOf, {}), std::exchange(m_filtered, {}),
            std::exchange(m_arrows, {}), std::exchange(m_looks, {})};
}

void TraceDocument::freeOnWorker(Held held)
{
    // Giving back gigabytes takes longer than a frame.
    m_freer.start([held = std::move(held)](const JobControl&) mutable -> JobRunner::Delivery {
        held = {};
        return {};
    });
}

void TraceDocument::setTrace(const LoadedTrace& loadedTrace)
{
    Held held = letGo();
    m_opened = loadedTrace.opened;
    m_workCounts = loadedTrace.workCounts;
    m_diagnoses = loadedTrace.diagnoses;
    m_arrows = loadedTrace.arrows;
    m_looks = loadedTrace.looks;
    m_arrangement = loadedTrace.arrangement;
    m_view = m_arrangement->view;
    m_arrangementOf[indexOfView(m_view)] = m_arrangement;
    m_visibleRange = fittedRange();
    emit traceChanged();
    freeOnWorker(std::move(held)); // after all views have let go too
}

void TraceDocument::close()
{
    Held held = letGo();
    m_visibleRange = {0, 1};
    emit traceChanged();
    freeOnWorker(std::move(held));
}

void TraceDocument::setView(TrackView view)
{
    if (view == m_view || !m_opened)
        return;
    m_view = view;
    m_arranger.abandon();
    emit viewChanged();
    if (const auto& known = m_arrangementOf[indexOfView(view)]) {
        setArrangement(known);
        return;
    }
    m_arranger.start([this, joined = m_opened->joined, view](const JobControl& job) -> JobRunner::Delivery {
        auto result = arrange(joined, view, job);
        if (!result)
            return {};
        return [this, arrangement = *std::move(result)] { setArrangement(arrangement); };
    });
}

void TraceDocument::setArrangement(std::shared_ptr<const Arrangement> arrangement)
{
    const bool hasMarkedTracks = !m_markedTrackKeys.empty();
    if (hasMarkedTracks)
        m_markedTracks = tracksNamed(*arrangement, m_markedTrackKeys);
    m_arrangement = std::move(arrangement);
    m_arrangementOf[indexOfView(m_arrangement->view)] = m_arrangement;
    m_filtered = nullptr;
    m_filterer.abandon();
    const bool hadRegion = selectedRegion().has_value();
    if (hadRegion)
        m_selection = {}; // its place belongs to the arrangement that is gone
    emit arrangementChanged();
    if (hasMarkedTracks)
        emit markedRangeChanged(); // its tracks have other places, or are none of this view
    if (hadRegion)
        emit selectionChanged();
    startFilter();
}

TimeRange TraceDocument::fittedRange() const
{
    return m_opened ? withRoom(m_opened->trace->fitRange(), 100) : TimeRange{0, 1};
}

void TraceDocument::setVisibleRange(TimeRange range)
{
    if (range == m_visibleRange || range.isEmpty())
        return;
    m_visibleRange = range;
    emit visibleRangeChanged();
}

void TraceDocument::zoom(double factor, TimeNs aroundNs)
{
    if (!m_opened)
        return;
    // Out as far as the trace goes, not into nothing.
    const TimeRange whole = fittedRange().united(withRoom(m_opened->trace->fullRange(), 100));
    const TimeRange wanted = zoomed(m_visibleRange, factor, aroundNs, m_opened->trace->fullRange());
    setVisibleRange(factor > 1 && wanted.durationNs() >= whole.durationNs() ? whole : wanted);
}

void TraceDocument::pan(TimeNs byNs)
{
    if (m_opened)
        setVisibleRange(panned(m_visibleRange, byNs, m_opened->trace->fullRange()));
}

void TraceDocument::fitAll()
{
    setVisibleRange(fittedRange());
}

void TraceDocument::fitSelection()
{
    const auto time = m_markedRange ? m_markedRange : selectedTime();
    if (!time) {
        fitAll();
        return;
    }
    TimeRange fitted = withRoom(*time, 10);
    if (fitted.durationNs() < kShortestViewNs)
        fitted = {time->beginNs - kShortestViewNs / 2, time->beginNs + kShortestViewNs / 2};
    if (fitted == m_visibleRange)
        fitAll();
    else
        setVisibleRange(fitted);
}

void TraceDocument::bringIntoView(TimeRange time)
{
    // Views are about a thousand pixels wide; a slice that had to be looked for should then be some pixels wide.
    constexpr TimeNs kThinnestPart = 1000;
    constexpr TimeNs kShownPart = 100;
    constexpr TimeNs kShortestSliceNs = 20;
    const TimeNs viewNs = m_visibleRange.durationNs();
    const TimeNs sliceNs = std::max(time.durationNs(), kShortestSliceNs);
    const bool isThin = viewNs / kThinnestPart > sliceNs;
    const TimeNs shownNs = isThin ? sliceNs * kShownPart : viewNs;
    const bool isSeen =
        m_visibleRange.contains(time.beginNs) && (time.endNs <= m_visibleRange.endNs || sliceNs > viewNs / 2);
    if (isSeen && !isThin)
        return;
    const TimeNs middleNs = time.beginNs + std::min(sliceNs, shownNs / 2) / 2;
    setVisibleRange({middleNs - shownNs / 2, middleNs + shownNs - shownNs / 2});
}

std::optional<EventId> TraceDocument::selectedEvent() const
{
    const auto* event = std::get_if<EventId>(&m_selection);
    return event != nullptr ? std::optional(*event) : std::nullopt;
}

std::optional<RegionPlace> TraceDocument::selectedRegion() const
{
    const auto* place = std::get_if<RegionPlace>(&m_selection);
    return place != nullptr ? std::optional(*place) : std::nullopt;
}

std::optional<TimeRange> TraceDocument::selectedTime() const
{
    if (const auto event = selectedEvent())
        return TimeRange{m_opened->trace->beginNs(*event), m_opened->trace->endNs(*event)};
    if (const auto region = selectedRegion())
        return regionAt(*m_arrangement, *region).range;
    return std::nullopt;
}

void TraceDocument::select(const Selection& selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    emit selectionChanged();
}

void TraceDocument::selectNeighbour(Neighbour which)
{
    const auto event = selectedEvent();
    const auto place = event ? placeOf(*m_arrangement, *event) : std::nullopt;
    if (!place)
        return;
    const bool isInLane = place->kind == SlicePlace::Kind::Lane;
    const auto rowsOf = [isInLane](const auto& track) -> const std::vector<LaneRow>& {
        return isInLane ? track.lanes : track.bands;
    };
    const auto& rows = m_filtered != nullptr ? rowsOf(m_filtered->groups[place->group][place->track])
                                             : rowsOf(trackAt(*m_arrangement, place->group, place->track));
    const auto next = neighbourOf(*m_opened->trace, rows, *event, which);
    if (!next)
        return;
    select(*next);
    moveTo({m_opened->trace->beginNs(*next), m_opened->trace->endNs(*next)});
}

void TraceDocument::moveTo(TimeRange time)
{
    if (time.overlaps(m_visibleRange) || m_visibleRange.contains(time.beginNs))
        return;
    const TimeNs middleNs = time.beginNs + time.durationNs() / 2;
    pan(middleNs - (m_visibleRange.beginNs + m_visibleRange.durationNs() / 2));
}

void TraceDocument::setMarkedRange(std::optional<TimeRange> range, std::vector<TrackPlace> tracks)
{
    if (!range)
        tracks.clear();
    if (range == m_markedRange && tracks == m_markedTracks)
        return;
    m_markedRange = range;
    m_markedTrackKeys = tracks.empty() ? std::vector<std::string>() : trackKeys(*m_arrangement, tracks);
    m_markedTracks = std::move(tracks);
    emit markedRangeChanged();
}

void TraceDocument::setMarkedRangeOn(std::optional<TimeRange> range, std::vector<std::string> trackKeys)
{
    if (!range)
        trackKeys.clear();
    if (range == m_markedRange && trackKeys == m_markedTrackKeys)
        return;
    m_markedRange = range;
    m_markedTracks = m_arrangement ? tracksNamed(*m_arrangement, trackKeys) : std::vector<TrackPlace>();
    m_markedTrackKeys = std::move(trackKeys);
    emit markedRangeChanged();
}

void TraceDocument::markSelectedTime(MarkedTracks tracks)
{
    const auto time = selectedTime();
    if (!time)
        return;
    std::vector<TrackPlace> its;
    if (const auto region = selectedRegion(); tracks == MarkedTracks::OfSelection && region)
        its.push_back({region->group, region->track});
    if (const auto event = selectedEvent(); tracks == MarkedTracks::OfSelection && event) {
        if (const auto track = trackShowing(*m_arrangement, *event))
            its.push_back(*track);
    }
    setMarkedRange(time, std::move(its));
}

void TraceDocument::setMarks(std::vector<Mark> marks)
{
    std::ranges::sort(marks, {}, orderOfMark);
    if (marks == m_marks)
        return;
    m_marks = std::move(marks);
    emit marksChanged();
}

std::size_t TraceDocument::addMark(const Mark& mark)
{
    const auto at = std::ranges::lower_bound(m_marks, orderOfMark(mark), {}, orderOfMark);
    const auto position = static_cast<std::size_t>(at - m_marks.begin());
    if (at != m_marks.end() && at->range == mark.range)
        at->note = mark.note;
    else
        m_marks.insert(at, mark);
    emit marksChanged();
    return position;
}

void TraceDocument::removeMark(std::size_t position)
{
    m_marks.erase(m_marks.begin() + static_cast<std::ptrdiff_t>(position));
    emit marksChanged();
}

void TraceDocument::setMarkNote(std::size_t position, const QString& note)
{
    if (m_marks[position].note == note)
        return;
    m_marks[position].note = note;
    emit marksChanged();
}

void TraceDocument::setColorBy(ColorBy colorBy)
{
    if (colorBy == m_colorBy)
        return;
    m_colorBy = colorBy;
    emit lookChanged();
}

void TraceDocument::setTimesOfFile(bool areOfFile)
{
    if (areOfFile == m_showsTimesOfFile)
        return;
    m_showsTimesOfFile = areOfFile;
    emit lookChanged();
}

void TraceDocument::setFilter(const TraceFilter& filter)
{
    if (filter == m_filter)
        return;
    const bool onlyEffectChanged = [&] {
        TraceFilter other = filter;
        other.effect = m_filter.effect;
        return other == m_filter;
    }();
    m_filter = filter;
    emit filterChanged();
    if (onlyEffectChanged)
        emit filteredChanged();
    else
        startFilter();
}

void TraceDocument::startFilter()
{
    m_filterer.abandon();
    if (!m_arrangement || !m_filter.isActive()) {
        if (m_filtered != nullptr) {
            m_filtered = nullptr;
            emit filteredChanged();
        }
        return;
    }
    m_filterer.start(
        [this, arrangement = m_arrangement, filter = m_filter](const JobControl& job) -> JobRunner::Delivery {
            auto result = filterArrangement(arrangement, filter, job);
            if (!result)
                return {};
            return [this, filtered = *std::move(result)] {
                m_filtered = filtered;
                emit filteredChanged();
            };
        });
}

} // namespace lanescope::desktop
