// SPDX-License-Identifier: Apache-2.0
#include "core/export/event_selection.h"

#include "core/export/entry_order.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kEventsPerStopCheck = 0x10000;

auto keyOf(const Flow& flow)
{
    return std::tuple(flow.category, static_cast<bool>(flow.idIsText), flow.id);
}

} // namespace

EventSelection::EventSelection(const JoinedTrace& joined, std::optional<TimeRange> range, Predicate keeps)
    : m_joined(joined), m_trace(*joined.trace), m_range(range), m_predicate(std::move(keeps))
{}

bool EventSelection::decide(EventId e) const
{
    const bool hasNoTime = m_trace.hasFlag(e, kEventHasNoTime);
    // What is no mark on the timeline and has no time (a clock's or an object's description) belongs to every range.
    if (m_range && !(hasNoTime && m_trace.kind(e) == EventKind::Other)) {
        // What has no length is 1 ns long.
        const TimeRange interval{m_trace.beginNs(e), std::max(m_trace.endNs(e), m_trace.beginNs(e) + 1)};
        if (hasNoTime || !m_range->overlaps(interval))
            return false;
    }
    return !m_predicate || m_predicate(e);
}

Result<void> EventSelection::select(const JobControl& job)
{
    if (isEverything())
        return {};
    m_kept.resize(m_trace.eventCount());
    for (std::size_t i = 0; i < m_kept.size(); ++i) {
        if (i % kEventsPerStopCheck == 0 && job.stopRequested())
            return JobControl::stopped();
        m_kept[i] = decide(idAt<EventId>(i)) ? 1 : 0;
    }
    keepValuesAtBegin();
    decideFlows();
    return {};
}

// A counter has the value of its last sample until the next one: what it was when the range begins lies before it.
void EventSelection::keepValuesAtBegin()
{
    if (!m_range)
        return;
    for (std::size_t t = 0; t < m_trace.tracks().size(); ++t) {
        const auto track = idAt<TrackId>(t);
        if (m_trace.track(track).kind != TrackKind::Counter)
            continue;
        const std::span<const EventId> samples = m_trace.trackEvents(track);
        const auto next = std::partition_point(samples.begin(), samples.end(),
                                               [&](EventId e) { return m_trace.beginNs(e) < m_range->beginNs; });
        const bool startsWithSample = next != samples.end() && m_trace.beginNs(*next) == m_range->beginNs;
        if (next == samples.begin() || startsWithSample)
            continue;
        const EventId last = *(next - 1);
        if (!m_predicate || m_predicate(last))
            m_kept[indexOf(last)] = 1;
    }
}

bool EventSelection::keepsEnd(std::size_t flow) const
{
    const EventId slice = m_joined.flows.sliceOf[flow];
    if (slice != kNoEvent)
        return keeps(slice);
    const Flow& end = m_trace.flows()[flow];
    return m_range && !m_predicate && end.hasTime && m_range->contains(end.atNs);
}

void EventSelection::decideFlows()
{
    const std::span<const Flow> flows = m_trace.flows();
    std::vector<char> isOfArrow(flows.size());
    std::set<decltype(keyOf(flows[0]))> keptKeys; // only needed for steps, which are rare
    const bool hasSteps =
        std::any_of(flows.begin(), flows.end(), [](const Flow& flow) { return flow.phase == FlowPhase::Step; });
    m_keptFlows.assign(flows.size(), 0);
    for (const Arrow& arrow : m_joined.flows.arrows) {
        const std::size_t start = indexOf(arrow.start);
        const std::size_t end = indexOf(arrow.end);
        isOfArrow[start] = 1;
        isOfArrow[end] = 1;
        if (!keepsEnd(start) || !keepsEnd(end))
            continue;
        m_keptFlows[start] = 1;
        m_keptFlows[end] = 1;
        if (hasSteps)
            keptKeys.insert(keyOf(flows[start]));
    }
    for (std::size_t i = 0; i < flows.size(); ++i) {
        if (flows[i].phase == FlowPhase::Step)
            m_keptFlows[i] = keptKeys.contains(keyOf(flows[i])) && keepsEnd(i) ? 1 : 0;
        else if (isOfArrow[i] == 0)
            m_keptFlows[i] = keepsEnd(i) ? 1 : 0;
    }
}

bool EventSelection::keepsEntry(EntryRef entry) const
{
    switch (entry.table) {
    case TraceTable::Events:
        return m_kept[entry.index] != 0;
    case TraceTable::Flows:
        return m_keptFlows[entry.index] != 0;
    case TraceTable::SliceEnds: {
        const SliceEnd& end = m_trace.sliceEnds()[entry.index];
        if (end.slice != kNoEvent)
            return keeps(end.slice);
        return m_range && !m_predicate && end.hasTime && m_range->contains(end.atNs);
    }
    case TraceTable::Metadata:
        break;
    }
    return true;
}

std::uint64_t EventSelection::leaveOutRest(EditList& edits) const
{
    if (isEverything())
        return 0;
    std::uint64_t count = 0;
    for (EntryWalk walk(m_trace); const auto entry = walk.entry(); walk.advance()) {
        if (keepsEntry(*entry))
            continue;
        edits.leaveOut(*entry);
        ++count;
    }
    return count;
}

std::vector<std::uint64_t> EventSelection::leftOutNumbers() const
{
    std::vector<std::uint64_t> numbers;
    if (isEverything())
        return numbers;
    for (EntryWalk walk(m_trace); const auto entry = walk.entry(); walk.advance()) {
        if (!keepsEntry(*entry))
            numbers.push_back(walk.passed());
    }
    return numbers;
}

} // namespace lanescope
