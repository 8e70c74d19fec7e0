// SPDX-License-Identifier: Apache-2.0
#include "core/query/summary.h"

#include "core/join/explain_match.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <queue>

namespace lanescope {
namespace {

bool isNumber(std::string_view text)
{
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end;
}

// Slices that stand as one X entry in the file: all others were closed by an E of their own, or never.
std::vector<bool> completeSlices(const Trace& trace)
{
    std::vector<bool> isComplete(trace.eventCount());
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        isComplete[i] = trace.kind(event) == EventKind::Slice && !trace.hasFlag(event, kEventDidNotFinish);
    }
    for (const SliceEnd& end : trace.sliceEnds()) {
        if (end.slice != kNoEvent)
            isComplete[indexOf(end.slice)] = false;
    }
    return isComplete;
}

std::map<std::string, std::uint64_t> countCategories(const Trace& trace)
{
    const std::vector<bool> isComplete = completeSlices(trace);
    std::vector<std::uint64_t> counts(trace.strings().size());
    for (std::size_t i = 0; i < isComplete.size(); ++i) {
        if (isComplete[i])
            ++counts[indexOf(trace.categoryId(idAt<EventId>(i)))];
    }
    std::map<std::string, std::uint64_t> categories;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            categories[std::string(trace.text(idAt<StringId>(i)))] = counts[i];
    }
    return categories;
}

// Counts of a stream's work, which comes by begin.
void measureStream(const Trace& trace, TrackId track, StreamSummary& summary)
{
    std::priority_queue<TimeNs, std::vector<TimeNs>, std::greater<>> runningEnds;
    TimeNs coveredUntilNs = trace.fullRange().beginNs;
    for (const EventId event : trace.trackEvents(track)) {
        if (!trace.isGpuWork(event))
            continue;
        ++summary.events;
        const TimeNs beginNs = trace.beginNs(event);
        const TimeNs endNs = trace.endNs(event);
        while (!runningEnds.empty() && runningEnds.top() <= beginNs)
            runningEnds.pop();
        runningEnds.push(std::max(endNs, beginNs + 1)); // one of length 0 lasts 1 ns
        summary.lanes = std::max(summary.lanes, static_cast<std::uint32_t>(runningEnds.size()));
        summary.busyNs += std::max<TimeNs>(0, endNs - std::max(beginNs, coveredUntilNs));
        coveredUntilNs = std::max(coveredUntilNs, endNs);
    }
}

std::vector<StreamSummary> summarizeStreams(const Trace& trace)
{
    std::vector<StreamSummary> streams;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackId id = idAt<TrackId>(i);
        const Track& track = trace.track(id);
        if (track.gpuWorkCount == 0)
            continue;
        StreamSummary summary;
        summary.pid = trace.text(trace.process(track.process).id);
        summary.tid = trace.text(track.id);
        summary.pidIsNumber = isNumber(summary.pid);
        summary.tidIsNumber = isNumber(summary.tid);
        summary.name = trace.trackTitle(id);
        measureStream(trace, id, summary);
        streams.push_back(std::move(summary));
    }
    std::sort(streams.begin(), streams.end(), [](const StreamSummary& a, const StreamSummary& b) {
        return std::tie(a.pid, a.tid) < std::tie(b.pid, b.tid);
    });
    return streams;
}

std::map<std::int64_t, std::string> devicesOf(const Trace& trace)
{
    std::map<std::int64_t, std::string> devices;
    for (std::size_t i = 0; i < trace.header().deviceNames.size(); ++i)
        devices[static_cast<std::int64_t>(i)] = trace.header().deviceNames[i];
    std::vector<bool> hasWork(trace.processes().size());
    for (const Track& track : trace.tracks()) {
        if (track.gpuWorkCount > 0)
            hasWork[indexOf(track.process)] = true;
    }
    for (std::size_t i = 0; i < hasWork.size(); ++i) {
        const Process& process = trace.processes()[i];
        if (hasWork[i] && process.device)
            devices.try_emplace(*process.device);
    }
    return devices;
}

std::map<std::string, std::uint64_t> countPhases(const JoinedTrace& joined)
{
    std::vector<std::uint64_t> counts(joined.phases.size());
    for (std::size_t i = 0; i < joined.trace->eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        if (joined.trace->isGpuWork(event))
            ++counts[joined.phaseIndex(event)];
    }
    std::map<std::string, std::uint64_t> phases;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            phases[joined.phases[i]] = counts[i];
    }
    return phases;
}

} // namespace

TraceSummary summarize(const JoinedTrace& joined)
{
    const Trace& trace = *joined.trace;
    TraceSummary summary;
    summary.events = trace.entryCount();
    summary.byPhase = trace.entriesByPhase();
    const auto complete = summary.byPhase.find("X");
    summary.slices = complete == summary.byPhase.end() ? 0 : complete->second;
    summary.flows = joined.flows.countsByCategory;
    summary.categories = countCategories(trace);
    summary.beginNs = trace.baseNs() + trace.fullRange().beginNs;
    summary.endNs = trace.baseNs() + trace.fullRange().endNs;
    summary.graphed = joined.match.graphedWork;
    summary.annotated = joined.match.annotatedWork;
    summary.phases = countPhases(joined);
    summary.streams = summarizeStreams(trace);
    summary.devices = devicesOf(trace);
    summary.rank = rankOfTrace(trace);
    return summary;
}

} // namespace lanescope
