// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/shown_arrows.h"

#include "core/query/node_dependencies.h"

#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

namespace lanescope::desktop {
namespace {

constexpr double kHeadPx = 7;
constexpr std::size_t kFewArrows = 8;
constexpr int kDistinctPx = 4; // ends closer than this look like one
// Hundreds lead from the launch of a CUDA graph: together they must leave what is below readable.
constexpr std::size_t kManyArrows = 60;
constexpr int kFaintAlpha = 90;
constexpr int kFaintestAlpha = 34;

QPainterPath curveOf(const ArrowLine& line)
{
    // Tangents along the time axis, so that arrows between neighbouring rows stay apart.
    const double reach = std::clamp(std::abs(line.to.x() - line.from.x()) / 2, 24.0, 120.0);
    QPainterPath path(line.from);
    path.cubicTo(line.from + QPointF(reach, 0), line.to - QPointF(reach, 0), line.to - QPointF(kHeadPx - 1, 0));
    return path;
}

QPainterPath headOf(const ArrowLine& line)
{
    QPainterPath head(line.to);
    head.lineTo(line.to + QPointF(-kHeadPx, -kHeadPx / 2));
    head.lineTo(line.to + QPointF(-kHeadPx, kHeadPx / 2));
    head.closeSubpath();
    return head;
}

std::optional<ShownArrow::End> endOn(const Arrangement& arrangement, EventId slice, FlowId flow)
{
    const auto place = placeOf(arrangement, slice);
    if (!place)
        return std::nullopt;
    return ShownArrow::End{*place, arrangement.joined->trace->flows()[indexOf(flow)].atNs};
}

} // namespace

std::vector<ShownArrow> arrowsOf(const ArrowIndex& arrows, const Arrangement& arrangement, EventId slice)
{
    std::vector<ShownArrow> shown;
    const auto add = [&](std::span<const ArrowIndex::Link> links, bool isLeaving) {
        for (const ArrowIndex::Link& link : links.first(std::min(links.size(), kMostShownArrows))) {
            const auto from = endOn(arrangement, arrows.startOf(link), arrows.arrowOf(link).start);
            const auto to = endOn(arrangement, arrows.endOf(link), arrows.arrowOf(link).end);
            if (from && to)
                shown.push_back({*from, *to, isLeaving});
        }
    };
    add(arrows.entering(slice), false);
    add(arrows.leaving(slice), true);
    return shown;
}

std::vector<ShownArrow> dependencyArrowsOf(const Arrangement& arrangement, EventId slice)
{
    std::vector<ShownArrow> shown;
    const Trace& trace = *arrangement.joined->trace;
    const auto add = [&](EventId before, EventId after, bool isLeaving) {
        const auto from = placeOf(arrangement, before);
        const auto to = placeOf(arrangement, after);
        if (from && to && shown.size() < kMostShownArrows)
            shown.push_back({{*from, trace.endNs(before)}, {*to, trace.beginNs(after)}, isLeaving});
    };
    const NodeDependencies dependencies = nodeDependencies(*arrangement.joined, slice);
    for (const EventId before : dependencies.before)
        add(before, slice, false);
    for (const EventId after : dependencies.after)
        add(slice, after, true);
    return shown;
}

std::optional<Row> rowOfArrowEnd(const TimelineScene& scene, const SlicePlace& place)
{
    const auto& rows = scene.layout().rows;
    if (const auto row = scene.rowOf(place))
        return rows[*row];
    const auto ofTrack = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
        return row.kind != RowKind::GroupHeader && row.group == place.group && row.track == place.track;
    });
    if (ofTrack != rows.end())
        return *ofTrack;
    const auto ofGroup =
        std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.isHeaderOf(place.group); });
    return ofGroup == rows.end() ? std::nullopt : std::optional(*ofGroup);
}

void drawArrows(QPainter& painter, std::vector<ArrowLine> lines, const Theme& theme)
{
    const auto pixels = [](const ArrowLine& line) {
        return std::tuple(line.from.toPoint().y(), line.from.toPoint().x(), line.to.toPoint().y(),
                          line.to.toPoint().x() / kDistinctPx, line.isLeaving);
    };
    std::sort(lines.begin(), lines.end(),
              [&](const ArrowLine& a, const ArrowLine& b) { return pixels(a) < pixels(b); });
    const auto same = [&](const ArrowLine& a, const ArrowLine& b) { return pixels(a) == pixels(b); };
    lines.erase(std::unique(lines.begin(), lines.end(), same), lines.end());
    const bool areFew = lines.size() <= kFewArrows;
    const bool areMany = lines.size() > kManyArrows;
    for (const ArrowLine& line : lines) {
        const QPainterPath path = curveOf(line);
        painter.setBrush(Qt::NoBrush);
        if (areFew) {
            // A rim in the colour of the ground: over slices of any colour the line keeps its contrast.
            painter.setPen(QPen(theme.canvas, 4));
            painter.drawPath(path);
        }
        QColor colour = theme.selection;
        colour.setAlpha(areFew ? 255 : areMany ? kFaintestAlpha : kFaintAlpha);
        QPen pen(colour, areFew ? 1.5 : 1.0);
        if (!line.isLeaving)
            pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawPath(path);
        if (areMany && line.isLeaving) // their heads would hide the slices
            continue;
        painter.setPen(areFew ? QPen(theme.canvas, 1) : QPen(Qt::NoPen));
        painter.setBrush(theme.selection);
        painter.drawPath(headOf(line));
    }
}

} // namespace lanescope::desktop
