// SPDX-License-Identifier: Apache-2.0
#include "core/query/filter_arrangement.h"

#include "core/base/run_for_each.h"

#include <algorithm>
#include <functional>

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
        FilterConditions ofWork = conditions;
        ofWork.text.clear();
        m_asksWork = ofWork.isActive();
    }

    [[nodiscard]] bool matches(EventId event) const
    {
        return m_mask[event] && (!m_asksWork || !m_joined.trace->isGpuWork(event) || workMatches(event));
    }

private:
    [[nodiscard]] bool workMatches(EventId event) const
    {
        if (!m_phaseMatches[m_joined.phaseIndex(event)] || isHidden(m_isHiddenKernel, m_joined.trace->nameId(event)) ||
            isHidden(m_isHiddenCategory, m_joined.trace->categoryId(event)))
            return false;
        const std::uint32_t row = m_joined.trace->launchRow(event);
        const std::uint32_t annotation =
            row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        return annotation == JoinedTrace::kNone ? !m_hidesUnannotated : m_isShown[annotation];
    }

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
    bool m_asksWork = false; // else the expression is all that is asked
    EventMask m_mask;
    std::vector<bool> m_phaseMatches;
    std::vector<bool> m_isShown;
    std::vector<bool> m_isHiddenKernel;
    std::vector<bool> m_isHiddenCategory;
};

struct RowCounts {
    std::uint64_t work = 0;
    std::uint64_t matchingWork = 0;
};

// What rows ask of an event, in one byte: they do not lie in a row's order.
constexpr std::uint8_t kMatches = 1;
constexpr std::uint8_t kIsWork = 2;

// A byte for each event, on all threads of the job; incomplete when it is stopped.
template<typename Answer>
std::vector<std::uint8_t> answersOf(const Trace& trace, const JobControl& job, Answer answer)
{
    constexpr std::size_t kPart = 0x10000;
    std::vector<std::uint8_t> answers(trace.eventCount());
    runForEach(job, (answers.size() + kPart - 1) / kPart, [&](std::size_t part) {
        if (job.stopRequested())
            return;
        const std::size_t end = std::min(answers.size(), (part + 1) * kPart);
        for (std::size_t i = part * kPart; i < end; ++i)
            answers[i] = answer(idAt<EventId>(i));
    });
    return answers;
}

LaneRow filteredRow(const LaneRow& row, const std::vector<std::uint8_t>& answers, RowCounts& counts)
{
    // Without a branch on the answer, which is as good as random.
    std::vector<std::uint32_t> items(row.size());
    std::size_t matching = 0;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        const std::uint8_t answer = answers[indexOf(row.event(i))];
        items[matching] = i;
        matching += answer & kMatches;
        counts.work += (answer & kIsWork) / kIsWork;
        counts.matchingWork += answer == (kMatches | kIsWork) ? 1U : 0U;
    }
    return LaneRow(row, std::span(items).first(matching));
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

// A row of lanes or bands to be filtered, and what it becomes.
struct RowTask {
    const LaneRow* row = nullptr;
    LaneRow* target = nullptr;
    bool isLane = false;
    RowCounts counts;
};

std::vector<RowTask> makeTracks(const Arrangement& arrangement, FilteredArrangement& result)
{
    const LaneRow nothing(*arrangement.joined->trace, {});
    std::vector<RowTask> tasks;
    for (const ViewGroup& group : arrangement.groups) {
        std::vector<FilteredTrack>& tracks = result.groups.emplace_back(group.tracks.size());
        for (std::size_t i = 0; i < tracks.size(); ++i) {
            const auto add = [&](const std::vector<LaneRow>& rows, std::vector<LaneRow>& targets, bool isLane) {
                targets.assign(rows.size(), nothing);
                for (std::size_t row = 0; row < rows.size(); ++row)
                    tasks.push_back({&rows[row], &targets[row], isLane, {}});
            };
            add(group.tracks[i].lanes, tracks[i].lanes, true);
            add(group.tracks[i].bands, tracks[i].bands, false);
        }
    }
    std::ranges::stable_sort(tasks, std::ranges::greater(), [](const RowTask& task) { return task.row->size(); });
    return tasks;
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
    auto answers =
        answersOf(*joined.trace, job, [&](EventId event) -> std::uint8_t { return matcher.matches(event) ? 1 : 0; });
    if (job.stopRequested())
        return JobControl::stopped();
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
    const std::vector<std::uint8_t> answers = answersOf(trace, job, [&](EventId event) {
        const int answer = (matcher.matches(event) ? kMatches : 0) | (trace.isGpuWork(event) ? kIsWork : 0);
        return static_cast<std::uint8_t>(answer);
    });
    std::vector<RowTask> tasks = makeTracks(*arrangement, *result);
    runForEach(job, tasks.size(), [&](std::size_t i) {
        if (!job.stopRequested())
            *tasks[i].target = filteredRow(*tasks[i].row, answers, tasks[i].counts);
    });
    for (std::size_t group = 0; group < arrangement->groups.size(); ++group) {
        for (std::size_t i = 0; i < result->groups[group].size(); ++i) {
            if (job.stopRequested())
                return JobControl::stopped();
            FilteredTrack& track = result->groups[group][i];
            for (const RegionRow& row : arrangement->groups[group].tracks[i].regions)
                track.regions.push_back(filteredRegions(trace, row, track.lanes));
        }
    }
    for (const RowTask& task : tasks) {
        result->work += task.isLane ? task.counts.work : 0;
        result->matchingWork += task.isLane ? task.counts.matchingWork : 0;
    }
    return std::shared_ptr<const FilteredArrangement>(std::move(result));
}

} // namespace lanescope
