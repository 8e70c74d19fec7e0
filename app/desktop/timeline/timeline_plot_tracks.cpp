// SPDX-License-Identifier: GPL-3.0-or-later
// What the plot does with whole tracks: folding, choices, finding them.
#include "app/desktop/timeline/timeline_plot.h"

#include "app/desktop/timeline/hover_text.h"

#include <algorithm>

namespace lanescope::desktop {

void TimelinePlot::unfold(std::uint32_t group, std::uint32_t track)
{
    CollapsedState state = m_scene.collapsed();
    const Arrangement& arrangement = *m_scene.arrangement();
    if (m_scene.choices().hidden.contains(trackKey(arrangement, group, track))) {
        TrackChoices choices = m_scene.choices();
        choices.hidden.erase(trackKey(arrangement, group, track));
        setChoices(std::move(choices));
    }
    const std::size_t folded =
        state.groups.erase(groupKey(arrangement, group)) + state.tracks.erase(trackKey(arrangement, group, track));
    if (folded == 0)
        return;
    m_scene.setCollapsed(std::move(state));
    rowsChanged();
}

void TimelinePlot::revealTrack(std::uint32_t group, std::uint32_t track)
{
    unfold(group, track);
    const auto& tracks = m_scene.layout().tracks;
    const auto extent = std::find_if(tracks.begin(), tracks.end(), [&](const TrackExtent& candidate) {
        return candidate.group == group && candidate.track == track;
    });
    if (extent != tracks.end())
        setScrollPx(extent->yPx - RowMetrics{}.groupHeaderPx - m_scene.layout().pinnedPx);
}

std::pair<std::size_t, std::size_t> TimelinePlot::rowsInView() const
{
    return m_scene.layout().rowsBetween(m_scrollPx + m_scene.layout().pinnedPx, m_scrollPx + canvasRect().height());
}

bool TimelinePlot::toggleAt(QPoint headerPoint)
{
    if (const auto header = groupHeaderAt(headerPoint)) {
        toggleGroup(header->group);
        return true;
    }
    const auto track = trackAt(headerPoint);
    if (track)
        toggleTrack(track->group, track->track);
    return track.has_value();
}

std::optional<Row> TimelinePlot::groupHeaderAt(QPoint headerPoint) const
{
    const auto& layout = m_scene.layout();
    const auto row = layout.rowAt(layout.fromScreen(headerPoint.y() - canvasRect().top(), m_scrollPx));
    return row && layout.rows[*row].kind == RowKind::GroupHeader ? std::optional(layout.rows[*row]) : std::nullopt;
}

void TimelinePlot::hideGroups(const Row& header)
{
    TrackChoices choices = m_scene.choices();
    const Arrangement& arrangement = *m_scene.arrangement();
    for (std::uint32_t group = header.group; header.isHeaderOf(group); ++group) {
        for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track) {
            const std::string key = trackKey(arrangement, group, track);
            if (std::find(choices.pinned.begin(), choices.pinned.end(), key) == choices.pinned.end())
                choices.hidden.insert(key); // a pinned track stands apart from its group
        }
    }
    setChoices(std::move(choices));
}

QString TimelinePlot::nameText(QPoint headerPoint) const
{
    if (m_scene.isEmpty())
        return {};
    const Arrangement& arrangement = *m_scene.arrangement();
    if (const auto header = groupHeaderAt(headerPoint))
        return groupHoverText(arrangement, *header);
    const auto track = trackAt(headerPoint);
    return track ? trackHoverText(arrangement, *track) : QString();
}

std::optional<TrackPlace> TimelinePlot::trackAt(QPoint headerPoint) const
{
    const auto& layout = m_scene.layout();
    const int y = layout.fromScreen(headerPoint.y() - canvasRect().top(), m_scrollPx);
    for (const TrackExtent& extent : layout.tracks) {
        if (extent.yPx <= y && y < extent.yPx + extent.heightPx)
            return TrackPlace{extent.group, extent.track};
    }
    return std::nullopt;
}

std::vector<TrackPlace> TimelinePlot::tracksBetween(int fromY, int toY) const
{
    const QRect canvas = canvasRect();
    if (m_scene.isEmpty() || fromY < canvas.top())
        return {};
    const auto& layout = m_scene.layout();
    const int top = std::max(std::min(fromY, toY), canvas.top()) - canvas.top();
    const int bottom = std::min(std::max(fromY, toY), canvas.bottom()) - canvas.top();
    const auto isTouched = [&](int yPx, int heightPx) {
        const int firstPx = yPx < layout.pinnedPx ? 0 : layout.pinnedPx; // what scrolled under the pinned tracks
        const int y = layout.onScreen(yPx, m_scrollPx);
        return std::max(y, firstPx) <= bottom && y + heightPx > std::max(top, firstPx);
    };
    const Arrangement& arrangement = *m_scene.arrangement();
    std::vector<TrackPlace> tracks;
    for (const TrackExtent& extent : layout.tracks) {
        if (isTouched(extent.yPx, extent.heightPx))
            tracks.push_back({extent.group, extent.track});
    }
    for (const Row& row : layout.rows) {
        if (row.kind != RowKind::GroupHeader || !m_scene.isGroupCollapsed(row.group) ||
            !isTouched(row.yPx, row.heightPx))
            continue;
        for (std::uint32_t group = row.group; row.isHeaderOf(group); ++group) {
            for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track) {
                if (std::find(tracks.begin(), tracks.end(), TrackPlace{group, track}) == tracks.end())
                    tracks.push_back({group, track});
            }
        }
    }
    return tracks.size() == trackCount(arrangement) ? std::vector<TrackPlace>() : tracks;
}

std::optional<TrackPlace> TimelinePlot::selectedTrack() const
{
    if (const auto region = m_document.selectedRegion())
        return TrackPlace{region->group, region->track};
    const auto event = m_document.selectedEvent();
    return event ? trackShowing(*m_scene.arrangement(), *event) : std::nullopt;
}

void TimelinePlot::setChoices(TrackChoices choices)
{
    m_scene.setChoices(std::move(choices));
    rowsChanged();
}

void TimelinePlot::changeTrack(TrackPlace track, TrackChange change)
{
    setChoices(changedChoices(*m_scene.arrangement(), m_scene.choices(), track, change));
}

int TimelinePlot::lanePx(TrackPlace track) const
{
    return lanePxOf(*m_scene.arrangement(), m_scene.choices(), track);
}

void TimelinePlot::setLanePx(TrackPlace track, int lanePx)
{
    setChoices(withLanePx(*m_scene.arrangement(), m_scene.choices(), track, lanePx));
}

void TimelinePlot::toggleGroup(std::uint32_t group)
{
    m_scene.toggleGroup(group);
    rowsChanged();
}

void TimelinePlot::toggleTrack(std::uint32_t group, std::uint32_t track)
{
    m_scene.toggleTrack(group, track);
    rowsChanged();
}

void TimelinePlot::setAllCollapsed(bool isCollapsed)
{
    CollapsedState state;
    if (isCollapsed && !m_scene.isEmpty()) {
        state.groups = m_scene.collapsed().groups;
        const Arrangement& arrangement = *m_scene.arrangement();
        for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
            for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track)
                state.tracks.insert(trackKey(arrangement, group, track));
        }
    }
    setCollapsed(std::move(state));
}

void TimelinePlot::setCollapsed(CollapsedState collapsed)
{
    m_scene.setCollapsed(std::move(collapsed));
    rowsChanged();
}

} // namespace lanescope::desktop
