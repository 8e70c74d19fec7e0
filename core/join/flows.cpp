// SPDX-License-Identifier: Apache-2.0
#include "core/join/flows.h"

#include <algorithm>
#include <span>
#include <tuple>

namespace lanescope {
namespace {

// Flow ends of one track, by time, walked together with the track's slices.
class TrackBinder {
public:
    TrackBinder(const Trace& trace, std::vector<EventId>& sliceOf) : m_trace(trace), m_sliceOf(sliceOf) {}

    void bind(TrackId track, std::span<const FlowId> flowsByTime)
    {
        m_running.clear();
        const std::span<const EventId> events = m_trace.trackEvents(track);
        std::size_t next = 0;
        for (const FlowId id : flowsByTime) {
            const Flow& flow = m_trace.flows()[indexOf(id)];
            while (next < events.size() && m_trace.beginNs(events[next]) < flow.atNs)
                start(events[next++]);
            const EventId starting = startingAt(flow, events.subspan(next));
            m_sliceOf[indexOf(id)] = starting != kNoEvent ? starting : runningAt(flow.atNs);
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

std::vector<EventId> slicesOfFlows(const Trace& trace)
{
    const std::span<const Flow> flows = trace.flows();
    std::vector<EventId> sliceOf(flows.size(), kNoEvent);
    std::vector<FlowId> order;
    order.reserve(flows.size());
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].track != kNoTrack)
            order.push_back(idAt<FlowId>(i));
    }
    std::sort(order.begin(), order.end(), [flows](FlowId a, FlowId b) {
        const Flow& x = flows[indexOf(a)];
        const Flow& y = flows[indexOf(b)];
        return std::tie(x.track, x.atNs, a) < std::tie(y.track, y.atNs, b);
    });
    TrackBinder binder(trace, sliceOf);
    for (std::size_t begin = 0; begin < order.size();) {
        const TrackId track = flows[indexOf(order[begin])].track;
        std::size_t end = begin;
        while (end < order.size() && flows[indexOf(order[end])].track == track)
            ++end;
        binder.bind(track, std::span(order).subspan(begin, end - begin));
        begin = end;
    }
    return sliceOf;
}

using FlowKey = std::tuple<StringId, std::uint64_t>;

FlowKey keyOf(const Flow& flow)
{
    return {flow.category, flow.id};
}

} // namespace

FlowBindings bindFlows(const Trace& trace)
{
    const std::span<const Flow> flows = trace.flows();
    FlowBindings bindings;
    bindings.sliceOf = slicesOfFlows(trace);

    std::vector<FlowId> starts;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].phase == FlowPhase::Start)
            starts.push_back(idAt<FlowId>(i));
    }
    const auto flowOf = [flows](FlowId id) -> const Flow& { return flows[indexOf(id)]; };
    std::sort(starts.begin(), starts.end(), [&](FlowId a, FlowId b) {
        return std::tuple(keyOf(flowOf(a)), flowOf(a).atNs, a) < std::tuple(keyOf(flowOf(b)), flowOf(b).atNs, b);
    });
    for (std::size_t i = 0; i < flows.size(); ++i) {
        const Flow& end = flows[i];
        if (end.phase != FlowPhase::End)
            continue;
        FlowCounts& counts = bindings.countsByCategory[std::string(trace.text(end.category))];
        // Merged traces use an id more than once: the last start before the end is the likely one.
        const auto behind = std::upper_bound(starts.begin(), starts.end(), std::tuple(keyOf(end), end.atNs),
                                             [&](const auto& wanted, FlowId start) {
                                                 return wanted < std::tuple(keyOf(flowOf(start)), flowOf(start).atNs);
                                             });
        const auto isOurs = [&](auto it) { return it != starts.end() && keyOf(flowOf(*it)) == keyOf(end); };
        if (behind != starts.begin() && isOurs(std::prev(behind))) {
            bindings.arrows.push_back({*std::prev(behind), idAt<FlowId>(i)});
            ++counts.arrows;
        } else if (isOurs(behind)) {
            bindings.arrows.push_back({*behind, idAt<FlowId>(i)});
            ++counts.arrows;
        } else {
            ++counts.loneEnds;
        }
    }
    return bindings;
}

} // namespace lanescope
