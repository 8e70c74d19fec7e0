// SPDX-License-Identifier: Apache-2.0
#include "core/query/slice_peers.h"

#include "core/join/launches.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_row.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1U << 16;

std::optional<std::uint64_t> nodeKeyOf(const Trace& trace, EventId event)
{
    const LaunchArgs* args = trace.launchArgs(event);
    return args != nullptr ? args->graphNodeKey() : std::nullopt;
}

class Gatherer {
public:
    Gatherer(const JoinedTrace& joined, EventId slice)
        : m_joined(joined), m_trace(*joined.trace), m_slice(slice), m_replay(joined.replay(slice)),
          m_nodeKey(nodeKeyOf(m_trace, slice))
    {}

    void add(EventId event)
    {
        if (m_trace.kind(event) != EventKind::Slice)
            return;
        if (m_trace.nameId(event) == m_trace.nameId(m_slice) &&
            m_trace.categoryId(event) == m_trace.categoryId(m_slice))
            m_ofName.push_back(m_trace.durationNs(event));
        if (m_replay == nullptr || !m_trace.isGpuWork(event))
            return;
        const Replay* replay = m_joined.replay(event);
        if (replay == nullptr)
            return;
        if (replay == m_replay && placeOf(event) < placeOf(m_slice))
            ++m_before;
        if (m_nodeKey && graphOf(*replay) == graphOf(*m_replay) && nodeKeyOf(m_trace, event) == m_nodeKey)
            m_ofNode.push_back(m_trace.durationNs(event));
    }

    [[nodiscard]] SlicePeers result() &&
    {
        SlicePeers peers;
        const TimeNs own = m_trace.durationNs(m_slice);
        peers.ofName = peerDurations(std::move(m_ofName), own);
        peers.ofNode = peerDurations(std::move(m_ofNode), own);
        if (m_replay != nullptr)
            peers.inReplay = {m_before + 1, m_replay->workCount, m_trace.beginNs(m_slice) - m_replay->range.beginNs};
        return peers;
    }

private:
    [[nodiscard]] std::pair<TimeNs, EventId> placeOf(EventId event) const { return {m_trace.beginNs(event), event}; }

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    EventId m_slice;
    const Replay* m_replay;
    std::optional<std::uint64_t> m_nodeKey;
    std::uint64_t m_before = 0;
    std::vector<TimeNs> m_ofName;
    std::vector<TimeNs> m_ofNode;
};

std::optional<SliceLaunch> launchOf(const JoinedTrace& joined, EventId slice, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    if (!trace.isGpuWork(slice))
        return std::nullopt;
    const Replay* replay = joined.replay(slice);
    const EventId call = replay != nullptr ? replay->launch : LaunchIndex(trace, job).launchOf(slice);
    if (call == kNoEvent)
        return std::nullopt;
    return SliceLaunch{call, trace.beginNs(slice) - trace.beginNs(call)};
}

} // namespace

std::optional<PeerDurations> peerDurations(std::vector<TimeNs> durations, TimeNs own)
{
    if (durations.size() < 2)
        return std::nullopt;
    PeerDurations peers;
    peers.count = durations.size();
    peers.longer = static_cast<std::uint64_t>(
        std::count_if(durations.begin(), durations.end(), [own](TimeNs duration) { return duration > own; }));
    const auto [shortest, longest] = std::minmax_element(durations.begin(), durations.end());
    peers.shortestNs = *shortest;
    peers.longestNs = *longest;
    peers.medianNs = percentileOf(durations, 50);
    return peers;
}

Result<SlicePeers> slicePeers(const JoinedTrace& joined, EventId slice, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    if (trace.kind(slice) != EventKind::Slice)
        return SlicePeers{};
    Gatherer gatherer(joined, slice);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (i % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return JobControl::stopped();
        gatherer.add(idAt<EventId>(i));
    }
    SlicePeers peers = std::move(gatherer).result();
    peers.launch = launchOf(joined, slice, job);
    if (job.stopRequested())
        return JobControl::stopped();
    return peers;
}

} // namespace lanescope
