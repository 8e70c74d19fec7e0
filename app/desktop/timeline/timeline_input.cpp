// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_input.h"

#include "app/desktop/text.h"
#include "app/desktop/timeline/hover_text.h"
#include "core/query/kernel_name.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr double kKeyZoom = 1.25;
constexpr double kFastKeyZoom = 2.0;
constexpr double kWheelZoomPerNotch = 1.25;
constexpr int kNotch = 120; // of QWheelEvent::angleDelta
constexpr int kScrollPerNotchPx = 60;
constexpr int kPanKeyPart = 10; // a tenth of the view
constexpr int kFastPanKeyPart = 2;
constexpr int kPageParts = 8; // a page of tracks, less a little of the last one

} // namespace

TimelineInput::TimelineInput(TimelinePlot& plot, TraceDocument& document, QObject* parent)
    : QObject(parent), m_plot(plot), m_document(document)
{
    m_plot.setMouseTracking(true);
    m_plot.setFocusPolicy(Qt::StrongFocus);
    m_plot.installEventFilter(this);
}

bool TimelineInput::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != &m_plot || !m_document.hasTrace())
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        press(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseMove:
        move(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::MouseButtonRelease:
        release(static_cast<const QMouseEvent&>(*event));
        return true;
    case QEvent::Wheel:
        wheel(static_cast<const QWheelEvent&>(*event));
        return true;
    case QEvent::Leave:
        leave();
        return false;
    case QEvent::KeyPress:
        return handleKey(static_cast<const QKeyEvent&>(*event)) || handlePlotKey(static_cast<const QKeyEvent&>(*event));
    case QEvent::ContextMenu:
        if (static_cast<const QContextMenuEvent&>(*event).reason() == QContextMenuEvent::Keyboard)
            showContextMenu();
        return true;
    default:
        return false;
    }
}

void TimelineInput::press(const QMouseEvent& event)
{
    const QPoint point = event.position().toPoint();
    if (m_plot.headerRect().contains(point)) {
        const auto track = m_plot.trackAt(point);
        if (event.button() == Qt::LeftButton)
            m_plot.toggleAt(point);
        else if (event.button() == Qt::RightButton && track)
            emit trackMenuRequested(*track, event.globalPosition().toPoint());
        else if (const auto header = m_plot.groupHeaderAt(point); event.button() == Qt::RightButton && header)
            emit groupMenuRequested(*header, event.globalPosition().toPoint());
        return;
    }
    if (const auto mark = m_plot.markAt(point); mark && event.button() == Qt::LeftButton) {
        emit markChosen(*mark);
        return;
    }
    if (m_drag != Drag::None || point.x() < m_plot.canvasRect().left())
        return;
    if (event.button() == Qt::RightButton) {
        click(point);
        emit contextMenuRequested(event.globalPosition().toPoint());
        return;
    }
    if (event.button() != Qt::LeftButton && event.button() != Qt::MiddleButton)
        return;
    m_drag = Drag::Pressed;
    m_button = event.button();
    m_pressedAt = point;
    m_pressedNs = m_plot.timeAt(point.x());
}

TimeRange TimelineInput::draggedRange(int x) const
{
    const QRect canvas = m_plot.canvasRect();
    const TimeNs otherNs = m_plot.timeAt(std::clamp(x, canvas.left(), canvas.right() + 1));
    return {std::min(m_pressedNs, otherNs), std::max(m_pressedNs, otherNs)};
}

void TimelineInput::move(const QMouseEvent& event)
{
    const QPoint point = event.position().toPoint();
    m_mouseX = point.x();
    if (m_drag == Drag::Pressed && std::abs(point.x() - m_pressedAt.x()) >= QApplication::startDragDistance())
        m_drag = m_button == Qt::LeftButton ? Drag::Marking : Drag::Zooming;
    m_plot.setCursorX(point.x());
    if (m_drag == Drag::Marking || m_drag == Drag::Zooming) {
        QToolTip::hideText();
        m_plot.setHovered(std::nullopt);
        m_document.setMarkedRange(draggedRange(point.x()), m_drag == Drag::Marking
                                                               ? m_plot.tracksBetween(m_pressedAt.y(), point.y())
                                                               : std::vector<TrackPlace>());
        return;
    }
    hover(point, event.globalPosition().toPoint());
}

void TimelineInput::release(const QMouseEvent& event)
{
    if (event.button() != m_button)
        return;
    const QPoint point = event.position().toPoint();
    const Drag drag = std::exchange(m_drag, Drag::None);
    if (drag == Drag::Pressed && m_button == Qt::LeftButton)
        click(point);
    if (drag == Drag::Zooming) {
        const TimeRange range = draggedRange(point.x());
        m_document.setMarkedRange(std::nullopt);
        if (range.durationNs() >= kShortestViewNs)
            m_document.setVisibleRange(range);
    }
    m_button = Qt::NoButton;
}

void TimelineInput::click(QPoint point)
{
    const auto hit = m_plot.hitAt(point);
    if (!hit) {
        m_document.select({});
        m_document.setMarkedRange(std::nullopt);
    } else if (const auto* event = std::get_if<EventId>(&hit->target)) {
        m_document.select(*event);
    } else {
        m_document.select(std::get<RegionPlace>(hit->target));
    }
}

void TimelineInput::hover(QPoint point, QPoint globalPoint)
{
    const auto hit = m_plot.hitAt(point);
    m_plot.setHovered(hit);
    const bool isOnName = m_plot.headerRect().contains(point);
    m_plot.setCursor(hit || isOnName ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit)
        QToolTip::showText(globalPoint + QPoint(4, 8), hoverText(m_plot.scene(), *hit), &m_plot);
    else if (isOnName)
        QToolTip::showText(globalPoint + QPoint(4, 8), m_plot.nameText(point), &m_plot);
    else
        QToolTip::hideText();
}

void TimelineInput::leave()
{
    m_mouseX.reset();
    m_plot.setCursorX(std::nullopt);
    m_plot.setHovered(std::nullopt);
}

void TimelineInput::wheel(const QWheelEvent& event)
{
    const QPoint delta = event.angleDelta();
    const QPoint pixels = event.pixelDelta();
    const QRect canvas = m_plot.canvasRect();
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        const double notches = static_cast<double>(delta.y()) / kNotch;
        const int x = std::clamp(event.position().toPoint().x(), canvas.left(), canvas.right());
        m_document.zoom(std::pow(kWheelZoomPerNotch, -notches), m_plot.timeAt(x));
        return;
    }
    // Some platforms turn Shift+wheel into a horizontal delta themselves.
    const bool isSideways = event.modifiers().testFlag(Qt::ShiftModifier) || std::abs(delta.x()) > std::abs(delta.y());
    if (isSideways) {
        const int along = delta.x() != 0 ? delta.x() : delta.y();
        const int movedPx =
            pixels.isNull() ? along * kScrollPerNotchPx / kNotch : (pixels.x() != 0 ? pixels.x() : pixels.y());
        const double nsPerPx = TimeScale(m_document.visibleRange(), canvas.width()).nsPerPx();
        m_document.pan(static_cast<TimeNs>(std::llround(-movedPx * nsPerPx)));
        return;
    }
    const int movedPx = pixels.isNull() ? delta.y() * kScrollPerNotchPx / kNotch : pixels.y();
    m_plot.setScrollPx(m_plot.scrollPx() - movedPx);
}

TimeNs TimelineInput::zoomCentreNs() const
{
    const QRect canvas = m_plot.canvasRect();
    if (m_mouseX && canvas.left() <= *m_mouseX && *m_mouseX <= canvas.right())
        return m_plot.timeAt(*m_mouseX);
    const TimeRange range = m_document.visibleRange();
    return range.beginNs + range.durationNs() / 2;
}

void TimelineInput::goToNeighbour(Neighbour which)
{
    TimelineScene& scene = m_plot.scene();
    if (const auto bar = m_document.selectedRegion()) {
        if (const auto next = neighbourBar(scene, *bar, which)) {
            m_document.select(*next);
            m_document.moveTo(regionAt(*m_document.arrangement(), *next).range);
        }
    } else if (m_document.selectedEvent()) {
        m_document.selectNeighbour(which);
    } else if (const auto first = atTheEdge(scene, which, m_plot.rowsInView())) {
        m_document.select(*first);
    }
    m_plot.revealSelection();
}

void TimelineInput::goToNextRow(RowStep step)
{
    if (const auto next = inNextRow(m_plot.scene(), m_document.selection(), step, m_plot.rowsInView()))
        m_document.select(*next);
    m_plot.revealSelection();
}

void TimelineInput::scrollByPage(int pages)
{
    const int pagePx = std::max(m_plot.canvasRect().height() - m_plot.scene().layout().pinnedPx, 1);
    m_plot.setScrollPx(m_plot.scrollPx() + pages * pagePx * kPageParts / (kPageParts + 1));
}

void TimelineInput::showContextMenu()
{
    const QPoint at = m_plot.selectedRect().value_or(m_plot.canvasRect()).intersected(m_plot.canvasRect()).center();
    emit contextMenuRequested(m_plot.mapToGlobal(at));
}

void TimelineInput::addMark(Note note)
{
    Mark mark;
    const auto region = m_document.selectedRegion();
    if (const auto marked = m_document.markedRange()) {
        mark.range = *marked;
    } else if (const auto selected = m_document.selectedTime()) {
        mark.range = *selected;
        const auto event = m_document.selectedEvent();
        const Arrangement& arrangement = *m_document.arrangement();
        mark.note = event ? toQString(shortKernelName(arrangement.joined->trace->name(*event)))
                          : toQString(arrangement.titles[regionAt(arrangement, *region).titleIndex].text);
        mark.note = mark.note.simplified();
    } else {
        const TimeNs atNs = zoomCentreNs();
        mark.range = {atNs, atNs};
    }
    const std::size_t position = m_document.addMark(mark);
    if (note == Note::Asked)
        emit markNoteRequested(position);
}

std::optional<bool> TimelineInput::isFastKey(const QKeyEvent& event) const
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    if (!m_document.hasTrace() || (modifiers != Qt::NoModifier && modifiers != Qt::ShiftModifier))
        return std::nullopt;
    return modifiers == Qt::ShiftModifier;
}

TimeNs TimelineInput::panStepNs(bool isFast) const
{
    return std::max<TimeNs>(m_document.visibleRange().durationNs() / (isFast ? kFastPanKeyPart : kPanKeyPart), 1);
}

bool TimelineInput::handleKey(const QKeyEvent& event)
{
    const auto fast = isFastKey(event);
    if (!fast)
        return false;
    const bool isFast = *fast;
    const TimeNs stepNs = panStepNs(isFast);
    const double factor = isFast ? kFastKeyZoom : kKeyZoom;
    switch (event.key()) {
    case Qt::Key_W:
        m_document.zoom(1.0 / factor, zoomCentreNs());
        return true;
    case Qt::Key_S:
        m_document.zoom(factor, zoomCentreNs());
        return true;
    case Qt::Key_A:
        m_document.pan(-stepNs);
        return true;
    case Qt::Key_D:
        m_document.pan(stepNs);
        return true;
    case Qt::Key_F:
        m_document.fitSelection();
        return true;
    case Qt::Key_0:
        m_document.fitAll();
        return true;
    case Qt::Key_R:
        m_document.markSelectedTime(isFast ? TraceDocument::MarkedTracks::OfSelection
                                           : TraceDocument::MarkedTracks::All);
        return true;
    case Qt::Key_M:
        addMark(isFast ? Note::Asked : Note::None);
        return true;
    case Qt::Key_Comma:
    case Qt::Key_Period:
        goToNeighbour(event.key() == Qt::Key_Comma ? Neighbour::Previous : Neighbour::Next);
        return true;
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        m_plot.walkArrow(event.key() == Qt::Key_BracketLeft ? ArrowDirection::ToItsStart : ArrowDirection::ToItsEnd);
        return true;
    case Qt::Key_Escape:
        m_document.select({});
        m_document.setMarkedRange(std::nullopt);
        return true;
    default:
        return false;
    }
}

bool TimelineInput::handlePlotKey(const QKeyEvent& event)
{
    const auto fast = isFastKey(event);
    if (!fast)
        return false;
    const TimeRange view = m_document.visibleRange();
    const TimeRange whole = m_document.fittedRange();
    const TimeNs stepNs = panStepNs(*fast);
    switch (event.key()) {
    case Qt::Key_Left:
        m_document.pan(-stepNs);
        return true;
    case Qt::Key_Right:
        m_document.pan(stepNs);
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
        goToNextRow(event.key() == Qt::Key_Up ? RowStep::Above : RowStep::Below);
        return true;
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        scrollByPage(event.key() == Qt::Key_PageUp ? -1 : 1);
        return true;
    case Qt::Key_Home:
        m_document.setVisibleRange({whole.beginNs, whole.beginNs + view.durationNs()});
        return true;
    case Qt::Key_End:
        m_document.setVisibleRange({whole.endNs - view.durationNs(), whole.endNs});
        return true;
    default:
        return false;
    }
}

} // namespace lanescope::desktop
