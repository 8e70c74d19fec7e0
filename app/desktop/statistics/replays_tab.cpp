// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/replays_tab.h"

#include "app/desktop/panels/elided_label.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/statistics/heat_strip.h"
#include "app/desktop/text.h"
#include "core/query/node_caveat.h"
#include "core/query/replay_caveat.h"
#include "core/query/stats_filter.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace lanescope::desktop {
namespace {

QString summaryOf(const Trace& trace, const ReplayStats& stats)
{
    if (stats.rows.empty())
        return ReplaysTab::tr("No graph launches in this trace");
    QStringList graphs;
    for (const auto& [id, graph] : stats.graphs)
        graphs << ReplaysTab::tr("%1: %2 replays, median %3")
                      .arg(toQString(graphTitle(trace, id)), countText(graph.replays), durationLabel(graph.medianNs));
    const auto outliers =
        std::count_if(stats.rows.begin(), stats.rows.end(), [](const ReplayRow& row) { return row.isOutlier; });
    const QString count = outliers == 1
                              ? ReplaysTab::tr("1 outlier")
                              : ReplaysTab::tr("%1 outliers").arg(countText(static_cast<std::uint64_t>(outliers)));
    return graphs.join(QStringLiteral(", ")) + QStringLiteral("; ") + count;
}

} // namespace

ReplaysTab::ReplaysTab(ScopeTracker& scope, QWidget* parent)
    : StatisticsTab(scope, parent), m_strip(new HeatStrip(this)), m_replays(new FigureView(this)),
      m_nodes(new FigureView(this)), m_summary(new ElidedLabel(this))
{
    m_summary->setObjectName(QStringLiteral("mutedLabel"));
    m_summary->setTextFormat(Qt::PlainText);
    addExportButtons(*m_replays, QStringLiteral("replays.csv"));
    bar().addWidget(m_summary);
    m_replays->setAccessibleName(tr("Replays"));
    m_nodes->setAccessibleName(tr("Nodes of the replay against the median"));
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_replays);
    splitter->addWidget(m_nodes);
    splitter->setHandleWidth(1);
    body().addWidget(m_strip);
    body().addWidget(splitter, 1);
    connect(m_strip, &HeatStrip::rowClicked, this, [this](std::size_t row) {
        m_replays->setCurrentRow(row);
        showReplay(row);
    });
    connect(m_replays, &FigureView::rowChosen, this, &ReplaysTab::showReplay);
    connect(m_replays, &FigureView::rowActivated, this, [this](std::size_t row) {
        const Replay& replay = m_opened->joined->replays[m_stats->rows[row].replay];
        this->scope().highlight(filterOfReplay(*m_opened->trace, replay));
        document().setVisibleRange(replay.range);
    });
    connect(m_nodes, &FigureView::rowChosen, this, [this](std::size_t row) {
        if (m_nodeRows && (*m_nodeRows)[row].count > 0)
            emit eventChosen((*m_nodeRows)[row].event);
    });
}

void ReplaysTab::setTheme(const Theme& theme)
{
    m_strip->setTheme(theme);
}

QString ReplaysTab::summary() const
{
    return m_summary->text();
}

JobRunner::Work ReplaysTab::work()
{
    return [this, opened = scope().scope().opened, diagnoses = scope().scope().diagnoses,
            known = m_opened](const JobControl& job) -> JobRunner::Delivery {
        if (opened == known)
            return []() {}; // neither filter nor range change anything here
        auto computed = replayStats(*opened->joined, job);
        if (!computed)
            return {};
        const auto stats = std::make_shared<const ReplayStats>(*std::move(computed));
        const auto caveats = replayCaveats(*opened->joined, *stats, *diagnoses);
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*opened->joined, *stats, caveats));
        return [this, opened, stats, figures] {
            m_opened = opened;
            m_stats = stats;
            m_nodeRunner.abandon();
            m_nodeRows = nullptr;
            m_nodes->setTable(nullptr);
            m_summary->setText(summaryOf(*m_opened->trace, *stats));
            m_replays->setTable(figures);
            m_strip->setStats(stats);
            goToAsked();
        };
    };
}

void ReplaysTab::clear()
{
    m_nodeRunner.abandon();
    m_asked.reset();
    m_opened = nullptr;
    m_stats = nullptr;
    m_nodeRows = nullptr;
    m_summary->clear();
    m_strip->setStats(nullptr);
    m_replays->setTable(nullptr);
    m_nodes->setTable(nullptr);
}

void ReplaysTab::chooseReplay(std::uint32_t replay)
{
    m_asked = replay;
    goToAsked();
}

void ReplaysTab::goToAsked()
{
    if (!m_asked || !m_stats || m_opened != document().opened())
        return;
    const std::uint32_t row = *std::exchange(m_asked, std::nullopt); // rows stand as replays do
    m_replays->setCurrentRow(row);
    m_strip->setCurrent(row);
    askForNodes(row);
}

void ReplaysTab::showReplay(std::size_t row)
{
    if (!m_stats || m_opened != document().opened())
        return;
    m_strip->setCurrent(row);
    document().bringIntoView(m_opened->joined->replays[m_stats->rows[row].replay].range);
    askForNodes(row);
}

void ReplaysTab::askForNodes(std::size_t row)
{
    m_nodeRunner.start([this, opened = m_opened, diagnoses = scope().scope().diagnoses,
                        replay = m_stats->rows[row].replay](const JobControl& job) -> JobRunner::Delivery {
        auto computed = replayNodes(*opened->joined, replay, job);
        if (!computed)
            return {};
        const auto nodes = std::make_shared<const std::vector<NodeRow>>(*std::move(computed));
        const auto caveats = nodeCaveats(*opened->joined, replay, *nodes, *diagnoses, job);
        if (!caveats)
            return {};
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*nodes, *caveats));
        return [this, nodes, figures] {
            m_nodeRows = nodes;
            m_nodes->setTable(figures);
        };
    });
}

} // namespace lanescope::desktop
