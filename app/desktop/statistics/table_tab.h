// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/statistics_tab.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_table.h"

#include <memory>
#include <optional>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;

namespace lanescope::desktop {

class FigureView;
class HistogramView;

// GPU work summed up by region, module, kernel and so on, and the histogram of the current row's durations. Going to a
// row shows its longest piece in the timeline; a double click dims everything else there.
class TableTab : public StatisticsTab {
    Q_OBJECT

public:
    explicit TableTab(ScopeTracker& scope, QWidget* parent = nullptr);
    void setTheme(const Theme& theme) override;

    // Parts, for whoever drives the window.
    [[nodiscard]] QComboBox& by() { return *m_by; }
    [[nodiscard]] QComboBox& names() { return *m_names; }
    [[nodiscard]] QLineEdit& nameField() { return *m_nameField; }
    [[nodiscard]] FigureView& view() { return *m_view; }
    [[nodiscard]] HistogramView& histogram() { return *m_histogram; }
    [[nodiscard]] QString summary() const;
    [[nodiscard]] bool isHistogramReady() const { return !m_spreader.isRunning(); }
    // Grids and occupancy come after all other figures: they are read from the file.
    [[nodiscard]] bool areShapesReady() const { return !m_shaper.isRunning(); }

protected:
    [[nodiscard]] JobRunner::Work work() override;
    void clear() override;

private:
    void buildBar();
    void showRow(std::size_t row);
    void askForShapes(const std::vector<StatsCaveat>& caveats);
    void showHistogramOf(std::optional<std::size_t> row);
    void highlightRow(std::size_t row);
    void highlightBin(std::size_t bin);
    void showSelection();

    QComboBox* m_by;
    QComboBox* m_names;
    QLineEdit* m_nameField;
    QLabel* m_summary;
    FigureView* m_view;
    HistogramView* m_histogram;
    JobRunner m_spreader;
    JobRunner m_shaper;
    std::shared_ptr<const StatsTable> m_table;
    std::shared_ptr<const OpenedTrace> m_opened; // that the table is of
};

} // namespace lanescope::desktop
