// SPDX-License-Identifier: Apache-2.0
#include "core/join/launched_kernels.h"

#include <algorithm>

namespace lanescope {
namespace {

template<typename Pair, typename Key>
std::span<const Pair> equalRange(const std::vector<Pair>& sorted, Key key)
{
    const auto begin =
        std::partition_point(sorted.begin(), sorted.end(), [key](const Pair& pair) { return pair.first < key; });
    const auto end = std::partition_point(begin, sorted.end(), [key](const Pair& pair) { return pair.first == key; });
    return {begin, end};
}

} // namespace

KernelTest::KernelTest(const Trace& trace)
    : m_trace(trace), m_kernel(trace.strings().find("kernel").value_or(kEmptyString)),
      m_oldKernel(trace.strings().find("Kernel").value_or(kEmptyString))
{}

std::optional<std::uint64_t> externalIdOf(const Trace& trace, EventId e)
{
    if (const LaunchArgs* args = trace.launchArgs(e); args != nullptr && args->has(LaunchArgs::ExternalId))
        return args->externalId;
    if (const OpArgs* args = trace.opArgs(e); args != nullptr && args->has(OpArgs::ExternalId))
        return args->externalId;
    return std::nullopt;
}

LaunchedKernels::LaunchedKernels(const Trace& trace, const FlowBindings& flows) : m_trace(trace)
{
    const KernelTest isKernel(trace);
    m_launchers.assign(trace.launchRowCount(), kNoProcess);
    for (const Arrow& arrow : flows.arrows) {
        const EventId slice = flows.sliceOf[indexOf(arrow.start)];
        const EventId kernel = flows.sliceOf[indexOf(arrow.end)];
        if (slice == kNoEvent || kernel == kNoEvent || !isKernel(kernel) || isKernel(slice))
            continue;
        m_byArrow.emplace_back(slice, kernel);
        m_launchers[trace.launchRow(kernel)] = trace.track(trace.track(slice)).process;
    }
    std::sort(m_byArrow.begin(), m_byArrow.end());
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (!isKernel(e))
            continue;
        if (const auto id = externalIdOf(trace, e))
            m_byExternalId.emplace_back(*id, e);
    }
    std::sort(m_byExternalId.begin(), m_byExternalId.end());
}

std::span<const LaunchedKernels::Launch> LaunchedKernels::byArrow(EventId slice) const
{
    return equalRange(m_byArrow, slice);
}

std::span<const LaunchedKernels::WithId> LaunchedKernels::byExternalId(std::uint64_t id) const
{
    return equalRange(m_byExternalId, id);
}

bool LaunchedKernels::canBeOf(EventId kernel, ProcessId process) const
{
    const ProcessId launcher = m_launchers[m_trace.launchRow(kernel)];
    return launcher == kNoProcess || launcher == process;
}

} // namespace lanescope
