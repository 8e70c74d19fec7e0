// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/slice_place.h"
#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/timeline_scene.h"
#include "core/query/arrow_index.h"

#include <QPainter>

#include <optional>
#include <vector>

namespace lanescope::desktop {

// An arrow of the selected slice, with where its two slices are in an arrangement.
struct ShownArrow {
    struct End {
        SlicePlace place;
        TimeNs atNs = 0;
    };
    End from;
    End to;
    bool isLeaving = false; // of the selected slice, else entering
};

// A graph launch has an arrow to each of its kernels: more than this many take longer than a frame.
inline constexpr std::size_t kMostShownArrows = 2000;

// The first arrows that enter and leave a slice; those with an end on no lane or band are left out.
[[nodiscard]] std::vector<ShownArrow> arrowsOf(const ArrowIndex& arrows, const Arrangement& arrangement, EventId slice);

// From what a kernel of a graph replay waited for to it, and from it to what waited for it, where that is known.
[[nodiscard]] std::vector<ShownArrow> dependencyArrowsOf(const Arrangement& arrangement, EventId slice);

// The row where an arrow ends: the slice's, or what stands for it while its track or group is folded.
[[nodiscard]] std::optional<Row> rowOfArrowEnd(const TimelineScene& scene, const SlicePlace& place);

// An arrow in the pixels of a picture; one that enters is dashed.
struct ArrowLine {
    QPointF from;
    QPointF to;
    bool isLeaving = false;
};

// Draws curves with heads. A few stand out from all slices; of many each is faint, so that slices stay readable, and
// those that would lie on one another are drawn once.
void drawArrows(QPainter& painter, std::vector<ArrowLine> lines, const Theme& theme);

} // namespace lanescope::desktop
