// SPDX-License-Identifier: Apache-2.0
#include "core/join/launches.h"

#include "core/base/sort_runs.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace lanescope {
namespace {

// Categories of the profiler's own GPU-side records that carry the correlation of a call, but are none.
class GpuSideCategories {
public:
    explicit GpuSideCategories(const Trace& trace)
        : m_annotation(trace.strings().find("gpu_user_annotation")), m_sync(trace.strings().find("cuda_sync"))
    {}
    [[nodiscard]] bool contains(StringId category) const { return category == m_annotation || category == m_sync; }

private:
    std::optional<StringId> m_annotation;
    std::optional<StringId> m_sync;
};

} // namespace

LaunchIndex::LaunchIndex(const Trace& trace, const JobControl& job) : m_trace(trace)
{
    const GpuSideCategories gpuSide(trace);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        const LaunchArgs* args = trace.launchArgs(event);
        if (args == nullptr || !args->has(LaunchArgs::Correlation) || trace.isGpuWork(event) ||
            trace.kind(event) != EventKind::Slice || gpuSide.contains(trace.categoryId(event)))
            continue;
        m_calls.push_back({args->correlation, event});
    }
    // The caller asks the job whether it was stopped.
    (void)sortRuns(
        std::span(m_calls), [](const Call& a, const Call& b) { return a.correlation < b.correlation; }, job);
}

std::span<const LaunchIndex::Call> LaunchIndex::callsOf(std::uint64_t correlation) const
{
    // Not equal_range: it gives a view, which clang 14 cannot compile.
    const auto first = std::ranges::lower_bound(m_calls, correlation, {}, &Call::correlation);
    const auto last = std::ranges::upper_bound(m_calls, correlation, {}, &Call::correlation);
    return {first, last};
}

EventId LaunchIndex::launchOf(EventId work) const
{
    const LaunchArgs* args = m_trace.launchArgs(work);
    if (args == nullptr || !args->has(LaunchArgs::Correlation))
        return kNoEvent;
    std::size_t firstEvent = 0;
    std::size_t endOfEvents = m_trace.eventCount();
    if (!m_trace.parts().empty()) {
        const TracePart& part = m_trace.parts()[m_trace.partOf(work)];
        firstEvent = part.firstEvent;
        endOfEvents = part.firstEvent + part.eventCount;
    }
    // One search, not the two of callsOf(): there is one call for nearly all, and nearly all work asks.
    const std::pair wanted(args->correlation, firstEvent);
    auto next = std::ranges::lower_bound(m_calls, wanted, {}, [](const Call& call) {
        return std::pair(call.correlation, indexOf(call.event)); // those of one correlation are in file order
    });
    const auto isCandidate = [&] {
        return next != m_calls.end() && next->correlation == args->correlation && indexOf(next->event) < endOfEvents;
    };
    if (!isCandidate())
        return kNoEvent;
    EventId best = next->event;
    const TimeNs at = m_trace.beginNs(work);
    for (++next; isCandidate(); ++next) {
        const Call& call = *next;
        const TimeNs begin = m_trace.beginNs(call.event);
        const bool isBefore = begin <= at;
        const bool bestIsBefore = m_trace.beginNs(best) <= at;
        if (isBefore && (!bestIsBefore || begin > m_trace.beginNs(best)))
            best = call.event;
    }
    return best;
}

} // namespace lanescope
