// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_arrangement.h"

#include <algorithm>

namespace lanescope {
namespace {

// Answers for one event in constant time: what can be told of annotations is told once each.
class Matcher {
public:
    Matcher(const JoinedTrace& joined, const FilterConditions& conditions, EventMask mask)
        : m_joined(joined), m_hidesUnannotated(conditions.hidesUnannotated), m_mask(std::move(mask))
    {
        if (joined.annotations) {
            for (const Annotation& annotation : joined.annotations->annotations()) {
                const bool isShown = annotation.isEmpty() ? !conditions.hidesUnannotated
                                                          : !conditions.hiddenTitles.contains(annotation.title());
                m_isShown.push_back(isShown);
            }
        }
        for (const std::string& phase : joined.phases)
            m_phaseMatches.push_back((!conditions.phase || *conditions.phase == phase) &&
                                     !conditions.hiddenPhases.contains(phase));
        m_isHiddenKernel = hiddenStrings(*joined.trace, conditions.hiddenKernels);
        m_isHiddenCategory = hiddenStrings(*joined.trace, conditions.hiddenCategories);
    }

    [[nodiscard]] bool matches(EventId event) const
    {
        if (!m_mask[event] || !m_joined.trace->isGpuWork(event))
            return m_mask[event];
        if (!m_phaseMatches[m_joined.phaseIndex(event)] || isHidden(m_isHiddenKernel, m_joined.trace->nameId(event)) ||
            isHidden(m_isHiddenCategory, m_joined.trace->categoryId(event)))
            return false;
        const std::uint32_t row = m_joined.trace->launchRow(event);
        const std::uint32_t annotation =
            row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        return annotation == JoinedTrace::kNone ? !m_hidesUnannotated : m_isShown[annotation];
    }

private:
    // By StringId; empty when none is hidden.
    static std::vector<bool> hiddenStrings(const Trace& trace, const std::set<std::string>& hidden)
    {
        std::vector<bool> isHidden;
        if (hidden.empty())
            return isHidden;
        isHidden.resize(trace.strings().size());
        for (std::size_t i = 0; i < isHidden.size(); ++i)
            isHidden[i] = hidden.contains(std::string(trace.text(idAt<StringId>(i))));
        return isHidden;
    }
    static bool isHidden(const std::vector<bool>& ofString, StringId id)
    {
        return !ofString.empty() && ofString[indexOf(id)];
    }

    const JoinedTrace& m_joined;
    bool m_hidesUnannotated;
    EventMask m_mask;
    std::vector<bool> m_phaseMatches;
    std::vector<bool> m_isShown;
    std::vector<bool> m_isHiddenKernel;
    std::vector<bool> m_isHiddenCategory;
};

LaneRow filteredRow(const Trace& trace, const LaneRow& row, const Matcher& matcher)
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

FilteredTrack filteredTrack(const Trace& trace, const ViewTrack& track, const Matcher& matcher)
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

bool FilterConditions::isActive() const
{
    return !text.empty() || !hiddenTitles.empty() || hidesUnannotated || phase.has_value() || !hiddenPhases.empty() ||
           !hiddenKernels.empty() || !hiddenCategories.empty();
}

Result<EventMask> eventsThatMatch(const JoinedTrace& joined, const FilterConditions& conditions, const JobControl& job)
{
    const auto expression = parseFilterOption(conditions.text);
    if (!expression)
        return failureOf(expression);
    auto mask = matchingEvents(joined, *expression, job);
    if (!mask)
        return failureOf(mask);
    const Matcher matcher(joined, conditions, *std::move(mask));
    std::vector<std::uint8_t> answers(joined.trace->eventCount());
    for (std::size_t i = 0; i < answers.size(); ++i)
        answers[i] = matcher.matches(idAt<EventId>(i)) ? 1 : 0;
    return EventMask(std::move(answers));
}

Result<std::shared_ptr<const FilteredArrangement>> filterArrangement(std::shared_ptr<const Arrangement> arrangement,
                                                                     const FilterConditions& conditions,
                                                                     const JobControl& job)
{
    const auto expression = parseFilterOption(conditions.text);
    if (!expression)
        return failureOf(expression);
    auto mask = matchingEvents(*arrangement->joined, *expression, job);
    if (!mask)
        return failureOf(mask);
    auto result = std::make_shared<FilteredArrangement>();
    result->base = arrangement;
    const Trace& trace = *arrangement->joined->trace;
    const Matcher matcher(*arrangement->joined, conditions, *std::move(mask));
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

} // namespace lanescope
