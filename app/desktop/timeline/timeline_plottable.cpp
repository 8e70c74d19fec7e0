// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_plottable.h"

#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

constexpr int kHatchStepPx = 8;
constexpr int kMarkStepPx = 3;
constexpr int kNarrowestHatchedPx = 5;   // below, lines would only be noise; the tone still tells
constexpr int kNarrowestSeparatedPx = 3; // thinner boxes would lose too much of themselves to the separator
constexpr std::uint64_t kRegionKeys = std::uint64_t{1} << 40;

int rowGapPx(RowKind kind)
{
    return kind == RowKind::Region ? 2 : 1;
}

QString labelOf(const Trace& trace, EventId event)
{
    const std::string_view name = trace.name(event);
    return trace.isGpuWork(event) ? toQString(shortKernelName(name)) : toQString(name);
}

} // namespace

TimelinePlottable::TimelinePlottable(QCPAxis* keyAxis, QCPAxis* valueAxis, TimelineScene& scene)
    : QCPAbstractPlottable(keyAxis, valueAxis), m_scene(scene), m_theme(&themeOf(ThemeKind::Light)),
      m_labels(timelineFont())
{}

void TimelinePlottable::setTheme(const Theme& theme)
{
    m_theme = &theme;
    resetColors();
}

void TimelinePlottable::setLooks(std::shared_ptr<const SliceLooks> looks)
{
    m_looks = std::move(looks);
    resetColors();
}

void TimelinePlottable::resetColors()
{
    m_colors.reset(m_scene.arrangement(), m_looks, m_theme->kind);
    m_labels.clear(); // keys are positions in the trace's tables
}

void TimelinePlottable::setColorBy(ColorBy colorBy)
{
    m_colors.setColorBy(colorBy);
}

double TimelinePlottable::selectTest(const QPointF& pos, bool onlySelectable, QVariant* details) const
{
    Q_UNUSED(onlySelectable)
    Q_UNUSED(details)
    const QPoint origin = keyAxis()->axisRect()->topLeft();
    const QPoint point = pos.toPoint() - origin;
    return m_scene.hitAt(point.x(), m_scene.layout().fromScreen(point.y(), m_scrollPx)) ? 0.0 : -1.0;
}

QCPRange TimelinePlottable::getKeyRange(bool& foundRange, QCP::SignDomain inSignDomain) const
{
    Q_UNUSED(inSignDomain)
    foundRange = !m_scene.isEmpty();
    if (!foundRange)
        return {};
    const TimeRange range = m_scene.trace().fitRange();
    return {static_cast<double>(range.beginNs), static_cast<double>(range.endNs)};
}

QCPRange TimelinePlottable::getValueRange(bool& foundRange, QCP::SignDomain inSignDomain,
                                          const QCPRange& inKeyRange) const
{
    Q_UNUSED(inSignDomain)
    Q_UNUSED(inKeyRange)
    foundRange = !m_scene.isEmpty();
    return {0.0, static_cast<double>(m_scene.layout().heightPx)};
}

void TimelinePlottable::drawLegendIcon(QCPPainter* painter, const QRectF& rect) const
{
    painter->fillRect(rect, m_theme->accent);
}

void TimelinePlottable::draw(QCPPainter* painter)
{
    if (m_scene.isEmpty())
        return;
    const QRect canvas = keyAxis()->axisRect()->rect();
    m_scene.setWidth(canvas.width());
    m_labels.trim();
    painter->save();
    painter->setAntialiasing(false);
    const int pinnedPx = std::min(m_scene.layout().pinnedPx, canvas.height());
    drawRows(*painter, canvas, canvas.adjusted(0, pinnedPx, 0, 0), m_scrollPx + pinnedPx);
    if (pinnedPx > 0)
        drawRows(*painter, canvas, QRect(canvas.left(), canvas.top(), canvas.width(), pinnedPx), 0);
    painter->restore();
}

void TimelinePlottable::drawRows(QPainter& painter, const QRect& canvas, const QRect& part, int fromPx)
{
    m_frameLabels.clear();
    painter.setClipRect(part);
    drawBackdrop(painter, canvas, part);
    const auto [first, last] = m_scene.layout().rowsBetween(fromPx, fromPx + part.height());
    for (std::size_t row = first; row < last; ++row)
        drawRow(painter, canvas, row);
    drawLabels(painter);
}

void TimelinePlottable::drawBackdrop(QPainter& painter, const QRect& canvas, const QRect& part)
{
    const RowLayout& layout = m_scene.layout();
    for (const TrackExtent& track : layout.tracks) {
        const QRect rect(canvas.left(), canvas.top() + layout.onScreen(track.yPx, m_scrollPx), canvas.width(),
                         track.heightPx);
        if (rect.intersects(part))
            painter.fillRect(rect, m_theme->trackCanvas);
    }
    const TimeScale scale = m_scene.scale();
    m_frameLines.clear();
    for (const Tick& tick : m_scene.ticks().ticks) {
        const int x = canvas.left() + static_cast<int>(std::floor(scale.toPx(tick.atNs)));
        if (!tick.label.empty())
            m_frameLines.emplace_back(x, part.top(), x, part.bottom());
    }
    painter.setPen(QPen(m_theme->grid, 0));
    painter.drawLines(m_frameLines.data(), static_cast<int>(m_frameLines.size()));
}

void TimelinePlottable::drawRow(QPainter& painter, const QRect& canvas, std::size_t index)
{
    const Row& row = m_scene.layout().rows[index];
    const QRect rowRect(canvas.left(), canvas.top() + m_scene.layout().onScreen(row.yPx, m_scrollPx), canvas.width(),
                        row.heightPx - rowGapPx(row.kind));
    switch (row.kind) {
    case RowKind::GroupHeader:
        painter.fillRect(rowRect, m_theme->groupHeader);
        return;
    case RowKind::Marks:
        drawMarks(painter, rowRect, row);
        return;
    case RowKind::Counter:
        drawCounter(painter, rowRect, index);
        return;
    case RowKind::Region:
    case RowKind::Band:
    case RowKind::Lane:
        if (m_scene.showsOthers())
            drawBoxes(painter, rowRect, index, TimelineScene::Items::All, m_scene.isFiltered());
        if (m_scene.isFiltered())
            drawBoxes(painter, rowRect, index, TimelineScene::Items::Matching, false);
        return;
    }
}

void TimelinePlottable::drawBoxes(QPainter& painter, const QRect& rowRect, std::size_t index,
                                  TimelineScene::Items items, bool isDimmed)
{
    const Row& row = m_scene.layout().rows[index];
    const bool isRegion = row.kind == RowKind::Region;
    m_strip.begin(rowRect);
    m_rowHatches.clear();
    for (const Box& box : m_scene.boxes(index, items)) {
        BoxLook look;
        if (isRegion)
            look = m_colors.ofRegion(m_scene.regionRow(row, items).region(box.item));
        else if (row.kind == RowKind::Band)
            look = m_colors.ofBand();
        else
            look = m_colors.ofEvent(m_scene.laneRow(row, items).event(box.item));
        if (isDimmed)
            look = m_colors.dimmed(look);
        const int separator = box.x1 - box.x0 >= kNarrowestSeparatedPx ? 1 : 0;
        m_strip.add(box.x0, box.x1 - separator, look.color.fill);
        const QRect rect(rowRect.left() + box.x0, rowRect.top(), box.x1 - box.x0 - separator, rowRect.height());
        if (look.isBackward && rect.width() >= kNarrowestHatchedPx)
            m_rowHatches.push_back({rect, look.color.hatch});
        if (rect.width() < BoxLabels::kNarrowestPx || isDimmed)
            continue;
        const LabelPlace where = isRegion ? LabelPlace::Centre : LabelPlace::Left;
        const auto placed = m_labels.place(labelKey(row, box, items), rect, where);
        if (placed.text != nullptr)
            m_frameLabels.push_back({placed, look.color.text, look.isBackward ? look.color.fill : 0});
    }
    m_strip.draw(painter);
    for (const Hatch& hatch : m_rowHatches)
        drawHatch(painter, hatch);
}

std::uint64_t TimelinePlottable::labelKey(const Row& row, const Box& box, TimelineScene::Items items)
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

void TimelinePlottable::drawHatch(QPainter& painter, const Hatch& hatch)
{
    // Own lines instead of a brush pattern: the same on screen, in SVG and in PDF, and anchored to the view so that
    // neighbouring boxes continue each other's lines.
    const QRect& box = hatch.box;
    m_frameLines.clear();
    const int left = box.left();
    const int right = box.left() + box.width() - 1;
    const int top = box.top();
    const int bottom = box.top() + box.height() - 1;
    int sum = left + top;
    sum += (kHatchStepPx - sum % kHatchStepPx) % kHatchStepPx;
    for (; sum <= right + bottom; sum += kHatchStepPx) {
        const int x0 = std::max(left, sum - bottom);
        const int x1 = std::min(right, sum - top);
        if (x0 <= x1)
            m_frameLines.emplace_back(x0, sum - x0, x1, sum - x1);
    }
    painter.setPen(QPen(QColor::fromRgb(hatch.color), 0));
    painter.drawLines(m_frameLines.data(), static_cast<int>(m_frameLines.size()));
}

void TimelinePlottable::drawCounter(QPainter& painter, const QRect& rowRect, std::size_t index)
{
    const Row& row = m_scene.layout().rows[index];
    const CounterSeries& series = m_scene.counter(row);
    // The same scale wherever one looks; 0 is always part of it.
    const double lowest = std::min(0.0, series.range().lowest);
    const double highest = std::max(0.0, series.range().highest);
    const double span = highest > lowest ? highest - lowest : 1.0;
    const int bottom = rowRect.top() + rowRect.height() - 1;
    const auto yOf = [&](double value) {
        return bottom - static_cast<int>(std::lround((value - lowest) / span * (rowRect.height() - 2)));
    };
    const int zero = yOf(0.0);
    QColor area = m_theme->accent;
    area.setAlpha(70);
    std::optional<int> before;
    for (const Step& step : m_scene.steps(index)) {
        const int x = rowRect.left() + step.x0;
        const int width = step.x1 - step.x0;
        const int top = yOf(step.values.highest);
        const int low = yOf(step.values.lowest);
        const int end = yOf(series.sample(step.sample).value);
        const int areaTop = std::min(top, zero);
        painter.fillRect(QRect(x, areaTop, width, std::max(low, zero) - areaTop + 1), area);
        painter.fillRect(QRect(x, top, width, low - top + 1), m_theme->accent);
        if (before) // the line up or down to the new value
            painter.fillRect(QRect(x, std::min(*before, end), 1, std::abs(*before - end) + 1), m_theme->accent);
        before = end;
    }
    painter.setFont(timelineFont());
    const QString title = series.name().empty()
                              ? counterText(highest)
                              : toQString(series.name()) + QStringLiteral("  ") + counterText(highest);
    QColor plate = m_theme->trackCanvas;
    plate.setAlpha(190);
    const QRect label = painter.fontMetrics().boundingRect(title);
    const QRect labelRect(rowRect.left() + 2, rowRect.top() + 1, label.width() + 8, painter.fontMetrics().height());
    painter.fillRect(labelRect, plate);
    painter.setPen(m_theme->text);
    painter.drawText(labelRect.adjusted(3, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, title);
}

void TimelinePlottable::drawMarks(QPainter& painter, const QRect& rowRect, const Row& row)
{
    const TimeScale scale = m_scene.scale();
    const Trace& trace = m_scene.trace();
    const auto& marks = trackAt(*m_scene.arrangement(), row.group, row.track).marks;
    auto mark = std::lower_bound(marks.begin(), marks.end(), scale.range().beginNs,
                                 [&](EventId event, TimeNs time) { return trace.beginNs(event) < time; });
    int lastX = -2;
    for (; mark != marks.end() && trace.beginNs(*mark) < scale.range().endNs; ++mark) {
        const int x = static_cast<int>(scale.toPx(trace.beginNs(*mark)));
        if (x < lastX + kMarkStepPx)
            continue;
        lastX = x;
        painter.fillRect(QRect(rowRect.left() + x, rowRect.top() + 3, 2, rowRect.height() - 6), m_theme->mutedText);
    }
}

void TimelinePlottable::drawLabels(QPainter& painter)
{
    painter.setFont(m_labels.font());
    QRgb pen = 0;
    for (const Label& label : m_frameLabels) {
        if (label.plate != 0)
            painter.fillRect(label.placed.rect.adjusted(-3, 1, 3, -1), QColor::fromRgb(label.plate));
        if (label.color != pen) {
            pen = label.color;
            painter.setPen(QColor::fromRgb(pen));
        }
        painter.drawStaticText(label.placed.rect.topLeft(), *label.placed.text);
    }
}

} // namespace lanescope::desktop
