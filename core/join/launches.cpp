// SPDX-License-Identifier: Apache-2.0
#include "core/join/launches.h"

#include <optional>

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

LaunchIndex::LaunchIndex(const Trace& trace) : m_trace(trace)
{
    const GpuSideCategories gpuSide(trace);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        const LaunchArgs* args = trace.launchArgs(event);
        if (args == nullptr || !args->has(LaunchArgs::Correlation) || trace.isGpuWork(event) ||
            trace.kind(event) != EventKind::Slice || gpuSide.contains(trace.categoryId(event)))
            continue;
        const auto [known, isNew] = m_first.try_emplace(args->correlation, event);
        if (!isNew)
            m_others[args->correlation].push_back(event);
    }
}

EventId LaunchIndex::launchOf(EventId work) const
{
    const LaunchArgs* args = m_trace.launchArgs(work);
    if (args == nullptr || !args->has(LaunchArgs::Correlation))
        return kNoEvent;
    const auto first = m_first.find(args->correlation);
    if (first == m_first.end())
        return kNoEvent;
    EventId best = first->second;
    const auto others = m_others.find(args->correlation);
    if (others == m_others.end())
        return best;
    const TimeNs at = m_trace.beginNs(work);
    for (const EventId call : others->second) {
        const TimeNs begin = m_trace.beginNs(call);
        const bool isBefore = begin <= at;
        const bool bestIsBefore = m_trace.beginNs(best) <= at;
        if (isBefore && (!bestIsBefore || begin > m_trace.beginNs(best)))
            best = call;
    }
    return best;
}

} // namespace lanescope
