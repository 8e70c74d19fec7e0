// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_overlay.h"

#include "app/desktop/text.h"
#include "app/desktop/timeline/spoken_text.h"
#include "app/desktop/timeline/timeline_frame.h"

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kFlagHeightPx = 14;
constexpr int kFlagRoomPx = 4;
constexpr int kWidestFlagPx = 160;

// A position that a painter can take: far outside is as good as outside.
int limitedPx(double px, int widthPx)
{
    return static_cast<int>(std::floor(std::clamp(px, -10.0, widthPx + 10.0)));
}

QRect axisStrip(const QRect& canvas)
{
    return QRect(canvas.left(), canvas.top() - TimelineFrame::kAxisHeightPx, canvas.width(),
                 TimelineFrame::kAxisHeightPx);
}

} // namespace

TimelineOverlay::TimelineOverlay(QCPAxisRect& axisRect, const QString& layer, TimelineScene& scene)
    : QCPLayerable(axisRect.parentPlot(), layer), m_axisRect(axisRect), m_scene(scene),
      m_theme(&themeOf(ThemeKind::Light))
{}

void TimelineOverlay::setSelection(const Selection& selection)
{
    m_selection = selection;
    const auto* event = std::get_if<EventId>(&selection);
    m_slicePlace = event != nullptr && !m_scene.isEmpty() ? placeOf(*m_scene.arrangement(), *event) : std::nullopt;
}

void TimelineOverlay::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

QRect TimelineOverlay::rectOf(std::size_t row, int x0, int x1) const
{
    const QRect canvas = m_axisRect.rect();
    const Row& place = m_scene.layout().rows[row];
    const int gapPx = place.kind == RowKind::Region ? 2 : 1;
    return QRect(canvas.left() + x0, canvas.top() + m_scene.layout().onScreen(place.yPx, m_scrollPx),
                 std::max(x1 - x0, 2), place.heightPx - gapPx);
}

std::optional<std::size_t> TimelineOverlay::selectedRow() const
{
    if (const auto* region = std::get_if<RegionPlace>(&m_selection))
        return m_scene.rowOf(*region);
    return m_slicePlace ? m_scene.rowOf(*m_slicePlace) : std::nullopt;
}

std::optional<QRect> TimelineOverlay::selectedRect() const
{
    if (m_scene.isEmpty() || m_selection.index() == 0)
        return std::nullopt;
    const std::optional<std::size_t> row = selectedRow();
    TimeRange range;
    if (const auto* event = std::get_if<EventId>(&m_selection))
        range = {m_scene.trace().beginNs(*event), m_scene.trace().endNs(*event)};
    else if (const auto* region = std::get_if<RegionPlace>(&m_selection))
        range = regionAt(*m_scene.arrangement(), *region).range;
    const TimeScale scale = m_scene.scale();
    if (!row || range.beginNs >= scale.range().endNs ||
        std::max(range.endNs, range.beginNs + 1) <= scale.range().beginNs)
        return std::nullopt;
    const int width = m_axisRect.rect().width();
    const int x0 = limitedPx(scale.toPx(range.beginNs), width);
    const int x1 = limitedPx(std::ceil(scale.toPx(range.endNs)), width);
    return rectOf(*row, x0, x1);
}

void TimelineOverlay::draw(QCPPainter* painter)
{
    if (m_scene.isEmpty())
        return;
    const QRect canvas = m_axisRect.rect();
    painter->save();
    painter->setClipRect(canvas);
    drawMarks(*painter, canvas);
    drawMarkedRange(*painter, canvas);
    const auto clipTo = [&](std::size_t row) {
        const bool isPinned = m_scene.layout().rows[row].yPx < m_scene.layout().pinnedPx;
        painter->setClipRect(isPinned ? canvas : canvas.adjusted(0, m_scene.layout().pinnedPx, 0, 0));
    };
    if (m_hovered && m_hovered->row < m_scene.layout().rows.size()) {
        clipTo(m_hovered->row);
        painter->setPen(QPen(m_theme->selection, 1));
        painter->setBrush(Qt::NoBrush);
        painter->setOpacity(0.55);
        painter->drawRect(rectOf(m_hovered->row, m_hovered->box.x0, m_hovered->box.x1).adjusted(0, 0, -1, -1));
        painter->setOpacity(1.0);
    }
    if (const auto rect = selectedRect()) {
        clipTo(*selectedRow());
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(m_theme->canvas, 0));
        painter->drawRect(rect->adjusted(-3, -3, 2, 2));
        QPen pen(m_theme->selection, 2);
        pen.setJoinStyle(Qt::MiterJoin);
        painter->setPen(pen);
        painter->drawRect(rect->adjusted(-1, -1, 1, 1));
    }
    painter->setClipRect(canvas);
    drawArrows(*painter, canvas);
    if (m_scene.isFiltered() && !m_scene.hasMatches())
        drawNothingLeft(*painter, canvas);
    painter->restore();
    drawCursor(*painter, canvas);
}

void TimelineOverlay::drawArrows(QPainter& painter, const QRect& canvas)
{
    if (m_arrows.empty())
        return;
    const TimeScale scale = m_scene.scale();
    const auto pointOf = [&](const ShownArrow::End& end) {
        const auto row = rowOfArrowEnd(m_scene, end.place);
        const int y = row ? m_scene.layout().onScreen(row->yPx, m_scrollPx) + row->heightPx / 2 : 0;
        return std::pair(row.has_value(),
                         QPointF(canvas.left() + limitedPx(scale.toPx(end.atNs), canvas.width()), canvas.top() + y));
    };
    std::vector<ArrowLine> lines;
    for (const ShownArrow& arrow : m_arrows) {
        const auto [hasFrom, from] = pointOf(arrow.from);
        const auto [hasTo, to] = pointOf(arrow.to);
        if (hasFrom && hasTo)
            lines.push_back({from, to, arrow.isLeaving});
    }
    painter.setRenderHint(QPainter::Antialiasing);
    lanescope::desktop::drawArrows(painter, std::move(lines), *m_theme);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void TimelineOverlay::drawNothingLeft(QPainter& painter, const QRect& canvas)
{
    const QString text = QCoreApplication::translate("Timeline", "The filter leaves nothing.") + QLatin1Char('\n') +
                         QCoreApplication::translate("Timeline", "%1 clears it.")
                             .arg(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F).toString(QKeySequence::NativeText));
    painter.setFont(timelineTitleFont());
    constexpr int kRoomPx = 12;
    QRect box = painter.fontMetrics().boundingRect(canvas, Qt::AlignCenter, text);
    box.adjust(-kRoomPx, -kRoomPx, kRoomPx, kRoomPx);
    painter.setPen(QPen(m_theme->border, 0));
    painter.setBrush(m_theme->surface);
    painter.drawRect(box);
    painter.setPen(m_theme->text);
    painter.drawText(box, Qt::AlignCenter, text);
}

QRect TimelineOverlay::flagRect(const Mark& mark, const QRect& canvas) const
{
    const TimeScale scale = m_scene.scale();
    const double px = std::floor(scale.toPx(mark.range.beginNs));
    if (px < 0 || px >= canvas.width())
        return {};
    const int x = canvas.left() + static_cast<int>(px);
    const int textPx =
        mark.note.isEmpty() ? 0 : QFontMetrics(timelineFont()).horizontalAdvance(mark.note) + 2 * kFlagRoomPx;
    // Above the labels of the ticks.
    return QRect(x, canvas.top() - TimelineFrame::kAxisHeightPx + 1,
                 std::clamp(textPx, kFlagHeightPx / 2, kWidestFlagPx), kFlagHeightPx);
}

std::optional<std::size_t> TimelineOverlay::markAt(QPoint point) const
{
    const QRect canvas = m_axisRect.rect();
    for (std::size_t i = m_marks.size(); i > 0; --i) { // later ones are drawn above
        if (flagRect(m_marks[i - 1], canvas).contains(point))
            return i - 1;
    }
    return std::nullopt;
}

void TimelineOverlay::drawMarks(QPainter& painter, const QRect& canvas)
{
    const TimeScale scale = m_scene.scale();
    painter.setFont(timelineFont());
    QColor stretch = m_theme->warning;
    stretch.setAlpha(28);
    for (const Mark& mark : m_marks) {
        const int x0 = canvas.left() + limitedPx(scale.toPx(mark.range.beginNs), canvas.width());
        const int x1 = canvas.left() + limitedPx(scale.toPx(mark.range.endNs), canvas.width());
        if (x1 < canvas.left() || x0 > canvas.right())
            continue;
        if (x1 > x0)
            painter.fillRect(QRect(x0, canvas.top(), x1 - x0, canvas.height()), stretch);
        painter.setPen(QPen(m_theme->warning, 0, Qt::DashLine));
        painter.drawLine(x0, canvas.top(), x0, canvas.bottom());
        if (x1 > x0)
            painter.drawLine(x1, canvas.top(), x1, canvas.bottom());
    }
    painter.setClipping(false);
    for (const Mark& mark : m_marks) {
        const QRect flag = flagRect(mark, canvas);
        if (flag.isEmpty())
            continue;
        painter.fillRect(flag, m_theme->warning);
        painter.fillRect(QRect(flag.left(), flag.bottom(), 1, canvas.top() - flag.bottom()), m_theme->warning);
        painter.setPen(m_theme->canvas);
        const int room = flag.width() - 2 * kFlagRoomPx;
        if (!mark.note.isEmpty())
            painter.drawText(flag.adjusted(kFlagRoomPx, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                             painter.fontMetrics().elidedText(mark.note, Qt::ElideRight, room));
    }
    painter.setClipRect(canvas);
}

std::vector<QRect> TimelineOverlay::markedRects(const QRect& canvas, int x0, int x1) const
{
    const int width = std::max(x1 - x0, 1);
    if (m_markedTracks.empty())
        return {QRect(x0, canvas.top(), width, canvas.height())};
    const RowLayout& layout = m_scene.layout();
    std::vector<QRect> rects;
    const auto add = [&](int yPx, int heightPx) {
        const int firstPx = yPx < layout.pinnedPx ? 0 : layout.pinnedPx;
        const QRect rect(x0, canvas.top() + layout.onScreen(yPx, m_scrollPx), width, heightPx);
        const QRect seen = rect.intersected(canvas.adjusted(-1, firstPx, 1, 0));
        const bool follows = !rects.empty() && rects.back().bottom() < seen.top() &&
                             seen.top() - rects.back().bottom() - 1 <= RowMetrics{}.trackGapPx;
        if (follows && !seen.isEmpty())
            rects.back().setBottom(seen.bottom());
        else if (!seen.isEmpty())
            rects.push_back(seen);
    };
    const auto isMarked = [&](const TrackPlace& track) {
        return std::find(m_markedTracks.begin(), m_markedTracks.end(), track) != m_markedTracks.end();
    };
    for (const TrackExtent& extent : layout.tracks) {
        if (isMarked({extent.group, extent.track}))
            add(extent.yPx, extent.heightPx);
    }
    for (const Row& row : layout.rows) {
        const bool isOfGroup = std::any_of(m_markedTracks.begin(), m_markedTracks.end(),
                                           [&](const TrackPlace& track) { return row.isHeaderOf(track.group); });
        if (row.kind == RowKind::GroupHeader && isOfGroup && m_scene.isGroupCollapsed(row.group))
            add(row.yPx, row.heightPx);
    }
    return rects;
}

void TimelineOverlay::drawMarkedRange(QPainter& painter, const QRect& canvas)
{
    if (!m_markedRange)
        return;
    const TimeScale scale = m_scene.scale();
    const int x0 = canvas.left() + limitedPx(scale.toPx(m_markedRange->beginNs), canvas.width());
    const int x1 = canvas.left() + limitedPx(scale.toPx(m_markedRange->endNs), canvas.width());
    painter.setBrush(Qt::NoBrush);
    for (const QRect& rect : markedRects(canvas, x0, x1)) {
        painter.fillRect(rect, m_theme->marked);
        painter.setPen(QPen(m_theme->cursor, 0));
        if (m_markedTracks.empty()) {
            painter.drawLine(x0, canvas.top(), x0, canvas.bottom());
            painter.drawLine(x1, canvas.top(), x1, canvas.bottom());
        } else {
            painter.drawRect(rect.adjusted(0, 0, 0, -1));
        }
    }
    painter.setClipping(false);
    drawPill(painter, (x0 + x1) / 2, axisStrip(canvas),
             markedText(*m_scene.arrangement(), *m_markedRange, m_markedTracks));
    painter.setClipRect(canvas);
}

void TimelineOverlay::drawCursor(QPainter& painter, const QRect& canvas)
{
    if (!m_cursorX || *m_cursorX < canvas.left() || *m_cursorX > canvas.right())
        return;
    QColor line = m_theme->cursor;
    line.setAlpha(150);
    painter.setPen(QPen(line, 0));
    painter.drawLine(*m_cursorX, canvas.top(), *m_cursorX, canvas.bottom());
    if (m_markedRange)
        return; // the axis shows the length of the range
    const TimeScale scale = m_scene.scale();
    // As many digits as the pixels are worth: steps of the cursor show, noise does not.
    const TimeNs atNs = scale.toNs(*m_cursorX - canvas.left());
    if (m_scene.showsTimesOfFile()) {
        drawPill(painter, *m_cursorX, axisStrip(canvas), toQString(exactSecondsText(atNs + m_scene.trace().baseNs())));
        return;
    }
    const double stepNs = std::max(scale.nsPerPx(), 1.0);
    const int digits = std::clamp(
        static_cast<int>(std::ceil(std::log10(std::max(std::abs(static_cast<double>(atNs)), 1.0) / stepNs))) + 1, 3,
        15);
    drawPill(painter, *m_cursorX, axisStrip(canvas), durationLabel(atNs, digits));
}

void TimelineOverlay::drawPill(QPainter& painter, int middleX, const QRect& strip, const QString& text)
{
    painter.setFont(timelineFont());
    const int width = painter.fontMetrics().horizontalAdvance(text) + 14;
    const int left =
        std::clamp(middleX - width / 2, strip.left() + 1, std::max(strip.left() + 1, strip.right() - width));
    // On the line of the ticks' labels, and a little higher: a label is covered whole or not at all.
    const int height = painter.fontMetrics().height() + 4;
    const QRect pill(left, strip.bottom() - TimelineFrame::kLabelAboveBottomPx - height + 2, width, height);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_theme->accent);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.drawRoundedRect(pill, 3, 3);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(m_theme->accentText);
    painter.drawText(pill, Qt::AlignCenter, text);
}

} // namespace lanescope::desktop
