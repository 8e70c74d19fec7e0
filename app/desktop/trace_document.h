// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/filter/trace_filter.h"
#include "app/desktop/job_runner.h"
#include "app/desktop/load_job.h"
#include "app/desktop/marks/mark.h"
#include "app/desktop/slice_place.h"
#include "app/desktop/style/color_by.h"

#include <QObject>

#include <array>
#include <memory>
#include <optional>
#include <variant>

namespace lanescope::desktop {

// Nothing, a slice or instant, or a region bar of the current arrangement.
using Selection = std::variant<std::monostate, EventId, RegionPlace>;

// The open trace and how it is looked at: the single source of truth of every view. GUI thread only; long work (another
// arrangement, a filter) runs on workers and arrives later through a signal.
class TraceDocument : public QObject {
    Q_OBJECT

public:
    explicit TraceDocument(QObject* parent = nullptr);

    // Replaces everything: fits the view, clears selection and filter.
    void setTrace(const LoadedTrace& loadedTrace);
    void close();
    [[nodiscard]] bool hasTrace() const { return m_opened != nullptr; }
    [[nodiscard]] const std::shared_ptr<const OpenedTrace>& opened() const { return m_opened; }
    [[nodiscard]] const std::shared_ptr<const Arrangement>& arrangement() const { return m_arrangement; }

    // How much GPU work there is by phase, kernel and category; null without a trace.
    [[nodiscard]] const std::shared_ptr<const WorkCounts>& workCounts() const { return m_workCounts; }

    // What is odd about the trace, worst first; null without a trace.
    [[nodiscard]] const std::shared_ptr<const std::vector<Diagnosis>>& diagnoses() const { return m_diagnoses; }

    // The arrows of each slice; null without a trace.
    [[nodiscard]] const std::shared_ptr<const ArrowIndex>& arrows() const { return m_arrows; }

    // Which slices look alike; null without a trace.
    [[nodiscard]] const std::shared_ptr<const SliceLooks>& looks() const { return m_looks; }

    // The view that was asked for; arrangementChanged() follows when it is there.
    [[nodiscard]] TrackView view() const { return m_view; }
    void setView(TrackView view);

    [[nodiscard]] TimeRange visibleRange() const { return m_visibleRange; }
    void setVisibleRange(TimeRange range);
    // What a fitted view shows: the trace's range with a little room at both ends.
    [[nodiscard]] TimeRange fittedRange() const;
    // `factor` below 1 zooms in; `aroundNs` keeps its place. Never out of the whole trace.
    void zoom(double factor, TimeNs aroundNs);
    void pan(TimeNs byNs);
    void fitAll();
    // Fits the selection; when it is fitted already, or nothing is selected, all.
    void fitSelection();
    // Moves the view so that a stretch of time, or at least its begin, is seen. Zooms in where it would be thinner than
    // a pixel, never out; does not move when it is seen already.
    void bringIntoView(TimeRange time);
    // Moves the view, without zooming, to a stretch of time that it shows nothing of.
    void moveTo(TimeRange time);

    [[nodiscard]] const Selection& selection() const { return m_selection; }
    [[nodiscard]] std::optional<EventId> selectedEvent() const;
    [[nodiscard]] std::optional<RegionPlace> selectedRegion() const;
    void select(const Selection& selection);
    // Selects the slice before or after the selected one on its track, of those that the filter does not hide, and
    // moves the view only when the slice would not be seen.
    void selectNeighbour(Neighbour which);

    // A stretch of time the user marked, on some tracks or on all; independent of the selection. A view that knows none
    // of the tracks shows it on all of its own; the tracks come back with the view that knows them.
    [[nodiscard]] std::optional<TimeRange> markedRange() const { return m_markedRange; }
    // As they are shown; empty: all.
    [[nodiscard]] const std::vector<TrackPlace>& markedTracks() const { return m_markedTracks; }
    // What was marked, in any view: keys of timeline/track_changes.h.
    [[nodiscard]] const std::vector<std::string>& markedTrackKeys() const { return m_markedTrackKeys; }
    void setMarkedRange(std::optional<TimeRange> range, std::vector<TrackPlace> tracks = {});
    void setMarkedRangeOn(std::optional<TimeRange> range, std::vector<std::string> trackKeys);
    enum class MarkedTracks { All, OfSelection };
    // Makes the selected slice's or region's time the marked range.
    void markSelectedTime(MarkedTracks tracks = MarkedTracks::All);
    [[nodiscard]] std::optional<TimeRange> selectedTime() const;

    // By begin, then length.
    [[nodiscard]] const std::vector<Mark>& marks() const { return m_marks; }
    void setMarks(std::vector<Mark> marks);
    // Where the mark went; one of the same range keeps its place and takes the note.
    std::size_t addMark(const Mark& mark);
    void removeMark(std::size_t position);
    void setMarkNote(std::size_t position, const QString& note);

    [[nodiscard]] ColorBy colorBy() const { return m_colorBy; }
    void setColorBy(ColorBy colorBy);
    // The axis tells the times that stand in the file instead of times since the first event.
    [[nodiscard]] bool showsTimesOfFile() const { return m_showsTimesOfFile; }
    void setTimesOfFile(bool areOfFile);

    [[nodiscard]] const TraceFilter& filter() const { return m_filter; }
    void setFilter(const TraceFilter& filter);
    // The rows that match, of the current arrangement; null while no filter is active. Lags behind filter() a little.
    [[nodiscard]] const std::shared_ptr<const FilteredArrangement>& filtered() const { return m_filtered; }

signals:
    void traceChanged();       // another trace or none; everything below changed too
    void arrangementChanged(); // the current arrangement
    void viewChanged();        // the view that was asked for
    void visibleRangeChanged();
    void selectionChanged();
    void markedRangeChanged(); // or its tracks
    void marksChanged();
    void lookChanged();     // colours, kind of times
    void filterChanged();   // what was asked for
    void filteredChanged(); // what matches

private:
    // Everything that holds the trace.
    struct Held {
        std::shared_ptr<const OpenedTrace> opened;
        std::array<std::shared_ptr<const Arrangement>, kTrackViews> arrangements;
        std::shared_ptr<const FilteredArrangement> filtered;
        std::shared_ptr<const ArrowIndex> arrows;
        std::shared_ptr<const SliceLooks> looks;
    };

    [[nodiscard]] Held letGo();
    void freeOnWorker(Held held);
    void setArrangement(std::shared_ptr<const Arrangement> arrangement);
    void startFilter();

    std::shared_ptr<const OpenedTrace> m_opened;
    std::shared_ptr<const WorkCounts> m_workCounts;
    std::shared_ptr<const std::vector<Diagnosis>> m_diagnoses;
    std::shared_ptr<const ArrowIndex> m_arrows;
    std::shared_ptr<const SliceLooks> m_looks;
    std::shared_ptr<const Arrangement> m_arrangement;
    std::array<std::shared_ptr<const Arrangement>, kTrackViews>
        m_arrangementOf; // by TrackView, as far as they were asked for
    std::shared_ptr<const FilteredArrangement> m_filtered;
    TrackView m_view = TrackView::Recorded;
    TimeRange m_visibleRange{0, 1};
    std::optional<TimeRange> m_markedRange;
    std::vector<TrackPlace> m_markedTracks;
    std::vector<std::string> m_markedTrackKeys;
    std::vector<Mark> m_marks;
    Selection m_selection;
    ColorBy m_colorBy = ColorBy::Annotation;
    bool m_showsTimesOfFile = false;
    TraceFilter m_filter;
    JobRunner m_arranger;
    JobRunner m_filterer;
    JobRunner m_freer;
};

} // namespace lanescope::desktop
