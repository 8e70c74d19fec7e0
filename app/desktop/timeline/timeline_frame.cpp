// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_frame.h"

#include "app/desktop/text.h"

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kNarrowestHeaderPx = 170;
constexpr int kWidestHeaderPx = 280;
constexpr int kGroupTextPx = 24; // left of a group's title
constexpr int kTrackTextPx = 30;
constexpr int kRightPaddingPx = 10;
constexpr int kOneLinePx = 20;
constexpr int kTwoLinesPx = 35; // a band and a lane

} // namespace

TimelineFrame::TimelineFrame(QCPAxisRect& axisRect, TimelineScene& scene)
    : QCPLayerable(axisRect.parentPlot(), QStringLiteral("axes")), m_axisRect(axisRect), m_scene(scene),
      m_theme(&themeOf(ThemeKind::Light))
{}

int TimelineFrame::suitableHeaderWidth() const
{
    int width = kNarrowestHeaderPx;
    if (m_scene.isEmpty())
        return width;
    const QFontMetrics metrics(timelineTitleFont());
    for (const ViewGroup& group : m_scene.arrangement()->groups) {
        width = std::max(width, kGroupTextPx + metrics.horizontalAdvance(toQString(group.title)) + kRightPaddingPx);
        for (const ViewTrack& track : group.tracks)
            width = std::max(width, kTrackTextPx + metrics.horizontalAdvance(toQString(track.title)) + kRightPaddingPx);
    }
    return std::min(width, kWidestHeaderPx);
}

void TimelineFrame::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void TimelineFrame::draw(QCPPainter* painter)
{
    if (m_scene.isEmpty())
        return;
    const QRect canvas = m_axisRect.rect();
    m_scene.setWidth(canvas.width());
    drawAxis(*painter, canvas);
    drawHeaders(*painter, canvas);
    const QRect outer = m_axisRect.outerRect();
    drawCorner(*painter, QRect(outer.left(), outer.top(), canvas.left() - outer.left(), kAxisHeightPx));
    painter->fillRect(QRect(canvas.left() - 1, outer.top(), 1, outer.height()), m_theme->border);
    painter->fillRect(QRect(outer.left(), canvas.top() - 1, outer.width(), 1), m_theme->border);
}

void TimelineFrame::drawAxis(QPainter& painter, const QRect& canvas)
{
    const QRect strip(canvas.left(), canvas.top() - kAxisHeightPx, canvas.width(), kAxisHeightPx);
    painter.save();
    painter.setClipRect(strip);
    painter.fillRect(strip, m_theme->trackHeader);
    painter.setFont(timelineFont());
    const TimeScale scale = m_scene.scale();
    const int textHeight = painter.fontMetrics().height();
    for (const Tick& tick : m_scene.ticks().ticks) {
        const int x = canvas.left() + static_cast<int>(std::floor(scale.toPx(tick.atNs)));
        const bool isMajor = !tick.label.empty();
        painter.setPen(QPen(isMajor ? m_theme->mutedText : m_theme->border, 0));
        painter.drawLine(x, strip.bottom() - (isMajor ? 9 : 5), x, strip.bottom());
        if (!isMajor)
            continue;
        painter.setPen(m_theme->text);
        const QString label = toQString(tick.label);
        const int width = painter.fontMetrics().horizontalAdvance(label);
        // The label of a tick at the very edge moves in rather than being cut.
        const int inside = std::min(x - width / 2, strip.right() - width - 4);
        const int left = std::max(inside, std::min(x, strip.left() + 4));
        painter.drawText(QRect(left, strip.bottom() - kLabelAboveBottomPx - textHeight, width + 1, textHeight),
                         Qt::AlignLeft, label);
    }
    painter.restore();
}

void TimelineFrame::drawCorner(QPainter& painter, const QRect& corner)
{
    painter.fillRect(corner, m_theme->trackHeader);
    painter.setFont(timelineFont());
    const TimeRange range = m_scene.scale().range();
    const QString shown = QCoreApplication::translate("Timeline", "%1 shown").arg(durationLabel(range.durationNs()));
    const auto& origin = m_scene.ticks().originLabel;
    const TimeNs beginNs = std::max(range.beginNs, m_scene.trace().fullRange().beginNs);
    const QString begin = m_scene.showsTimesOfFile() ? toQString(exactSecondsText(beginNs + m_scene.trace().baseNs()))
                                                     : durationLabel(beginNs);
    const QString from = origin.empty()
                             ? QCoreApplication::translate("Timeline", "from %1").arg(begin)
                             : QCoreApplication::translate("Timeline", "ticks after %1").arg(toQString(origin));
    const QRect text = corner.adjusted(10, 4, -kRightPaddingPx, -5);
    painter.setPen(m_theme->text);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, shown);
    painter.setPen(m_theme->mutedText);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignBottom,
                     painter.fontMetrics().elidedText(from, Qt::ElideRight, text.width()));
}

void TimelineFrame::drawHeaders(QPainter& painter, const QRect& canvas)
{
    const int left = m_axisRect.outerRect().left();
    const QRect column(left, canvas.top(), canvas.left() - left, canvas.height());
    const RowLayout& layout = m_scene.layout();
    const int pinnedPx = std::min(layout.pinnedPx, column.height());
    const QRect pinned(column.left(), column.top(), column.width(), pinnedPx);
    const QRect scrolled = column.adjusted(0, pinnedPx, 0, 0);
    painter.save();
    painter.setClipRect(column);
    painter.fillRect(column, m_theme->trackHeader);
    for (const TrackExtent& extent : layout.tracks) {
        const QRect& part = extent.isPinned ? pinned : scrolled;
        const QRect rect(column.left(), column.top() + layout.onScreen(extent.yPx, m_scrollPx), column.width(),
                         extent.heightPx);
        painter.setClipRect(part);
        if (rect.intersects(part))
            drawTrackHeader(painter, rect, extent, part);
    }
    painter.setClipRect(scrolled);
    for (const Row& row : layout.rows) {
        const QRect rect(column.left(), column.top() + row.yPx - m_scrollPx, column.width(), row.heightPx - 1);
        if (row.kind == RowKind::GroupHeader && rect.intersects(scrolled))
            drawGroupHeader(painter, rect, row);
    }
    painter.setClipping(false);
    if (pinnedPx > 0)
        painter.fillRect(QRect(column.left(), pinned.bottom() - 1, column.width() + canvas.width(), 2),
                         m_theme->accent);
    painter.restore();
}

void TimelineFrame::drawGroupHeader(QPainter& painter, const QRect& rect, const Row& row)
{
    painter.fillRect(rect, m_theme->groupHeader);
    drawChevron(painter, QPoint(rect.left() + 13, rect.center().y()), m_scene.isGroupCollapsed(row.group));
    painter.setFont(timelineTitleFont());
    painter.setPen(m_theme->text);
    const QRect text = rect.adjusted(kGroupTextPx, 0, -kRightPaddingPx, 0);
    const QString title = groupTitle(*m_scene.arrangement(), row);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(title, Qt::ElideMiddle, text.width()));
}

void TimelineFrame::drawTrackHeader(QPainter& painter, const QRect& rect, const TrackExtent& extent,
                                    const QRect& column)
{
    const Arrangement& arrangement = *m_scene.arrangement();
    const ViewTrack& track = trackAt(arrangement, extent.group, extent.track);
    // The name of a track that is taller than the view stays in sight.
    const int top = std::clamp(column.top(), rect.top(), std::max(rect.top(), rect.bottom() - kTwoLinesPx));
    const bool hasTwoLines = rect.height() >= kTwoLinesPx;
    const QRect title(rect.left() + kTrackTextPx, top, rect.width() - kTrackTextPx - kRightPaddingPx,
                      hasTwoLines ? kOneLinePx : std::min(rect.height(), kOneLinePx));
    const std::size_t rows = track.lanes.size() + track.bands.size() + track.regions.size() + track.counters.size();
    if (rows > 1)
        drawChevron(painter, QPoint(rect.left() + 20, title.center().y()), extent.isCollapsed);
    QFont font = timelineFont();
    font.setPixelSize(12);
    painter.setFont(font);
    painter.setPen(m_theme->text);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(toQString(track.title), Qt::ElideMiddle, title.width()));
    if (hasTwoLines) {
        painter.setFont(timelineFont());
        painter.setPen(m_theme->mutedText);
        const QRect summary = title.translated(0, kOneLinePx - 3);
        // Away from its group a track tells whose it is.
        const QString text =
            extent.isPinned ? toQString(arrangement.groups[extent.group].title) : trackSummary(arrangement, track);
        painter.drawText(summary, Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(text, Qt::ElideRight, summary.width()));
    }
    painter.setPen(QPen(m_theme->border, 0));
    painter.drawLine(rect.left(), rect.bottom() + 4, rect.right(), rect.bottom() + 4);
}

void TimelineFrame::drawChevron(QPainter& painter, QPoint middle, bool isCollapsed)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(m_theme->mutedText, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF m(middle);
    const QPointF down[] = {m + QPointF(-3.5, -1.75), m + QPointF(0, 1.75), m + QPointF(3.5, -1.75)};
    const QPointF right[] = {m + QPointF(-1.75, -3.5), m + QPointF(1.75, 0), m + QPointF(-1.75, 3.5)};
    painter.drawPolyline(isCollapsed ? right : down, 3);
    painter.restore();
}

QString groupTitle(const Arrangement& arrangement, const Row& header)
{
    if (header.moreGroups == 0)
        return toQString(arrangement.groups[header.group].title);
    return QCoreApplication::translate("Timeline", "Profiler's own (%1)").arg(header.moreGroups + 1);
}

QString trackSummary(const Arrangement& arrangement, const ViewTrack& track)
{
    const TimeNs wholeNs = arrangement.joined->trace->fitRange().durationNs();
    if (track.kind == TrackKind::Counter)
        return QCoreApplication::translate("Timeline", "%1 values").arg(countText(track.eventCount));
    const QString count = QCoreApplication::translate("Timeline", "%1 slices").arg(countText(track.eventCount));
    if (track.kind != TrackKind::GpuStream || wholeNs <= 0)
        return count;
    const double percent = 100.0 * static_cast<double>(track.busyNs) / static_cast<double>(wholeNs);
    const QString busy = QString::number(percent, 'f', percent < 10 ? 1 : 0);
    return QCoreApplication::translate("Timeline", "%1 · %2 % busy").arg(count, busy);
}

} // namespace lanescope::desktop
