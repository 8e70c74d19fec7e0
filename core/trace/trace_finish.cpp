// SPDX-License-Identifier: Apache-2.0
// The second half of TraceBuilder: what is done once all entries are known.
#include "core/base/sort_runs.h"
#include "core/trace/time_spread.h"
#include "core/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

namespace lanescope {
namespace {

constexpr std::size_t kSampleSize = 65536;

std::optional<std::int64_t> deviceInLabel(std::string_view label)
{
    if (!label.starts_with("GPU "))
        return std::nullopt;
    label.remove_prefix(4);
    std::int64_t device = 0;
    const auto [stop, error] = std::from_chars(label.data(), label.data() + label.size(), device);
    return error == std::errc() && stop == label.data() + label.size() ? std::optional(device) : std::nullopt;
}

} // namespace

Result<std::shared_ptr<const Trace>> TraceBuilder::finish(const JobControl& job)
{
    if (m_isTooLarge)
        return failure(ErrorCode::TooLarge, fmt::format("{}: has more than {} events; split the trace",
                                                        m_trace->m_file.path.string(), kMostEvents));
    pairBeginsWithEnds();
    if (job.stopRequested())
        return JobControl::stopped();
    placeInTime();
    nameGpuTracks();
    if (job.stopRequested())
        return JobControl::stopped();
    groupByTrack(job);
    if (job.stopRequested())
        return JobControl::stopped();
    m_trace->m_report.sortByPlace();
    std::stable_sort(
        m_trace->m_repairs.begin(), m_trace->m_repairs.end(),
        [](const StructureRepair& a, const StructureRepair& b) { return a.bytes.offset < b.bytes.offset; });
    return std::shared_ptr<const Trace>(std::move(m_trace));
}

void TraceBuilder::pairBeginsWithEnds()
{
    using Outcome = BeginEndPair::Outcome;
    Trace& trace = *m_trace;
    if (m_beginsAndEnds.empty())
        return;
    const auto note = [&](std::string_view code, std::string_view message, std::uint64_t at, StringId name) {
        report().add(code, message, at, trace.text(name));
    };
    std::vector<BeginEndPair> pairs = pairBeginsAndEnds(m_beginsAndEnds);
    FileTimeNs lastNs = INT64_MIN;
    for (std::size_t i = 0; i < trace.m_events.beginNs.size(); ++i) {
        if ((trace.m_events.flags[i] & kEventHasNoTime) == 0)
            lastNs = std::max(lastNs, trace.m_events.beginNs[i] + trace.m_events.durationNs[i]);
    }
    for (const SliceEnd& end : trace.m_sliceEnds) {
        if (end.hasTime)
            lastNs = std::max(lastNs, end.atNs);
    }
    // Findings in file order, whatever order the tracks came in.
    std::sort(pairs.begin(), pairs.end(), [&](const BeginEndPair& a, const BeginEndPair& b) {
        const auto place = [&](const BeginEndPair& p) {
            return p.event == kNoEvent ? trace.m_sliceEnds[p.end].bytes.offset : trace.bytes(p.event).offset;
        };
        return place(a) < place(b);
    });
    for (const BeginEndPair& pair : pairs) {
        if (pair.outcome == Outcome::StrayEnd) {
            note("stray-end", "an end (E or e) has no begin; it is ignored", trace.m_sliceEnds[pair.end].bytes.offset,
                 kEmptyString);
            continue;
        }
        const std::size_t event = indexOf(pair.event);
        trace.m_events.flags[event] = static_cast<std::uint8_t>(trace.m_events.flags[event] & ~kEventDurationUnknown);
        const FileTimeNs endNs = pair.outcome == Outcome::NeverEnds ? lastNs : pair.endNs;
        trace.m_events.durationNs[event] = std::max<TimeNs>(0, endNs - trace.m_events.beginNs[event]);
        if (pair.outcome == Outcome::Closed) {
            trace.m_sliceEnds[pair.end].slice = pair.event;
        } else {
            trace.m_events.flags[event] |= kEventDidNotFinish;
            note("unfinished-begin",
                 "a begin (B or b) has no end; it is shown to the end of what surrounds it, marked as unfinished",
                 trace.m_events.offset[event], trace.m_events.name[event]);
        }
    }
    m_beginsAndEnds = {};
}

// Where most times lie, from some of them.
TimeRange TraceBuilder::plausibleTimes() const
{
    const Trace& trace = *m_trace;
    const std::size_t events = trace.eventCount();
    std::vector<FileTimeNs> sample;
    const std::size_t timeCount = events + trace.m_flows.size();
    const std::size_t stride = timeCount / kSampleSize + 1;
    for (std::size_t i = 0; i < events; i += stride) {
        if ((trace.m_events.flags[i] & kEventHasNoTime) == 0)
            sample.push_back(trace.m_events.beginNs[i]);
    }
    for (std::size_t i = 0; i < trace.m_flows.size(); i += stride) {
        if (trace.m_flows[i].hasTime)
            sample.push_back(trace.m_flows[i].atNs);
    }
    for (std::size_t i = 0; i < trace.m_sliceEnds.size(); i += stride) {
        if (trace.m_sliceEnds[i].hasTime)
            sample.push_back(trace.m_sliceEnds[i].atNs);
    }
    return plausibleRange(sample);
}

void TraceBuilder::placeInTime()
{
    Trace& trace = *m_trace;
    const std::size_t events = trace.eventCount();
    const auto hasTime = [&](std::size_t i) { return (trace.m_events.flags[i] & kEventHasNoTime) == 0; };

    const TimeRange plausible = plausibleTimes();
    FileTimeNs first = INT64_MAX;
    FileTimeNs last = INT64_MIN;
    FileTimeNs firstPlausible = INT64_MAX;
    FileTimeNs lastPlausible = INT64_MIN;
    // `place()` gives the offset in the file and a name.
    const auto see = [&](FileTimeNs begin, FileTimeNs end, const auto& place) {
        first = std::min(first, begin);
        last = std::max(last, end);
        if (plausible.contains(begin)) {
            firstPlausible = std::min(firstPlausible, begin);
            lastPlausible = std::max(lastPlausible, plausible.contains(end) ? end : begin);
        } else {
            const auto [at, name] = place();
            report().add("stray-time", "a time lies far from all others; the fitted view leaves it out", at, name);
        }
    };
    for (std::size_t i = 0; i < events; ++i) {
        if (hasTime(i))
            see(trace.m_events.beginNs[i], trace.m_events.beginNs[i] + trace.m_events.durationNs[i],
                [&] { return std::pair(trace.m_events.offset[i], trace.text(trace.m_events.name[i])); });
    }
    for (const Flow& flow : trace.m_flows) {
        if (flow.hasTime)
            see(flow.atNs, flow.atNs, [&] { return std::pair(flow.offset, std::string_view()); });
    }
    for (const SliceEnd& end : trace.m_sliceEnds) {
        if (end.hasTime)
            see(end.atNs, end.atNs, [&] { return std::pair(end.bytes.offset, std::string_view()); });
    }
    if (first > last)
        return; // nothing has a time
    if (firstPlausible > lastPlausible) {
        firstPlausible = first;
        lastPlausible = last;
    }

    const FileTimeNs base = firstPlausible;
    trace.m_baseNs = base;
    trace.m_fullRange = {first - base, last - base};
    trace.m_fitRange = {0, std::max<TimeNs>(1, lastPlausible - base)};
    for (std::size_t i = 0; i < events; ++i)
        trace.m_events.beginNs[i] = hasTime(i) ? trace.m_events.beginNs[i] - base : 0;
    for (Flow& flow : trace.m_flows)
        flow.atNs = flow.hasTime ? flow.atNs - base : 0;
    for (SliceEnd& end : trace.m_sliceEnds)
        end.atNs = end.hasTime ? end.atNs - base : 0;
}

void TraceBuilder::nameGpuTracks()
{
    Trace& trace = *m_trace;
    for (Process& process : trace.m_processes) {
        if (const auto device = deviceInLabel(trace.text(process.labels)))
            process.device = device;
    }
    for (const Track& track : trace.m_tracks) {
        Process& process = trace.m_processes[indexOf(track.process)];
        // Work without a device arg and without a label: kineto numbers the process of a GPU by its device.
        if (track.gpuWorkCount != 0 && !process.device) {
            std::int64_t device = 0;
            const std::string_view id = trace.text(process.id);
            const auto [stop, error] = std::from_chars(id.data(), id.data() + id.size(), device);
            process.device = error == std::errc() && stop == id.data() + id.size() ? device : 0;
        }
    }
    const auto annotation = trace.m_strings.find("gpu_user_annotation");
    if (!annotation)
        return;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.m_events.category[i] != *annotation)
            continue;
        Track& track = trace.m_tracks[indexOf(trace.m_events.track[i])];
        if (track.kind == TrackKind::Thread && trace.m_processes[indexOf(track.process)].device)
            track.kind = TrackKind::GpuStream;
    }
}

void TraceBuilder::groupByTrack(const JobControl& job)
{
    Trace& trace = *m_trace;
    const std::size_t tracks = trace.m_tracks.size();
    const auto isPlaced = [&](std::size_t i) {
        return trace.m_events.kind[i] != EventKind::Other && (trace.m_events.flags[i] & kEventHasNoTime) == 0;
    };
    trace.m_trackEventsAt.assign(tracks + 1, 0);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (isPlaced(i))
            ++trace.m_trackEventsAt[indexOf(trace.m_events.track[i]) + 1];
    }
    for (std::size_t t = 0; t < tracks; ++t)
        trace.m_trackEventsAt[t + 1] += trace.m_trackEventsAt[t];
    trace.m_trackEvents.resize(trace.m_trackEventsAt[tracks]);
    std::vector<std::uint32_t> next(trace.m_trackEventsAt.begin(), trace.m_trackEventsAt.end() - 1);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (isPlaced(i))
            trace.m_trackEvents[next[indexOf(trace.m_events.track[i])]++] = idAt<EventId>(i);
    }
    const auto before = [&](EventId a, EventId b) {
        if (trace.beginNs(a) != trace.beginNs(b))
            return trace.beginNs(a) < trace.beginNs(b);
        if (trace.durationNs(a) != trace.durationNs(b))
            return trace.durationNs(a) > trace.durationNs(b);
        return a < b;
    };
    for (std::size_t t = 0; t < tracks; ++t) {
        const std::uint32_t begin = trace.m_trackEventsAt[t];
        const auto events = std::span(trace.m_trackEvents).subspan(begin, trace.m_trackEventsAt[t + 1] - begin);
        if (!sortRuns(events, before, job))
            return; // finish() asks the job whether it was stopped
    }
}

} // namespace lanescope
