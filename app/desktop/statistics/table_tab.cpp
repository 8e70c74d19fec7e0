// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/table_tab.h"

#include "app/desktop/panels/elided_label.h"
#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/statistics/histogram_view.h"
#include "app/desktop/text.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_filter.h"
#include "core/viewport/figure_text.h"

#include <fmt/format.h>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kFieldWidthPx = 180;

QString summaryOf(const StatsTable& table)
{
    QString text = TableTab::tr("%1 pieces, busy %2").arg(countText(table.matchingWork), durationLabel(table.busyNs));
    if (table.totalNs > 0)
        text +=
            TableTab::tr(", %1 in regions")
                .arg(toQString(shareText(static_cast<double>(table.annotatedNs) / static_cast<double>(table.totalNs))));
    return text;
}

} // namespace

TableTab::TableTab(ScopeTracker& scope, QWidget* parent)
    : StatisticsTab(scope, parent), m_by(new QComboBox(this)), m_names(new QComboBox(this)),
      m_nameField(new QLineEdit(this)), m_summary(new ElidedLabel(this)), m_view(new FigureView(this)),
      m_histogram(new HistogramView(this))
{
    buildBar();
    m_view->setAccessibleName(tr("Statistics"));
    auto* splitter = new QSplitter(this);
    splitter->addWidget(m_view);
    splitter->addWidget(m_histogram);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setHandleWidth(1);
    body().addWidget(splitter);
    connect(m_view, &FigureView::rowChosen, this, &TableTab::showRow);
    connect(m_view, &FigureView::rowActivated, this, &TableTab::highlightRow);
    connect(m_histogram, &HistogramView::binClicked, this, &TableTab::highlightBin);
    connect(&document(), &TraceDocument::selectionChanged, this, &TableTab::showSelection);
}

void TableTab::buildBar()
{
    const std::pair<QString, QString> choices[] = {
        {tr("Region"), QStringLiteral("region")},
        {tr("Region, phase, kernel"), QStringLiteral("region,phase,kernel")},
        {tr("Module"), QStringLiteral("module")},
        {tr("Module, phase, kernel"), QStringLiteral("module,phase,kernel")},
        {tr("Kernel"), QStringLiteral("kernel")},
        {tr("Phase"), QStringLiteral("phase")},
        {tr("Phase, module"), QStringLiteral("phase,module")},
        {tr("Stream"), QStringLiteral("stream")},
        {tr("Replay"), QStringLiteral("replay")},
        {tr("Replay, region"), QStringLiteral("replay,region")},
        {tr("Replay, module"), QStringLiteral("replay,module")},
        {tr("Rank"), QStringLiteral("rank")},
        {tr("Rank, region"), QStringLiteral("rank,region")},
    };
    for (const auto& [title, keys] : choices)
        m_by->addItem(title, keys);
    m_by->setAccessibleName(tr("Sum up by"));
    m_by->setToolTip(tr("Sum up by"));
    m_names->addItem(tr("Short names"));
    m_names->addItem(tr("Full names"));
    m_names->setAccessibleName(tr("Names of kernels"));
    m_names->setToolTip(tr("Names of kernels: kernels with the same short name are one row"));
    m_nameField->setPlaceholderText(tr("Name contains…"));
    m_nameField->setAccessibleName(tr("Name contains"));
    m_nameField->setClearButtonEnabled(true);
    m_nameField->setMinimumWidth(kFieldWidthPx / 2);
    m_nameField->setMaximumWidth(kFieldWidthPx);
    m_summary->setObjectName(QStringLiteral("mutedLabel"));
    bar().addWidget(m_by);
    bar().addWidget(m_names);
    bar().addWidget(m_nameField);
    addExportButtons(*m_view, QStringLiteral("statistics.csv"));
    bar().addWidget(m_summary);
    connect(m_by, &QComboBox::currentIndexChanged, this, &TableTab::askAgain);
    connect(m_names, &QComboBox::currentIndexChanged, this, &TableTab::askAgain);
    connect(m_nameField, &QLineEdit::textChanged, m_view, &FigureView::setNameFilter);
}

void TableTab::setTheme(const Theme& theme)
{
    m_histogram->setTheme(theme);
}

QString TableTab::summary() const
{
    return m_summary->text();
}

JobRunner::Work TableTab::work()
{
    StatsRequest request;
    request.by = *statsKeysNamed(m_by->currentData().toString().toStdString());
    request.names = m_names->currentIndex() == 0 ? KernelNames::Short : KernelNames::Full;
    return [this, scope = scope().scope(), request](const JobControl& job) -> JobRunner::Delivery {
        const auto mask = scope.mask(job);
        if (!mask)
            return {};
        StatsRequest asked = request;
        asked.range = scope.range;
        asked.mask = *mask ? &**mask : nullptr;
        auto computed = statsTable(*scope.opened->joined, asked, job);
        if (!computed)
            return {};
        const auto table = std::make_shared<const StatsTable>(*std::move(computed));
        const auto caveats = statsCaveats(*scope.opened->joined, *table, *scope.diagnoses);
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*table, caveats, {}));
        return [this, table, figures, caveats, opened = scope.opened] {
            m_table = table;
            m_opened = opened;
            m_summary->setText(summaryOf(*table));
            m_view->setTable(figures);
            showHistogramOf(m_view->currentRow());
            askForShapes(caveats);
        };
    };
}

void TableTab::clear()
{
    m_table = nullptr;
    m_opened = nullptr;
    m_summary->clear();
    m_view->setTable(nullptr);
    m_shaper.abandon();
    showHistogramOf(std::nullopt);
}

void TableTab::showRow(std::size_t row)
{
    showHistogramOf(row);
    emit eventChosen(m_table->rows[row].longest);
}

void TableTab::askForShapes(const std::vector<StatsCaveat>& caveats)
{
    m_shaper.abandon();
    if (m_table->by.back() != StatsKey::Kernel)
        return;
    m_shaper.start([this, table = m_table, opened = m_opened, caveats](const JobControl& job) -> JobRunner::Delivery {
        std::vector<std::vector<EventId>> groups(table->rows.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (table->rows[i].key == StatsKey::Kernel)
                groups[i] = table->workOf(i);
        }
        const auto shapes = launchShapesOf(*opened->trace, groups, job);
        if (!shapes)
            return [this, error = shapes.error()] {
                if (error.code != ErrorCode::Stopped)
                    showError(error);
            };
        const auto figures = std::make_shared<const FigureTable>(figureTableOf(*table, caveats, *shapes));
        return [this, figures] { m_view->setTable(figures); };
    });
}

void TableTab::showHistogramOf(std::optional<std::size_t> row)
{
    if (!row || !m_table) {
        m_spreader.abandon();
        m_histogram->setSpread({}, {});
        return;
    }
    m_spreader.start([this, table = m_table, row = *row](const JobControl& /*short*/) -> JobRunner::Delivery {
        return [this, row, spread = spreadOf(table->durationsOf(row), HistogramView::kBins)] {
            m_histogram->setSpread(spread, m_view->indexOfRow(row).data().toString());
            showSelection();
        };
    });
}

void TableTab::highlightRow(std::size_t row)
{
    if (const auto filter = filterOfRow(*m_opened->joined, *m_table, row))
        scope().highlight(*filter);
    else
        showError({ErrorCode::TooLarge, tr("These are too many kernels for a filter: take full names").toStdString()});
}

void TableTab::highlightBin(std::size_t bin)
{
    const auto row = m_view->currentRow();
    if (!row || !m_table)
        return;
    const DurationHistogram& histogram = m_histogram->histogram();
    const TimeNs fromNs = histogram.edges[bin];
    const TimeNs belowNs = histogram.edges[bin + 1];
    const EventId first = m_table->firstLasting(*row, fromNs, belowNs);
    if (const auto filter = filterOfRow(*m_opened->joined, *m_table, *row))
        scope().highlight(fmt::format("{} dur:{}ns..{}ns", *filter, fromNs, belowNs - 1));
    if (first != kNoEvent)
        emit eventChosen(first);
}

void TableTab::showSelection()
{
    const auto event = document().selectedEvent();
    const auto row = m_view->currentRow();
    if (!event || !row || !m_table || document().opened() != m_opened) {
        m_histogram->mark(std::nullopt);
        return;
    }
    m_histogram->mark(m_table->durationIn(*row, *event));
}

} // namespace lanescope::desktop
