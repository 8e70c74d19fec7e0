// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/overview_window.h"

#include "core/viewport/time_scale.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

constexpr int kEdgeReachPx = 5;

int pixelOf(double px, int widthPx)
{
    return static_cast<int>(std::clamp(px, 0.0, static_cast<double>(widthPx)));
}

// `range` moved by as little as possible to lie within `whole`, or around it where it is longer.
TimeRange movedInto(TimeRange range, TimeRange whole)
{
    const TimeNs lengthNs = range.durationNs();
    const TimeNs atBegin = whole.beginNs;
    const TimeNs atEnd = whole.endNs - lengthNs;
    const TimeNs beginNs = std::clamp(range.beginNs, std::min(atBegin, atEnd), std::max(atBegin, atEnd));
    return {beginNs, beginNs + lengthNs};
}

} // namespace

OverviewWindow overviewWindow(TimeRange whole, TimeRange visible, int widthPx)
{
    const TimeScale scale(whole, widthPx);
    const int width = scale.widthPx();
    OverviewWindow window{pixelOf(std::floor(scale.toPx(visible.beginNs)), width),
                          pixelOf(std::ceil(scale.toPx(visible.endNs)), width)};
    if (const int missing = std::min(OverviewWindow::kNarrowestPx, width) - (window.x1 - window.x0); missing > 0) {
        window.x0 = std::clamp(window.x0 - missing / 2, 0, width - (window.x1 - window.x0) - missing);
        window.x1 = window.x0 + std::min(OverviewWindow::kNarrowestPx, width);
    }
    return window;
}

OverviewPart overviewPartAt(OverviewWindow window, int px, int widthPx)
{
    const int insidePx = std::min(kEdgeReachPx, (window.x1 - window.x0) / 3);
    if (window.x0 - kEdgeReachPx <= px && px < window.x0 + insidePx)
        return OverviewPart::LeftEdge;
    if (window.x1 - insidePx <= px && px < window.x1 + kEdgeReachPx)
        return OverviewPart::RightEdge;
    const bool isInside = window.x0 <= px && px < window.x1;
    const bool isMovable = window.x0 > 0 || window.x1 < widthPx;
    return isInside && isMovable ? OverviewPart::Window : OverviewPart::Empty;
}

TimeRange draggedView(OverviewPart part, TimeRange whole, TimeRange visible, int fromPx, int toPx, int widthPx)
{
    if (fromPx == toPx)
        return visible;
    const TimeScale scale(whole, widthPx);
    const TimeNs fromNs = scale.toNs(fromPx);
    const TimeNs toNs = scale.toNs(toPx);
    const TimeNs byNs = toNs - fromNs;
    const TimeRange reach = whole.united(visible);
    switch (part) {
    case OverviewPart::LeftEdge: {
        const TimeNs lastNs = std::min(visible.endNs - kShortestViewNs, whole.endNs - 1);
        return {std::clamp(visible.beginNs + byNs, reach.beginNs, std::max(lastNs, reach.beginNs)), visible.endNs};
    }
    case OverviewPart::RightEdge: {
        const TimeNs firstNs = std::max(visible.beginNs + kShortestViewNs, whole.beginNs + 1);
        return {visible.beginNs, std::clamp(visible.endNs + byNs, std::min(firstNs, reach.endNs), reach.endNs)};
    }
    case OverviewPart::Window:
        return movedInto({visible.beginNs + byNs, visible.endNs + byNs}, reach);
    case OverviewPart::Empty:
        break;
    }
    const TimeNs beginNs = std::clamp(std::min(fromNs, toNs), whole.beginNs, whole.endNs);
    const TimeNs endNs = std::clamp(std::max(fromNs, toNs), whole.beginNs, whole.endNs);
    return {beginNs, std::max(endNs, beginNs + kShortestViewNs)};
}

TimeRange centredView(TimeRange whole, TimeRange visible, int px, int widthPx)
{
    const TimeNs lengthNs = visible.durationNs();
    const TimeNs beginNs = TimeScale(whole, widthPx).toNs(px) - lengthNs / 2;
    return movedInto({beginNs, beginNs + lengthNs}, whole);
}

} // namespace lanescope
