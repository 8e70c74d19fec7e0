// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/statistics_tab.h"
#include "core/query/replay_stats.h"

#include <memory>
#include <optional>

class QLabel;

namespace lanescope::desktop {

class FigureView;
class HeatStrip;

// Graph launches beside each other: a heat strip, a row each, and of the current one its nodes against the median of
// the others. All replays of the trace, whatever the filter and the marked range. Going to a replay shows it in the
// timeline, a double click fits the view to it and dims all else; going to a node shows its slice.
class ReplaysTab : public StatisticsTab {
    Q_OBJECT

public:
    explicit ReplaysTab(ScopeTracker& scope, QWidget* parent = nullptr);
    void setTheme(const Theme& theme) override;

    // Goes to a replay, as soon as they are listed, without moving the timeline: position in JoinedTrace::replays of
    // the open trace.
    void chooseReplay(std::uint32_t replay);

    // Parts, for whoever drives the window.
    [[nodiscard]] HeatStrip& strip() { return *m_strip; }
    [[nodiscard]] FigureView& replays() { return *m_replays; }
    [[nodiscard]] FigureView& nodes() { return *m_nodes; }
    [[nodiscard]] QString summary() const;

protected:
    [[nodiscard]] JobRunner::Work work() override;
    void clear() override;

private:
    void showReplay(std::size_t row);
    void goToAsked();
    void askForNodes(std::size_t row);

    HeatStrip* m_strip;
    FigureView* m_replays;
    FigureView* m_nodes;
    QLabel* m_summary;
    JobRunner m_nodeRunner;
    std::optional<std::uint32_t> m_asked;        // to be gone to
    std::shared_ptr<const OpenedTrace> m_opened; // that the rest is of
    std::shared_ptr<const ReplayStats> m_stats;
    std::shared_ptr<const std::vector<NodeRow>> m_nodeRows;
};

} // namespace lanescope::desktop
