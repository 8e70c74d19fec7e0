// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/row_layout.h"

#include <algorithm>
#include <utility>

namespace lanescope {
namespace {

class Layouter {
public:
    explicit Layouter(const RowMetrics& metrics) : m_metrics(metrics) {}

    void addGroupHeader(std::uint32_t group) { addRow({RowKind::GroupHeader, group, 0, 0}, m_metrics.groupHeaderPx); }

    void addTrack(const ViewTrack& track, std::uint32_t group, std::uint32_t index, bool isCollapsed)
    {
        const int topPx = m_layout.heightPx;
        if (isCollapsed) {
            addRow({collapsedKind(track), group, index, 0}, m_metrics.collapsedPx);
        } else {
            addRows(RowKind::Region, track.regions.size(), group, index, m_metrics.regionPx);
            addRows(RowKind::Band, track.bands.size(), group, index, m_metrics.bandPx);
            addRows(RowKind::Marks, track.marks.empty() ? 0 : 1, group, index, m_metrics.bandPx);
            addRows(RowKind::Lane, track.lanes.size(), group, index, m_metrics.lanePx);
            addRows(RowKind::Counter, track.counters.size(), group, index, m_metrics.counterPx);
        }
        m_layout.tracks.push_back({group, index, topPx, m_layout.heightPx - topPx, isCollapsed});
        m_layout.heightPx += m_metrics.trackGapPx;
    }

    [[nodiscard]] RowLayout take() { return std::move(m_layout); }

private:
    static RowKind collapsedKind(const ViewTrack& track)
    {
        if (!track.lanes.empty())
            return RowKind::Lane;
        if (!track.counters.empty())
            return RowKind::Counter;
        return track.bands.empty() ? RowKind::Marks : RowKind::Band;
    }

    void addRows(RowKind kind, std::size_t count, std::uint32_t group, std::uint32_t track, int heightPx)
    {
        for (std::size_t i = 0; i < count; ++i)
            addRow({kind, group, track, static_cast<std::uint32_t>(i)}, heightPx);
    }

    void addRow(Row row, int heightPx)
    {
        row.yPx = m_layout.heightPx;
        row.heightPx = heightPx;
        m_layout.rows.push_back(row);
        m_layout.heightPx += heightPx;
    }

    const RowMetrics& m_metrics;
    RowLayout m_layout;
};

} // namespace

std::optional<std::size_t> RowLayout::rowAt(int yPx) const
{
    const auto after = std::ranges::upper_bound(rows, yPx, {}, &Row::yPx);
    if (after == rows.begin())
        return std::nullopt;
    const auto row = after - 1;
    if (yPx >= row->yPx + row->heightPx)
        return std::nullopt;
    return static_cast<std::size_t>(row - rows.begin());
}

std::pair<std::size_t, std::size_t> RowLayout::rowsBetween(int topPx, int bottomPx) const
{
    const auto bottomOf = [](const Row& row) { return row.yPx + row.heightPx; };
    const auto first = std::ranges::upper_bound(rows, topPx, {}, bottomOf);
    const auto last = std::ranges::lower_bound(first, rows.end(), bottomPx, {}, &Row::yPx);
    return {static_cast<std::size_t>(first - rows.begin()), static_cast<std::size_t>(last - rows.begin())};
}

std::string groupKey(const Arrangement& arrangement, std::uint32_t group)
{
    const Trace& trace = *arrangement.joined->trace;
    return std::string(trace.text(trace.process(arrangement.groups[group].process).id));
}

std::string trackKey(const Arrangement& arrangement, std::uint32_t group, std::uint32_t track)
{
    const Trace& trace = *arrangement.joined->trace;
    const ViewTrack& shown = arrangement.groups[group].tracks[track];
    std::string key = groupKey(arrangement, group) + '/';
    // The ids of asynchronous tracks are of another kind than those of threads: the title tells them apart.
    const bool hasOwnId = shown.source != kNoTrack && shown.kind != TrackKind::Async;
    key += hasOwnId ? trace.text(trace.track(shown.source).id) : std::string_view(shown.title);
    return key;
}

CollapsedState foldedAtFirst(const Arrangement& arrangement)
{
    CollapsedState folded;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        if (arrangement.groups[group].isProfilersOwn)
            folded.groups.insert(groupKey(arrangement, group));
    }
    if (folded.groups.size() == arrangement.groups.size())
        folded.groups.clear();
    return folded;
}

RowLayout layoutRows(const Arrangement& arrangement, const RowMetrics& metrics, const CollapsedState& collapsed)
{
    Layouter layouter(metrics);
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        layouter.addGroupHeader(group);
        if (collapsed.groups.contains(groupKey(arrangement, group)))
            continue;
        const std::vector<ViewTrack>& tracks = arrangement.groups[group].tracks;
        for (std::uint32_t track = 0; track < tracks.size(); ++track)
            layouter.addTrack(tracks[track], group, track,
                              collapsed.tracks.contains(trackKey(arrangement, group, track)));
    }
    return layouter.take();
}

} // namespace lanescope
