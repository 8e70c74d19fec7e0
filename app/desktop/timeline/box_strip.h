// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPainter>
#include <QRect>

#include <vector>

namespace lanescope::desktop {

// The boxes of one row. Zoomed out there are tens of thousands in a window: on a raster device they are put together as
// one line of pixels, which is drawn as high as the row; a rectangle each would take several times as long. Devices
// that draw vectors get rectangles. Reuse one object for all rows.
class BoxStrip {
public:
    // Of a row that fills `rect`.
    void begin(const QRect& rect);
    // A box at pixels [x0, x1) of the row, inside of it; boxes come in order and do not overlap.
    void add(int x0, int x1, QRgb color) { m_boxes.push_back({x0, x1, color}); }
    void draw(QPainter& painter);

private:
    struct Box {
        int x0;
        int x1;
        QRgb color; // opaque
    };

    QRect m_rect;
    std::vector<Box> m_boxes;
    QImage m_image;
};

} // namespace lanescope::desktop
