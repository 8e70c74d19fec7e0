// SPDX-License-Identifier: Apache-2.0
#include "core/query/cpu_activity.h"

#include <algorithm>
#include <map>

namespace lanescope {
namespace {

bool isProfilersOwn(const Trace& trace, ProcessId process)
{
    const std::string_view id = trace.text(trace.process(process).id);
    return id.empty() || id == "Spans" || id == "Traces" || (id == "-1" && trace.process(process).name == kEmptyString);
}

// Tells which slice of a thread is the innermost at each time; slices come by begin, longer first.
class InnermostSlices {
public:
    InnermostSlices(const Trace& trace, std::span<IdleGap> gaps) : m_trace(trace), m_gaps(gaps), m_ns(gaps.size())
    {
        m_earliestNs = std::numeric_limits<TimeNs>::max();
        for (const IdleGap& gap : gaps) {
            m_earliestNs = std::min(m_earliestNs, gap.range.beginNs);
            m_latestNs = std::max(m_latestNs, gap.range.endNs);
        }
    }

    void add(EventId slice)
    {
        runUntil(m_trace.beginNs(slice));
        m_open.push_back(slice);
    }

    // Gives the times of the thread to the gaps.
    void finish(TrackId thread)
    {
        runUntil(std::numeric_limits<TimeNs>::max());
        const std::uint32_t part = m_trace.process(m_trace.track(thread).process).part;
        for (std::size_t i = 0; i < m_gaps.size(); ++i) {
            const bool isOfGpusPart =
                m_trace.process(m_gaps[i].gpu).part == part; // another rank's CPU did not hold it up
            for (const auto& [name, ns] : m_ns[i]) {
                if (isOfGpusPart)
                    m_gaps[i].cpu.push_back({std::string(m_trace.text(name)), thread, ns});
            }
            m_ns[i].clear();
        }
        m_nowNs = std::numeric_limits<TimeNs>::min();
    }

private:
    void runUntil(TimeNs untilNs)
    {
        while (!m_open.empty()) {
            const EventId inmost = m_open.back();
            const TimeNs endNs = m_trace.endNs(inmost);
            note(inmost, {std::max(m_nowNs, m_trace.beginNs(inmost)), std::min(endNs, untilNs)});
            if (endNs > untilNs)
                break;
            m_nowNs = std::max(m_nowNs, endNs);
            m_open.pop_back();
        }
        m_nowNs = std::max(m_nowNs, untilNs);
    }

    void note(EventId slice, TimeRange range)
    {
        if (range.isEmpty() || range.endNs <= m_earliestNs || range.beginNs >= m_latestNs)
            return;
        for (std::size_t i = 0; i < m_gaps.size(); ++i) {
            const TimeNs begin = std::max(range.beginNs, m_gaps[i].range.beginNs);
            const TimeNs end = std::min(range.endNs, m_gaps[i].range.endNs);
            if (end > begin)
                m_ns[i][m_trace.nameId(slice)] += end - begin;
        }
    }

    const Trace& m_trace;
    std::span<IdleGap> m_gaps;
    std::vector<std::map<StringId, TimeNs>> m_ns; // by gap
    TimeNs m_earliestNs = 0;
    TimeNs m_latestNs = 0;
    std::vector<EventId> m_open; // innermost last
    TimeNs m_nowNs = std::numeric_limits<TimeNs>::min();
};

} // namespace

bool addCpuActivities(const Trace& trace, std::span<IdleGap> gaps, const JobControl& job)
{
    if (gaps.empty())
        return true;
    InnermostSlices slices(trace, gaps);
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const Track& track = trace.tracks()[i];
        if (track.kind != TrackKind::Thread || isProfilersOwn(trace, track.process))
            continue;
        std::size_t count = 0;
        for (const EventId event : trace.trackEvents(idAt<TrackId>(i))) {
            if (++count % (1 << 14) == 0 && job.stopRequested())
                return false;
            if (trace.kind(event) == EventKind::Slice)
                slices.add(event);
        }
        slices.finish(idAt<TrackId>(i));
    }
    for (IdleGap& gap : gaps) {
        std::stable_sort(gap.cpu.begin(), gap.cpu.end(),
                         [](const CpuActivity& a, const CpuActivity& b) { return a.ns > b.ns; });
        gap.cpu.resize(std::min(gap.cpu.size(), IdleGap::kActivitiesKept));
    }
    return true;
}

} // namespace lanescope
