// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/timeline_scene.h"

#include <qcustomplot.h>

namespace lanescope::desktop {

// What stands around the boxes: the time axis above, the column of track names on the left. Both lie in the margins of
// the axis rect, so that a picture holds them too.
class TimelineFrame : public QCPLayerable {
    Q_OBJECT

public:
    static constexpr int kAxisHeightPx = 40;
    static constexpr int kLabelAboveBottomPx = 11; // lower edge of a tick's label above the axis' lower edge

    // `scene` must outlive the frame.
    TimelineFrame(QCPAxisRect& axisRect, TimelineScene& scene);

    void setTheme(const Theme& theme) { m_theme = &theme; }
    void setScrollPx(int scrollPx) { m_scrollPx = scrollPx; }
    // The width that the longest of the arrangement's names asks for, within limits.
    [[nodiscard]] int suitableHeaderWidth() const;
    void paintOn(QCPPainter& painter) { draw(&painter); }

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    void drawAxis(QPainter& painter, const QRect& canvas);
    void drawCorner(QPainter& painter, const QRect& corner);
    void drawHeaders(QPainter& painter, const QRect& canvas);
    void drawGroupHeader(QPainter& painter, const QRect& rect, const Row& row);
    void drawTrackHeader(QPainter& painter, const QRect& rect, const TrackExtent& extent, const QRect& column);
    void drawChevron(QPainter& painter, QPoint middle, bool isCollapsed);

    QCPAxisRect& m_axisRect;
    TimelineScene& m_scene;
    const Theme* m_theme;
    int m_scrollPx = 0;
};

// What a group's header says: the name of the group, or of all that share it.
[[nodiscard]] QString groupTitle(const Arrangement& arrangement, const Row& header);
// "1,101 slices · 73 % busy": what a track's header says below its name.
[[nodiscard]] QString trackSummary(const Arrangement& arrangement, const ViewTrack& track);

} // namespace lanescope::desktop
