// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_calls.h"
#include "core/query/diagnosis_steps.h"

#include <algorithm>

namespace lanescope {
namespace {

// The clocks of CPU and GPU are matched to about a microsecond.
constexpr TimeNs kClockJitterNs = 1000;

} // namespace

void diagnoseLaunches(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    const Trace& trace = *joined.trace;
    StopPoll poll(job);
    const CallTable calls(trace, poll);
    PlaceCollector places(trace);
    TimeNs largestNs = 0;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (poll.isStopped())
            return;
        const EventId work = idAt<EventId>(i);
        if (!trace.isGpuWork(work) || !isOnTimeline(trace, work))
            continue;
        const EventId launch = calls.launchOf(work);
        if (launch == kNoEvent)
            continue;
        const TimeNs earlyNs = trace.beginNs(launch) - trace.beginNs(work);
        if (earlyNs <= kClockJitterNs)
            continue;
        largestNs = std::max(largestNs, earlyNs);
        places.add(work);
    }
    if (places.count() == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "kernel-before-launch";
    diagnosis.severity = Severity::Error;
    diagnosis.message = "GPU work starts before the call that launched it";
    diagnosis.count = places.count();
    diagnosis.largestNs = largestNs;
    diagnosis.meaning = "The clocks of CPU and GPU do not agree, or launches were matched across processes.";
    diagnosis.unreliable = {"launch delay", "order of CPU and GPU events", "what the GPU waited for"};
    diagnosis.places = places.places();
    found.push_back(std::move(diagnosis));
}

} // namespace lanescope
