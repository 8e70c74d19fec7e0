// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/compare_tab.h"

#include "app/desktop/dropped_files.h"
#include "app/desktop/load_job.h"
#include "app/desktop/open_request.h"
#include "app/desktop/statistics/diff_words.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "core/query/diff_answer.h"
#include "core/query/stats_filter.h"
#include "core/viewport/diff_text.h"

#include <fmt/format.h>

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

constexpr int kWidestNamePx = 220;

// One side of a comparison; computed on a worker.
struct Side {
    StatsTable table;
    DiffAnswerSide where; // what the sentences are made of
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
    auto where = diffAnswerSide(*scope.opened->joined, request, job);
    if (!where)
        return failureOf(where);
    auto caveats = statsCaveats(*scope.opened->joined, *table, *scope.diagnoses);
    return Side{*std::move(table), *std::move(where), std::move(caveats)};
}

// Where nothing lies beside the trace, the annotations of the open one: ids of graph nodes stay the same from run to
// run as long as the program captures the same graphs.
Result<LoadedTrace> loadForComparison(const OpenRequest& request, const std::shared_ptr<const OpenedTrace>& after,
                                      const JobControl& job)
{
    auto loaded = loadTrace(request, TrackView::Recorded, job);
    const bool hasOthers =
        after != nullptr && after->annotations != nullptr && after->annotations->origin == AnnotationOrigin::File;
    if (!loaded || loaded->opened->annotations != nullptr || !hasOthers || !request.session.empty())
        return loaded;
    OpenRequest again = request;
    again.annotations = after->annotations->path;
    return loadTrace(again, TrackView::Recorded, job);
}

QString sentenceOf(const DiffAnswer& answer, std::size_t replaysBefore, std::size_t replaysAfter)
{
    QStringList lines;
    for (const std::string& text : answerLines(answer, diffWords()))
        lines << toQString(text).simplified();
    if (lines.isEmpty())
        lines << CompareTab::tr("Nothing got slower or faster");
    if (answer.work.unit == DiffUnit::Trace && replaysBefore != replaysAfter)
        lines << CompareTab::tr("%1 replays before, %2 after: totals differ for that; compare per instance")
                     .arg(countText(replaysBefore), countText(replaysAfter));
    return lines.join(QLatin1Char('\n'));
}

} // namespace

// Where to look for what became slower of a row.
struct CompareTab::SlowerPlace {
    std::optional<std::uint32_t> replay; // the one that is slower most
    EventId event = kNoEvent;            // the row's longest piece of work there; without a replay, of all
    std::string filter;                  // the row's work, in the replays that are slower if they are few
};

// What a comparison is made of. Immutable.
struct CompareTab::Compared {
    std::shared_ptr<const OpenedTrace> before;
    std::shared_ptr<const OpenedTrace> after;
    StatsTable tableBefore;
    StatsTable tableAfter;
    StatsDiff diff;

    // Of a row that is there after.
    [[nodiscard]] SlowerPlace slowestPlace(std::size_t row) const
    {
        const DiffRow& its = diff.rows[row];
        std::optional<TracedRow> earlier;
        if (its.rowBefore)
            earlier.emplace(TracedRow{*before->joined, tableBefore, *its.rowBefore});
        const TracedRow later{*after->joined, tableAfter, *its.rowAfter};
        SlowerPlace place;
        place.event = its.after.longest;
        place.filter = filterOfRow(*after->joined, tableAfter, later.row).value_or(std::string());
        const auto replays = slowerReplays(earlier, later);
        if (!replays)
            return place;
        place.replay = replays->slowest;
        place.event = longestIn(later, replays->slowest);
        place.filter += filterOf(*after->trace, *replays);
        return place;
    }

private:
    [[nodiscard]] static EventId longestIn(const TracedRow& row, std::uint32_t replay)
    {
        EventId longest = kNoEvent;
        const Trace& trace = *row.joined.trace;
        for (const EventId event : row.table.workOf(row.row)) {
            const Replay* its = row.joined.replay(event);
            if (its == &row.joined.replays[replay] &&
                (longest == kNoEvent || trace.durationNs(event) > trace.durationNs(longest)))
                longest = event;
        }
        return longest;
    }

    [[nodiscard]] static std::string filterOf(const Trace& trace, const SlowerReplays& replays)
    {
        constexpr std::size_t kMostRuns = 20;
        if (replays.positions.size() == replays.all || replays.runs.size() > kMostRuns)
            return {};
        std::string text;
        for (const SlowerReplays::Run& run : replays.runs) {
            const std::string numbers =
                run.first == run.last ? fmt::format("{}", run.first) : fmt::format("{}..{}", run.first, run.last);
            text +=
                fmt::format("{}({} replay:{})", text.empty() ? "" : " OR ", filterOfGraph(trace, run.graph), numbers);
        }
        return replays.runs.size() == 1 ? ' ' + text : fmt::format(" ({})", text);
    }
};

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
    connect(m_view, &FigureView::rowActivated, this, &CompareTab::showReplays);
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
    m_compared = nullptr;
    m_looker.abandon();
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
    const bool areRanks = document().hasTrace() && document().opened()->parts;
    const QString path = areRanks ? QFileDialog::getExistingDirectory(this, tr("Compare with a folder of ranks"))
                                  : QFileDialog::getOpenFileName(this, tr("Compare with"));
    if (!path.isEmpty())
        compareWith(path);
}

void CompareTab::compareWith(const QString& path)
{
    OpenRequest request;
    if (QFileInfo(path).isDir())
        request = requestFor(sortDroppedFiles({path}));
    else
        request.trace = toPath(path);
    request.discoverProvenance = false; // nothing here shows sources
    m_choose->setText(tr("Opening %1…").arg(QFileInfo(path).fileName()));
    m_opener.start([this, request, path, after = document().opened()](const JobControl& job) -> JobRunner::Delivery {
        const auto loaded = loadForComparison(request, after, job);
        if (!loaded)
            return [this, error = loaded.error()] {
                m_choose->setText(tr("Compare with…"));
                m_sentence->setText(toQString(error.message)); // wraps, unlike the state beside the buttons
            };
        return [this, loaded = *loaded, path] {
            m_before.setTrace(loaded);
            const QString name = QFileInfo(path).fileName();
            m_choose->setText(
                tr("Before: %1").arg(m_choose->fontMetrics().elidedText(name, Qt::ElideMiddle, kWidestNamePx)));
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
    after.tracks.clear();
    StatisticsScope before = after;
    before.opened = m_before.opened();
    before.diagnoses = m_before.diagnoses();
    const DiffUnit unit = m_per->currentIndex() == 0 ? DiffUnit::Trace : DiffUnit::Instance;
    const std::vector<StatsKey> by = *statsKeysNamed(m_by->currentData().toString().toStdString());
    return [this, before, after, by, unit](const JobControl& job) -> JobRunner::Delivery {
        auto first = sideOf(before, by, job);
        if (!first)
            return {};
        auto second = sideOf(after, by, job);
        if (!second)
            return {};
        const auto diff = std::make_shared<const StatsDiff>(diffStats(first->table, second->table, unit));
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*diff, first->caveats, second->caveats));
        const auto answer = diffAnswer(first->where, second->where, unit, job);
        if (!answer)
            return {};
        const QString sentence =
            sentenceOf(*answer, before.opened->joined->replays.size(), after.opened->joined->replays.size());
        const auto compared = std::make_shared<const Compared>(
            Compared{before.opened, after.opened, std::move(first->table), std::move(second->table), *diff});
        return [this, compared, figures, sentence] {
            m_compared = compared;
            m_sentence->setText(sentence);
            m_view->setTable(figures);
        };
    };
}

void CompareTab::showRow(std::size_t row)
{
    if (!m_compared)
        return;
    const DiffRow& diff = m_compared->diff.rows[row];
    if (diff.rowBefore && diff.rowAfter)
        m_link.setOffset(m_before.opened()->trace->beginNs(diff.before.longest) -
                         document().opened()->trace->beginNs(diff.after.longest));
    if (diff.rowAfter)
        emit eventChosen(diff.after.longest);
    if (diff.rowBefore)
        m_timeline->plot().revealEvent(diff.before.longest);
}

void CompareTab::showReplays(std::size_t row)
{
    if (!m_compared || m_compared->after != document().opened() || !m_compared->diff.rows[row].rowAfter)
        return;
    m_looker.start([this, compared = m_compared, row](const JobControl& /*short*/) -> JobRunner::Delivery {
        const SlowerPlace place = compared->slowestPlace(row);
        return [this, compared, place] {
            if (compared != m_compared)
                return;
            if (!place.filter.empty())
                scope().highlight(place.filter);
            if (place.replay)
                emit replayChosen(*place.replay);
            else
                showError({ErrorCode::NotFound, tr("No replay is slower by more than a twentieth").toStdString()});
            if (place.event != kNoEvent)
                emit eventChosen(place.event);
        };
    });
}

void CompareTab::clear()
{
    showEmpty();
}

} // namespace lanescope::desktop
