// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/row_content.h"
#include "app/desktop/timeline/row_picture.h"
#include "app/desktop/timeline/timeline_scene.h"

#include <qcustomplot.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace lanescope::desktop {

// Draws the rows of a TimelineScene into its axis rect. Replays the scene's boxes: decides nothing, searches nothing.
// On a screen it keeps what it drew and draws what changed; pictures are drawn whole.
class TimelinePlottable : public QCPAbstractPlottable {
    Q_OBJECT

public:
    // `scene` must outlive the plottable.
    TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, TimelineScene& scene);

    void setTheme(const Theme& theme);
    // What is drawn of the scene's arrangement from now on.
    void setLooks(std::shared_ptr<const SliceLooks> looks);
    void setColorBy(ColorBy colorBy);
    void setScrollPx(int scrollPx) { m_scrollPx = scrollPx; }

    // Draws on the widget.
    void paintOn(QPainter& painter);

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain, const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    // What m_picture shows.
    struct Drawn {
        bool isKnown = false;
        QRect canvas;
        double devicePixels = 1;
        int scrollPx = 0;
        std::uint64_t sceneVersion = 0;
        int originPx = 0;
        std::vector<int> gridPx;
    };

    // The rows from a y of the layout on, into a part of the canvas.
    void drawRows(QPainter& painter, const QRect& canvas, const QRect& part, int fromPx);
    void drawBackdrop(QPainter& painter, const QRect& canvas, const QRect& part);
    void drawRow(QPainter& painter, const QRect& canvas, std::size_t index);
    void drawBoxes(QPainter& painter, const QRect& rowRect, std::size_t index, TimelineScene::Items items,
                   bool isDimmed);
    void drawSpans(QPainter& painter, const QRect& rowRect) const;
    void drawCounter(QPainter& painter, const QRect& rowRect, std::size_t index);
    void drawMarks(QPainter& painter, const QRect& rowRect, std::size_t index);

    // Where the lines of the grid are on the canvas.
    [[nodiscard]] std::vector<int> gridPixels();
    [[nodiscard]] static int rowGapPx(RowKind kind) { return kind == RowKind::Region ? 2 : 1; }
    void updatePicture(const QRect& canvas, DevicePixels device);
    void makeLines(const QRect& canvas, DevicePixels device);
    // Puts the rows from a y of the layout on into a part of the canvas. Pixels `kept` are right but for what the scene
    // tells to have changed.
    void putRows(QPainter& painter, const QRect& part, int fromPx, PixelRange kept);
    void putRow(QPainter& painter, const QRect& rowRect, const QRect& part, std::size_t index, PixelRange kept);
    void putBoxes(QPainter& painter, const QRect& rowRect, const QRect& part, std::size_t index, PixelRange range);
    // Puts what lies behind rows [y0, y1).
    void putBackdrop(int y0, int y1, PixelRange kept);
    // Puts a line into rows [y0, y1), but for kept pixels.
    void putAround(const PixelLine& line, PixelRange kept, int y0, int y1);

    TimelineScene& m_scene;
    const Theme* m_theme;
    RowContent m_content;
    RowPicture m_picture;
    Drawn m_drawn;
    PixelLine m_line;
    PixelLine m_canvasLine; // with the grid: what lies behind tracks, and between them
    PixelLine m_trackLine;
    PixelLine m_headerLine;
    std::vector<bool> m_isTrack; // by y of the canvas
    std::vector<QLine> m_frameLines;
    int m_scrollPx = 0;
};

} // namespace lanescope::desktop
