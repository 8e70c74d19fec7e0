// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/visible_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

// The first position in [low, high) for which `isPast` holds, which holds for all after it; high if none.
template<typename IsPast>
std::uint32_t firstPast(std::uint32_t low, std::uint32_t high, IsPast isPast)
{
    while (low < high) {
        const std::uint32_t middle = low + (high - low) / 2;
        if (isPast(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

int pixelOf(double px, int widthPx)
{
    return static_cast<int>(std::floor(std::clamp(px, -1.0, static_cast<double>(widthPx))));
}

// `Items`: a row, or what looks like one; begins and ends never decrease.
template<typename Items>
void fillBoxes(const Items& items, const PixelTimes& times, std::vector<Box>& out)
{
    const TimeScale& scale = times.scale();
    out.clear();
    const int width = scale.widthPx();
    const TimeRange view = scale.range();
    const auto reachesView = [&](std::uint32_t i) {
        return items.endNs(i) > view.beginNs || items.beginNs(i) >= view.beginNs;
    };
    std::uint32_t next = firstPast(0, items.size(), reachesView);
    const std::uint32_t last = items.firstFrom(view.endNs, next, items.size());
    int freePx = 0;
    TimeNs pixelEndNs = times.beginNs(1); // of the pixel freePx
    while (next < last) {
        Box box;
        box.first = next;
        TimeNs boxEndNs = pixelEndNs;
        if (items.latestEndNs(next) < pixelEndNs) { // zoomed out, most lie within a pixel: no need for exact times
            box.x0 = freePx;
            box.x1 = freePx + 1;
        } else {
            box.x0 = std::clamp(pixelOf(scale.toPx(items.beginNs(next)), width), freePx, width - 1);
            box.x1 = std::clamp(pixelOf(scale.toPx(items.endNs(next)), width), box.x0 + 1, width);
            boxEndNs = times.beginNs(box.x1);
        }
        if (box.x1 == width) {
            next = last;
        } else {
            pixelEndNs = times.beginNs(box.x1 + 1);
            next = items.firstFrom(boxEndNs, next + 1, last);
            // Of those that begin within the box only the last can reach a pixel of its own beyond it.
            const std::uint32_t before = next - 1;
            if (before > box.first && items.latestEndNs(before) >= pixelEndNs && items.endNs(before) >= pixelEndNs)
                next = before;
        }
        box.count = next - box.first;
        box.item = box.count == 1 ? box.first : items.longest(box.first, next);
        out.push_back(box);
        freePx = box.x1;
    }
}

struct Marks {
    const Trace& trace;
    std::span<const EventId> events;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(events.size()); }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return trace.beginNs(events[i]); }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return beginNs(i); }
    [[nodiscard]] TimeNs latestEndNs(std::uint32_t i) const { return beginNs(i); }
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const
    {
        return firstPast(first, last, [&](std::uint32_t i) { return beginNs(i) >= atNs; });
    }
    [[nodiscard]] static std::uint32_t longest(std::uint32_t first, std::uint32_t /*last*/) { return first; }
};

} // namespace

void visibleBoxes(const LaneRow& row, const PixelTimes& times, std::vector<Box>& out)
{
    fillBoxes(row, times, out);
}

void visibleBoxes(const RegionRow& row, const PixelTimes& times, std::vector<Box>& out)
{
    fillBoxes(row, times, out);
}

void visibleMarks(const Trace& trace, std::span<const EventId> marks, const PixelTimes& times, std::vector<Box>& out)
{
    fillBoxes(Marks{trace, marks}, times, out);
}

std::optional<Box> boxAt(const std::vector<Box>& boxes, int px, int reachPx)
{
    const auto right = std::ranges::upper_bound(boxes, px, {}, &Box::x0); // the first that begins after px
    std::optional<Box> nearest;
    std::int64_t nearestPx = std::int64_t{reachPx} + 1;
    if (right != boxes.begin()) {
        const Box& left = *(right - 1);
        const std::int64_t distance = std::max<std::int64_t>(0, std::int64_t{px} - (left.x1 - 1));
        if (distance < nearestPx) {
            nearest = left;
            nearestPx = distance;
        }
    }
    if (right != boxes.end() && std::int64_t{right->x0} - px < nearestPx)
        nearest = *right;
    return nearest;
}

std::string boxesAsText(const std::vector<Box>& boxes)
{
    std::string text;
    for (const Box& box : boxes) {
        if (!text.empty())
            text += ' ';
        text += fmt::format("{}-{}:{}", box.x0, box.x1, box.item);
        if (box.count > 1)
            text += fmt::format("x{}", box.count);
    }
    return text;
}

} // namespace lanescope
