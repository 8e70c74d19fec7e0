// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/compare_tab.h"

#include "app/desktop/load_job.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "core/viewport/diff_text.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace lanescope::desktop {
namespace {

// One side of a comparison; computed on a worker.
struct Side {
    StatsTable table;
    StatsTable where;    // what the sentences are made of
    StatsTable byReplay; // the same
    std::vector<StatsCaveat> caveats;
};

Result<Side> sideOf(const StatisticsScope& scope, const std::vector<StatsKey>& by, const JobControl& job)
{
    const auto mask = scope.mask(job);
    if (!mask)
        return failureOf(mask);
    StatsRequest request;
    request.by = by;
    request.mask = *mask ? &**mask : nullptr;
    auto table = statsTable(*scope.opened->joined, request, job);
    if (!table)
        return failureOf(table);
    request.by = keysThatTellWhere(by);
    auto where = statsTable(*scope.opened->joined, request, job);
    if (!where)
        return failureOf(where);
    request.by = {by.front(), StatsKey::Replay};
    auto byReplay = statsTable(*scope.opened->joined, request, job);
    if (!byReplay)
        return failureOf(byReplay);
    auto caveats = statsCaveats(*scope.opened->joined, *table, *scope.diagnoses);
    return Side{*std::move(table), *std::move(where), *std::move(byReplay), std::move(caveats)};
}

// Where nothing lies beside the trace, the annotations of the open one: ids of graph nodes stay the same from run to
// run as long as the program captures the same graphs.
Result<LoadedTrace> loadForComparison(const OpenRequest& request, const std::shared_ptr<const OpenedTrace>& after,
                                      const JobControl& job)
{
    auto loaded = loadTrace(request, TrackView::Recorded, job);
    const bool hasOthers =
        after != nullptr && after->annotations != nullptr && after->annotations->origin == AnnotationOrigin::File;
    if (!loaded || loaded->opened->annotations != nullptr || !hasOthers)
        return loaded;
    OpenRequest again = request;
    again.annotations = after->annotations->path;
    return loadTrace(again, TrackView::Recorded, job);
}

QString sentenceOf(const StatsDiff& where, const std::optional<SlowerReplays>& replays, std::size_t replaysBefore,
                   std::size_t replaysAfter)
{
    QStringList lines;
    for (const std::string& text : {slowerText(where, replays), fasterText(where)}) {
        if (!text.empty())
            lines << toQString(text).simplified();
    }
    if (lines.isEmpty())
        lines << CompareTab::tr("Nothing got slower or faster");
    if (where.unit == DiffUnit::Trace && replaysBefore != replaysAfter)
        lines << CompareTab::tr("%1 replays before, %2 after: totals differ for that; compare per instance")
                     .arg(countText(replaysBefore), countText(replaysAfter));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

CompareTab::CompareTab(ScopeTracker& scope, QWidget* parent)
    : StatisticsTab(scope, parent), m_link(document(), m_before), m_choose(new QPushButton(tr("Compare with…"), this)),
      m_linked(new QToolButton(this)), m_by(new QComboBox(this)), m_per(new QComboBox(this)),
      m_sentence(new QLabel(this)), m_view(new FigureView(this)), m_timeline(new TimelineView(m_before, this))
{
    buildBar();
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    m_sentence->setContentsMargins(10, 2, 10, 6);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_view->setAccessibleName(tr("Comparison"));
    m_timeline->setAccessibleName(tr("Timeline of the earlier trace"));
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_view);
    splitter->addWidget(m_timeline);
    splitter->setHandleWidth(1);
    body().addWidget(m_sentence);
    body().addWidget(splitter, 1);
    connect(m_view, &FigureView::rowChosen, this, &CompareTab::showRow);
    connect(m_linked, &QToolButton::toggled, &m_link, &LinkedViews::setLinked);
    showEmpty();
}

CompareTab::~CompareTab()
{
    delete m_timeline; // looks at m_before, which would be gone first
}

void CompareTab::buildBar()
{
    const std::pair<QString, QString> choices[] = {
        {tr("Region"), QStringLiteral("region")}, {tr("Region, phase"), QStringLiteral("region,phase")},
        {tr("Module"), QStringLiteral("module")}, {tr("Module, phase"), QStringLiteral("module,phase")},
        {tr("Phase"), QStringLiteral("phase")},   {tr("Kernel"), QStringLiteral("kernel")}};
    for (const auto& [title, keys] : choices)
        m_by->addItem(title, keys);
    m_by->setAccessibleName(tr("Compare by"));
    m_by->setToolTip(tr("Compare by"));
    m_per->addItem(tr("Totals"));
    m_per->addItem(tr("Per instance"));
    m_per->setAccessibleName(tr("What is compared"));
    m_per->setToolTip(tr("Totals of the traces, or of an instance: the work of one phase in one replay"));
    m_choose->setToolTip(tr("Opens an earlier trace, to tell what changed since"));
    m_linked->setObjectName(QStringLiteral("switchButton"));
    m_linked->setText(tr("Linked"));
    m_linked->setCheckable(true);
    m_linked->setChecked(true);
    m_linked->setToolTip(tr("Both timelines move together; a row puts its longest pieces above each other"));
    bar().addWidget(m_choose);
    bar().addWidget(m_by);
    bar().addWidget(m_per);
    addExportButtons(*m_view, QStringLiteral("comparison.csv"));
    bar().addWidget(m_linked);
    connect(m_choose, &QPushButton::clicked, this, &CompareTab::askForTrace);
    connect(m_by, &QComboBox::currentIndexChanged, this, &CompareTab::askAgain);
    connect(m_per, &QComboBox::currentIndexChanged, this, &CompareTab::askAgain);
}

void CompareTab::setTheme(const Theme& theme)
{
    m_timeline->setTheme(theme.kind);
}

void CompareTab::showEmpty()
{
    m_sentence->setText(tr("Choose an earlier trace to see what got slower since."));
    m_diff = nullptr;
    m_view->setTable(nullptr);
    m_timeline->setVisible(m_before.hasTrace());
    m_linked->setVisible(m_before.hasTrace());
}

QString CompareTab::sentence() const
{
    return m_sentence->text();
}

void CompareTab::askForTrace()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Compare with"));
    if (!path.isEmpty())
        compareWith(path);
}

void CompareTab::compareWith(const QString& path)
{
    OpenRequest request;
    request.trace = toPath(path);
    request.discoverProvenance = false; // nothing here shows sources
    m_choose->setText(tr("Opening %1…").arg(QFileInfo(path).fileName()));
    m_opener.start([this, request, path, after = document().opened()](const JobControl& job) -> JobRunner::Delivery {
        const auto loaded = loadForComparison(request, after, job);
        if (!loaded)
            return [this, error = loaded.error()] {
                m_choose->setText(tr("Compare with…"));
                showError(error);
            };
        return [this, loaded = *loaded, path] {
            m_before.setTrace(loaded);
            m_choose->setText(tr("Before: %1").arg(QFileInfo(path).fileName()));
            m_timeline->show();
            m_linked->show();
            askAgain();
        };
    });
}

JobRunner::Work CompareTab::work()
{
    if (!m_before.hasTrace()) {
        return [](const JobControl& /*nothing to compare with*/) -> JobRunner::Delivery { return {}; };
    }
    StatisticsScope after = scope().scope();
    after.range.reset();
    StatisticsScope before = after;
    before.opened = m_before.opened();
    before.diagnoses = m_before.diagnoses();
    const DiffUnit unit = m_per->currentIndex() == 0 ? DiffUnit::Trace : DiffUnit::Instance;
    const std::vector<StatsKey> by = *statsKeysNamed(m_by->currentData().toString().toStdString());
    return [this, before, after, by, unit](const JobControl& job) -> JobRunner::Delivery {
        const auto first = sideOf(before, by, job);
        if (!first)
            return {};
        const auto second = sideOf(after, by, job);
        if (!second)
            return {};
        const auto diff = std::make_shared<const StatsDiff>(diffStats(first->table, second->table, unit));
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*diff, first->caveats, second->caveats));
        const StatsDiff where = diffStats(first->where, second->where, unit);
        const QString sentence =
            sentenceOf(where, slowerReplays(where, first->byReplay, second->byReplay),
                       before.opened->joined->replays.size(), after.opened->joined->replays.size());
        return [this, diff, figures, sentence] {
            m_diff = diff;
            m_sentence->setText(sentence);
            m_view->setTable(figures);
        };
    };
}

void CompareTab::showRow(std::size_t row)
{
    if (!m_diff)
        return;
    const DiffRow& diff = m_diff->rows[row];
    if (diff.rowBefore && diff.rowAfter)
        m_link.setOffset(m_before.opened()->trace->beginNs(diff.before.longest) -
                         document().opened()->trace->beginNs(diff.after.longest));
    if (diff.rowAfter)
        emit eventChosen(diff.after.longest);
    if (diff.rowBefore)
        m_timeline->plot().revealEvent(diff.before.longest);
}

void CompareTab::clear()
{
    showEmpty();
}

} // namespace lanescope::desktop
