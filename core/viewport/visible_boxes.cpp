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

// The same, but cheap when the answer is near low: doubling steps, then halving ones.
template<typename IsPast>
std::uint32_t firstPastNear(std::uint32_t low, std::uint32_t high, IsPast isPast)
{
    std::uint32_t step = 1;
    std::uint32_t probe = low;
    while (probe < high && !isPast(probe)) {
        low = probe + 1;
        probe = high - low < step ? high : low + step;
        step *= 2;
    }
    return firstPast(low, std::min(probe, high), isPast);
}

int pixelOf(double px, int widthPx)
{
    return static_cast<int>(std::floor(std::clamp(px, -1.0, static_cast<double>(widthPx))));
}

// `Items` has size(), beginNs(i), endNs(i) and longest(first, last); begins and ends never decrease.
template<typename Items>
void fillBoxes(const Items& items, const TimeScale& scale, std::vector<Box>& out)
{
    out.clear();
    const int width = scale.widthPx();
    const TimeRange view = scale.range();
    const auto reachesView = [&](std::uint32_t i) {
        return items.endNs(i) > view.beginNs || items.beginNs(i) >= view.beginNs;
    };
    std::uint32_t next = firstPast(0, items.size(), reachesView);
    const std::uint32_t last = firstPast(next, items.size(), [&](auto i) { return items.beginNs(i) >= view.endNs; });
    int freePx = 0;
    while (next < last) {
        Box box;
        box.first = next;
        box.x0 = std::clamp(pixelOf(scale.toPx(items.beginNs(next)), width), freePx, width - 1);
        box.x1 = std::clamp(pixelOf(scale.toPx(items.endNs(next)), width), box.x0 + 1, width);
        // What begins and ends before the box's end has no pixel of its own.
        if (box.x1 == width) {
            next = last;
        } else {
            const TimeNs boxEndNs = scale.toNs(box.x1);
            const TimeNs nextPixelNs = scale.toNs(box.x1 + 1);
            next = firstPastNear(next + 1, last, [&](std::uint32_t i) {
                return items.beginNs(i) >= boxEndNs || items.endNs(i) >= nextPixelNs;
            });
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
    [[nodiscard]] static std::uint32_t longest(std::uint32_t first, std::uint32_t /*last*/) { return first; }
};

} // namespace

void visibleBoxes(const LaneRow& row, const TimeScale& scale, std::vector<Box>& out)
{
    fillBoxes(row, scale, out);
}

void visibleBoxes(const RegionRow& row, const TimeScale& scale, std::vector<Box>& out)
{
    fillBoxes(row, scale, out);
}

void visibleMarks(const Trace& trace, std::span<const EventId> marks, const TimeScale& scale, std::vector<Box>& out)
{
    fillBoxes(Marks{trace, marks}, scale, out);
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
