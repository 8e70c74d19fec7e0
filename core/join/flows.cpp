// SPDX-License-Identifier: Apache-2.0
#include "core/join/flows.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace lanescope {
namespace {

// What flows are sorted by, copied: a sort over the flows themselves would miss the cache at every comparison.
struct FlowPlace {
    TrackId track;
    TimeNs atNs;
    FlowId flow;
};

struct FlowKey {
    StringId category;
    bool idIsText;
    std::uint64_t id;
    TimeNs atNs;
    bool isEnd; // at one instant starts come first
    FlowId flow;
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

bool isSameKey(const FlowKey& a, const FlowKey& b)
{
    return a.category == b.category && a.idIsText == b.idIsText && a.id == b.id;
}

std::vector<EventId> slicesOfFlows(const Trace& trace)
{
    const std::span<const Flow> flows = trace.flows();
    std::vector<EventId> sliceOf(flows.size(), kNoEvent);
    std::vector<FlowPlace> places;
    places.reserve(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].track != kNoTrack && flows[i].hasTime)
            places.push_back({flows[i].track, flows[i].atNs, idAt<FlowId>(i)});
    }
    std::sort(places.begin(), places.end(), [](const FlowPlace& a, const FlowPlace& b) {
        return std::tie(a.track, a.atNs, a.flow) < std::tie(b.track, b.atNs, b.flow);
    });
    TrackBinder binder(trace, sliceOf);
    for (std::size_t begin = 0; begin < places.size();) {
        std::size_t end = begin;
        while (end < places.size() && places[end].track == places[begin].track)
            ++end;
        binder.bind(places[begin].track, std::span(places).subspan(begin, end - begin));
        begin = end;
    }
    return sliceOf;
}

constexpr FlowId kNoFlow{0xffffffff};

// Per flow: the start that an end comes from; kNoFlow for lone ends and all other flows.
std::vector<FlowId> startsOfEnds(std::span<const Flow> flows)
{
    std::vector<FlowKey> keys;
    keys.reserve(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const Flow& flow = flows[i];
        if (flow.phase != FlowPhase::Step)
            keys.push_back(
                {flow.category, flow.idIsText, flow.id, flow.atNs, flow.phase == FlowPhase::End, idAt<FlowId>(i)});
    }
    std::sort(keys.begin(), keys.end(), [](const FlowKey& a, const FlowKey& b) {
        return std::tie(a.category, a.idIsText, a.id, a.atNs, a.isEnd, a.flow) <
               std::tie(b.category, b.idIsText, b.id, b.atNs, b.isEnd, b.flow);
    });
    std::vector<FlowId> startOf(flows.size(), kNoFlow);
    for (std::size_t begin = 0; begin < keys.size();) {
        std::size_t end = begin;
        FlowId first = kNoFlow;
        for (; end < keys.size() && isSameKey(keys[begin], keys[end]); ++end) {
            if (!keys[end].isEnd && first == kNoFlow)
                first = keys[end].flow;
        }
        // Merged traces use an id more than once: the last start before the end is the likely one.
        FlowId last = first;
        for (; begin < end; ++begin) {
            if (keys[begin].isEnd)
                startOf[indexOf(keys[begin].flow)] = last;
            else
                last = keys[begin].flow;
        }
    }
    return startOf;
}

} // namespace

FlowBindings bindFlows(const Trace& trace)
{
    const std::span<const Flow> flows = trace.flows();
    FlowBindings bindings;
    bindings.sliceOf = slicesOfFlows(trace);
    const std::vector<FlowId> startOf = startsOfEnds(flows);
    std::map<StringId, FlowCounts> counts;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].phase != FlowPhase::End)
            continue;
        FlowCounts& ofCategory = counts[flows[i].category];
        if (startOf[i] == kNoFlow) {
            ++ofCategory.loneEnds;
        } else {
            bindings.arrows.push_back({startOf[i], idAt<FlowId>(i)});
            ++ofCategory.arrows;
        }
    }
    for (const auto& [category, ofCategory] : counts)
        bindings.countsByCategory.emplace(trace.text(category), ofCategory);
    return bindings;
}

} // namespace lanescope
