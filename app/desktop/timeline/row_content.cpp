// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/row_content.h"

#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kHatchStepPx = 8;
constexpr int kNarrowestHatchedPx = 5;   // below, lines would only be noise; the tone still tells
constexpr int kNarrowestSeparatedPx = 3; // thinner boxes would lose too much of themselves to the separator
constexpr std::uint64_t kRegionKeys = std::uint64_t{1} << 40;

QString labelOf(const Trace& trace, EventId event)
{
    const std::string_view name = trace.name(event);
    return trace.isGpuWork(event) ? toQString(shortKernelName(name)) : toQString(name);
}

// What has to be fetched from all over the memory, in a loop so short that fetches overlap.
void numbersOf(const LaneRow& lane, std::span<const Box> boxes, const SliceLooks& looks,
               std::vector<std::uint16_t>& numbers)
{
    numbers.clear();
    numbers.reserve(boxes.size());
    for (const Box& box : boxes)
        numbers.push_back(looks.numberOf(lane.event(box.item)));
}

} // namespace

RowContent::RowContent(TimelineScene& scene) : m_scene(scene), m_labels(timelineFont()) {}

void RowContent::setTheme(ThemeKind theme)
{
    m_theme = theme;
    resetColors();
}

void RowContent::setLooks(std::shared_ptr<const SliceLooks> looks)
{
    m_looks = std::move(looks);
    resetColors();
}

void RowContent::resetColors()
{
    m_colors.reset(m_scene.arrangement(), m_looks, m_theme);
    m_labels.clear(); // keys are positions in the trace's tables
}

void RowContent::startFrame()
{
    m_labels.trim();
    m_labelsToDraw.clear();
    for (auto* numbers : {&m_allNumbers, &m_matchingNumbers}) {
        numbers->resize(m_scene.layout().rows.size());
        for (std::vector<std::uint16_t>& ofRow : *numbers)
            ofRow.clear();
    }
}

void RowContent::lookUp(std::size_t row, TimelineScene::Items items)
{
    if (m_scene.layout().rows[row].kind == RowKind::Lane)
        numbersOf(m_scene.laneRow(m_scene.layout().rows[row], items), m_scene.boxes(row, items), *m_looks,
                  knownNumbers(row, items));
}

void RowContent::collect(std::size_t index, TimelineScene::Items items, bool isDimmed, const QRect& rect,
                         PixelRange range)
{
    const Row& row = m_scene.layout().rows[index];
    const std::vector<Box>& boxes = m_scene.boxes(index, items);
    const auto from = std::ranges::upper_bound(boxes, range.x0, {}, &Box::x1);
    const auto to = std::ranges::lower_bound(boxes, range.x1, {}, &Box::x0);
    const std::span<const Box> inside = from < to ? std::span<const Box>(from, to) : std::span<const Box>{};
    m_spans.clear();
    m_hatches.clear();
    findLooks(index, items, static_cast<std::size_t>(from - boxes.begin()), inside.size());
    for (std::size_t i = 0; i < inside.size(); ++i) {
        const Box& box = inside[i];
        BoxLook look = m_boxLooks[i];
        if (isDimmed)
            look = m_colors.dimmed(look);
        const int separator = box.x1 - box.x0 >= kNarrowestSeparatedPx ? 1 : 0;
        m_spans.push_back({box.x0, box.x1 - separator, look.color.fill});
        const QRect boxRect(rect.left() + box.x0, rect.top(), box.x1 - box.x0 - separator, rect.height());
        if (look.isBackward && boxRect.width() >= kNarrowestHatchedPx)
            m_hatches.push_back({boxRect, look.color.hatch});
        if (boxRect.width() >= BoxLabels::kNarrowestPx && !isDimmed)
            addLabel(row, items, box, look, boxRect);
    }
}

void RowContent::findLooks(std::size_t index, TimelineScene::Items items, std::size_t first, std::size_t count)
{
    m_boxLooks.clear();
    const Row& row = m_scene.layout().rows[index];
    const std::span<const Box> boxes = std::span(m_scene.boxes(index, items)).subspan(first, count);
    if (row.kind == RowKind::Region) {
        const RegionRow& regions = m_scene.regionRow(row, items);
        for (const Box& box : boxes)
            m_boxLooks.push_back(m_colors.ofRegion(regions.region(box.item)));
        return;
    }
    if (row.kind == RowKind::Band) {
        m_boxLooks.assign(boxes.size(), m_colors.ofBand());
        return;
    }
    const LaneRow& lane = m_scene.laneRow(row, items);
    std::span<const std::uint16_t> numbers = knownNumbers(index, items);
    if (numbers.empty()) {
        numbersOf(lane, boxes, *m_looks, m_numbers);
        numbers = m_numbers;
    } else {
        numbers = numbers.subspan(first, count);
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const BoxLook* known = m_colors.ofNumber(numbers[i]);
        m_boxLooks.push_back(known != nullptr ? *known : m_colors.ofEvent(lane.event(boxes[i].item)));
    }
}

void RowContent::addLabel(const Row& row, TimelineScene::Items items, const Box& box, const BoxLook& look,
                          const QRect& rect)
{
    const LabelPlace where = row.kind == RowKind::Region ? LabelPlace::Centre : LabelPlace::Left;
    const auto placed = m_labels.place(labelKey(row, box, items), rect, where);
    if (placed.text != nullptr)
        m_labelsToDraw.push_back({placed, look.color.text, look.isBackward ? look.color.fill : 0});
}

std::uint64_t RowContent::labelKey(const Row& row, const Box& box, TimelineScene::Items items)
{
    if (row.kind == RowKind::Region) {
        const std::uint32_t title = m_scene.regionRow(row, items).region(box.item).titleIndex;
        const std::uint64_t key = kRegionKeys + title;
        if (!m_labels.knows(key))
            m_labels.add(key, toQString(m_scene.arrangement()->titles[title].text));
        return key;
    }
    const EventId event = m_scene.laneRow(row, items).event(box.item);
    // The same name may stand on a kernel, where it is shortened, and on a CPU slice.
    const std::uint64_t key =
        std::uint64_t{indexOf(m_scene.trace().nameId(event))} * 2 + (m_scene.trace().isGpuWork(event) ? 1U : 0U);
    if (!m_labels.knows(key))
        m_labels.add(key, labelOf(m_scene.trace(), event));
    return key;
}

void RowContent::drawHatches(QPainter& painter)
{
    for (const Hatch& hatch : m_hatches)
        drawHatch(painter, hatch);
}

void RowContent::drawHatch(QPainter& painter, const Hatch& hatch)
{
    // Own lines instead of a brush pattern: the same on screen, in SVG and in PDF, and anchored to the view, with which
    // they move, so that neighbouring boxes continue each other's lines.
    const QRect& box = hatch.box;
    m_lines.clear();
    const int left = box.left();
    const int right = box.left() + box.width() - 1;
    const int top = box.top();
    const int bottom = box.top() + box.height() - 1;
    int sum = left + top;
    sum += (kHatchStepPx - (sum + m_scene.scale().originPx()) % kHatchStepPx) % kHatchStepPx;
    for (; sum <= right + bottom; sum += kHatchStepPx) {
        const int x0 = std::max(left, sum - bottom);
        const int x1 = std::min(right, sum - top);
        if (x0 <= x1)
            m_lines.emplace_back(x0, sum - x0, x1, sum - x1);
    }
    painter.setPen(QPen(QColor::fromRgb(hatch.color), 0));
    painter.drawLines(m_lines.data(), static_cast<int>(m_lines.size()));
}

void RowContent::drawLabels(QPainter& painter)
{
    painter.setFont(m_labels.font());
    QRgb pen = 0;
    for (const Label& label : m_labelsToDraw) {
        if (label.plate != 0)
            painter.fillRect(label.placed.rect.adjusted(-3, 1, 3, -1), QColor::fromRgb(label.plate));
        if (label.color != pen) {
            pen = label.color;
            painter.setPen(QColor::fromRgb(pen));
        }
        painter.drawStaticText(label.placed.rect.topLeft(), *label.placed.text);
    }
    m_labelsToDraw.clear();
}

} // namespace lanescope::desktop
