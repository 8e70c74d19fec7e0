// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/statistics/statistics_scope.h"
#include "app/desktop/style/theme.h"

#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace lanescope::desktop {

class FigureView;

// A tab of the statistics panel: a bar of controls above what a worker computed. It computes only while it is seen, and
// again when its question changes; until the new answer is there, the old one stays.
class StatisticsTab : public QWidget {
    Q_OBJECT

public:
    // `scope` must outlive the tab.
    explicit StatisticsTab(ScopeTracker& scope, QWidget* parent = nullptr);

    // The answer is there and of the current question.
    [[nodiscard]] bool isUpToDate() const { return !m_isStale && !m_runner.isRunning(); }
    virtual void setTheme(const Theme& /*theme*/) {}

signals:
    // To be shown in the timeline.
    void eventChosen(lanescope::EventId event);

protected:
    // Computes the answer to the current question of a trace; captures values only. Delivers nothing when stopped.
    [[nodiscard]] virtual JobRunner::Work work() = 0;
    // Without a trace.
    virtual void clear() = 0;
    // The question changed.
    void askAgain();

    [[nodiscard]] ScopeTracker& scope() const { return m_scope; }
    [[nodiscard]] TraceDocument& document() const { return m_scope.document(); }
    [[nodiscard]] QHBoxLayout& bar() { return *m_bar; } // controls; a stretch and the state stand behind them
    [[nodiscard]] QVBoxLayout& body() { return *m_body; }
    void showError(const Error& error);
    // Buttons that copy and export what a view shows.
    void addExportButtons(FigureView& view, const QString& fileName);

    void showEvent(QShowEvent* event) override;

private:
    void startIfSeen();
    void showState();

    ScopeTracker& m_scope;
    JobRunner m_runner;
    QTimer m_pause; // short work shows no state
    bool m_isStale = true;
    bool m_wasStopped = false;
    QHBoxLayout* m_bar;
    QVBoxLayout* m_body;
    QLabel* m_state;
    QPushButton* m_stop;
};

} // namespace lanescope::desktop
