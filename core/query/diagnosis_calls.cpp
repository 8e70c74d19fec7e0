// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_calls.h"

#include <algorithm>
#include <tuple>

namespace lanescope {

CallTable::CallTable(const Trace& trace, StopPoll& poll) : m_trace(trace)
{
    // 0 is what profilers write for none. Their own records on the GPU's side carry the correlation of a call, but are
    // none.
    const auto annotation = trace.strings().find("gpu_user_annotation");
    const auto sync = trace.strings().find("cuda_sync");
    for (std::size_t i = 0; i < trace.eventCount() && !poll.isStopped(); ++i) {
        const EventId event = idAt<EventId>(i);
        const LaunchArgs* args = trace.launchArgs(event);
        if (args == nullptr || !args->has(LaunchArgs::Correlation) || args->correlation == 0 ||
            trace.isGpuWork(event) || trace.kind(event) != EventKind::Slice || !isOnTimeline(trace, event) ||
            trace.categoryId(event) == annotation || trace.categoryId(event) == sync)
            continue;
        m_calls.push_back({args->correlation, trace.beginNs(event), event});
    }
    const auto before = [](const Call& a, const Call& b) {
        return std::tie(a.correlation, a.beginNs, a.event) < std::tie(b.correlation, b.beginNs, b.event);
    };
    if (!std::is_sorted(m_calls.begin(), m_calls.end(), before))
        std::sort(m_calls.begin(), m_calls.end(), before);
}

std::span<const CallTable::Call> CallTable::callsOf(std::uint64_t correlation) const
{
    const auto begin = std::partition_point(m_calls.begin(), m_calls.end(),
                                            [&](const Call& call) { return call.correlation < correlation; });
    const auto end =
        std::partition_point(begin, m_calls.end(), [&](const Call& call) { return call.correlation == correlation; });
    return {begin, end};
}

EventId CallTable::launchOf(EventId work) const
{
    const LaunchArgs* args = m_trace.launchArgs(work);
    if (args == nullptr || !args->has(LaunchArgs::Correlation))
        return kNoEvent;
    const auto begin = std::partition_point(m_calls.begin(), m_calls.end(), [&](const Call& call) {
        return std::tie(call.correlation, call.beginNs) <= std::tuple(args->correlation, m_trace.beginNs(work));
    });
    if (begin != m_calls.begin() && std::prev(begin)->correlation == args->correlation)
        return std::prev(begin)->event;
    return begin != m_calls.end() && begin->correlation == args->correlation ? begin->event : kNoEvent;
}

} // namespace lanescope
