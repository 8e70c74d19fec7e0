// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/box_colors.h"
#include "app/desktop/timeline/box_labels.h"
#include "app/desktop/timeline/box_strip.h"
#include "app/desktop/timeline/timeline_scene.h"

#include <qcustomplot.h>

namespace lanescope::desktop {

// Draws the rows of a TimelineScene into its axis rect. Replays the scene's boxes: decides nothing, searches nothing.
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

    double selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const override;
    QCPRange getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const override;
    QCPRange getValueRange(bool& foundRange, QCP::SignDomain inSignDomain, const QCPRange& inKeyRange) const override;

protected:
    void draw(QCPPainter* painter) override;
    void drawLegendIcon(QCPPainter* painter, const QRectF& rect) const override;

private:
    void resetColors();
    struct Hatch {
        QRect box;
        QRgb color = 0;
    };
    struct Label {
        BoxLabels::Placed placed;
        QRgb color = 0;
        QRgb plate = 0; // what is put under the text so that the pattern does not disturb it; 0: nothing
    };

    // The rows from a y of the layout on, into a part of the canvas.
    void drawRows(QPainter& painter, const QRect& canvas, const QRect& part, int fromPx);
    void drawBackdrop(QPainter& painter, const QRect& canvas, const QRect& part);
    void drawRow(QPainter& painter, const QRect& canvas, std::size_t index);
    void drawBoxes(QPainter& painter, const QRect& rowRect, std::size_t index, TimelineScene::Items items,
                   bool isDimmed);
    void drawCounter(QPainter& painter, const QRect& rowRect, std::size_t index);
    void drawMarks(QPainter& painter, const QRect& rowRect, const Row& row);
    void drawHatch(QPainter& painter, const Hatch& hatch);
    void drawLabels(QPainter& painter);
    [[nodiscard]] std::uint64_t labelKey(const Row& row, const Box& box, TimelineScene::Items items);

    TimelineScene& m_scene;
    const Theme* m_theme;
    BoxColors m_colors;
    std::shared_ptr<const SliceLooks> m_looks;
    BoxLabels m_labels;
    BoxStrip m_strip;
    std::vector<Label> m_frameLabels; // of the frame being drawn; its memory is reused
    std::vector<Hatch> m_rowHatches;  // of the row being drawn
    std::vector<QLine> m_frameLines;
    int m_scrollPx = 0;
};

} // namespace lanescope::desktop
