// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/row_picture.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace lanescope::desktop {
namespace {

constexpr int kSparePx = 512;

} // namespace

int DevicePixels::at(int px) const
{
    return static_cast<int>(std::lround(px * perPixel));
}

void PixelLine::reset(int widthPx, DevicePixels device, QRgb color)
{
    m_device = device;
    m_pixels.assign(static_cast<std::size_t>(device.at(widthPx)), color);
}

void PixelLine::fill(int x0, int x1, QRgb color)
{
    std::fill(m_pixels.begin() + m_device.at(x0), m_pixels.begin() + m_device.at(x1), color);
}

void PixelLine::dot(int x, QRgb color)
{
    m_pixels[static_cast<std::size_t>(m_device.at(x))] = color;
}

void PixelLine::copy(const PixelLine& other, PixelRange range)
{
    const int first = m_device.at(range.x0);
    std::copy(other.m_pixels.begin() + first, other.m_pixels.begin() + m_device.at(range.x1), m_pixels.begin() + first);
}

void RowPicture::reset(QSize size, DevicePixels device)
{
    m_device = device;
    m_canvas = QSize(device.at(size.width()), device.at(size.height()));
    const QSize wanted(m_canvas.width() + kSparePx, m_canvas.height());
    if (m_image.size() != wanted)
        m_image = QImage(wanted, QImage::Format_RGB32);
    m_leftPx = kSparePx / 2;
}

bool RowPicture::moveBy(int byPx)
{
    const double exactPx = byPx * m_device.perPixel;
    const int by = m_device.at(byPx);
    if (exactPx != by || std::abs(by) >= m_canvas.width())
        return false;
    int left = m_leftPx + by;
    if (left < 0 || left > kSparePx) {
        left = by > 0 ? 0 : kSparePx;
        const int from = m_leftPx + std::max(by, 0);
        const int to = left + std::max(-by, 0);
        const auto size = static_cast<std::size_t>(m_canvas.width() - std::abs(by)) * sizeof(QRgb);
        for (int y = 0; y < m_canvas.height(); ++y) {
            auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(y));
            std::memmove(line + to, line + from, size);
        }
    }
    m_leftPx = left;
    return true;
}

void RowPicture::put(const PixelLine& line, PixelRange range, int y0, int y1)
{
    const int x0 = m_device.at(range.x0);
    const int x1 = m_device.at(range.x1);
    if (x0 >= x1)
        return;
    const int last = std::min(m_device.at(y1), m_canvas.height());
    for (int y = std::max(m_device.at(y0), 0); y < last; ++y)
        std::memcpy(reinterpret_cast<QRgb*>(m_image.scanLine(y)) + m_leftPx + x0, line.m_pixels.data() + x0,
                    static_cast<std::size_t>(x1 - x0) * sizeof(QRgb));
}

void RowPicture::place(QPainter& painter) const
{
    painter.setTransform(QTransform(m_device.perPixel, 0, 0, m_device.perPixel, m_leftPx, 0));
}

void RowPicture::paint(QPainter& painter, QPoint topLeft) const
{
    painter.save();
    painter.scale(1 / m_device.perPixel, 1 / m_device.perPixel); // pixel by pixel: nothing is to be scaled
    const QPoint at(m_device.at(topLeft.x()), m_device.at(topLeft.y()));
    painter.drawImage(at, m_image, QRect(QPoint(m_leftPx, 0), m_canvas));
    painter.restore();
}

} // namespace lanescope::desktop
