// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lanes/arrangement.h"

#include <cstdint>
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
};

// The vertical extent of one track: what its header covers.
struct TrackExtent {
    std::uint32_t group = 0;
    std::uint32_t track = 0;
    int yPx = 0;
    int heightPx = 0;
    bool isCollapsed = false;
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

// Which groups and tracks are folded; keys are "<process id>" and "<process id>/<track id or title>".
struct CollapsedState {
    std::set<std::string> groups;
    std::set<std::string> tracks;
};

struct RowLayout {
    std::vector<Row> rows; // by y, without overlap
    std::vector<TrackExtent> tracks;
    int heightPx = 0;

    [[nodiscard]] std::optional<std::size_t> rowAt(int yPx) const;
    // Rows that touch [topPx, bottomPx): positions [first, last).
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsBetween(int topPx, int bottomPx) const;
};

[[nodiscard]] std::string groupKey(const Arrangement& arrangement, std::uint32_t group);
[[nodiscard]] std::string trackKey(const Arrangement& arrangement, std::uint32_t group, std::uint32_t track);
// What is folded before anybody chose: the profiler's own groups, where there are others to look at.
[[nodiscard]] CollapsedState foldedAtFirst(const Arrangement& arrangement);
[[nodiscard]] RowLayout layoutRows(const Arrangement& arrangement, const RowMetrics& metrics,
                                   const CollapsedState& collapsed);

} // namespace lanescope
