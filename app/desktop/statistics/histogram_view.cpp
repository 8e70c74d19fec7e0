// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/histogram_view.h"

#include "app/desktop/text.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QMouseEvent>
#include <QVBoxLayout>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kTickLabels = 4;
constexpr int kPercentileChars = 42; // three percentiles on one line: a low panel has no room for two

} // namespace

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_percentileText(new QLabel(this)), m_scale(new QComboBox(this)),
      m_hint(new QLabel(tr("Choose a row to see how long its work takes"), this)), m_plot(new QCustomPlot(this)),
      m_bars(new QCPBars(m_plot->xAxis, m_plot->yAxis)), m_markedBar(new QCPBars(m_plot->xAxis, m_plot->yAxis))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    m_scale->addItem(tr("Linear"));
    m_scale->addItem(tr("Logarithmic"));
    m_scale->setAccessibleName(tr("Scale of the histogram"));
    m_title->setObjectName(QStringLiteral("sectionTitle"));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long names are cut
    m_percentileText->setObjectName(QStringLiteral("mutedLabel"));
    m_percentileText->setMinimumWidth(m_percentileText->fontMetrics().averageCharWidth() * kPercentileChars);
    m_hint->setObjectName(QStringLiteral("mutedLabel"));
    m_hint->setWordWrap(true);
    m_hint->setAlignment(Qt::AlignCenter);
    for (QCPBars* bars : {m_bars, m_markedBar}) {
        bars->setWidth(1);
        bars->setAntialiased(false);
    }
    for ([[maybe_unused]] const int percent : DurationSpread::kPercents)
        m_lines.push_back(new QCPItemStraightLine(m_plot));
    m_plot->setAccessibleName(tr("Histogram of durations"));
    m_plot->setNotAntialiasedElements(QCP::aeAll);
    m_plot->setMinimumSize(200, 90);
    m_plot->yAxis->ticker()->setTickCount(2); // more would stand on each other in a low panel
    connect(m_plot, &QCustomPlot::mousePress, this, [this](QMouseEvent* event) {
        if (event->button() == Qt::LeftButton)
            click(event->pos());
    });
    connect(m_scale, &QComboBox::currentIndexChanged, this, [this] {
        m_marked.reset();
        draw();
    });

    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_scale);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(3);
    layout->addLayout(head);
    layout->addWidget(m_hint, 1);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_percentileText);
    draw();
}

void HistogramView::setTheme(const Theme& theme)
{
    m_theme = &theme;
    draw();
}

void HistogramView::setSpread(DurationSpread spread, const QString& title)
{
    m_spread = std::move(spread);
    m_title->setText(title);
    m_title->setToolTip(title.toHtmlEscaped());
    m_marked.reset();
    draw();
}

const DurationHistogram& HistogramView::histogram() const
{
    return m_scale->currentIndex() == 0 ? m_spread.linear : m_spread.logarithmic;
}

QString HistogramView::percentileText() const
{
    return m_percentileText->text();
}

double HistogramView::placeOf(TimeNs durationNs) const
{
    const std::size_t bin = histogram().binOf(durationNs);
    const TimeNs begin = histogram().edges[bin];
    return static_cast<double>(bin) +
           static_cast<double>(durationNs - begin) / static_cast<double>(histogram().edges[bin + 1] - begin);
}

void HistogramView::draw()
{
    QVector<double> places;
    QVector<double> counts;
    for (std::size_t i = 0; i < histogram().counts.size(); ++i) {
        places << static_cast<double>(i) + 0.5;
        counts << static_cast<double>(histogram().counts[i]);
    }
    m_bars->setData(places, counts, true);
    m_markedBar->setData({}, {});
    if (m_marked)
        m_markedBar->setData({places[static_cast<qsizetype>(*m_marked)]}, {counts[static_cast<qsizetype>(*m_marked)]});
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    const std::size_t bins = histogram().counts.size();
    for (int i = 0; bins > 0 && i < kTickLabels; ++i) {
        const std::size_t edge = bins * static_cast<std::size_t>(i) / (kTickLabels - 1);
        ticker->addTick(static_cast<double>(edge), durationLabel(histogram().edges[edge], 3));
    }
    m_plot->xAxis->setTicker(ticker);
    m_plot->xAxis->setRange(0, static_cast<double>(std::max<std::size_t>(1, bins)));
    m_plot->yAxis->setRange(0, counts.isEmpty() ? 1.0 : *std::max_element(counts.begin(), counts.end()) * 1.08);
    m_plot->setVisible(bins > 0);
    m_scale->setVisible(bins > 0);
    m_hint->setVisible(bins == 0);
    QStringList texts;
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        const bool isThere = i < m_spread.percentiles.size();
        m_lines[i]->setVisible(isThere);
        if (!isThere)
            continue;
        const double at = placeOf(m_spread.percentiles[i]);
        m_lines[i]->point1->setCoords(at, 0);
        m_lines[i]->point2->setCoords(at, 1);
        texts << QStringLiteral("P%1 %2").arg(DurationSpread::kPercents[i]).arg(durationLabel(m_spread.percentiles[i]));
    }
    m_percentileText->setText(texts.join(QStringLiteral(" · ")));
    paintInTheme();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void HistogramView::paintInTheme()
{
    if (m_theme == nullptr)
        return;
    m_plot->setBackground(m_theme->surface);
    m_bars->setPen(QPen(m_theme->surface));
    m_bars->setBrush(m_theme->accent);
    m_markedBar->setPen(QPen(m_theme->text));
    m_markedBar->setBrush(m_theme->warning);
    for (QCPItemStraightLine* line : m_lines)
        line->setPen(QPen(m_theme->text, 1, Qt::DashLine));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis}) {
        axis->setBasePen(QPen(m_theme->border));
        axis->setTickPen(QPen(m_theme->border));
        axis->setSubTickPen(QPen(m_theme->border));
        axis->setTickLabelColor(m_theme->mutedText);
        axis->grid()->setPen(QPen(m_theme->grid));
    }
    m_plot->xAxis->grid()->setVisible(false);
}

void HistogramView::mark(std::optional<TimeNs> durationNs)
{
    const bool isInside = durationNs && !histogram().counts.empty() && *durationNs >= histogram().edges.front() &&
                          *durationNs < histogram().edges.back();
    const auto bin = isInside ? std::optional(histogram().binOf(*durationNs)) : std::nullopt;
    if (bin == m_marked)
        return;
    m_marked = bin;
    draw();
}

QPoint HistogramView::middleOf(std::size_t bin) const
{
    const double x = m_plot->xAxis->coordToPixel(static_cast<double>(bin) + 0.5);
    const double y = m_plot->yAxis->coordToPixel(static_cast<double>(histogram().counts[bin]) / 2);
    return {static_cast<int>(x), static_cast<int>(y)};
}

void HistogramView::click(QPoint point)
{
    const double place = m_plot->xAxis->pixelToCoord(point.x());
    if (place < 0 || place >= static_cast<double>(histogram().counts.size()))
        return;
    const auto bin = static_cast<std::size_t>(std::floor(place));
    if (histogram().counts[bin] > 0)
        emit binClicked(bin);
}

} // namespace lanescope::desktop
