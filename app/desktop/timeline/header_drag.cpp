// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/header_drag.h"

#include "app/desktop/settings/settings.h"

#include <QMouseEvent>

#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kAboveBorderPx = 2; // the gap below a track belongs to its border as a whole
constexpr int kColumnBorderPx = 5;

} // namespace

HeaderDrag::HeaderDrag(TimelinePlot& plot, QObject* parent) : QObject(parent), m_plot(plot)
{
    m_plot.installEventFilter(this);
}

bool HeaderDrag::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_plot || m_plot.scene().isEmpty())
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return press(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return move(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return release(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonDblClick:
        if (const auto border = borderAt(static_cast<const QMouseEvent&>(*event).position().toPoint())) {
            resetAt(*border);
            return true;
        }
        return false;
    default:
        return false;
    }
}

std::optional<HeaderDrag::Border> HeaderDrag::borderAt(QPoint point)
{
    const QRect column = m_plot.headerRect();
    if (!column.contains(point))
        return std::nullopt;
    if (point.x() > column.right() - kColumnBorderPx)
        return Border{};
    const RowLayout& layout = m_plot.scene().layout();
    const int y = layout.fromScreen(point.y() - m_plot.canvasRect().top(), m_plot.scrollPx());
    for (const TrackExtent& extent : layout.tracks) {
        const int bottomPx = extent.yPx + extent.heightPx;
        if (extent.isCollapsed || y < bottomPx - kAboveBorderPx || y >= bottomPx + RowMetrics{}.trackGapPx)
            continue;
        double stretch = 0;
        for (const Row& row : layout.rows) {
            if (row.group != extent.group || row.track != extent.track)
                continue;
            if (row.kind == RowKind::Lane)
                stretch += 1;
            else if (row.kind == RowKind::Counter)
                stretch += static_cast<double>(RowMetrics{}.counterPx) / RowMetrics{}.lanePx;
        }
        if (stretch > 0)
            return Border{TrackPlace{extent.group, extent.track}, stretch};
    }
    return std::nullopt;
}

bool HeaderDrag::press(const QMouseEvent& event)
{
    const QPoint point = event.position().toPoint();
    const auto border = borderAt(point);
    if (event.button() != Qt::LeftButton || !border)
        return false;
    m_dragged = border;
    m_pressedAt = point;
    m_sizeBeforePx = border->track ? m_plot.lanePx(*border->track) : m_plot.headerRect().width();
    return true;
}

bool HeaderDrag::move(const QMouseEvent& event)
{
    const QPoint point = event.position().toPoint();
    if (!m_dragged) {
        const auto border = event.buttons() == Qt::NoButton ? borderAt(point) : std::nullopt;
        if (border) {
            m_plot.setHovered(std::nullopt);
            m_plot.setCursorX(std::nullopt);
            m_plot.setCursor(border->track ? Qt::SplitVCursor : Qt::SplitHCursor);
        }
        return border.has_value();
    }
    const QPoint by = point - m_pressedAt;
    if (m_dragged->track)
        m_plot.setLanePx(*m_dragged->track,
                         m_sizeBeforePx + static_cast<int>(std::lround(by.y() / m_dragged->stretch)));
    else
        m_plot.setHeaderWidth(m_sizeBeforePx + by.x());
    return true;
}

bool HeaderDrag::release(const QMouseEvent& event)
{
    if (!m_dragged || event.button() != Qt::LeftButton)
        return false;
    if (!m_dragged->track)
        Settings::setNamesWidth(m_plot.headerRect().width());
    m_dragged.reset();
    return true;
}

void HeaderDrag::resetAt(const Border& border)
{
    if (border.track) {
        m_plot.setLanePx(*border.track, RowMetrics{}.lanePx);
        return;
    }
    m_plot.setHeaderWidth(std::nullopt);
    Settings::setNamesWidth(std::nullopt);
}

} // namespace lanescope::desktop
