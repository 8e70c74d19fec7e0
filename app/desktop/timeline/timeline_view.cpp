// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_view.h"

#include "app/desktop/settings/settings.h"

#include <QGridLayout>
#include <QScrollBar>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kTimeBarSteps = 1000000; // a scroll bar counts in int, a trace in int64

} // namespace

TimelineView::TimelineView(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_overview(new OverviewStrip(document, this)),
      m_plot(new TimelinePlot(document, this)), m_input(new TimelineInput(*m_plot, document, this)),
      m_headerDrag(new HeaderDrag(*m_plot, this)), m_rowBar(new QScrollBar(Qt::Vertical, this)),
      m_timeBar(new QScrollBar(Qt::Horizontal, this))
{
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_overview, 0, 0);
    layout->addWidget(m_plot, 1, 0);
    layout->addWidget(m_rowBar, 1, 1);
    layout->addWidget(m_timeBar, 2, 0);
    layout->setRowStretch(1, 1);
    m_rowBar->setAccessibleName(tr("Scroll tracks"));
    m_timeBar->setAccessibleName(tr("Scroll time"));
    setFocusProxy(m_plot);
    m_plot->setHeaderWidth(Settings::namesWidth());
    QWidget::setTabOrder(m_plot, m_overview);

    connect(m_plot, &TimelinePlot::extentChanged, this, &TimelineView::updateRowBar);
    connect(m_plot, &TimelinePlot::extentChanged, this,
            [this] { m_overview->setCanvasLeft(m_plot->canvasRect().left()); });
    connect(m_plot, &TimelinePlot::scrolled, m_rowBar, &QScrollBar::setValue);
    connect(m_rowBar, &QScrollBar::valueChanged, m_plot, &TimelinePlot::setScrollPx);
    connect(&document, &TraceDocument::visibleRangeChanged, this, &TimelineView::updateTimeBar);
    connect(&document, &TraceDocument::traceChanged, this, &TimelineView::updateTimeBar);
    connect(m_timeBar, &QScrollBar::valueChanged, this, &TimelineView::scrollTime);
    connect(m_input, &TimelineInput::contextMenuRequested, this, &TimelineView::contextMenuRequested);
    m_overview->setCanvasLeft(m_plot->canvasRect().left());
    updateRowBar();
    updateTimeBar();
}

TimelineView::~TimelineView()
{
    // A plot that the mouse is on hears that it leaves while it is being destroyed.
    delete m_headerDrag;
    delete m_input;
}

void TimelineView::setTheme(ThemeKind kind)
{
    m_overview->setTheme(kind);
    m_plot->setTheme(kind);
}

void TimelineView::updateRowBar()
{
    const QSignalBlocker blocker(m_rowBar);
    m_rowBar->setPageStep(std::max(1, m_plot->canvasRect().height()));
    m_rowBar->setSingleStep(20);
    m_rowBar->setRange(0, m_plot->largestScrollPx());
    m_rowBar->setValue(m_plot->scrollPx());
    m_rowBar->setVisible(m_plot->largestScrollPx() > 0);
}

void TimelineView::updateTimeBar()
{
    const QSignalBlocker blocker(m_timeBar);
    const TimeRange whole = m_document.fittedRange().united(m_document.visibleRange());
    const TimeRange shown = m_document.visibleRange();
    const double stepsPerNs = kTimeBarSteps / static_cast<double>(std::max<TimeNs>(whole.durationNs(), 1));
    const int page = std::max(1, static_cast<int>(static_cast<double>(shown.durationNs()) * stepsPerNs));
    m_timeBar->setPageStep(page);
    m_timeBar->setSingleStep(std::max(1, page / 10));
    m_timeBar->setRange(0, std::max(0, kTimeBarSteps - page));
    m_timeBar->setValue(static_cast<int>(static_cast<double>(shown.beginNs - whole.beginNs) * stepsPerNs));
}

void TimelineView::scrollTime(int position)
{
    const TimeRange whole = m_document.fittedRange().united(m_document.visibleRange());
    const TimeRange shown = m_document.visibleRange();
    const double nsPerStep = static_cast<double>(whole.durationNs()) / kTimeBarSteps;
    const TimeNs beginNs = whole.beginNs + static_cast<TimeNs>(std::llround(position * nsPerStep));
    m_document.setVisibleRange({beginNs, beginNs + shown.durationNs()});
}

} // namespace lanescope::desktop
