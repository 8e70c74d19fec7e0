// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_plot.h"

#include "app/desktop/timeline/spoken_text.h"
#include "app/desktop/timeline/timeline_frame.h"
#include "app/desktop/timeline/timeline_overlay.h"
#include "app/desktop/timeline/timeline_plottable.h"

#include <algorithm>

namespace lanescope::desktop {
namespace {

const QString kOverlayLayer = QStringLiteral("lanescopeOverlay");
constexpr int kNarrowestHeaderPx = 90; // as the user may make it

} // namespace

TimelinePlot::TimelinePlot(TraceDocument& document, QWidget* parent) : QCustomPlot(parent), m_document(document)
{
    setAccessibleName(tr("Timeline"));
    setMinimumSize(320, 160);
    // QCustomPlot antialiases everything by default, which makes boxes blurred and five times slower.
    setNotAntialiasedElements(QCP::aeAll);
    setNoAntialiasingOnDrag(true);
    plotLayout()->setMargins(QMargins(0, 0, 0, 0));
    QCPAxisRect* rect = axisRect();
    rect->setAutoMargins(QCP::msNone);
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2})
        axis->setVisible(false); // the frame draws core's ticks
    xAxis->grid()->setVisible(false);
    yAxis->grid()->setVisible(false);

    addLayer(kOverlayLayer, layer(QStringLiteral("legend")), QCustomPlot::limAbove);
    m_plottable = new TimelinePlottable(xAxis, yAxis, m_scene);
    m_frame = new TimelineFrame(*rect, m_scene);
    m_overlay = new TimelineOverlay(*rect, kOverlayLayer, m_scene);
    applyHeaderWidth();

    connect(&document, &TraceDocument::traceChanged, this, &TimelinePlot::showTrace);
    connect(&document, &TraceDocument::arrangementChanged, this, &TimelinePlot::showArrangement);
    connect(&document, &TraceDocument::visibleRangeChanged, this, [this] {
        m_scene.setRange(m_document.visibleRange());
        m_overlay->setHovered(std::nullopt); // another box is under the mouse, or none
        update();
    });
    connect(&document, &TraceDocument::filteredChanged, this, [this] {
        m_scene.setFiltered(m_document.filtered(), m_document.filter().effect);
        rowsChanged();
    });
    connect(&document, &TraceDocument::lookChanged, this, [this] {
        m_plottable->setColorBy(m_document.colorBy());
        m_scene.setTimesOfFile(m_document.showsTimesOfFile());
        update();
    });
    connect(&document, &TraceDocument::selectionChanged, this, [this] {
        showSelection();
        update();
    });
    connect(&document, &TraceDocument::markedRangeChanged, this, [this] {
        m_overlay->setMarkedRange(m_document.markedRange(), m_document.markedTracks());
        describe();
        update();
    });
    connect(&document, &TraceDocument::marksChanged, this, [this] {
        m_overlay->setMarks(m_document.marks());
        update();
    });
    setTheme(ThemeKind::Light);
    showTrace();
}

TimelinePlot::~TimelinePlot() = default;

void TimelinePlot::setTheme(ThemeKind kind)
{
    const Theme& theme = themeOf(kind);
    m_canvasColor = theme.canvas;
    m_focusColor = theme.accent;
    setBackground(QBrush(theme.canvas));
    m_plottable->setTheme(theme);
    m_frame->setTheme(theme);
    m_overlay->setTheme(theme);
    update();
}

void TimelinePlot::showTrace()
{
    m_scrollPx = 0;
    m_scene.setCollapsed(m_document.hasTrace() ? foldedAtFirst(*m_document.arrangement()) : CollapsedState{});
    m_scene.setChoices({});
    m_scene.setRange(m_document.visibleRange());
    m_overlay->setMarkedRange(m_document.markedRange(), m_document.markedTracks());
    m_overlay->setMarks(m_document.marks());
    showArrangement();
}

void TimelinePlot::showArrangement()
{
    m_scene.setArrangement(m_document.arrangement());
    m_scene.setFiltered(m_document.filtered(), m_document.filter().effect);
    m_plottable->setLooks(m_document.looks());
    m_overlay->setHovered(std::nullopt);
    showSelection();
    applyHeaderWidth();
    rowsChanged();
}

void TimelinePlot::describe()
{
    QStringList parts;
    if (!m_scene.isEmpty()) {
        parts << spokenText(*m_scene.arrangement(), m_document.selection());
        if (const auto range = m_document.markedRange())
            parts << spokenRange(*m_scene.arrangement(), *range, m_document.markedTracks());
    }
    parts.removeAll(QString());
    setAccessibleDescription(parts.join(QStringLiteral("; ")));
}

void TimelinePlot::showSelection()
{
    describe();
    m_overlay->setSelection(m_document.selection());
    const auto event = m_document.selectedEvent();
    std::vector<ShownArrow> arrows;
    if (event && m_document.arrows() && !m_scene.isEmpty()) {
        arrows = arrowsOf(*m_document.arrows(), *m_scene.arrangement(), *event);
        const std::vector<ShownArrow> dependencies = dependencyArrowsOf(*m_scene.arrangement(), *event);
        arrows.insert(arrows.end(), dependencies.begin(), dependencies.end());
    }
    m_overlay->setArrows(std::move(arrows));
}

bool TimelinePlot::walkArrow(ArrowDirection direction)
{
    const auto event = m_document.selectedEvent();
    if (!event || !m_document.arrows())
        return false;
    const auto other = direction == ArrowDirection::ToItsEnd ? m_document.arrows()->nextAlong(*event)
                                                             : m_document.arrows()->previousAlong(*event);
    if (other)
        revealEvent(*other);
    return other.has_value();
}

void TimelinePlot::rowsChanged()
{
    m_overlay->setHovered(std::nullopt);
    setScrollPx(m_scrollPx);
    emit extentChanged();
    update();
}

int TimelinePlot::largestScrollPx() const
{
    return std::max(0, m_scene.layout().heightPx - canvasRect().height());
}

void TimelinePlot::setScrollPx(int scrollPx)
{
    const int limited = std::clamp(scrollPx, 0, largestScrollPx());
    if (limited != m_scrollPx) {
        m_scrollPx = limited;
        m_overlay->setHovered(std::nullopt);
        emit scrolled(limited);
    }
    m_plottable->setScrollPx(limited);
    m_frame->setScrollPx(limited);
    m_overlay->setScrollPx(limited);
    update();
}

void TimelinePlot::revealSelection()
{
    const auto rect = selectedRect();
    if (!rect)
        return;
    const QRect canvas = canvasRect();
    const int top = canvas.top() + m_scene.layout().pinnedPx;
    if (rect->bottom() < top && rect->top() >= canvas.top()) // a pinned track
        return;
    if (rect->top() < top)
        setScrollPx(m_scrollPx - (top - rect->top()) - 8);
    else if (rect->bottom() > canvas.bottom())
        setScrollPx(m_scrollPx + (rect->bottom() - canvas.bottom()) + 8);
}

std::optional<std::size_t> TimelinePlot::markAt(QPoint point) const
{
    return m_overlay->markAt(point);
}

void TimelinePlot::scrollTo(int topPx, int bottomPx)
{
    constexpr int kRoomPx = 8;
    const int pinnedPx = m_scene.layout().pinnedPx;
    if (topPx < pinnedPx)
        return;
    if (topPx - kRoomPx < m_scrollPx + pinnedPx)
        setScrollPx(topPx - kRoomPx - pinnedPx);
    else if (bottomPx + kRoomPx > m_scrollPx + canvasRect().height())
        setScrollPx(bottomPx + kRoomPx - canvasRect().height());
}

void TimelinePlot::revealEvent(EventId event)
{
    if (m_scene.isEmpty())
        return;
    const auto track = trackShowing(*m_scene.arrangement(), event);
    if (!track)
        return;
    const Trace& trace = m_scene.trace();
    m_document.select(event);
    m_document.bringIntoView({trace.beginNs(event), trace.endNs(event)});
    if (!m_scene.showsOthers()) {
        TraceFilter filter = m_document.filter();
        filter.effect = FilterEffect::Dim;
        m_document.setFilter(filter);
    }
    unfold(track->group, track->track);
    const auto place = placeOf(*m_scene.arrangement(), event);
    const auto& layout = m_scene.layout();
    const auto row = std::find_if(layout.rows.begin(), layout.rows.end(), [&](const Row& candidate) {
        const RowKind kind = !place                                  ? RowKind::Marks
                             : place->kind == SlicePlace::Kind::Lane ? RowKind::Lane
                                                                     : RowKind::Band;
        return candidate.kind == kind && candidate.group == track->group && candidate.track == track->track &&
               (!place || candidate.index == place->row);
    });
    if (row != layout.rows.end())
        scrollTo(row->yPx, row->yPx + row->heightPx);
}

QRect TimelinePlot::canvasRect() const
{
    // Not axisRect()->rect(), which is known only after a layout.
    const QMargins margins = axisRect()->margins();
    const QRect outer = axisRect()->outerRect();
    return outer.isEmpty() ? rect().marginsRemoved(margins) : outer.marginsRemoved(margins);
}

QRect TimelinePlot::headerRect() const
{
    const QRect canvas = canvasRect();
    const int left = axisRect()->outerRect().left();
    return QRect(left, canvas.top(), canvas.left() - left, canvas.height());
}

TimeNs TimelinePlot::timeAt(int x) const
{
    const QRect canvas = canvasRect();
    // Where a picture of another width was made, the scene's scale is that picture's until the next frame.
    const bool isOfScene = m_scene.scale().widthPx() == canvas.width();
    const TimeScale scale = isOfScene ? m_scene.scale() : TimeScale(m_document.visibleRange(), canvas.width());
    return scale.toNs(x - canvas.left());
}

std::optional<TimelineHit> TimelinePlot::hitAt(QPoint point)
{
    const QRect canvas = canvasRect();
    if (m_scene.isEmpty() || !canvas.contains(point))
        return std::nullopt;
    m_scene.setWidth(canvas.width());
    return m_scene.hitAt(point.x() - canvas.left(), m_scene.layout().fromScreen(point.y() - canvas.top(), m_scrollPx));
}

std::optional<QRect> TimelinePlot::selectedRect() const
{
    return m_overlay->selectedRect();
}

void TimelinePlot::applyHeaderWidth()
{
    const int widthPx = m_headerPx
                            ? std::clamp(*m_headerPx, kNarrowestHeaderPx, std::max(kNarrowestHeaderPx, width() / 2))
                            : m_frame->suitableHeaderWidth();
    axisRect()->setMargins(QMargins(widthPx, TimelineFrame::kAxisHeightPx, 0, 0));
    layOutCanvas();
}

void TimelinePlot::layOutCanvas()
{
    updateLayout();
    m_scene.setWidth(canvasRect().width());
}

void TimelinePlot::setHeaderWidth(std::optional<int> widthPx)
{
    m_headerPx = widthPx;
    applyHeaderWidth();
    rowsChanged();
}

void TimelinePlot::setCursorX(std::optional<int> x)
{
    m_overlay->setCursorX(x);
    update();
}

void TimelinePlot::setHovered(const std::optional<TimelineHit>& hit)
{
    m_overlay->setHovered(hit);
    update();
}

// On a screen nothing goes through QCustomPlot's buffers, which are as large as the widget, cleared and blended with
// each frame: the plottable keeps a picture of its own, over which the rest is painted. The overlay is not part of
// pictures of a window.
void TimelinePlot::showEvent(QShowEvent* event)
{
    m_overlay->setVisible(false);
    QCustomPlot::showEvent(event);
}

void TimelinePlot::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event)
    layOutCanvas(); // pictures of another size may have been made
    QCPPainter painter(this);
    if (!painter.isActive())
        return;
    if (m_scene.isEmpty())
        painter.fillRect(rect(), m_canvasColor);
    m_plottable->paintOn(painter);
    m_frame->paintOn(painter);
    m_overlay->paintOn(painter);
    if (m_showsFocus && hasFocus()) {
        painter.setPen(QPen(m_focusColor, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void TimelinePlot::focusInEvent(QFocusEvent* event)
{
    // Who clicks knows where the keys go; who comes with the keys must see it.
    m_showsFocus = event->reason() == Qt::TabFocusReason || event->reason() == Qt::BacktabFocusReason;
    QCustomPlot::focusInEvent(event);
    update();
}

void TimelinePlot::focusOutEvent(QFocusEvent* event)
{
    QCustomPlot::focusOutEvent(event);
    update();
}

void TimelinePlot::resizeEvent(QResizeEvent* event)
{
    Q_UNUSED(event)
    setViewport(rect());
    applyHeaderWidth(); // what the user chose may find room now
    setScrollPx(m_scrollPx);
    emit extentChanged();
}

void TimelinePlot::mousePressEvent(QMouseEvent* event)
{
    event->ignore();
}

void TimelinePlot::mouseMoveEvent(QMouseEvent* event)
{
    event->ignore();
}

void TimelinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    event->ignore();
}

void TimelinePlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    event->ignore();
}

void TimelinePlot::wheelEvent(QWheelEvent* event)
{
    event->ignore();
}

} // namespace lanescope::desktop
