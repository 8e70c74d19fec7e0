// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/statistics_tab.h"
#include "core/query/stats_diff.h"

#include <QString>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;

namespace lanescope::desktop {

class FigureView;

// The open trace against an earlier one: by name, what got slower first, and a sentence that tells where. The filter
// holds for both; the marked range does not, because times of two traces are not the same.
class CompareTab : public StatisticsTab {
    Q_OBJECT

public:
    explicit CompareTab(ScopeTracker& scope, QWidget* parent = nullptr);

    // Opens the trace to compare with, on a worker, with the annotations that lie beside it, else those of the open
    // trace.
    void compareWith(const QString& path);

    // Parts, for whoever drives the window.
    [[nodiscard]] QComboBox& by() { return *m_by; }
    [[nodiscard]] QComboBox& per() { return *m_per; }
    [[nodiscard]] FigureView& view() { return *m_view; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] bool isOpening() const { return m_opener.isRunning(); }

protected:
    [[nodiscard]] JobRunner::Work work() override;
    void clear() override;

private:
    void askForTrace();
    void showEmpty();

    struct Before {
        std::shared_ptr<const OpenedTrace> opened;
        std::shared_ptr<const std::vector<Diagnosis>> diagnoses;
    };

    QPushButton* m_choose;
    QComboBox* m_by;
    QComboBox* m_per;
    QLabel* m_sentence;
    FigureView* m_view;
    JobRunner m_opener;
    Before m_before;
};

} // namespace lanescope::desktop
