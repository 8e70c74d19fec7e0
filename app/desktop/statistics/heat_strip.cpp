// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/heat_strip.h"

#include "app/desktop/text.h"
#include "core/viewport/figure_text.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace lanescope::desktop {
namespace {

constexpr int kMarginPx = 8;
constexpr int kMarkPx = 5;         // above the cells, for outliers
constexpr double kFullHeat = 0.10; // of the median: as warm or cold as it gets

QColor mixed(const QColor& a, const QColor& b, double part)
{
    const auto between = [part](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * part)); };
    return {between(a.red(), b.red()), between(a.green(), b.green()), between(a.blue(), b.blue())};
}

} // namespace

HeatStrip::HeatStrip(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Replays by duration"));
}

void HeatStrip::setTheme(const Theme& theme)
{
    m_theme = &theme;
    update();
}

void HeatStrip::setStats(std::shared_ptr<const ReplayStats> stats)
{
    m_stats = std::move(stats);
    m_current.reset();
    update();
}

void HeatStrip::setCurrent(std::optional<std::size_t> row)
{
    m_current = row;
    update();
}

std::optional<std::size_t> HeatStrip::rowAt(int xPx) const
{
    const int widthPx = width() - 2 * kMarginPx;
    const int columnPx = xPx - kMarginPx;
    if (!m_stats || m_stats->rows.empty() || columnPx < 0 || columnPx >= widthPx)
        return std::nullopt;
    const auto count = static_cast<std::int64_t>(m_stats->rows.size());
    const auto first = static_cast<std::size_t>(count * columnPx / widthPx);
    const auto past = std::max<std::size_t>(first + 1, static_cast<std::size_t>(count * (columnPx + 1) / widthPx));
    const auto begin = m_stats->rows.begin();
    const auto farthest = std::max_element(
        begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(past),
        [](const ReplayRow& a, const ReplayRow& b) { return std::abs(a.deviationNs) < std::abs(b.deviationNs); });
    return static_cast<std::size_t>(farthest - begin);
}

QColor HeatStrip::colorOf(std::size_t row) const
{
    const ReplayRow& replay = m_stats->rows[row];
    const TimeNs median = replay.durationNs - replay.deviationNs;
    const double part = median > 0 ? static_cast<double>(replay.deviationNs) / static_cast<double>(median) : 0;
    const double heat = std::clamp(part / kFullHeat, -1.0, 1.0);
    const Theme& theme = m_theme != nullptr ? *m_theme : themeOf(ThemeKind::Light);
    return heat >= 0 ? mixed(theme.border, theme.error, heat) : mixed(theme.border, theme.accent, -heat);
}

void HeatStrip::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = m_theme != nullptr ? *m_theme : themeOf(ThemeKind::Light);
    painter.fillRect(rect(), theme.surface);
    if (!m_stats)
        return;
    const int top = kMarginPx / 2 + kMarkPx + 1;
    const int heightPx = height() - top - kMarginPx / 2;
    for (int x = kMarginPx; x < width() - kMarginPx; ++x) {
        const auto row = rowAt(x);
        if (!row)
            continue;
        painter.fillRect(x, top, 1, heightPx, colorOf(*row));
        if (m_stats->rows[*row].isOutlier)
            painter.fillRect(x, top - kMarkPx - 1, 1, kMarkPx, theme.error);
        if (m_current == row)
            painter.fillRect(x, top - 1, 1, heightPx + 2, theme.text);
    }
}

void HeatStrip::mousePressEvent(QMouseEvent* event)
{
    if (const auto row = rowAt(event->pos().x()); row && event->button() == Qt::LeftButton)
        emit rowClicked(*row);
}

bool HeatStrip::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto& help = static_cast<const QHelpEvent&>(*event);
    if (const auto row = rowAt(help.pos().x())) {
        const ReplayRow& replay = m_stats->rows[*row];
        QToolTip::showText(help.globalPos(),
                           tr("Launch %1: %2, %3 to the median")
                               .arg(*row + 1)
                               .arg(durationLabel(replay.durationNs), toQString(differenceText(replay.deviationNs))),
                           this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace lanescope::desktop
