// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/row_walk.h"
#include "app/desktop/timeline/timeline_plot.h"

#include <QObject>
#include <QPoint>

#include <optional>

class QKeyEvent;
class QMouseEvent;
class QWheelEvent;

namespace lanescope::desktop {

// Turns the mouse and keys of a timeline into changes of the document (DESIGN §7). Clicking never moves the view.
class TimelineInput : public QObject {
    Q_OBJECT

public:
    // Both must outlive the input; it watches the plot's events.
    TimelineInput(TimelinePlot& plot, TraceDocument& document, QObject* parent = nullptr);

    // True when the key means something here.
    bool handleKey(const QKeyEvent& event);
    // Selects the slice or region bar before or after the selected one and shows it; with nothing selected, the first
    // or last slice in view.
    void goToNeighbour(Neighbour which);
    // The same in the next row above or below.
    void goToNextRow(RowStep step);
    enum class Note { None, Asked };
    // Marks the marked range, else the selection, else the time under the mouse or in the middle.
    void addMark(Note note);

signals:
    void contextMenuRequested(QPoint globalPoint);
    // Of the header of a group, or of some that share it.
    void groupMenuRequested(lanescope::Row header, QPoint globalPoint);
    void trackMenuRequested(lanescope::desktop::TrackPlace track, QPoint globalPoint);
    // A mark was made and wants a note, or its flag was clicked.
    void markNoteRequested(std::size_t mark);
    void markChosen(std::size_t mark);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Pressed, Marking, Zooming };

    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    // Keys that lists and panels need for themselves: they mean something only while the plot has the focus.
    bool handlePlotKey(const QKeyEvent& event);
    // Whether Shift is held with a key; nothing with other modifiers and while there is no trace.
    [[nodiscard]] std::optional<bool> isFastKey(const QKeyEvent& event) const;
    [[nodiscard]] TimeNs panStepNs(bool isFast) const;
    void scrollByPage(int pages);
    void showContextMenu();
    void click(QPoint point);
    void hover(QPoint point, QPoint globalPoint);
    void leave();
    [[nodiscard]] TimeRange draggedRange(int x) const;
    [[nodiscard]] TimeNs zoomCentreNs() const;

    TimelinePlot& m_plot;
    TraceDocument& m_document;
    Drag m_drag = Drag::None;
    QPoint m_pressedAt;
    TimeNs m_pressedNs = 0;
    Qt::MouseButton m_button = Qt::NoButton;
    std::optional<int> m_mouseX;
};

} // namespace lanescope::desktop
