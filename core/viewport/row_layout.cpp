// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/row_layout.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lanescope {
namespace {

class Layouter {
public:
    explicit Layouter(const RowMetrics& metrics) : m_metrics(metrics) {}

    enum class Header { Own, Shared };

    void addGroupHeader(std::uint32_t group, Header header)
    {
        const bool isAfterShared = !m_layout.rows.empty() && m_layout.rows.back().kind == RowKind::GroupHeader &&
                                   m_lastHeader == Header::Shared;
        m_lastHeader = header;
        if (header == Header::Shared && isAfterShared)
            m_layout.rows.back().moreGroups = group - m_layout.rows.back().group;
        else
            addRow({RowKind::GroupHeader, group, 0, 0}, m_metrics.groupHeaderPx);
    }

    struct How {
        bool isCollapsed = false;
        bool isPinned = false;
        std::optional<int> lanePx;
    };

    void addTrack(const ViewTrack& track, std::uint32_t group, std::uint32_t index, How how)
    {
        const int topPx = m_layout.heightPx;
        const int lanePx = how.lanePx.value_or(m_metrics.lanePx);
        const int counterPx = m_metrics.counterPx * lanePx / m_metrics.lanePx;
        if (how.isCollapsed) {
            addRow({collapsedKind(track), group, index, 0}, m_metrics.collapsedPx);
        } else {
            addRows(RowKind::Region, track.regions.size(), group, index, m_metrics.regionPx);
            addRows(RowKind::Band, track.bands.size(), group, index, m_metrics.bandPx);
            addRows(RowKind::Marks, track.marks.empty() ? 0 : 1, group, index, m_metrics.bandPx);
            addRows(RowKind::Lane, track.lanes.size(), group, index, lanePx);
            addRows(RowKind::Counter, track.counters.size(), group, index, counterPx);
        }
        m_layout.tracks.push_back({group, index, topPx, m_layout.heightPx - topPx, how.isCollapsed, how.isPinned});
        m_layout.heightPx += m_metrics.trackGapPx;
    }

    void endPinned() { m_layout.pinnedPx = m_layout.heightPx; }

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
    Header m_lastHeader = Header::Own;
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
    const Process& process = trace.process(arrangement.groups[group].process);
    const std::string id(trace.text(process.id));
    return trace.parts().empty() ? id : trace.parts()[process.part].title + ':' + id;
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
    constexpr std::size_t kRanksWithThreads = 2; // shown unfolded side by side
    const bool areManyRanks = arrangement.joined->trace->parts().size() > kRanksWithThreads;
    const auto isOfGpu = [](const ViewGroup& group) {
        return std::ranges::any_of(group.tracks,
                                   [](const ViewTrack& track) { return track.kind == TrackKind::GpuStream; });
    };
    CollapsedState folded;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        if (arrangement.groups[group].isProfilersOwn || (areManyRanks && !isOfGpu(arrangement.groups[group])))
            folded.groups.insert(groupKey(arrangement, group));
    }
    if (folded.groups.size() == arrangement.groups.size())
        folded.groups.clear();
    return folded;
}

std::vector<std::uint32_t> orderedTracks(const Arrangement& arrangement, std::uint32_t group,
                                         const TrackChoices& choices)
{
    std::vector<std::uint32_t> positions(arrangement.groups[group].tracks.size());
    std::iota(positions.begin(), positions.end(), 0U);
    const auto order = choices.orders.find(groupKey(arrangement, group));
    if (order == choices.orders.end())
        return positions;
    const std::vector<std::string>& keys = order->second;
    std::ranges::stable_sort(positions, {}, [&](std::uint32_t track) {
        return std::ranges::find(keys, trackKey(arrangement, group, track)) - keys.begin();
    });
    return positions;
}

RowLayout layoutRows(const Arrangement& arrangement, const RowMetrics& metrics, const CollapsedState& collapsed,
                     const TrackChoices& choices, const TrackTest& isWanted)
{
    Layouter layouter(metrics);
    const auto add = [&](std::uint32_t group, std::uint32_t track, const std::string& key, bool isPinned) {
        const auto lanePx = choices.lanePx.find(key);
        layouter.addTrack(arrangement.groups[group].tracks[track], group, track,
                          {collapsed.tracks.contains(key), isPinned,
                           lanePx != choices.lanePx.end() ? std::optional(lanePx->second) : std::nullopt});
    };
    const auto isShown = [&](std::uint32_t group, std::uint32_t track, const std::string& key) {
        return !choices.hidden.contains(key) && (!isWanted || isWanted(group, track));
    };
    for (const std::string& pinned : choices.pinned) {
        for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
            for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track) {
                if (trackKey(arrangement, group, track) == pinned && isShown(group, track, pinned))
                    add(group, track, pinned, true);
            }
        }
    }
    layouter.endPinned();
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        std::vector<std::pair<std::uint32_t, std::string>> shown;
        for (const std::uint32_t track : orderedTracks(arrangement, group, choices)) {
            std::string key = trackKey(arrangement, group, track);
            if (isShown(group, track, key) && std::ranges::find(choices.pinned, key) == choices.pinned.end())
                shown.emplace_back(track, std::move(key));
        }
        if (shown.empty())
            continue;
        const bool isFolded = collapsed.groups.contains(groupKey(arrangement, group));
        layouter.addGroupHeader(group, isFolded && arrangement.groups[group].isProfilersOwn ? Layouter::Header::Shared
                                                                                            : Layouter::Header::Own);
        if (isFolded)
            continue;
        for (const auto& [track, key] : shown)
            add(group, track, key, false);
    }
    return layouter.take();
}

} // namespace lanescope
