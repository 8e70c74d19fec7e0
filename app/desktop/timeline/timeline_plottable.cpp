// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_plottable.h"

#include "app/desktop/text.h"

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kMarkStepPx = 3;

} // namespace

TimelinePlottable::TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, TimelineScene& scene)
    : QCPAbstractPlottable(keyAxis, valueAxis), m_scene(scene), m_theme(&themeOf(ThemeKind::Light)), m_content(scene)
{}

void TimelinePlottable::setTheme(const Theme& theme)
{
    m_theme = &theme;
    m_content.setTheme(theme.kind);
    m_drawn.isKnown = false;
}

void TimelinePlottable::setLooks(std::shared_ptr<const SliceLooks> looks)
{
    m_content.setLooks(std::move(looks));
    m_drawn.isKnown = false;
}

void TimelinePlottable::setColorBy(ColorBy colorBy)
{
    m_content.setColorBy(colorBy);
    m_drawn.isKnown = false;
}

double TimelinePlottable::selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const
{
    Q_UNUSED(onlySelectable)
    Q_UNUSED(details)
    const QPoint origin = keyAxis()->axisRect()->topLeft();
    const QPoint point = pos.toPoint() - origin;
    return m_scene.hitAt(point.x(), m_scene.layout().fromScreen(point.y(), m_scrollPx)) ? 0.0 : -1.0;
}

QCPRange TimelinePlottable::getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const
{
    Q_UNUSED(inSignDomain)
    foundRange = !m_scene.isEmpty();
    if (!foundRange)
        return {};
    const TimeRange range = m_scene.trace().fitRange();
    return {static_cast<double>(range.beginNs), static_cast<double>(range.endNs)};
}

QCPRange TimelinePlottable::getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                                          const QCPRange& inKeyRange) const
{
    Q_UNUSED(inSignDomain)
    Q_UNUSED(inKeyRange)
    foundRange = !m_scene.isEmpty();
    return {0.0, static_cast<double>(m_scene.layout().heightPx)};
}

void TimelinePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect, m_theme->accent);
}

void TimelinePlottable::draw(QCPPainter* painter)
{
    if (m_scene.isEmpty())
        return;
    const QRect canvas = keyAxis()->axisRect()->rect();
    m_scene.setWidth(canvas.width());
    m_content.startFrame();
    painter->save();
    painter->setAntialiasing(false);
    const int pinnedPx = std::min(m_scene.layout().pinnedPx, canvas.height());
    drawRows(*painter, canvas, canvas.adjusted(0, pinnedPx, 0, 0), m_scrollPx + pinnedPx);
    if (pinnedPx > 0)
        drawRows(*painter, canvas, QRect(canvas.left(), canvas.top(), canvas.width(), pinnedPx), 0);
    painter->restore();
}

void TimelinePlottable::drawRows(QPainter& painter, const QRect& canvas, const QRect& part, int fromPx)
{
    painter.setClipRect(part);
    drawBackdrop(painter, canvas, part);
    const auto [first, last] = m_scene.layout().rowsBetween(fromPx, fromPx + part.height());
    for (std::size_t row = first; row < last; ++row)
        drawRow(painter, canvas, row);
    m_content.drawLabels(painter);
}

void TimelinePlottable::drawBackdrop(QPainter& painter, const QRect& canvas, const QRect& part)
{
    const RowLayout& layout = m_scene.layout();
    for (const TrackExtent& track : layout.tracks) {
        const QRect rect(canvas.left(), canvas.top() + layout.onScreen(track.yPx, m_scrollPx), canvas.width(),
                         track.heightPx);
        if (rect.intersects(part))
            painter.fillRect(rect, m_theme->trackCanvas);
    }
    m_frameLines.clear();
    for (const int x : gridPixels())
        m_frameLines.emplace_back(canvas.left() + x, part.top(), canvas.left() + x, part.bottom());
    painter.setPen(QPen(m_theme->grid, 0));
    painter.drawLines(m_frameLines.data(), static_cast<int>(m_frameLines.size()));
}

void TimelinePlottable::drawRow(QPainter& painter, const QRect& canvas, std::size_t index)
{
    const Row& row = m_scene.layout().rows[index];
    const QRect rowRect(canvas.left(), canvas.top() + m_scene.layout().onScreen(row.yPx, m_scrollPx), canvas.width(),
                        row.heightPx - rowGapPx(row.kind));
    switch (row.kind) {
    case RowKind::GroupHeader:
        painter.fillRect(rowRect, m_theme->groupHeader);
        return;
    case RowKind::Marks:
        drawMarks(painter, rowRect, index);
        return;
    case RowKind::Counter:
        drawCounter(painter, rowRect, index);
        return;
    case RowKind::Region:
    case RowKind::Band:
    case RowKind::Lane:
        if (m_scene.showsOthers())
            drawBoxes(painter, rowRect, index, TimelineScene::Items::All, m_scene.isFiltered());
        if (m_scene.isFiltered())
            drawBoxes(painter, rowRect, index, TimelineScene::Items::Matching, false);
        return;
    }
}

void TimelinePlottable::drawBoxes(QPainter& painter, const QRect& rowRect, std::size_t index,
                                  TimelineScene::Items items, bool isDimmed)
{
    m_content.collect(index, items, isDimmed, rowRect, {0, rowRect.width()});
    drawSpans(painter, rowRect);
    m_content.drawHatches(painter);
}

void TimelinePlottable::drawSpans(QPainter& painter, const QRect& rowRect) const
{
    for (const RowContent::Span& span : m_content.spans())
        painter.fillRect(rowRect.left() + span.x0, rowRect.top(), span.x1 - span.x0, rowRect.height(),
                         QColor::fromRgb(span.color));
}

void TimelinePlottable::drawCounter(QPainter& painter, const QRect& rowRect, std::size_t index)
{
    const Row& row = m_scene.layout().rows[index];
    const CounterSeries& series = m_scene.counter(row);
    // The same scale wherever one looks; 0 is always part of it.
    const double lowest = std::min(0.0, series.range().lowest);
    const double highest = std::max(0.0, series.range().highest);
    const double span = highest > lowest ? highest - lowest : 1.0;
    const int bottom = rowRect.top() + rowRect.height() - 1;
    const auto yOf = [&](double value) {
        return bottom - static_cast<int>(std::lround((value - lowest) / span * (rowRect.height() - 2)));
    };
    const int zero = yOf(0.0);
    QColor area = m_theme->accent;
    area.setAlpha(70);
    std::optional<int> before;
    for (const Step& step : m_scene.steps(index)) {
        const int x = rowRect.left() + step.x0;
        const int width = step.x1 - step.x0;
        const int top = yOf(step.values.highest);
        const int low = yOf(step.values.lowest);
        const int end = yOf(series.sample(step.sample).value);
        const int areaTop = std::min(top, zero);
        painter.fillRect(QRect(x, areaTop, width, std::max(low, zero) - areaTop + 1), area);
        painter.fillRect(QRect(x, top, width, low - top + 1), m_theme->accent);
        if (before) // the line up or down to the new value
            painter.fillRect(QRect(x, std::min(*before, end), 1, std::abs(*before - end) + 1), m_theme->accent);
        before = end;
    }
    painter.setFont(timelineFont());
    const QString title = series.name().empty()
                              ? counterText(highest)
                              : toQString(series.name()) + QStringLiteral("  ") + counterText(highest);
    QColor plate = m_theme->trackCanvas;
    plate.setAlpha(190);
    const QRect label = painter.fontMetrics().boundingRect(title);
    const QRect labelRect(rowRect.left() + 2, rowRect.top() + 1, label.width() + 8, painter.fontMetrics().height());
    painter.fillRect(labelRect, plate);
    painter.setPen(m_theme->text);
    painter.drawText(labelRect.adjusted(3, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
}

void TimelinePlottable::drawMarks(QPainter& painter, const QRect& rowRect, std::size_t index)
{
    int nextX = 0;
    for (const Box& mark : m_scene.boxes(index, TimelineScene::Items::All)) {
        if (mark.x0 < nextX)
            continue;
        nextX = mark.x0 + kMarkStepPx;
        painter.fillRect(QRect(rowRect.left() + mark.x0, rowRect.top() + 3, 2, rowRect.height() - 6),
                         m_theme->mutedText);
    }
}

std::vector<int> TimelinePlottable::gridPixels()
{
    const TimeScale scale = m_scene.scale();
    std::vector<int> pixels;
    for (const Tick& tick : m_scene.ticks().ticks) {
        const int x = static_cast<int>(std::floor(scale.toPx(tick.atNs)));
        if (!tick.label.empty() && x >= 0 && x < scale.widthPx())
            pixels.push_back(x);
    }
    return pixels;
}

} // namespace lanescope::desktop
