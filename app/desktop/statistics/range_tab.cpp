// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/range_tab.h"

#include "app/desktop/statistics/figure_view.h"
#include "app/desktop/text.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace lanescope::desktop {
namespace {

constexpr qint64 kMostRuleBytes = 1 << 20;

} // namespace

RangeTab::RangeTab(ScopeTracker& scope, QWidget* parent)
    : StatisticsTab(scope, parent), m_rules(defaultWorkClasses()), m_rulesButton(new QPushButton(this)),
      m_view(new FigureView(this))
{
    m_rulesButton->setText(tr("Classes…"));
    m_rulesButton->setToolTip(
        tr("A file of rules that tell communication, copies and classes of your own apart, a line "
           "each: \"communication: kernel:my_all_reduce*\""));
    bar().addWidget(m_rulesButton);
    addExportButtons(*m_view, QStringLiteral("range.csv"));
    m_view->setAccessibleName(tr("What the time was spent on"));
    body().addWidget(m_view);
    connect(m_rulesButton, &QPushButton::clicked, this, &RangeTab::askForRules);
    connect(m_view, &FigureView::rowChosen, this, &RangeTab::showRow);
    connect(m_view, &FigureView::rowActivated, this, [this](std::size_t row) {
        if (const IdleGap* gap = gapAt(row)) {
            const TimeRange range = gap->range; // marking asks for another summary
            document().bringIntoView(range);
            document().setMarkedRange(range);
        }
    });
}

void RangeTab::askForRules()
{
    const QString path = QFileDialog::getOpenFileName(this, tr("Rules for classes of work"));
    if (!path.isEmpty())
        useRules(path);
}

void RangeTab::useRules(const QString& path)
{
    if (path.isEmpty()) {
        m_rules = defaultWorkClasses();
        m_rulesButton->setText(tr("Classes…"));
        askAgain();
        return;
    }
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        showError({ErrorCode::CannotRead, tr("%1 cannot be read: %2").arg(path, file.errorString()).toStdString()});
        return;
    }
    if (file.size() > kMostRuleBytes) {
        showError({ErrorCode::TooLarge, tr("%1 is larger than 1 MiB: is it a file of rules?").arg(path).toStdString()});
        return;
    }
    auto rules = parseWorkClasses(file.readAll().toStdString(), path.toStdString());
    if (!rules) {
        showError(rules.error());
        return;
    }
    m_rules = *std::move(rules);
    m_rulesButton->setText(tr("Classes: %1").arg(QFileInfo(path).fileName()));
    askAgain();
}

JobRunner::Work RangeTab::work()
{
    return [this, scope = scope().scope(), rules = m_rules](const JobControl& job) -> JobRunner::Delivery {
        const auto mask = scope.mask(job);
        if (!mask)
            return {};
        RangeRequest request;
        request.range = scope.range;
        request.mask = *mask ? &**mask : nullptr;
        request.rules = rules;
        auto computed = summarizeRange(*scope.opened->joined, request, job);
        if (!computed) {
            if (computed.error().code == ErrorCode::Stopped)
                return {};
            return [this, error = computed.error()] { showError(error); };
        }
        const auto summary = std::make_shared<const RangeSummary>(*std::move(computed));
        // Cutting is what a range is for.
        const auto caveats = rangeCaveats(*scope.opened->joined, *scope.diagnoses, 0, summary->work);
        const auto figures =
            std::make_shared<const FigureTable>(figureTableOf(*scope.opened->trace, *summary, caveats));
        return [this, summary, figures] {
            m_summary = summary;
            m_view->setTable(figures);
        };
    };
}

void RangeTab::clear()
{
    m_summary = nullptr;
    m_view->setTable(nullptr);
}

const IdleGap* RangeTab::gapAt(std::size_t row) const
{
    if (!m_summary || !m_view->table())
        return nullptr;
    const std::size_t first = firstGapRow(*m_view->table(), *m_summary);
    return row < first ? nullptr : &m_summary->gaps[row - first];
}

void RangeTab::showRow(std::size_t row)
{
    const IdleGap* gap = gapAt(row);
    if (gap == nullptr)
        return;
    if (gap->after != kNoEvent)
        emit eventChosen(gap->after);
    document().bringIntoView(gap->range);
}

} // namespace lanescope::desktop
