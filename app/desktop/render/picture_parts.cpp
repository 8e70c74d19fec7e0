// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/render/picture_parts.h"

#include "app/desktop/slice_place.h"
#include "app/desktop/style/slice_palette.h"
#include "app/desktop/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kPaddingPx = 12;
constexpr int kChipPx = 12;
constexpr int kChipGapPx = 6;
constexpr int kEntryGapPx = 18;
constexpr int kLinePx = 20;
constexpr std::size_t kMostEntries = 24;
constexpr qsizetype kLongestName = 40;

} // namespace

PictureTitle::PictureTitle(QCustomPlot* plot, const Theme& theme, QString left, QString right)
    : QCPLayoutElement(plot), m_theme(theme), m_left(std::move(left)), m_right(std::move(right))
{
    setMinimumSize(10, kHeightPx);
    setMaximumSize(QWIDGETSIZE_MAX, kHeightPx);
}

void PictureTitle::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void PictureTitle::draw(QCPPainter* painter)
{
    const QRect strip = rect();
    painter->fillRect(strip, m_theme.window);
    painter->fillRect(QRect(strip.left(), strip.bottom(), strip.width(), 1), m_theme.border);
    const QRect text = strip.adjusted(kPaddingPx, 0, -kPaddingPx, 0);
    painter->setFont(timelineFont());
    painter->setPen(m_theme.mutedText);
    painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, m_right);
    const int rightWidth = painter->fontMetrics().horizontalAdvance(m_right) + kEntryGapPx;
    QFont font = timelineTitleFont();
    font.setPixelSize(14);
    painter->setFont(font);
    painter->setPen(m_theme.text);
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(m_left, Qt::ElideMiddle, text.width() - rightWidth));
}

PictureLegend::PictureLegend(QCustomPlot* plot, const Theme& theme, std::vector<Entry> entries)
    : QCPLayoutElement(plot), m_theme(theme), m_entries(std::move(entries))
{}

std::vector<QRect> PictureLegend::places(int widthPx) const
{
    const QFontMetrics metrics(timelineFont());
    std::vector<QRect> places;
    int x = kPaddingPx;
    int y = kPaddingPx / 2;
    for (const Entry& entry : m_entries) {
        const int width = kChipPx + kChipGapPx + metrics.horizontalAdvance(entry.text) + 2;
        if (x > kPaddingPx && x + width > widthPx - kPaddingPx) {
            x = kPaddingPx;
            y += kLinePx;
        }
        places.emplace_back(x, y, width, kLinePx);
        x += width + kEntryGapPx;
    }
    return places;
}

int PictureLegend::heightFor(int widthPx) const
{
    return m_entries.empty() ? 0 : places(widthPx).back().bottom() + 1 + kPaddingPx / 2;
}

void PictureLegend::applyDefaultAntialiasingHint(QCPPainter* painter) const
{
    painter->setAntialiasing(false);
}

void PictureLegend::draw(QCPPainter* painter)
{
    const QRect strip = rect();
    painter->fillRect(strip, m_theme.window);
    painter->fillRect(QRect(strip.left(), strip.top(), strip.width(), 1), m_theme.border);
    painter->setFont(timelineFont());
    const std::vector<QRect> rects = places(strip.width());
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRect place = rects[i].translated(strip.topLeft());
        const QRect chip(place.left(), place.top() + (kLinePx - kChipPx) / 2, kChipPx, kChipPx);
        painter->fillRect(chip, entry.color);
        if (entry.isHatched) {
            painter->setPen(QPen(m_theme.mutedText, 0));
            for (int offset = 2; offset < 2 * kChipPx - 1; offset += 4) {
                const int out = std::max(0, offset - kChipPx + 1);
                painter->drawLine(
                    QLineF(chip.left() + out, chip.top() + offset - out, chip.left() + offset - out, chip.top() + out));
            }
        }
        painter->setPen(m_theme.text);
        painter->drawText(place.adjusted(kChipPx + kChipGapPx, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, entry.text);
    }
}

std::vector<PictureLegend::Entry> legendOf(const Arrangement& arrangement, const Theme& theme)
{
    std::vector<const RegionTitle*> titles;
    for (const RegionTitle& title : arrangement.titles) {
        if (!title.isModuleParent)
            titles.push_back(&title);
    }
    if (titles.size() > kMostEntries) {
        std::vector<const RegionTitle*> longest = titles;
        std::nth_element(longest.begin(), longest.begin() + kMostEntries, longest.end(),
                         [](const RegionTitle* a, const RegionTitle* b) { return a->totalNs > b->totalNs; });
        longest.resize(kMostEntries);
        std::erase_if(titles, [&](const RegionTitle* title) {
            return std::find(longest.begin(), longest.end(), title) == longest.end();
        });
    }
    const SlicePalette palette(theme.kind);
    std::vector<PictureLegend::Entry> entries;
    for (const RegionTitle* title : titles) {
        const QString text = toQString(title->text);
        entries.push_back({text.size() > kLongestName ? text.left(kLongestName) + QChar(0x2026) : text,
                           QColor::fromRgb(palette.regionColor(title->text, Tone::Forward).fill)});
    }
    const auto& phases = arrangement.joined->phases;
    if (std::any_of(phases.begin(), phases.end(), [](const std::string& phase) { return isBackward(phase); }))
        entries.push_back({QCoreApplication::translate("PictureLegend", "hatched: backward"), theme.groupHeader, true});
    return entries;
}

} // namespace lanescope::desktop
