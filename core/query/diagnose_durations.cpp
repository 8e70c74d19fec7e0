// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr TimeNs kShortestRunawayNs = 100'000'000;
constexpr TimeNs kRunawayFactor = 10;
constexpr std::size_t kFewestSwallowed = 8;

void diagnoseZero(const Trace& trace, StopPoll& poll, std::vector<Diagnosis>& found)
{
    PlaceCollector places(trace);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (poll.isStopped())
            return;
        // A dur that is negative or no number is told by the load report.
        if (trace.isGpuWork(event) && trace.durationNs(event) == 0 && isOnTimeline(trace, event) &&
            !trace.hasFlag(event, kEventDurationUnknown))
            places.add(event);
    }
    if (places.count() == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "zero-duration";
    diagnosis.message = "GPU work has duration 0";
    diagnosis.count = places.count();
    diagnosis.meaning = "All work takes some time: the profiler lost its end, or its clock is coarser than the work.";
    diagnosis.unreliable = {"duration totals, mean, percentiles", "busy time per stream"};
    diagnosis.places = places.places();
    found.push_back(std::move(diagnosis));
}

// Up to when something other than the length of GPU work says that the program ran.
TimeNs lastSignOfLife(const Trace& trace, StopPoll& poll)
{
    const TimeRange fit = trace.fitRange();
    TimeNs lastNs = 0;
    for (std::size_t i = 0; i < trace.eventCount() && !poll.isStopped(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (!isOnTimeline(trace, event) || trace.beginNs(event) < fit.beginNs || trace.beginNs(event) > fit.endNs)
            continue;
        const bool isEndKnown =
            !trace.isGpuWork(event) && !trace.hasFlag(event, kEventDidNotFinish) && trace.endNs(event) <= fit.endNs;
        lastNs = std::max(lastNs, isEndKnown ? trace.endNs(event) : trace.beginNs(event));
    }
    return lastNs;
}

class RunawayFinder {
public:
    RunawayFinder(const Trace& trace, TimeNs lastSignNs) : m_trace(trace), m_places(trace), m_lastSignNs(lastSignNs) {}

    void addTrack(std::span<const EventId> events, StopPoll& poll)
    {
        m_work.clear();
        for (const EventId event : events) {
            if (m_trace.isGpuWork(event))
                m_work.push_back(event);
        }
        std::size_t place = 0;
        for (const EventId event : events) {
            if (poll.isStopped())
                return;
            const bool isWork = m_trace.isGpuWork(event);
            const bool isRunaway = outlastsTheView(event) || (isWork && (outlastsAll(event) || swallows(event, place)));
            place += isWork ? 1 : 0;
            if (!isRunaway)
                continue;
            m_largestNs = std::max(m_largestNs, m_trace.durationNs(event));
            m_places.add(event);
        }
    }

    void report(std::vector<Diagnosis>& found) const
    {
        if (m_places.count() == 0)
            return;
        Diagnosis diagnosis;
        diagnosis.code = "runaway-duration";
        diagnosis.severity = Severity::Error;
        diagnosis.message = "a duration is far longer than the trace around it";
        diagnosis.count = m_places.count();
        diagnosis.largestNs = m_largestNs;
        diagnosis.meaning = "The event's end was lost or its duration is damaged.";
        diagnosis.unreliable = {"duration totals, mean, percentiles", "busy time per stream", "the fitted view"};
        diagnosis.places = m_places.places();
        found.push_back(std::move(diagnosis));
    }

private:
    // So long that the loader leaves its end out of the fitted view.
    [[nodiscard]] bool outlastsTheView(EventId event) const
    {
        const TimeRange fit = m_trace.fitRange();
        return m_trace.kind(event) == EventKind::Slice && !m_trace.hasFlag(event, kEventDidNotFinish) &&
               fit.beginNs <= m_trace.beginNs(event) && m_trace.beginNs(event) <= fit.endNs &&
               m_trace.endNs(event) > fit.endNs;
    }

    // Ten times as long as all that is known of the trace without the lengths of GPU work.
    [[nodiscard]] bool outlastsAll(EventId work) const
    {
        const TimeNs durationNs = m_trace.durationNs(work);
        return durationNs >= kShortestRunawayNs && durationNs / kRunawayFactor > m_lastSignNs &&
               m_trace.eventCount() > 2;
    }

    // More than half of its stream's work starts while it runs.
    [[nodiscard]] bool swallows(EventId work, std::size_t place) const
    {
        const auto later = m_work.begin() + static_cast<std::ptrdiff_t>(place) + 1;
        const auto after = std::partition_point(
            later, m_work.end(), [&](EventId other) { return m_trace.beginNs(other) < m_trace.endNs(work); });
        const auto swallowed = static_cast<std::size_t>(after - later);
        return swallowed >= kFewestSwallowed && swallowed > m_work.size() / 2;
    }

    const Trace& m_trace;
    PlaceCollector m_places;
    TimeNs m_lastSignNs;
    TimeNs m_largestNs = 0;
    std::vector<EventId> m_work; // of the track, reused
};

} // namespace

void diagnoseDurations(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    const Trace& trace = *joined.trace;
    StopPoll poll(job);
    RunawayFinder runaways(trace, lastSignOfLife(trace, poll));
    for (std::size_t i = 0; i < trace.tracks().size() && !job.stopRequested(); ++i)
        runaways.addTrack(trace.trackEvents(idAt<TrackId>(i)), poll);
    runaways.report(found);
    diagnoseZero(trace, poll, found);
}

} // namespace lanescope
