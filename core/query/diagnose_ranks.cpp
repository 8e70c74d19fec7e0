// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_calls.h"
#include "core/query/diagnosis_steps.h"

#include <algorithm>
#include <tuple>

namespace lanescope {
namespace {

// Two processes that a file tells as one: their CPU calls share a process id, or their GPU work shares a stream.
class RankFinder {
public:
    RankFinder(const Trace& trace, StopPoll& poll) : m_trace(trace), m_calls(trace, poll), m_poll(poll), m_places(trace)
    {}

    void run()
    {
        addRepeatedCalls();
        addForeignWork();
        addRepeatedWork();
    }
    [[nodiscard]] const PlaceCollector& places() const { return m_places; }

private:
    struct Work {
        TrackId track;
        std::uint64_t correlation;
        std::uint64_t node;
        EventId event;
    };

    [[nodiscard]] ProcessId processOf(EventId event) const { return m_trace.track(m_trace.track(event)).process; }

    // A profiler numbers the calls of a process; only a runtime call and the driver call inside it could share one. The
    // same call told twice is another diagnosis.
    void addRepeatedCalls()
    {
        const std::span<const CallTable::Call> calls = m_calls.calls();
        std::vector<EventId> lastOfProcess(m_trace.processes().size(), kNoEvent);
        for (std::size_t begin = 0; begin < calls.size() && !m_poll.isStopped();) {
            std::size_t end = begin;
            for (; end < calls.size() && calls[end].correlation == calls[begin].correlation; ++end) {
                EventId& last = lastOfProcess[indexOf(processOf(calls[end].event))];
                if (last != kNoEvent && m_trace.beginNs(last) != calls[end].beginNs &&
                    m_trace.endNs(last) <= calls[end].beginNs)
                    m_places.add(calls[end].event);
                last = calls[end].event;
            }
            for (; begin < end; ++begin)
                lastOfProcess[indexOf(processOf(calls[begin].event))] = kNoEvent;
        }
    }

    // Work on one stream that was launched from two processes.
    void addForeignWork()
    {
        std::vector<ProcessId> ownerOf(m_trace.tracks().size(), kNoProcess);
        for (std::size_t i = 0; i < m_trace.eventCount() && !m_poll.isStopped(); ++i) {
            const EventId work = idAt<EventId>(i);
            const LaunchArgs* args = m_trace.isGpuWork(work) ? m_trace.launchArgs(work) : nullptr;
            if (args == nullptr || !args->has(LaunchArgs::Correlation) || !isOnTimeline(m_trace, work))
                continue;
            const std::span<const CallTable::Call> calls = m_calls.callsOf(args->correlation);
            ProcessId& owner = ownerOf[indexOf(m_trace.track(work))];
            if (calls.size() > 1)
                noteWork(work, *args, calls.front().event);
            else if (calls.empty())
                continue;
            else if (owner == kNoProcess)
                owner = processOf(calls.front().event);
            else if (owner != processOf(calls.front().event))
                m_places.add(work);
        }
    }

    // Traces without node ids tell all work of a graph launch under one correlation.
    void noteWork(EventId work, const LaunchArgs& args, EventId launch)
    {
        const auto node = args.graphNodeKey();
        if (node || m_trace.name(launch).find("GraphLaunch") == std::string_view::npos)
            m_work.push_back({m_trace.track(work), args.correlation, node.value_or(0), work});
    }

    void addRepeatedWork()
    {
        std::sort(m_work.begin(), m_work.end(), [](const Work& a, const Work& b) {
            return std::tie(a.track, a.correlation, a.node, a.event) <
                   std::tie(b.track, b.correlation, b.node, b.event);
        });
        for (std::size_t i = 1; i < m_work.size() && !m_poll.isStopped(); ++i) {
            const Work& before = m_work[i - 1];
            const Work& work = m_work[i];
            const bool isSame =
                work.track == before.track && work.correlation == before.correlation && work.node == before.node;
            if (isSame && m_trace.beginNs(work.event) != m_trace.beginNs(before.event))
                m_places.add(work.event);
        }
    }

    const Trace& m_trace;
    const CallTable m_calls;
    StopPoll& m_poll;
    PlaceCollector m_places;
    std::vector<Work> m_work; // that several calls could have launched: none in a trace of one process
};

} // namespace

void diagnoseRanks(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    StopPoll poll(job);
    RankFinder finder(*joined.trace, poll);
    finder.run();
    if (finder.places().count() == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "mixed-ranks";
    diagnosis.severity = Severity::Error;
    diagnosis.message = "several ranks share one process id or one GPU stream";
    diagnosis.count = finder.places().count();
    diagnosis.meaning =
        "Events of two processes were written into one file under the same ids: open each rank's own file.";
    diagnosis.unreliable = {"busy time per stream", "launch delay", "arrows", "annotations and replay numbers"};
    diagnosis.places = finder.places().places();
    found.push_back(std::move(diagnosis));
}

} // namespace lanescope
