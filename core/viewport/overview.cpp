// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/overview.h"

#include "core/viewport/time_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>

namespace lanescope {
namespace {

// The position in Arrangement::titles of each annotation's own title.
std::vector<std::uint32_t> titlesOfAnnotations(const Arrangement& arrangement)
{
    std::unordered_map<std::string_view, std::uint32_t> positions;
    for (std::uint32_t i = 0; i < arrangement.titles.size(); ++i)
        positions.emplace(arrangement.titles[i].text, i);
    std::vector<std::uint32_t> titles;
    if (!arrangement.joined->annotations)
        return titles;
    for (const Annotation& annotation : arrangement.joined->annotations->annotations()) {
        const auto position = positions.find(annotation.title());
        titles.push_back(position == positions.end() ? OverviewColumn::kNoTitle : position->second);
    }
    return titles;
}

// Adds up what each title has of one column.
class TitleTimes {
public:
    explicit TitleTimes(std::size_t titles) : m_ns(titles) {}

    void add(std::uint32_t title, TimeNs ns)
    {
        m_wholeNs += ns;
        if (title == OverviewColumn::kNoTitle)
            return;
        if (m_ns[title] == 0)
            m_used.push_back(title);
        m_ns[title] += ns;
    }

    // The title of more than half of what was added; forgets everything.
    [[nodiscard]] std::uint32_t takeDominant()
    {
        std::uint32_t dominant = OverviewColumn::kNoTitle;
        for (const std::uint32_t title : m_used) {
            if (m_ns[title] > m_wholeNs - m_ns[title])
                dominant = title;
            m_ns[title] = 0;
        }
        m_used.clear();
        m_wholeNs = 0;
        return dominant;
    }

private:
    std::vector<TimeNs> m_ns;
    std::vector<std::uint32_t> m_used;
    TimeNs m_wholeNs = 0;
};

// A lane as columns walk over it, from left to right.
struct Walk {
    const LaneRow* lane = nullptr;
    std::uint32_t next = 0; // the first item that reaches into the column
};

// One GPU or process.
struct Source {
    std::vector<Walk> walks;
};

class Summary {
public:
    Summary(const Arrangement& arrangement, Overview::Of of)
        : m_joined(*arrangement.joined), m_of(of), m_titleOf(titlesOfAnnotations(arrangement)),
          m_times(arrangement.titles.size())
    {
        for (const ViewGroup& group : arrangement.groups) {
            Source source;
            for (const ViewTrack& track : group.tracks)
                addTrack(track, source);
            if (!source.walks.empty())
                m_sources.push_back(std::move(source));
        }
    }

    // To be asked from left to right.
    [[nodiscard]] OverviewColumn column(TimeRange part)
    {
        TimeNs busyNs = 0;
        for (Source& source : m_sources) {
            m_intervals.clear();
            for (Walk& walk : source.walks)
                collect(walk, part);
            busyNs += coveredNs();
        }
        OverviewColumn column;
        column.title = m_times.takeDominant();
        const TimeNs wholeNs = part.durationNs() * static_cast<TimeNs>(m_sources.size());
        if (busyNs > 0 && wholeNs > 0) {
            const double share = static_cast<double>(busyNs) / static_cast<double>(wholeNs);
            column.busy =
                std::clamp(static_cast<int>(share * OverviewColumn::kFullyBusy), 1, OverviewColumn::kFullyBusy);
        }
        return column;
    }

private:
    void addTrack(const ViewTrack& track, Source& source) const
    {
        const bool isStream = track.kind == TrackKind::GpuStream;
        if (isStream != (m_of == Overview::Of::Gpus))
            return;
        for (const LaneRow& lane : track.lanes) {
            if (lane.size() == 0)
                continue;
            source.walks.push_back({&lane, 0});
            if (!isStream)
                return; // deeper lanes lie within the first
        }
    }

    void collect(Walk& walk, TimeRange part)
    {
        const LaneRow& lane = *walk.lane;
        while (walk.next < lane.size()) {
            const EventId event = lane.event(walk.next);
            const TimeNs beginNs = m_joined.trace->beginNs(event);
            if (beginNs >= part.endNs)
                return;
            // Everything that happens has a length to be seen.
            const TimeNs endNs = std::max(m_joined.trace->endNs(event), beginNs + 1);
            const TimeRange shown{std::max(beginNs, part.beginNs), std::min(endNs, part.endNs)};
            if (!shown.isEmpty() && (m_of == Overview::Of::Threads || m_joined.trace->isGpuWork(event))) {
                m_intervals.push_back(shown);
                m_times.add(titleOf(event), shown.durationNs());
            }
            if (endNs > part.endNs)
                return; // it reaches into the next column
            ++walk.next;
        }
    }

    [[nodiscard]] std::uint32_t titleOf(EventId event) const
    {
        const std::uint32_t row = m_joined.trace->launchRow(event);
        const std::uint32_t annotation =
            row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        return annotation < m_titleOf.size() ? m_titleOf[annotation] : OverviewColumn::kNoTitle;
    }

    // Length of the union of the intervals.
    [[nodiscard]] TimeNs coveredNs()
    {
        std::ranges::sort(m_intervals, {}, &TimeRange::beginNs);
        TimeNs covered = 0;
        TimeNs end = m_intervals.empty() ? 0 : m_intervals.front().beginNs;
        for (const TimeRange interval : m_intervals) {
            const TimeNs begin = std::max(end, interval.beginNs);
            covered += std::max<TimeNs>(interval.endNs - begin, 0);
            end = std::max(end, interval.endNs);
        }
        return covered;
    }

    const JoinedTrace& m_joined;
    Overview::Of m_of;
    std::vector<std::uint32_t> m_titleOf;
    TitleTimes m_times;
    std::vector<Source> m_sources;
    std::vector<TimeRange> m_intervals; // of one source in one column; its memory is reused
};

bool hasStreams(const Arrangement& arrangement)
{
    return std::ranges::any_of(arrangement.groups, [](const ViewGroup& group) {
        return std::ranges::any_of(group.tracks,
                                   [](const ViewTrack& track) { return track.kind == TrackKind::GpuStream; });
    });
}

std::size_t columnAt(std::size_t count, int px, int widthPx)
{
    return count * static_cast<std::size_t>(px) / static_cast<std::size_t>(widthPx);
}

OverviewColumn meanOf(std::span<const OverviewColumn> columns)
{
    OverviewColumn mean;
    int sum = 0;
    int lead = 0; // of mean.title, in a majority vote: if any title has more than half, it is left over
    for (const OverviewColumn& column : columns) {
        sum += column.busy;
        if (column.title == mean.title) {
            lead += column.busy;
        } else if (lead < column.busy) {
            mean.title = column.title;
            lead = column.busy - lead;
        } else {
            lead -= column.busy;
        }
    }
    int ofTitle = 0;
    for (const OverviewColumn& column : columns)
        ofTitle += column.title == mean.title ? column.busy : 0;
    if (ofTitle <= sum - ofTitle)
        mean.title = OverviewColumn::kNoTitle;
    const int count = static_cast<int>(columns.size());
    mean.busy = (sum + count - 1) / count;
    return mean;
}

} // namespace

Result<Overview> summarizeTime(const Arrangement& arrangement, TimeRange range, int columns, const JobControl& job)
{
    Overview overview;
    overview.range = range;
    overview.of = hasStreams(arrangement) ? Overview::Of::Gpus : Overview::Of::Threads;
    Summary summary(arrangement, overview.of);
    const TimeScale scale(range, columns);
    overview.columns.reserve(static_cast<std::size_t>(scale.widthPx()));
    TimeNs beginNs = scale.range().beginNs;
    for (int column = 0; column < scale.widthPx(); ++column) {
        if (job.stopRequested())
            return JobControl::stopped();
        const TimeNs endNs = column + 1 == scale.widthPx() ? scale.range().endNs : scale.toNs(column + 1);
        overview.columns.push_back(summary.column({beginNs, endNs}));
        beginNs = endNs;
    }
    return overview;
}

void fitColumns(const Overview& overview, int widthPx, std::vector<OverviewColumn>& out)
{
    out.clear();
    const std::size_t count = overview.columns.size();
    if (count == 0 || widthPx <= 0)
        return;
    out.reserve(static_cast<std::size_t>(widthPx));
    for (int px = 0; px < widthPx; ++px) {
        const std::size_t first = columnAt(count, px, widthPx);
        const std::size_t last = std::max(columnAt(count, px + 1, widthPx), first + 1);
        out.push_back(meanOf(std::span(overview.columns).subspan(first, last - first)));
    }
}

std::string columnsAsText(const std::vector<OverviewColumn>& columns)
{
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        if (columns[i].busy == 0)
            continue;
        if (!text.empty())
            text += ' ';
        text += fmt::format("{}:{}", i, columns[i].busy);
        if (columns[i].title != OverviewColumn::kNoTitle)
            text += fmt::format("@{}", columns[i].title);
    }
    return text;
}

} // namespace lanescope
