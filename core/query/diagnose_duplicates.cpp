// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <algorithm>
#include <tuple>

namespace lanescope {
namespace {

// With a coarse clock a function and the one inside it can look the same; a copied trace repeats more than that.
constexpr std::size_t kRecursionShare = 20; // 1 in so many slices of a thread

bool isOnThread(const Trace& trace, TrackId track)
{
    return trace.track(track).kind == TrackKind::Thread;
}

// Work of a GPU stream, and any slice of a thread, that takes time.
bool canBeDuplicate(const Trace& trace, EventId event)
{
    return trace.durationNs(event) > 0 && !trace.hasFlag(event, kEventDidNotFinish) &&
           (trace.isGpuWork(event) || isOnThread(trace, trace.track(event)));
}

bool isSame(const Trace& trace, EventId a, EventId b)
{
    return trace.nameId(a) == trace.nameId(b) && trace.categoryId(a) == trace.categoryId(b) &&
           (trace.isGpuWork(a) || trace.bytes(a).length == trace.bytes(b).length);
}

// `events`: those of one track with one begin and duration; reordered.
void addDuplicates(const Trace& trace, std::vector<EventId>& events, std::vector<EventId>& duplicates)
{
    const auto key = [&](EventId e) {
        return std::tuple(trace.nameId(e), trace.categoryId(e), trace.bytes(e).length, e);
    };
    std::sort(events.begin(), events.end(), [&](EventId a, EventId b) { return key(a) < key(b); });
    for (std::size_t i = 1; i < events.size(); ++i) {
        if (isSame(trace, events[i - 1], events[i]))
            duplicates.push_back(events[i]);
    }
}

std::vector<EventId> duplicatesOf(const Trace& trace, TrackId track, StopPoll& poll)
{
    std::vector<EventId> duplicates;
    std::vector<EventId> equals;
    for (const EventId event : trace.trackEvents(track)) {
        if (poll.isStopped())
            return {};
        if (trace.kind(event) != EventKind::Slice || !canBeDuplicate(trace, event))
            continue;
        if (!equals.empty() && (trace.beginNs(equals.front()) != trace.beginNs(event) ||
                                trace.durationNs(equals.front()) != trace.durationNs(event))) {
            addDuplicates(trace, equals, duplicates);
            equals.clear();
        }
        equals.push_back(event);
    }
    addDuplicates(trace, equals, duplicates);
    return duplicates;
}

} // namespace

void diagnoseDuplicates(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    const Trace& trace = *joined.trace;
    StopPoll poll(job);
    PlaceCollector places(trace);
    for (std::size_t i = 0; i < trace.tracks().size() && !job.stopRequested(); ++i) {
        const TrackId track = idAt<TrackId>(i);
        const TrackKind kind = trace.track(track).kind;
        if (kind != TrackKind::Thread && kind != TrackKind::GpuStream)
            continue;
        const std::vector<EventId> duplicates = duplicatesOf(trace, track, poll);
        if (isOnThread(trace, track) && duplicates.size() * kRecursionShare < trace.trackEvents(track).size())
            continue;
        for (const EventId event : duplicates)
            places.add(event);
    }
    if (places.count() == 0)
        return;
    Diagnosis diagnosis;
    diagnosis.code = "duplicate-events";
    diagnosis.severity = Severity::Error;
    diagnosis.message = "an event stands in the file a second time";
    diagnosis.count = places.count();
    diagnosis.meaning = "Same thread, name, begin and duration: a trace was merged with itself or written twice.";
    diagnosis.unreliable = {"counts of events", "duration totals", "arrows and launches"};
    diagnosis.places = places.places();
    found.push_back(std::move(diagnosis));
}

} // namespace lanescope
