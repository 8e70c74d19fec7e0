// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "core/base/time.h"
#include "core/query/duration_histogram.h"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

class QComboBox;
class QCPBars;
class QCPItemStraightLine;
class QCustomPlot;
class QLabel;

namespace lanescope::desktop {

// How durations are spread: bars over a linear or logarithmic axis of time, lines at P50, P90 and P99.
class HistogramView : public QWidget {
    Q_OBJECT

public:
    static constexpr std::size_t kBins = DurationSpread::kUsualBins;

    explicit HistogramView(QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    // `title`: of what. Without a spread: empty.
    void setSpread(DurationSpread spread, const QString& title);
    // Marks the bar of a duration.
    void mark(std::optional<TimeNs> durationNs);

    // Of the scale that is shown.
    [[nodiscard]] const DurationHistogram& histogram() const;
    [[nodiscard]] std::optional<std::size_t> markedBin() const { return m_marked; }
    // "P50 1.2 µs, P90 …": what the lines stand for.
    [[nodiscard]] QString percentileText() const;
    [[nodiscard]] QComboBox& scale() { return *m_scale; }
    [[nodiscard]] QCustomPlot& plot() { return *m_plot; }
    // The middle of a bar, in the plot's pixels.
    [[nodiscard]] QPoint middleOf(std::size_t bin) const;

signals:
    void binClicked(std::size_t bin);

private:
    void draw();
    void paintInTheme();
    void click(QPoint point);
    // Bars stand side by side: their edges are at whole numbers, whatever the scale.
    [[nodiscard]] double placeOf(TimeNs durationNs) const;

    DurationSpread m_spread;
    std::optional<std::size_t> m_marked;
    const Theme* m_theme = nullptr;
    QLabel* m_title;
    QLabel* m_percentileText;
    QComboBox* m_scale;
    QLabel* m_hint; // instead of bars
    QCustomPlot* m_plot;
    QCPBars* m_bars;
    QCPBars* m_markedBar;
    std::vector<QCPItemStraightLine*> m_lines;
};

} // namespace lanescope::desktop
