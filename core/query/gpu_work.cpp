// SPDX-License-Identifier: Apache-2.0
#include "core/query/gpu_work.h"

#include "core/base/reserve_about.h"
#include "core/base/sort_runs.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1 << 14;

std::size_t gpuWorkCount(const Trace& trace)
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < trace.eventCount(); ++i)
        count += trace.isGpuWork(idAt<EventId>(i)) ? 1 : 0;
    return count;
}

} // namespace

void BusyTime::moveToFront(const WorkPiece& piece)
{
    auto known = std::find_if(m_gpus.begin(), m_gpus.end(), [&](const Gpu& gpu) { return gpu.gpu == piece.gpu; });
    if (known == m_gpus.end())
        known = m_gpus.insert(m_gpus.end(), {piece.gpu, piece.beginNs});
    std::iter_swap(known, m_gpus.begin());
}

Result<GpuWork> gatherGpuWork(const JoinedTrace& joined, std::optional<TimeRange> range, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    GpuWork work;
    if (!range)
        reserveAbout(work.pieces, gpuWorkCount(trace));
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (i % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return JobControl::stopped();
        const EventId event = idAt<EventId>(i);
        if (!trace.isGpuWork(event) || trace.hasFlag(event, kEventHasNoTime))
            continue;
        WorkPiece piece{trace.beginNs(event), trace.endNs(event), event, trace.track(trace.track(event)).process};
        if (range) {
            const bool isInside = piece.beginNs == piece.endNs ? range->contains(piece.beginNs)
                                                               : range->overlaps({piece.beginNs, piece.endNs});
            if (!isInside)
                continue;
            const TimeNs whole = piece.durationNs();
            piece.beginNs = std::max(piece.beginNs, range->beginNs);
            piece.endNs = std::min(piece.endNs, range->endNs);
            work.cutPieces += piece.durationNs() == whole ? 0 : 1;
        }
        work.pieces.push_back(piece);
    }
    const auto beginsBefore = [](const WorkPiece& a, const WorkPiece& b) { return a.beginNs < b.beginNs; };
    if (!sortRuns(std::span(work.pieces), beginsBefore, job))
        return JobControl::stopped();
    BusyTime busy;
    for (const WorkPiece& piece : work.pieces)
        busy.add(piece);
    work.busyNs = busy.busyNs();
    return work;
}

} // namespace lanescope
