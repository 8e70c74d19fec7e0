// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/filter/trace_filter.h"

#include <QString>

#include <algorithm>

namespace lanescope::desktop {
namespace {

QString lowered(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).toLower();
}

// Answers for one event in constant time: what can be told of names and annotations is told once each.
class Matcher {
public:
    Matcher(const JoinedTrace& joined, const TraceFilter& filter)
        : m_joined(joined), m_filter(filter), m_text(lowered(filter.text)),
          m_nameMatches(m_text.isEmpty() ? 0 : joined.trace->strings().size(), Unknown)
    {
        readAnnotations();
        for (const std::string& phase : joined.phases)
            m_phaseMatches.push_back(!filter.phase || *filter.phase == phase);
    }

    [[nodiscard]] bool matches(EventId event)
    {
        const Trace& trace = *m_joined.trace;
        bool textMatches = m_text.isEmpty() || nameMatches(trace.nameId(event));
        if (!trace.isGpuWork(event))
            return textMatches;
        if (!m_phaseMatches[m_joined.phaseIndex(event)])
            return false;
        const std::uint32_t row = trace.launchRow(event);
        const std::uint32_t annotation =
            row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        if (annotation == JoinedTrace::kNone || m_isEmpty[annotation])
            return textMatches && !m_filter.hidesUnannotated;
        textMatches = textMatches || m_titleHasText[annotation];
        return textMatches && m_titleIsShown[annotation];
    }

private:
    enum Answer : char { Unknown, Yes, No };

    void readAnnotations()
    {
        if (!m_joined.annotations)
            return;
        for (const Annotation& annotation : m_joined.annotations->annotations()) {
            m_isEmpty.push_back(annotation.isEmpty());
            m_titleIsShown.push_back(!m_filter.hiddenTitles.contains(annotation.title()));
            m_titleHasText.push_back(lowered(annotation.title()).contains(m_text));
        }
    }

    [[nodiscard]] bool nameMatches(StringId name)
    {
        char& answer = m_nameMatches[indexOf(name)];
        if (answer == Unknown)
            answer = lowered(m_joined.trace->text(name)).contains(m_text) ? Yes : No;
        return answer == Yes;
    }

    const JoinedTrace& m_joined;
    const TraceFilter& m_filter;
    QString m_text;
    std::vector<char> m_nameMatches;
    std::vector<bool> m_phaseMatches;
    std::vector<bool> m_isEmpty;
    std::vector<bool> m_titleIsShown;
    std::vector<bool> m_titleHasText;
};

LaneRow filteredRow(const Trace& trace, const LaneRow& row, Matcher& matcher)
{
    std::vector<EventId> events;
    std::copy_if(row.events().begin(), row.events().end(), std::back_inserter(events),
                 [&](EventId event) { return matcher.matches(event); });
    return LaneRow(trace, std::move(events));
}

bool anyBeginsIn(const Trace& trace, const std::vector<LaneRow>& lanes, TimeRange range)
{
    return std::any_of(lanes.begin(), lanes.end(), [&](const LaneRow& lane) {
        const auto events = lane.events();
        const auto at = std::lower_bound(events.begin(), events.end(), range.beginNs,
                                         [&](EventId event, TimeNs time) { return trace.beginNs(event) < time; });
        return at != events.end() && trace.beginNs(*at) < range.endNs;
    });
}

RegionRow filteredRegions(const Trace& trace, const RegionRow& row, const std::vector<LaneRow>& matchingLanes)
{
    std::vector<Region> regions;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        if (anyBeginsIn(trace, matchingLanes, row.region(i).range))
            regions.push_back(row.region(i));
    }
    return RegionRow(std::move(regions));
}

std::uint64_t workIn(const Trace& trace, const std::vector<LaneRow>& lanes)
{
    std::uint64_t count = 0;
    for (const LaneRow& lane : lanes) {
        const auto events = lane.events();
        count += static_cast<std::uint64_t>(
            std::count_if(events.begin(), events.end(), [&](EventId event) { return trace.isGpuWork(event); }));
    }
    return count;
}

FilteredTrack filteredTrack(const Trace& trace, const ViewTrack& track, Matcher& matcher)
{
    FilteredTrack result;
    for (const LaneRow& lane : track.lanes)
        result.lanes.push_back(filteredRow(trace, lane, matcher));
    for (const LaneRow& band : track.bands)
        result.bands.push_back(filteredRow(trace, band, matcher));
    for (const RegionRow& row : track.regions)
        result.regions.push_back(filteredRegions(trace, row, result.lanes));
    return result;
}

} // namespace

bool TraceFilter::isActive() const
{
    return !text.empty() || !hiddenTitles.empty() || hidesUnannotated || phase.has_value();
}

Result<std::shared_ptr<const FilteredArrangement>> filterArrangement(std::shared_ptr<const Arrangement> arrangement,
                                                                     const TraceFilter& filter, const JobControl& job)
{
    auto result = std::make_shared<FilteredArrangement>();
    result->base = arrangement;
    const Trace& trace = *arrangement->joined->trace;
    Matcher matcher(*arrangement->joined, filter);
    for (const ViewGroup& group : arrangement->groups) {
        std::vector<FilteredTrack>& tracks = result->groups.emplace_back();
        for (const ViewTrack& track : group.tracks) {
            if (job.stopRequested())
                return JobControl::stopped();
            tracks.push_back(filteredTrack(trace, track, matcher));
            result->work += workIn(trace, track.lanes);
            result->matchingWork += workIn(trace, tracks.back().lanes);
        }
    }
    return std::shared_ptr<const FilteredArrangement>(std::move(result));
}

} // namespace lanescope::desktop
