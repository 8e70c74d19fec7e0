// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/statistics_scope.h"
#include "app/desktop/style/theme.h"

#include <QWidget>

class QLabel;
class QTabWidget;

namespace lanescope::desktop {

class CompareTab;
class RangeTab;
class ReplaysTab;
class TableTab;

// Figures of the open trace: sums by region, module, kernel and so on, what a range was spent on, replays, and a
// comparison with another trace. They follow the filter and the marked range; nothing is computed while unseen.
class StatisticsPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit StatisticsPanel(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    // Shows the comparison and asks for the earlier trace.
    void startComparing();

    // Parts, for whoever drives the window.
    [[nodiscard]] QTabWidget& tabs() { return *m_tabs; }
    [[nodiscard]] TableTab& table() { return *m_table; }
    [[nodiscard]] RangeTab& range() { return *m_range; }
    [[nodiscard]] ReplaysTab& replays() { return *m_replays; }
    [[nodiscard]] CompareTab& compare() { return *m_compare; }
    [[nodiscard]] QString scopeText() const;

signals:
    void eventChosen(lanescope::EventId event);

private:
    ScopeTracker m_scope;
    QTabWidget* m_tabs;
    QLabel* m_scopeText;
    TableTab* m_table;
    RangeTab* m_range;
    ReplaysTab* m_replays;
    CompareTab* m_compare;
};

} // namespace lanescope::desktop
