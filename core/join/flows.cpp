// SPDX-License-Identifier: Apache-2.0
#include "core/join/flows.h"

#include "core/base/sort_runs.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>

namespace lanescope {
namespace {

// What the flows of a track are sorted by, copied: a sort over the flows themselves would miss the cache at every
// comparison.
struct FlowPlace {
    TimeNs atNs;
    FlowId flow;
};

struct FlowStart {
    StringId category;
    bool idIsText;
    std::uint64_t id;
    TimeNs atNs;
    FlowId flow;

    [[nodiscard]] auto key() const { return std::tie(category, idIsText, id); }
};

// Flow ends of one track, by time, walked together with the track's slices.
class TrackBinder {
public:
    TrackBinder(const Trace& trace, std::vector<EventId>& sliceOf) : m_trace(trace), m_sliceOf(sliceOf) {}

    void bind(TrackId track, std::span<const FlowPlace> flowsByTime)
    {
        m_running.clear();
        const std::span<const EventId> events = m_trace.trackEvents(track);
        std::size_t next = 0;
        for (const FlowPlace& place : flowsByTime) {
            while (next < events.size() && m_trace.beginNs(events[next]) < place.atNs)
                start(events[next++]);
            const EventId starting = startingAt(m_trace.flows()[indexOf(place.flow)], events.subspan(next));
            m_sliceOf[indexOf(place.flow)] = starting != kNoEvent ? starting : runningAt(place.atNs);
        }
    }

private:
    void start(EventId event)
    {
        if (m_trace.kind(event) != EventKind::Slice)
            return;
        while (!m_running.empty() && m_trace.endNs(m_running.back()) <= m_trace.beginNs(event))
            m_running.pop_back();
        m_running.push_back(event);
    }

    // Of the slices that begin with the flow's end: the one of its correlation, else the first of the file. `events`
    // are those that have not begun before.
    [[nodiscard]] EventId startingAt(const Flow& flow, std::span<const EventId> events) const
    {
        EventId first = kNoEvent;
        for (const EventId event : events) {
            if (m_trace.beginNs(event) != flow.atNs)
                break;
            if (m_trace.kind(event) != EventKind::Slice)
                continue;
            const LaunchArgs* args = m_trace.launchArgs(event);
            if (args != nullptr && args->has(LaunchArgs::Correlation) && args->correlation == flow.id)
                return event;
            first = std::min(first, event);
        }
        return first;
    }

    // The innermost slice that runs there. Slices of a stream may cross, so one that ended can lie below one that runs.
    [[nodiscard]] EventId runningAt(TimeNs at) const
    {
        for (auto it = m_running.rbegin(); it != m_running.rend(); ++it) {
            if (m_trace.endNs(*it) > at)
                return *it;
        }
        return kNoEvent;
    }

    const Trace& m_trace;
    std::vector<EventId>& m_sliceOf;
    std::vector<EventId> m_running; // by begin; those on top of one that is needed no more go first
};

// The flows of each track by time: those of track t from begins[t] to begins[t + 1].
struct PlacesByTrack {
    std::vector<FlowPlace> places;
    std::vector<std::size_t> begins;
};

PlacesByTrack placesByTrack(const Trace& trace)
{
    const auto isPlaced = [](const Flow& flow) { return flow.track != kNoTrack && flow.hasTime; };
    const std::span<const Flow> flows = trace.flows();
    PlacesByTrack sorted;
    sorted.begins.resize(trace.tracks().size() + 1);
    for (const Flow& flow : flows) {
        if (isPlaced(flow))
            ++sorted.begins[indexOf(flow.track) + 1];
    }
    std::partial_sum(sorted.begins.begin(), sorted.begins.end(), sorted.begins.begin());
    sorted.places.resize(sorted.begins.back());
    std::vector<std::size_t> next(sorted.begins.begin(), sorted.begins.end() - 1);
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (isPlaced(flows[i]))
            sorted.places[next[indexOf(flows[i].track)]++] = {flows[i].atNs, idAt<FlowId>(i)};
    }
    return sorted;
}

// Empty when stopped.
std::vector<EventId> slicesOfFlows(const Trace& trace, const JobControl& job)
{
    std::vector<EventId> sliceOf(trace.flows().size(), kNoEvent);
    PlacesByTrack sorted = placesByTrack(trace);
    TrackBinder binder(trace, sliceOf);
    for (std::size_t t = 0; t + 1 < sorted.begins.size(); ++t) {
        if (job.stopRequested())
            return {};
        const auto places = std::span(sorted.places).subspan(sorted.begins[t], sorted.begins[t + 1] - sorted.begins[t]);
        if (!sortRuns(
                places, [](const FlowPlace& a, const FlowPlace& b) { return a.atNs < b.atNs; }, job))
            return {};
        binder.bind(idAt<TrackId>(t), places);
    }
    return sliceOf;
}

constexpr FlowId kNoFlow{0xffffffff};

// Finds the start that an end comes from: the last one with its key that is not later. Merged traces use an id more
// than once, and the last start before the end is the likely one; clocks that disagree leave only later ones: the
// first.
class StartIndex {
public:
    // Of no use when stopped.
    StartIndex(std::span<const Flow> flows, const JobControl& job)
    {
        for (std::size_t i = 0; i < flows.size(); ++i) {
            const Flow& flow = flows[i];
            if (flow.phase == FlowPhase::Start)
                m_starts.push_back({flow.category, flow.idIsText, flow.id, flow.atNs, idAt<FlowId>(i)});
        }
        (void)sortRuns(std::span(m_starts), isBefore, job); // the caller asks the job whether it was stopped
    }

    // kNoFlow for a lone end. Ends mostly come in the order of their ids: it looks near the one asked for before.
    [[nodiscard]] FlowId startOf(const Flow& end)
    {
        const FlowStart wanted{end.category, end.idIsText, end.id, end.atNs, {}};
        m_last = firstAfter(wanted);
        if (m_last > 0 && m_starts[m_last - 1].key() == wanted.key())
            return m_starts[m_last - 1].flow;
        if (m_last < m_starts.size() && m_starts[m_last].key() == wanted.key())
            return m_starts[m_last].flow;
        return kNoFlow;
    }

private:
    static bool isBefore(const FlowStart& a, const FlowStart& b)
    {
        return std::tie(a.category, a.idIsText, a.id, a.atNs) < std::tie(b.category, b.idIsText, b.id, b.atNs);
    }

    // The first start behind `wanted`.
    [[nodiscard]] std::size_t firstAfter(const FlowStart& wanted) const
    {
        constexpr int kNearSteps = 8;
        const std::size_t count = m_starts.size();
        std::size_t at = m_last;
        for (int step = 0; step < kNearSteps && at < count && !isBefore(wanted, m_starts[at]); ++step)
            ++at;
        const bool isFound =
            (at == 0 || !isBefore(wanted, m_starts[at - 1])) && (at == count || isBefore(wanted, m_starts[at]));
        if (isFound)
            return at;
        const auto found = std::upper_bound(m_starts.begin(), m_starts.end(), wanted, isBefore);
        return static_cast<std::size_t>(found - m_starts.begin());
    }

    std::vector<FlowStart> m_starts;
    std::size_t m_last = 0;
};

} // namespace

Result<FlowBindings> bindFlows(const Trace& trace, const JobControl& job)
{
    const std::span<const Flow> flows = trace.flows();
    FlowBindings bindings;
    bindings.sliceOf = slicesOfFlows(trace, job);
    StartIndex starts(flows, job);
    if (job.stopRequested())
        return JobControl::stopped();
    std::map<StringId, FlowCounts> counts;
    StringId lastCategory{};
    FlowCounts* ofLast = nullptr;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].phase != FlowPhase::End)
            continue;
        if (ofLast == nullptr || flows[i].category != lastCategory) {
            lastCategory = flows[i].category;
            ofLast = &counts[lastCategory];
        }
        if (const FlowId start = starts.startOf(flows[i]); start == kNoFlow) {
            ++ofLast->loneEnds;
        } else {
            bindings.arrows.push_back({start, idAt<FlowId>(i)});
            ++ofLast->arrows;
        }
    }
    for (const auto& [category, ofCategory] : counts)
        bindings.countsByCategory.emplace(trace.text(category), ofCategory);
    return bindings;
}

} // namespace lanescope
