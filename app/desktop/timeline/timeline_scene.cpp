// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_scene.h"

#include "core/base/run_for_each.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lanescope::desktop {
namespace {

constexpr int kReachPx = 2;
constexpr std::size_t kRowsWorthThreads = 12;
constexpr unsigned kMostThreads = 8; // a frame's work is too short for more to be worth waking
constexpr int kMarkReachPx = 4;
constexpr int kLabelSpacingPx = 110;

template<typename Set, typename Key>
void toggle(Set& set, const Key& key)
{
    if (set.erase(key) == 0)
        set.insert(key);
}

bool hasSlices(const FilteredTrack& track)
{
    const auto hasAny = [](const LaneRow& row) { return row.size() > 0; };
    return std::ranges::any_of(track.lanes, hasAny) || std::ranges::any_of(track.bands, hasAny);
}

} // namespace

bool TimelineScene::hasMatches() const
{
    return m_filtered == nullptr || std::ranges::any_of(m_filtered->groups, [](const auto& tracks) {
               return std::ranges::any_of(tracks, hasSlices);
           });
}

void TimelineScene::setArrangement(std::shared_ptr<const Arrangement> arrangement)
{
    m_arrangement = std::move(arrangement);
    m_filtered = nullptr;
    m_hidesTracks = false;
    layOut();
}

void TimelineScene::setFiltered(std::shared_ptr<const FilteredArrangement> filtered, FilterEffect effect)
{
    m_effect = effect;
    m_filtered = filtered && filtered->base == m_arrangement ? std::move(filtered) : nullptr;
    const bool hidTracks = m_hidesTracks;
    m_hidesTracks = m_filtered != nullptr && effect == FilterEffect::OnlyTracks;
    if (m_hidesTracks || hidTracks)
        layOut();
    for (RowBoxes& row : m_matching)
        row.isKnown = false;
    ++m_version;
}

void TimelineScene::setRange(TimeRange range)
{
    if (range == m_range)
        return;
    const bool isMove = range.durationNs() == m_range.durationNs();
    m_range = range;
    if (isMove && moveTo(range))
        return;
    m_scale = TimeScale(range, m_scale.widthPx());
    forgetBoxes();
}

bool TimelineScene::moveTo(TimeRange range)
{
    constexpr double kFarthestPx = 1e8;
    const double byPx = std::round(m_scale.toPx(range.beginNs));
    if (std::abs(byPx) > kFarthestPx || std::abs(byPx + m_scale.originPx()) > kFarthestPx)
        return false;
    if (byPx == 0)
        return true;
    m_scale = m_scale.movedByPx(static_cast<int>(byPx));
    forgetTimes();
    return true;
}

void TimelineScene::setWidth(int widthPx)
{
    widthPx = std::max(widthPx, 1);
    if (widthPx == m_scale.widthPx())
        return;
    m_scale = TimeScale(m_range, widthPx);
    forgetBoxes();
}

void TimelineScene::toggleGroup(std::uint32_t group)
{
    const auto header = std::ranges::find_if(m_layout.rows, [&](const Row& row) { return row.isHeaderOf(group); });
    const Row shown = header != m_layout.rows.end() ? *header : Row{RowKind::GroupHeader, group};
    for (std::uint32_t one = shown.group; shown.isHeaderOf(one); ++one)
        toggle(m_collapsed.groups, groupKey(*m_arrangement, one));
    layOut();
}

void TimelineScene::toggleTrack(std::uint32_t group, std::uint32_t track)
{
    toggle(m_collapsed.tracks, trackKey(*m_arrangement, group, track));
    layOut();
}

void TimelineScene::setCollapsed(CollapsedState collapsed)
{
    m_collapsed = std::move(collapsed);
    layOut();
}

void TimelineScene::setChoices(TrackChoices choices)
{
    m_choices = std::move(choices);
    layOut();
}

void TimelineScene::setTimesOfFile(bool areOfFile)
{
    m_showsTimesOfFile = areOfFile;
    m_ticks.reset();
}

bool TimelineScene::isGroupCollapsed(std::uint32_t group) const
{
    return m_collapsed.groups.contains(groupKey(*m_arrangement, group));
}

void TimelineScene::layOut()
{
    TrackTest isWanted;
    if (m_hidesTracks)
        isWanted = [this](std::uint32_t group, std::uint32_t track) {
            return hasSlices(m_filtered->groups[group][track]);
        };
    m_layout = m_arrangement ? layoutRows(*m_arrangement, RowMetrics{}, m_collapsed, m_choices, isWanted) : RowLayout{};
    ++m_version;
    m_all.assign(m_layout.rows.size(), {});
    m_matching.assign(m_layout.rows.size(), {});
    m_steps.assign(m_layout.rows.size(), {});
}

void TimelineScene::forgetBoxes()
{
    // The vectors keep their memory for the next frame.
    for (RowBoxes& row : m_all)
        row.isKnown = false;
    for (RowBoxes& row : m_matching)
        row.isKnown = false;
    ++m_version;
    forgetTimes();
}

void TimelineScene::forgetTimes()
{
    for (RowSteps& row : m_steps)
        row.isKnown = false;
    m_ticks.reset();
    m_pixelTimes.reset();
}

const Ticks& TimelineScene::ticks()
{
    if (m_ticks)
        return *m_ticks;
    const TimeNs shiftNs = m_showsTimesOfFile && m_arrangement ? trace().baseNs() : 0;
    // Of the length that was asked for, so that it does not decide anew about the steps of a view that moves.
    const TimeNs beginNs = m_scale.range().beginNs + shiftNs;
    m_ticks = ticksFor({beginNs, beginNs + m_range.durationNs()}, m_scale.widthPx(), kLabelSpacingPx);
    for (Tick& tick : m_ticks->ticks)
        tick.atNs -= shiftNs;
    m_ticks->originNs -= shiftNs;
    return *m_ticks;
}

const ViewTrack& TimelineScene::trackOf(const Row& row) const
{
    return trackAt(*m_arrangement, row.group, row.track);
}

const RegionRow& TimelineScene::regionRow(const Row& row, Items items) const
{
    if (items == Items::Matching)
        return m_filtered->groups[row.group][row.track].regions[row.index];
    return trackOf(row).regions[row.index];
}

const LaneRow& TimelineScene::laneRow(const Row& row, Items items) const
{
    if (items == Items::Matching) {
        const FilteredTrack& track = m_filtered->groups[row.group][row.track];
        return row.kind == RowKind::Band ? track.bands[row.index] : track.lanes[row.index];
    }
    const ViewTrack& track = trackOf(row);
    return row.kind == RowKind::Band ? track.bands[row.index] : track.lanes[row.index];
}

const std::vector<Box>& TimelineScene::boxes(std::size_t row, Items items)
{
    RowBoxes& known = items == Items::All ? m_all[row] : m_matching[row];
    const int byPx = m_scale.originPx() - known.originPx;
    if (known.isKnown && byPx == 0)
        return known.boxes;
    if (!m_pixelTimes)
        m_pixelTimes.emplace(m_scale);
    const bool isMove = known.isKnown && std::abs(byPx) < m_scale.widthPx();
    known.isKnown = true;
    known.originPx = m_scale.originPx();
    const auto find = [&](const auto& found) {
        if (isMove) {
            const PixelRange still = moveBoxes(found, *m_pixelTimes, byPx, known.boxes);
            known.unchanged = {std::max(known.unchanged.x0 - byPx, still.x0),
                               std::min(known.unchanged.x1 - byPx, still.x1)};
        } else {
            visibleBoxes(found, *m_pixelTimes, known.boxes);
            known.unchanged = {};
        }
    };
    const Row& place = m_layout.rows[row];
    if (place.kind == RowKind::Region)
        find(regionRow(place, items));
    else if (place.kind == RowKind::Lane || place.kind == RowKind::Band)
        find(laneRow(place, items));
    else if (place.kind == RowKind::Marks)
        visibleMarks(trace(), trackOf(place).marks, *m_pixelTimes, known.boxes);
    return known.boxes;
}

void TimelineScene::findBoxes(std::size_t first, std::size_t last, const std::function<void(std::size_t, Items)>& found)
{
    if (last < first + kRowsWorthThreads)
        return;
    if (!m_pixelTimes)
        m_pixelTimes.emplace(m_scale);
    // A row's boxes are written by its call alone; everything else is only read.
    const auto find = [&](std::size_t row, Items items) {
        (void)boxes(row, items);
        found(row, items);
    };
    JobControl job;
    job.setThreads(std::min(job.threads(), kMostThreads));
    runForEach(job, last - first, [&](std::size_t i) {
        if (showsOthers())
            find(first + i, Items::All);
        if (isFiltered())
            find(first + i, Items::Matching);
    });
}

PixelRange TimelineScene::takeUnchanged(std::size_t row, Items items)
{
    (void)boxes(row, items); // they may be of an earlier place
    RowBoxes& known = items == Items::All ? m_all[row] : m_matching[row];
    return std::exchange(known.unchanged, PixelRange{0, m_scale.widthPx()});
}

const CounterSeries& TimelineScene::counter(const Row& row) const
{
    return trackOf(row).counters[row.index];
}

const std::vector<Step>& TimelineScene::steps(std::size_t row)
{
    RowSteps& known = m_steps[row];
    if (!known.isKnown)
        visibleSteps(counter(m_layout.rows[row]), m_scale, known.steps);
    known.isKnown = true;
    return known.steps;
}

std::optional<TimelineHit> TimelineScene::hitCounter(std::size_t row, int xPx)
{
    const auto step = stepAt(steps(row), xPx);
    if (!step)
        return std::nullopt;
    const EventId event = counter(m_layout.rows[row]).sample(step->sample).event;
    return TimelineHit{row, Box{step->x0, step->x1, step->sample, std::max(step->count, 1U), step->sample}, event};
}

std::optional<TimelineHit> TimelineScene::hitAt(int xPx, int yPx)
{
    const auto row = m_layout.rowAt(yPx);
    if (!row)
        return std::nullopt;
    const RowKind kind = m_layout.rows[*row].kind;
    if (kind == RowKind::GroupHeader)
        return std::nullopt;
    if (kind == RowKind::Marks)
        return hitMark(*row, xPx);
    if (kind == RowKind::Counter)
        return hitCounter(*row, xPx);
    return hitInRow(*row, xPx, kReachPx);
}

std::optional<TimelineHit> TimelineScene::nearestHit(std::size_t row, int xPx)
{
    switch (m_layout.rows[row].kind) {
    case RowKind::Region:
    case RowKind::Band:
    case RowKind::Lane:
        return hitInRow(row, xPx, m_scale.widthPx());
    case RowKind::GroupHeader:
    case RowKind::Marks:
    case RowKind::Counter:
        break;
    }
    return std::nullopt;
}

std::optional<TimelineHit> TimelineScene::hitInRow(std::size_t row, int xPx, int reachPx)
{
    if (m_filtered) {
        if (const auto hit = hitInRow(row, xPx, reachPx, Items::Matching))
            return hit;
    }
    return showsOthers() ? hitInRow(row, xPx, reachPx, Items::All) : std::nullopt;
}

std::optional<TimelineHit> TimelineScene::hitInRow(std::size_t row, int xPx, int reachPx, Items items)
{
    const auto box = boxAt(boxes(row, items), xPx, reachPx);
    if (!box)
        return std::nullopt;
    const Row& place = m_layout.rows[row];
    if (place.kind != RowKind::Region)
        return TimelineHit{row, *box, laneRow(place, items).event(box->item)};
    const TimeNs beginNs = regionRow(place, items).beginNs(box->item);
    const RegionRow& all = regionRow(place, Items::All); // filtered rows hold copies of the bars
    const std::uint32_t item = all.firstFrom(beginNs, 0, all.size());
    return TimelineHit{row, *box, RegionPlace{place.group, place.track, place.index, item}};
}

std::optional<TimelineHit> TimelineScene::hitMark(std::size_t row, int xPx)
{
    const auto box = boxAt(boxes(row, Items::All), xPx, kMarkReachPx);
    if (!box)
        return std::nullopt;
    return TimelineHit{row, *box, trackOf(m_layout.rows[row]).marks[box->item]};
}

std::optional<std::size_t> TimelineScene::rowOf(const SlicePlace& place) const
{
    const RowKind kind = place.kind == SlicePlace::Kind::Lane ? RowKind::Lane : RowKind::Band;
    return findRow(kind, place.group, place.track, place.row);
}

std::optional<std::size_t> TimelineScene::rowOf(const RegionPlace& place) const
{
    return findRow(RowKind::Region, place.group, place.track, place.depth);
}

std::optional<std::size_t> TimelineScene::findRow(RowKind kind, std::uint32_t group, std::uint32_t track,
                                                  std::uint32_t index) const
{
    const auto at = std::find_if(m_layout.rows.begin(), m_layout.rows.end(), [&](const Row& row) {
        return row.kind == kind && row.group == group && row.track == track && row.index == index;
    });
    if (at == m_layout.rows.end())
        return std::nullopt;
    return static_cast<std::size_t>(at - m_layout.rows.begin());
}

} // namespace lanescope::desktop
