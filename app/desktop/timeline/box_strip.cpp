// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/box_strip.h"

#include <QPaintEngine>

#include <algorithm>
#include <cstring>

namespace lanescope::desktop {
namespace {

constexpr std::size_t kFewBoxes = 64; // below, rectangles cost less than an image

} // namespace

void BoxStrip::begin(const QRect& rect)
{
    m_rect = rect;
    m_boxes.clear();
}

void BoxStrip::draw(QPainter& painter)
{
    const bool isRaster = painter.paintEngine() != nullptr && painter.paintEngine()->type() == QPaintEngine::Raster;
    if (!isRaster || m_boxes.size() < kFewBoxes || m_rect.isEmpty()) {
        for (const Box& box : m_boxes)
            painter.fillRect(m_rect.left() + box.x0, m_rect.top(), box.x1 - box.x0, m_rect.height(),
                             QColor::fromRgb(box.color));
        return;
    }
    if (m_image.size() != m_rect.size())
        m_image = QImage(m_rect.size(), QImage::Format_ARGB32_Premultiplied);
    auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(0));
    std::fill_n(line, m_rect.width(), QRgb{0});
    for (const Box& box : m_boxes)
        std::fill(line + box.x0, line + box.x1, box.color);
    for (int y = 1; y < m_rect.height(); ++y)
        std::memcpy(m_image.scanLine(y), line, static_cast<std::size_t>(m_rect.width()) * sizeof(QRgb));
    painter.drawImage(m_rect.topLeft(), m_image);
}

} // namespace lanescope::desktop
