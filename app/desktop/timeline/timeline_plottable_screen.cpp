// SPDX-License-Identifier: GPL-3.0-or-later
// How a plottable keeps what it drew on a screen.
#include "app/desktop/timeline/timeline_plottable.h"

#include <algorithm>
#include <array>

namespace lanescope::desktop {
namespace {

PixelRange movedRange(PixelRange range, int byPx, int widthPx)
{
    return {std::max(range.x0 - byPx, 0), std::min(range.x1 - byPx, widthPx)};
}

PixelRange common(PixelRange a, PixelRange b)
{
    const PixelRange both{std::max(a.x0, b.x0), std::min(a.x1, b.x1)};
    return both.x0 < both.x1 ? both : PixelRange{};
}

// What lies left and right of a range; all of the pixels on the left where it is empty.
std::array<PixelRange, 2> around(PixelRange kept, int widthPx)
{
    if (kept.x0 >= kept.x1)
        return {PixelRange{0, widthPx}, PixelRange{}};
    return {PixelRange{0, kept.x0}, PixelRange{kept.x1, widthPx}};
}

std::vector<int> gridWithin(const std::vector<int>& gridPx, PixelRange range, int byPx)
{
    std::vector<int> inside;
    for (const int x : gridPx) {
        if (x - byPx >= range.x0 && x - byPx < range.x1)
            inside.push_back(x - byPx);
    }
    return inside;
}

} // namespace

void TimelinePlottable::paintOn(QPainter& painter)
{
    const QRect canvas = keyAxis()->axisRect()->rect();
    if (m_scene.isEmpty() || canvas.isEmpty())
        return;
    m_scene.setWidth(canvas.width());
    updatePicture(canvas, DevicePixels{painter.device()->devicePixelRatioF()});
    m_picture.paint(painter, canvas.topLeft());
}

void TimelinePlottable::updatePicture(const QRect& canvas, DevicePixels device)
{
    const int width = canvas.width();
    Drawn now{true, canvas, device.perPixel, m_scrollPx, m_scene.version(), m_scene.scale().originPx(), gridPixels()};
    const int byPx = now.originPx - m_drawn.originPx;
    bool isMove = m_drawn.isKnown && m_drawn.canvas == now.canvas && m_drawn.devicePixels == now.devicePixels &&
                  m_drawn.scrollPx == now.scrollPx && m_drawn.sceneVersion == now.sceneVersion;
    if (isMove && byPx == 0)
        return;
    PixelRange kept = movedRange({0, width}, byPx, width);
    isMove =
        isMove && gridWithin(m_drawn.gridPx, kept, byPx) == gridWithin(now.gridPx, kept, 0) && m_picture.moveBy(byPx);
    if (!isMove) {
        m_picture.reset(canvas.size(), device);
        kept = {};
    }
    m_drawn = std::move(now);
    makeLines(canvas, device);
    m_content.startFrame();
    QPainter painter(&m_picture.image());
    m_picture.place(painter);
    painter.translate(-canvas.topLeft());
    const int pinnedPx = std::min(m_scene.layout().pinnedPx, canvas.height());
    putRows(painter, canvas.adjusted(0, pinnedPx, 0, 0), m_scrollPx + pinnedPx, kept);
    if (pinnedPx > 0)
        putRows(painter, QRect(canvas.left(), canvas.top(), width, pinnedPx), 0, kept);
}

void TimelinePlottable::makeLines(const QRect& canvas, DevicePixels device)
{
    m_canvasLine.reset(canvas.width(), device, m_theme->canvas.rgb());
    m_trackLine.reset(canvas.width(), device, m_theme->trackCanvas.rgb());
    m_headerLine.reset(canvas.width(), device, m_theme->groupHeader.rgb());
    m_line = m_trackLine;
    for (const int x : m_drawn.gridPx) {
        m_canvasLine.dot(x, m_theme->grid.rgb());
        m_trackLine.dot(x, m_theme->grid.rgb());
    }
    m_isTrack.assign(static_cast<std::size_t>(canvas.height()), false);
    for (const TrackExtent& track : m_scene.layout().tracks) {
        const int top = m_scene.layout().onScreen(track.yPx, m_scrollPx);
        const int first = std::clamp(top, 0, canvas.height());
        const int last = std::clamp(top + track.heightPx, first, canvas.height());
        std::fill(m_isTrack.begin() + first, m_isTrack.begin() + last, true);
    }
}

void TimelinePlottable::putRows(QPainter& painter, const QRect& part, int fromPx, PixelRange kept)
{
    const int canvasTop = m_drawn.canvas.top();
    const auto [first, last] = m_scene.layout().rowsBetween(fromPx, fromPx + part.height());
    if (kept.x0 >= kept.x1) // of a view that moves, little is to be found
        m_scene.findBoxes(first, last,
                          [this](std::size_t row, TimelineScene::Items items) { m_content.lookUp(row, items); });
    int y = part.top();
    for (std::size_t index = first; index < last; ++index) {
        const Row& row = m_scene.layout().rows[index];
        const QRect rowRect(part.left(), canvasTop + m_scene.layout().onScreen(row.yPx, m_scrollPx), part.width(),
                            row.heightPx - rowGapPx(row.kind));
        putBackdrop(y, rowRect.top(), kept);
        putRow(painter, rowRect, part, index, kept);
        y = std::max(y, rowRect.top() + rowRect.height());
    }
    putBackdrop(y, part.top() + part.height(), kept);
}

void TimelinePlottable::putBackdrop(int y0, int y1, PixelRange kept)
{
    const int top = m_drawn.canvas.top();
    const int last = std::min(y1, top + m_drawn.canvas.height());
    for (int y = y0; y < last; ++y)
        putAround(m_isTrack[static_cast<std::size_t>(y - top)] ? m_trackLine : m_canvasLine, kept, y, y + 1);
}

void TimelinePlottable::putAround(const PixelLine& line, PixelRange kept, int y0, int y1)
{
    const int top = m_drawn.canvas.top();
    for (const PixelRange range : around(kept, m_drawn.canvas.width()))
        m_picture.put(line, range, y0 - top, y1 - top);
}

void TimelinePlottable::putRow(QPainter& painter, const QRect& rowRect, const QRect& part, std::size_t index,
                               PixelRange kept)
{
    const Row& row = m_scene.layout().rows[index];
    const QRect shown = rowRect & part;
    const int bottom = shown.top() + shown.height();
    switch (row.kind) {
    case RowKind::GroupHeader:
        putAround(m_headerLine, kept, shown.top(), bottom);
        return;
    case RowKind::Marks:
    case RowKind::Counter:
        putAround(m_trackLine, {}, shown.top(), bottom);
        painter.setClipRect(shown);
        if (row.kind == RowKind::Marks)
            drawMarks(painter, rowRect, index);
        else
            drawCounter(painter, rowRect, index);
        return;
    case RowKind::Region:
    case RowKind::Band:
    case RowKind::Lane:
        if (m_scene.showsOthers())
            kept = common(kept, m_scene.takeUnchanged(index, TimelineScene::Items::All));
        if (m_scene.isFiltered())
            kept = common(kept, m_scene.takeUnchanged(index, TimelineScene::Items::Matching));
        for (const PixelRange range : around(kept, rowRect.width())) {
            if (range.x0 < range.x1)
                putBoxes(painter, rowRect, part, index, range);
        }
        return;
    }
}

void TimelinePlottable::putBoxes(QPainter& painter, const QRect& rowRect, const QRect& part, std::size_t index,
                                 PixelRange range)
{
    const int top = m_drawn.canvas.top();
    const QRect shown = rowRect & part;
    const auto putLine = [&] { m_picture.put(m_line, range, shown.top() - top, shown.top() + shown.height() - top); };
    const auto drawOver = [&] {
        if (!m_content.hasHatches() && !m_content.hasLabels())
            return;
        painter.setClipRect(shown &
                            QRect(rowRect.left() + range.x0, rowRect.top(), range.x1 - range.x0, rowRect.height()));
        m_content.drawHatches(painter);
        m_content.drawLabels(painter);
    };
    m_line.copy(m_trackLine, range);
    bool hasHatches = false;
    if (m_scene.showsOthers()) {
        m_content.collect(index, TimelineScene::Items::All, m_scene.isFiltered(), rowRect, range);
        for (const RowContent::Span& span : m_content.spans())
            m_line.fill(span.x0, span.x1, span.color);
        hasHatches = m_content.hasHatches();
        if (hasHatches || !m_scene.isFiltered()) {
            putLine();
            drawOver();
        }
    }
    if (!m_scene.isFiltered())
        return;
    m_content.collect(index, TimelineScene::Items::Matching, false, rowRect, range);
    if (hasHatches) { // which what matches covers
        drawSpans(painter, rowRect);
    } else {
        for (const RowContent::Span& span : m_content.spans())
            m_line.fill(span.x0, span.x1, span.color);
        putLine();
    }
    drawOver();
}

} // namespace lanescope::desktop
