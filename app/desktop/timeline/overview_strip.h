// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/style/theme.h"
#include "app/desktop/trace_document.h"
#include "core/viewport/overview.h"
#include "core/viewport/overview_window.h"

#include <QPixmap>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// The whole trace in a band above the timeline: how busy GPUs are, in the colours of annotations, and the visible range
// as a window to be moved and resized. A drag beside the window zooms to a range, a click centres, a double click fits
// all. Shows everything, whatever the filter says. The columns are worked out on a worker.
class OverviewStrip : public QWidget {
    Q_OBJECT

public:
    static constexpr int kHeightPx = 44;

    // `document` must outlive the strip.
    explicit OverviewStrip(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(ThemeKind kind);
    // Where the timeline's canvas begins, so that both lie under each other.
    void setCanvasLeft(int leftPx);

    // The columns' place, in the widget's pixels.
    [[nodiscard]] QRect canvasRect() const;
    // The place of the window, null without a trace.
    [[nodiscard]] QRect windowRect() const;
    // False until the worker is done.
    [[nodiscard]] bool hasColumns() const { return m_overview != nullptr; }

    [[nodiscard]] QSize sizeHint() const override { return {400, kHeightPx}; }

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Drag {
        OverviewPart part = OverviewPart::Empty;
        int fromPx = 0; // of the canvas
        int toPx = 0;
        TimeRange view; // when it began
        bool hasMoved = false;
    };

    void summarize();
    void showRange();
    void forgetPicture();
    void drawColumns();
    void drawHeader(QPainter& painter) const;
    void drawWindow(QPainter& painter) const;
    void drawSpan(QPainter& painter, TimeRange span) const;
    void setPartCursor(OverviewPart part);
    [[nodiscard]] TimeRange whole() const { return m_document.fittedRange(); }
    [[nodiscard]] OverviewWindow window() const;
    [[nodiscard]] QString textAt(int px) const;

    TraceDocument& m_document;
    const Theme* m_theme;
    std::shared_ptr<const Overview> m_overview;
    std::vector<OverviewColumn> m_columns; // of m_picture
    QPixmap m_picture;                     // null when it must be drawn again
    std::optional<Drag> m_drag;
    int m_leftPx = 0;
    JobRunner m_runner;
};

} // namespace lanescope::desktop
