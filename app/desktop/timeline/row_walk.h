// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/timeline_scene.h"
#include "app/desktop/trace_document.h"

#include <optional>
#include <utility>

namespace lanescope::desktop {

// Where keys go from a selection. Where a filter is active its matches go first, and what it hides is left out.

enum class RowStep { Above, Below };

// What is drawn nearest to the begin of the selection in the next row above or below its own that shows anything. When
// the selection has no row, from rows [first, last): the first of them that shows anything, from above or from below.
[[nodiscard]] std::optional<Selection> inNextRow(TimelineScene& scene, const Selection& selection, RowStep step,
                                                 std::pair<std::size_t, std::size_t> rows);
// The first or last slice that is drawn in the first of rows [first, last) that shows slices.
[[nodiscard]] std::optional<Selection> atTheEdge(TimelineScene& scene, Neighbour which,
                                                 std::pair<std::size_t, std::size_t> rows);
// The region bar before or after another on its row; nothing at the ends and while the row is folded away.
[[nodiscard]] std::optional<RegionPlace> neighbourBar(const TimelineScene& scene, const RegionPlace& bar,
                                                      Neighbour which);

} // namespace lanescope::desktop
