// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/linked_views.h"
#include "app/desktop/statistics/statistics_tab.h"
#include "core/query/stats_diff.h"

#include <QString>

#include <memory>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace lanescope::desktop {

class FigureView;
class TimelineView;

// The open trace against an earlier one: by name, what got slower first, and a sentence that tells where; beside it the
// timeline of the earlier one, which moves with the open one's. Going to a row shows the row's longest piece in both,
// one above the other; a double click dims all but the row's work where it is slower, and leads to the replay in which
// it is slower most and to its longest piece there. The filter holds for both; the marked range does not, because times
// of two traces are not the same.
class CompareTab : public StatisticsTab {
    Q_OBJECT

public:
    explicit CompareTab(ScopeTracker& scope, QWidget* parent = nullptr);
    ~CompareTab() override;
    void setTheme(const Theme& theme) override;

    // Lets the user choose what to compare with.
    void askForTrace();
    // Opens the trace to compare with, or the ranks of a folder, on a worker, with the annotations that lie beside it,
    // else those of the open trace.
    void compareWith(const QString& path);

    // Parts, for whoever drives the window.
    [[nodiscard]] QComboBox& by() { return *m_by; }
    [[nodiscard]] QComboBox& per() { return *m_per; }
    [[nodiscard]] FigureView& view() { return *m_view; }
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] TraceDocument& before() { return m_before; }
    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] LinkedViews& link() { return m_link; }
    [[nodiscard]] bool isOpening() const { return m_opener.isRunning(); }

signals:
    // A replay of the open trace is to be looked at: position in JoinedTrace::replays.
    void replayChosen(std::uint32_t replay);

protected:
    [[nodiscard]] JobRunner::Work work() override;
    void clear() override;

private:
    void showEmpty();
    void buildBar();
    void showRow(std::size_t row);
    void showReplays(std::size_t row);

    struct Compared;
    struct SlowerPlace;

    TraceDocument m_before;
    LinkedViews m_link;
    QPushButton* m_choose;
    QToolButton* m_linked;
    QComboBox* m_by;
    QComboBox* m_per;
    QLabel* m_sentence;
    FigureView* m_view;
    TimelineView* m_timeline;
    JobRunner m_opener;
    JobRunner m_looker;
    std::shared_ptr<const Compared> m_compared;
};

} // namespace lanescope::desktop
