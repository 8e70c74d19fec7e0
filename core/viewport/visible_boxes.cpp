// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/visible_boxes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

constexpr std::uint32_t kFarItems = 8;
constexpr int kPixelsAhead = 64;

// The pixels of the ends of items, without their exact times where those about make no difference.
template<typename Items>
class ItemPixels {
public:
    ItemPixels(const Items& items, const TimeScale& scale) : m_items(items), m_scale(scale) {}

    [[nodiscard]] int ofBegin(std::uint32_t i) const
    {
        const TimeRange about = m_items.beginAbout(i);
        const int earliest = pixelOf(about.beginNs);
        return earliest == pixelOf(about.endNs) ? earliest : pixelOf(m_items.beginNs(i));
    }
    [[nodiscard]] int ofEnd(std::uint32_t i) const
    {
        const TimeRange about = m_items.endAbout(i);
        const int earliest = pixelOf(about.beginNs);
        return earliest == pixelOf(about.endNs) ? earliest : pixelOf(m_items.endNs(i));
    }
    [[nodiscard]] bool endsBefore(std::uint32_t i, TimeNs atNs) const
    {
        const TimeRange about = m_items.endAbout(i);
        return about.endNs < atNs || (about.beginNs < atNs && m_items.endNs(i) < atNs);
    }

private:
    [[nodiscard]] int pixelOf(TimeNs t) const
    {
        // Rounds towards 0, which for what lies left of the view is as good as any: it is clamped.
        return static_cast<int>(std::clamp(m_scale.toPx(t), -1.0, static_cast<double>(m_scale.widthPx())));
    }

    const Items& m_items;
    const TimeScale& m_scale;
};

// Makes the boxes of a view one after the other. What follows a box depends on its items and its end alone.
// `Items`: a row, or what looks like one; begins and ends never decrease.
template<typename Items>
class BoxWalk {
public:
    BoxWalk(const Items& items, const PixelTimes& times)
        : m_items(items), m_times(times), m_pixels(items, times.scale()), m_width(times.scale().widthPx())
    {
        const TimeRange view = times.scale().range();
        m_next = items.firstFrom(view.beginNs, 0, items.size());
        m_last = items.firstFrom(view.endNs, m_next, items.size());
        while (m_next > 0 && items.endNs(m_next - 1) > view.beginNs)
            --m_next;
    }

    [[nodiscard]] bool isAtEnd() const { return m_next >= m_last; }
    [[nodiscard]] Box take()
    {
        Box box;
        box.first = m_next;
        if (m_items.endAbout(m_next).endNs < m_times.beginNs(m_freePx + 1)) { // zoomed out, most lie within a pixel
            box.x0 = m_freePx;
            box.x1 = m_freePx + 1;
        } else {
            box.x0 = std::clamp(m_pixels.ofBegin(m_next), m_freePx, m_width - 1);
            box.x1 = std::clamp(m_pixels.ofEnd(m_next), box.x0 + 1, m_width);
        }
        if (box.x1 == m_width) {
            m_next = m_last;
        } else {
            m_next = firstBehind(box.x1);
            // Of those that begin within the box only the last can reach a pixel of its own beyond it.
            const std::uint32_t before = m_next - 1;
            if (before > box.first && !m_pixels.endsBefore(before, m_times.beginNs(box.x1 + 1)))
                m_next = before;
        }
        box.count = m_next - box.first;
        box.item = box.count == 1 ? box.first : m_items.longest(box.first, m_next);
        m_freePx = box.x1;
        m_isFar = box.count >= kFarItems;
        return box;
    }
    void goBehind(const Box& box)
    {
        m_next = box.first + box.count;
        m_freePx = box.x1;
    }

private:
    // The first item after m_next that begins at a pixel or behind it.
    [[nodiscard]] std::uint32_t firstBehind(int px)
    {
        if (px >= m_knownEndPx) {
            if (!m_isFar)
                return m_items.firstFrom(m_times.beginNs(px), m_next + 1, m_last);
            // Zoomed out, each box is made of memory far from the one before: that of several is fetched at a time,
            // more and more, because a view that moves asks for a few only.
            m_pixelsAtOnce = std::min(m_pixelsAtOnce * 4, kPixelsAhead);
            m_knownFromPx = px;
            m_knownEndPx = std::min(px + m_pixelsAtOnce, m_width);
            const auto count = static_cast<std::size_t>(m_knownEndPx - px);
            m_items.firstFromEach(m_times.beginsNs(px, m_knownEndPx - px), m_next, m_last,
                                  std::span(m_known).first(count));
        }
        return std::max(m_next + 1, m_known[static_cast<std::size_t>(px - m_knownFromPx)]);
    }

    const Items& m_items;
    const PixelTimes& m_times;
    ItemPixels<Items> m_pixels;
    int m_width;
    std::uint32_t m_next = 0;
    std::uint32_t m_last = 0;
    int m_freePx = 0;
    bool m_isFar = false;   // many items a pixel
    int m_pixelsAtOnce = 1; // how many were asked about the last time
    int m_knownFromPx = 0;  // m_known tells of pixels from here to m_knownEndPx
    int m_knownEndPx = 0;
    std::array<std::uint32_t, kPixelsAhead> m_known{}; // the first items that begin at a pixel or behind it
};

template<typename Items>
void fillBoxes(const Items& items, const PixelTimes& times, std::vector<Box>& out)
{
    out.clear();
    for (BoxWalk<Items> walk(items, times); !walk.isAtEnd();)
        out.push_back(walk.take());
}

Box movedBox(Box box, int byPx)
{
    box.x0 -= byPx;
    box.x1 -= byPx;
    return box;
}

template<typename Items>
PixelRange moveBoxesOf(const Items& items, const PixelTimes& times, int byPx, std::vector<Box>& boxes)
{
    const int width = times.scale().widthPx();
    std::vector<Box> moved;
    moved.reserve(boxes.size() + 16);
    // From the first new box that is an old one on, all are, up to those that an edge cuts or did.
    auto kept = boxes.cbegin();
    const auto keptEnd = std::ranges::lower_bound(boxes, std::min(width, width + byPx), {}, &Box::x1);
    BoxWalk<Items> walk(items, times);
    PixelRange unchanged{width, width};
    while (!walk.isAtEnd()) {
        moved.push_back(walk.take());
        while (kept < keptEnd && kept->first < moved.back().first)
            ++kept;
        if (kept >= keptEnd || movedBox(*kept, byPx) != moved.back())
            continue;
        unchanged.x0 = moved.back().x0;
        for (++kept; kept < keptEnd; ++kept)
            moved.push_back(movedBox(*kept, byPx));
        unchanged.x1 = moved.back().x1;
        walk.goBehind(moved.back());
        while (!walk.isAtEnd())
            moved.push_back(walk.take());
    }
    boxes.swap(moved);
    return unchanged;
}

struct Marks {
    const Trace& trace;
    std::span<const EventId> events;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(events.size()); }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return trace.beginNs(events[i]); }
    [[nodiscard]] TimeNs endNs(std::uint32_t i) const { return beginNs(i); }
    [[nodiscard]] TimeRange beginAbout(std::uint32_t i) const { return {beginNs(i), beginNs(i)}; }
    [[nodiscard]] TimeRange endAbout(std::uint32_t i) const { return beginAbout(i); }
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last) const
    {
        return firstPast(first, last, [&](std::uint32_t i) { return beginNs(i) >= atNs; });
    }
    void firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last,
                       std::span<std::uint32_t> items) const
    {
        for (std::size_t i = 0; i < atNs.size(); ++i)
            items[i] = first = firstFrom(atNs[i], first, last);
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

PixelRange moveBoxes(const LaneRow& row, const PixelTimes& times, int byPx, std::vector<Box>& boxes)
{
    return moveBoxesOf(row, times, byPx, boxes);
}

PixelRange moveBoxes(const RegionRow& row, const PixelTimes& times, int byPx, std::vector<Box>& boxes)
{
    return moveBoxesOf(row, times, byPx, boxes);
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
