// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/row_walk.h"

#include <algorithm>

namespace lanescope::desktop {
namespace {

struct Origin {
    std::size_t row = 0;
    TimeNs beginNs = 0;
};

std::optional<Origin> originOf(const TimelineScene& scene, const Selection& selection)
{
    const Arrangement& arrangement = *scene.arrangement();
    std::optional<std::size_t> row;
    TimeNs beginNs = 0;
    if (const auto* event = std::get_if<EventId>(&selection)) {
        const auto place = placeOf(arrangement, *event);
        row = place ? scene.rowOf(*place) : std::nullopt;
        beginNs = scene.trace().beginNs(*event);
    } else if (const auto* bar = std::get_if<RegionPlace>(&selection)) {
        row = scene.rowOf(*bar);
        beginNs = regionAt(arrangement, *bar).range.beginNs;
    }
    return row ? std::optional(Origin{*row, beginNs}) : std::nullopt;
}

Selection selectionOf(const TimelineHit& hit)
{
    if (const auto* event = std::get_if<EventId>(&hit.target))
        return *event;
    return std::get<RegionPlace>(hit.target);
}

} // namespace

std::optional<Selection> inNextRow(TimelineScene& scene, const Selection& selection, RowStep step,
                                   std::pair<std::size_t, std::size_t> rows)
{
    const auto origin = originOf(scene, selection);
    const int lastPx = scene.scale().widthPx() - 1;
    const int px = origin ? static_cast<int>(std::clamp(scene.scale().toPx(origin->beginNs), 0.0,
                                                        static_cast<double>(std::max(lastPx, 0))))
                          : 0;
    const std::size_t count = scene.layout().rows.size();
    const auto look = [&](std::size_t row) -> std::optional<Selection> {
        const auto hit = scene.nearestHit(row, px);
        return hit ? std::optional(selectionOf(*hit)) : std::nullopt;
    };
    if (step == RowStep::Below) {
        for (std::size_t row = origin ? origin->row + 1 : rows.first; row < count; ++row) {
            if (auto found = look(row))
                return found;
        }
    } else {
        for (std::size_t row = origin ? origin->row : std::min(rows.second, count); row > 0; --row) {
            if (auto found = look(row - 1))
                return found;
        }
    }
    return std::nullopt;
}

std::optional<Selection> atTheEdge(TimelineScene& scene, Neighbour which, std::pair<std::size_t, std::size_t> rows)
{
    const int px = which == Neighbour::Next ? 0 : scene.scale().widthPx() - 1;
    for (std::size_t row = rows.first; row < std::min(rows.second, scene.layout().rows.size()); ++row) {
        if (scene.layout().rows[row].kind != RowKind::Lane)
            continue;
        if (const auto hit = scene.nearestHit(row, px))
            return selectionOf(*hit);
    }
    return std::nullopt;
}

std::optional<RegionPlace> neighbourBar(const TimelineScene& scene, const RegionPlace& bar, Neighbour which)
{
    const auto row = scene.rowOf(bar);
    if (!row)
        return std::nullopt;
    const Row& place = scene.layout().rows[*row];
    const RegionRow& all = scene.regionRow(place, TimelineScene::Items::All);
    const RegionRow& left = scene.isFiltered() ? scene.regionRow(place, TimelineScene::Items::Matching) : all;
    const TimeNs beginNs = all.beginNs(bar.item);
    const std::uint32_t next = left.firstFrom(which == Neighbour::Next ? beginNs + 1 : beginNs, 0, left.size());
    if (which == Neighbour::Next ? next == left.size() : next == 0)
        return std::nullopt;
    // Filtered rows hold copies of the bars.
    const TimeNs otherNs = left.beginNs(which == Neighbour::Next ? next : next - 1);
    return RegionPlace{bar.group, bar.track, bar.depth, all.firstFrom(otherNs, 0, all.size())};
}

} // namespace lanescope::desktop
