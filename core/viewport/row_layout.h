// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lanes/arrangement.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope {

enum class RowKind : std::uint8_t { GroupHeader, Region, Band, Lane, Marks, Counter };

// One horizontal strip of the timeline, in unscrolled pixels.
struct Row {
    RowKind kind = RowKind::Lane;
    std::uint32_t group = 0;
    std::uint32_t track = 0; // within the group; unused for GroupHeader
    std::uint32_t index = 0; // which region row, band, lane or counter of the track
    int yPx = 0;
    int heightPx = 0;
    // Of a GroupHeader: so many groups after `group`, all folded, have no header but this one.
    std::uint32_t moreGroups = 0;

    // Whether this is the header of a group.
    [[nodiscard]] bool isHeaderOf(std::uint32_t ofGroup) const
    {
        return kind == RowKind::GroupHeader && group <= ofGroup && ofGroup - group <= moreGroups;
    }
};

// The vertical extent of one track: what its header covers.
struct TrackExtent {
    std::uint32_t group = 0;
    std::uint32_t track = 0;
    int yPx = 0;
    int heightPx = 0;
    bool isCollapsed = false;
    bool isPinned = false;
};

struct RowMetrics {
    int groupHeaderPx = 24;
    int regionPx = 20;
    int bandPx = 16;
    int lanePx = 20;
    int collapsedPx = 20; // a collapsed track: one strip of its first lane
    int trackGapPx = 8;
    int counterPx = 44;
};

// Which groups and tracks are folded; keys are "<process id>" and "<process id>/<track id or title>", of a merged trace
// with the part's title before them: "rank 3:<process id>".
struct CollapsedState {
    std::set<std::string> groups;
    std::set<std::string> tracks;
};

// What the user did with tracks, by the keys of CollapsedState; keys of other tracks mean nothing.
struct TrackChoices {
    std::vector<std::string> pinned; // shown above all groups, in this order
    std::set<std::string> hidden;
    std::map<std::string, std::vector<std::string>> orders; // by group: its tracks, others after them
    std::map<std::string, int> lanePx;                      // by track: how high its lanes are

    friend bool operator==(const TrackChoices&, const TrackChoices&) = default;
};

// Whether a track is worth a place: what a filter that hides tracks asks.
using TrackTest = std::function<bool(std::uint32_t group, std::uint32_t track)>;

// Rows above pinnedPx do not scroll.
struct RowLayout {
    std::vector<Row> rows; // by y, without overlap
    std::vector<TrackExtent> tracks;
    int heightPx = 0;
    int pinnedPx = 0;

    // Where a y of the layout is on the screen when the rest is scrolled, and back.
    [[nodiscard]] int onScreen(int yPx, int scrollPx) const { return yPx < pinnedPx ? yPx : yPx - scrollPx; }
    [[nodiscard]] int fromScreen(int yPx, int scrollPx) const { return yPx < pinnedPx ? yPx : yPx + scrollPx; }
    [[nodiscard]] std::optional<std::size_t> rowAt(int yPx) const;
    // Rows that touch [topPx, bottomPx): positions [first, last).
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsBetween(int topPx, int bottomPx) const;
};

[[nodiscard]] std::string groupKey(const Arrangement& arrangement, std::uint32_t group);
[[nodiscard]] std::string trackKey(const Arrangement& arrangement, std::uint32_t group, std::uint32_t track);
// What is folded before anybody chose: the profiler's own groups, where there are others to look at; of more than two
// ranks all but their GPUs.
[[nodiscard]] CollapsedState foldedAtFirst(const Arrangement& arrangement);
// The tracks of a group as they are shown: positions, hidden and pinned ones included.
[[nodiscard]] std::vector<std::uint32_t> orderedTracks(const Arrangement& arrangement, std::uint32_t group,
                                                       const TrackChoices& choices);
// Groups without a shown track have no header; the profiler's own ones, while they are folded, share one: they would
// take the room of several tracks for what is hardly ever looked at. An empty `isWanted` wants all.
[[nodiscard]] RowLayout layoutRows(const Arrangement& arrangement, const RowMetrics& metrics,
                                   const CollapsedState& collapsed, const TrackChoices& choices = {},
                                   const TrackTest& isWanted = {});

} // namespace lanescope
