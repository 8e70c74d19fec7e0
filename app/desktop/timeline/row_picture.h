// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/viewport/visible_boxes.h"

#include <QImage>
#include <QPainter>
#include <QSize>

#include <vector>

namespace lanescope::desktop {

// Lengths are in the widget's pixels, of which a screen may have several, or one and a half, for each.
struct DevicePixels {
    double perPixel = 1;

    [[nodiscard]] int at(int px) const;
};

// One line of a canvas's pixels, opaque.
class PixelLine {
public:
    void reset(int widthPx, DevicePixels device, QRgb color);
    void fill(int x0, int x1, QRgb color);
    // A line as thin as the device can draw.
    void dot(int x, QRgb color);
    // Makes a range the same as in another line of this size.
    void copy(const PixelLine& other, PixelRange range);

private:
    friend class RowPicture;
    DevicePixels m_device;
    std::vector<QRgb> m_pixels;
};

// The canvas of a timeline as it stands on the screen, kept from frame to frame and moved with the view. Rows are put
// in as lines that fill their height: zoomed out there are tens of thousands of boxes, and a rectangle each would take
// several times as long. Coordinates are the canvas's.
class RowPicture {
public:
    // What is in it is not defined until it was put.
    void reset(QSize size, DevicePixels device);
    // Moves everything to the left, or to the right when negative; what comes in must be put. False when nothing would
    // stay or pixels would have to be split: then nothing was moved.
    [[nodiscard]] bool moveBy(int byPx);
    // Puts a range of a line into rows [y0, y1), as far as they are in the picture.
    void put(const PixelLine& line, PixelRange range, int y0, int y1);
    // Makes `painter`, which paints on image(), draw in the canvas's coordinates.
    void place(QPainter& painter) const;
    [[nodiscard]] QImage& image() { return m_image; }
    // Draws the picture on a widget whose painter has the same device pixels.
    void paint(QPainter& painter, QPoint topLeft) const;

private:
    DevicePixels m_device;
    QImage m_image;   // wider than the canvas, so that moving seldom moves memory
    QSize m_canvas;   // in device pixels
    int m_leftPx = 0; // of the canvas in the image
};

} // namespace lanescope::desktop
