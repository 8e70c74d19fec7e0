// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

namespace lanescope {

// The visible range as a frame on a strip that shows a whole trace: pixels [x0, x1), inside [0, width) and at least
// kNarrowestPx wide (or the whole strip) so that it can be seen and taken hold of.
struct OverviewWindow {
    static constexpr int kNarrowestPx = 6;

    int x0 = 0;
    int x1 = 0;

    friend bool operator==(const OverviewWindow&, const OverviewWindow&) = default;
};
[[nodiscard]] OverviewWindow overviewWindow(TimeRange whole, TimeRange visible, int widthPx);

// What a press on the strip takes hold of.
enum class OverviewPart {
    Empty,     // a drag spans a new range
    LeftEdge,  // a drag moves the view's begin
    RightEdge, // a drag moves the view's end
    Window,    // a drag moves the view
};
// The edges win within 5 px outside of the window and a third of it, at most 5 px, inside; a window as wide as the
// strip cannot be moved, so that its inside counts as empty.
[[nodiscard]] OverviewPart overviewPartAt(OverviewWindow window, int px, int widthPx);

// Where a drag of `part` that began at `fromPx` while `visible` was shown leads: the view at `toPx`. An edge stops
// kShortestViewNs before the other one and at the strip's ends, a moved window at the strip's ends, unless the view was
// beyond them already. Two equal pixels give `visible`.
[[nodiscard]] TimeRange draggedView(OverviewPart part, TimeRange whole, TimeRange visible, int fromPx, int toPx,
                                    int widthPx);

// `visible` moved so that its middle lies at a pixel, kept within `whole` where it fits.
[[nodiscard]] TimeRange centredView(TimeRange whole, TimeRange visible, int px, int widthPx);

} // namespace lanescope
