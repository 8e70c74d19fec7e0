// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/statistics_tab.h"
#include "core/query/range_summary.h"

#include <QString>

#include <memory>
#include <vector>

class QLabel;
class QPushButton;

namespace lanescope::desktop {

class FigureView;

// What the marked range, or the whole trace, was spent on. A double click on an idle gap marks it and shows it.
class RangeTab : public StatisticsTab {
    Q_OBJECT

public:
    explicit RangeTab(ScopeTracker& scope, QWidget* parent = nullptr);

    // Reads the rules of the classes of work from a file; empty: the default ones.
    void useRules(const QString& path);

    // Parts, for whoever drives the window.
    [[nodiscard]] FigureView& view() { return *m_view; }

protected:
    [[nodiscard]] JobRunner::Work work() override;
    void clear() override;

private:
    void askForRules();
    void showRow(std::size_t row);
    [[nodiscard]] const IdleGap* gapAt(std::size_t row) const;

    std::vector<WorkClassRule> m_rules;
    QPushButton* m_rulesButton;
    FigureView* m_view;
    std::shared_ptr<const RangeSummary> m_summary;
};

} // namespace lanescope::desktop
