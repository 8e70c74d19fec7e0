// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/shown_arrows.h"
#include "app/desktop/timeline/timeline_scene.h"
#include "app/desktop/trace_document.h"

#include <qcustomplot.h>

#include <optional>

namespace lanescope::desktop {

// What moves without the boxes being drawn again: the line under the mouse with its time, the outlines of what is
// pointed at and selected, the marked range. Part of a picture; on a screen TimelinePlot paints it over the rest.
class TimelineOverlay : public QCPLayerable {
    Q_OBJECT

public:
    // `scene` must outlive the overlay.
    TimelineOverlay(QCPAxisRect& axisRect, const QString& layer, TimelineScene& scene);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    void setScrollPx(int scrollPx) { m_scrollPx = scrollPx; }
    void setCursorX(std::optional<int> x) { m_cursorX = x; } // of the plot widget
    void setHovered(const std::optional<TimelineHit>& hit) { m_hovered = hit; }
    void setSelection(const Selection& selection);
    void setArrows(std::vector<ShownArrow> arrows) { m_arrows = std::move(arrows); }
    // On these tracks; on all, if there are none.
    void setMarkedRange(std::optional<TimeRange> range, std::vector<TrackPlace> tracks)
    {
        m_markedRange = range;
        m_markedTracks = std::move(tracks);
    }
    void setMarks(std::vector<Mark> marks) { m_marks = std::move(marks); }
    // The mark whose flag stands on the axis at a point of the plot.
    [[nodiscard]] std::optional<std::size_t> markAt(QPoint point) const;
    // The row that shows the selection, and its place there; nothing while it is folded away or out of the view's time.
    [[nodiscard]] std::optional<QRect> selectedRect() const;

    void paintOn(QCPPainter& painter) { draw(&painter); }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawArrows(QPainter& painter, const QRect& canvas);
    // Says so where a filter leaves nothing of the whole trace: an empty timeline looks broken.
    void drawNothingLeft(QPainter& painter, const QRect& canvas);
    void drawMarkedRange(QPainter& painter, const QRect& canvas);
    // Where the marked tracks are: their rows, and headers of folded groups.
    [[nodiscard]] std::vector<QRect> markedRects(const QRect& canvas, int x0, int x1) const;
    void drawMarks(QPainter& painter, const QRect& canvas);
    // Where the flag of a mark stands; empty when that is out of the view.
    [[nodiscard]] QRect flagRect(const Mark& mark, const QRect& canvas) const;
    void drawCursor(QPainter& painter, const QRect& canvas);
    void drawPill(QPainter& painter, int middleX, const QRect& strip, const QString& text);
    [[nodiscard]] std::optional<std::size_t> selectedRow() const;
    [[nodiscard]] QRect rectOf(std::size_t row, int x0, int x1) const;

    QCPAxisRect& m_axisRect;
    TimelineScene& m_scene;
    const Theme* m_theme;
    int m_scrollPx = 0;
    std::optional<int> m_cursorX;
    std::optional<TimelineHit> m_hovered;
    std::optional<TimeRange> m_markedRange;
    std::vector<TrackPlace> m_markedTracks;
    Selection m_selection;
    std::optional<SlicePlace> m_slicePlace; // of a selected slice
    std::vector<Mark> m_marks;
    std::vector<ShownArrow> m_arrows; // of a selected slice
};

} // namespace lanescope::desktop
