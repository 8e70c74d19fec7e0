// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/filter/trace_filter.h"
#include "app/desktop/slice_place.h"
#include "core/viewport/row_layout.h"
#include "core/viewport/time_scale.h"
#include "core/viewport/time_text.h"
#include "core/viewport/visible_boxes.h"
#include "core/viewport/visible_steps.h"

#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace lanescope::desktop {

// What lies under a point of the timeline: the slice, instant, counter sample or region bar whose box is there.
struct TimelineHit {
    std::size_t row = 0; // of the layout
    Box box;
    std::variant<EventId, RegionPlace> target;
};

// What a timeline shows, as rows of boxes: asks core/viewport and keeps the answers until range, width, rows or filter
// change. No painting, no widgets. Pixels count from the top left corner of the first row.
class TimelineScene {
public:
    enum class Items { All, Matching };

    void setArrangement(std::shared_ptr<const Arrangement> arrangement);
    void setFiltered(std::shared_ptr<const FilteredArrangement> filtered, FilterEffect effect);
    void setRange(TimeRange range);
    void setWidth(int widthPx);
    // Folds or unfolds a group, and those that share its header.
    void toggleGroup(std::uint32_t group);
    void toggleTrack(std::uint32_t group, std::uint32_t track);
    void setCollapsed(CollapsedState collapsed);
    void setChoices(TrackChoices choices);
    // Ticks tell the file's times instead of times since the first event.
    void setTimesOfFile(bool areOfFile);

    [[nodiscard]] bool isEmpty() const { return m_arrangement == nullptr; }
    [[nodiscard]] const std::shared_ptr<const Arrangement>& arrangement() const { return m_arrangement; }
    [[nodiscard]] const Trace& trace() const { return *m_arrangement->joined->trace; }
    [[nodiscard]] const RowLayout& layout() const { return m_layout; }
    [[nodiscard]] const CollapsedState& collapsed() const { return m_collapsed; }
    [[nodiscard]] const TrackChoices& choices() const { return m_choices; }
    [[nodiscard]] bool showsTimesOfFile() const { return m_showsTimesOfFile; }
    [[nodiscard]] bool isGroupCollapsed(std::uint32_t group) const;
    // Shows the range to within half a pixel: a view that moves without being zoomed moves by whole pixels, so that
    // what is in it keeps its shape.
    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    [[nodiscard]] const Ticks& ticks();

    // A filter leaves something out.
    [[nodiscard]] bool isFiltered() const { return m_filtered != nullptr; }
    // Some of what a filter leaves is a slice. O(rows).
    [[nodiscard]] bool hasMatches() const;
    [[nodiscard]] bool showsOthers() const { return m_filtered == nullptr || m_effect == FilterEffect::Dim; }

    // The items of a Region row, and of a Lane or Band row.
    [[nodiscard]] const RegionRow& regionRow(const Row& row, Items items) const;
    [[nodiscard]] const LaneRow& laneRow(const Row& row, Items items) const;
    // The boxes of a Region, Lane, Band or Marks row, positions in the row of the same `items`. Kept until something
    // changes.
    [[nodiscard]] const std::vector<Box>& boxes(std::size_t row, Items items);

    // Finds what boxes() is going to be asked of rows [first, last), on all processors, where there are many rows;
    // tells of each row at once, on the thread that found its boxes.
    void findBoxes(std::size_t first, std::size_t last, const std::function<void(std::size_t, Items)>& found);

    // What of the boxes stayed where it was since this was last asked, but for the view's move.
    [[nodiscard]] PixelRange takeUnchanged(std::size_t row, Items items);
    // Another one whenever something other than the view's place changes.
    [[nodiscard]] std::uint64_t version() const { return m_version; }

    [[nodiscard]] const CounterSeries& counter(const Row& row) const;
    // What is drawn of a Counter row. Kept like boxes.
    [[nodiscard]] const std::vector<Step>& steps(std::size_t row);

    // The box at a point, of what matches first. Boxes within 2 px count: a 1-px box can hardly be hit.
    [[nodiscard]] std::optional<TimelineHit> hitAt(int xPx, int yPx);
    // The box of a Region, Band or Lane row nearest to a place, however far, of what matches first; nothing in other
    // rows and those that show none.
    [[nodiscard]] std::optional<TimelineHit> nearestHit(std::size_t row, int xPx);
    // The row that shows a slice or a region bar, nothing while it is folded away.
    [[nodiscard]] std::optional<std::size_t> rowOf(const SlicePlace& place) const;
    [[nodiscard]] std::optional<std::size_t> rowOf(const RegionPlace& place) const;

private:
    struct RowBoxes {
        bool isKnown = false;
        int originPx = 0; // of the scale they are of
        std::vector<Box> boxes;
        PixelRange unchanged;
    };

    struct RowSteps {
        bool isKnown = false;
        std::vector<Step> steps;
    };

    void layOut();
    void forgetBoxes();
    void forgetTimes();
    // Moves the view by whole pixels; false when it must be made anew.
    [[nodiscard]] bool moveTo(TimeRange range);
    [[nodiscard]] const ViewTrack& trackOf(const Row& row) const;
    [[nodiscard]] std::optional<TimelineHit> hitInRow(std::size_t row, int xPx, int reachPx);
    [[nodiscard]] std::optional<TimelineHit> hitInRow(std::size_t row, int xPx, int reachPx, Items items);
    [[nodiscard]] std::optional<TimelineHit> hitCounter(std::size_t row, int xPx);
    [[nodiscard]] std::optional<TimelineHit> hitMark(std::size_t row, int xPx);
    [[nodiscard]] std::optional<std::size_t> findRow(RowKind kind, std::uint32_t group, std::uint32_t track,
                                                     std::uint32_t index) const;

    std::shared_ptr<const Arrangement> m_arrangement;
    std::shared_ptr<const FilteredArrangement> m_filtered;
    FilterEffect m_effect = FilterEffect::Dim;
    bool m_hidesTracks = false;
    CollapsedState m_collapsed;
    TrackChoices m_choices;
    bool m_showsTimesOfFile = false;
    RowLayout m_layout;
    TimeRange m_range{0, 1}; // as asked for
    TimeScale m_scale{{0, 1}, 1};
    std::uint64_t m_version = 0;
    std::vector<RowBoxes> m_all; // by row of the layout
    std::vector<RowBoxes> m_matching;
    std::vector<RowSteps> m_steps;
    std::optional<Ticks> m_ticks;
    std::optional<PixelTimes> m_pixelTimes;
};

} // namespace lanescope::desktop
