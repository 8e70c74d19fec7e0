// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "core/query/replay_stats.h"

#include <QWidget>

#include <memory>
#include <optional>

namespace lanescope::desktop {

// Replays side by side on one axis, in order of time: the slower one is than its graph's median, the warmer its colour;
// outliers have a mark. Where there are more replays than pixels, a column shows the one farthest from the median. A
// click chooses one.
class HeatStrip : public QWidget {
    Q_OBJECT

public:
    explicit HeatStrip(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    // Null clears.
    void setStats(std::shared_ptr<const ReplayStats> stats);
    void setCurrent(std::optional<std::size_t> row);

    // The replay (position in ReplayStats::rows) that a pixel column stands for; nothing beside the strip.
    [[nodiscard]] std::optional<std::size_t> rowAt(int xPx) const;
    // The colour of a replay.
    [[nodiscard]] QColor colorOf(std::size_t row) const;
    [[nodiscard]] QSize sizeHint() const override { return {400, 34}; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {100, 34}; }

signals:
    void rowClicked(std::size_t row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::shared_ptr<const ReplayStats> m_stats;
    std::optional<std::size_t> m_current;
    const Theme* m_theme = nullptr;
};

} // namespace lanescope::desktop
