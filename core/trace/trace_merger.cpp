// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_merger.h"

#include "core/base/append.h"
#include "core/base/reserve_about.h"
#include "core/trace/entry_table.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kMostEvents = 0x7ffffffe; // as TraceBuilder: rows of the args tables need a bit of their own
constexpr std::size_t kMostOthers = 0xfffffffe;
constexpr std::size_t kEventsBetweenStopChecks = 1 << 16;

TimeRange shiftedBy(TimeRange range, TimeNs shiftNs)
{
    return range.isEmpty() ? range : TimeRange{range.beginNs + shiftNs, range.endNs + shiftNs};
}

} // namespace

TraceMerger::TraceMerger(std::filesystem::path path, std::span<const Trace* const> parts)
    : m_trace(std::make_shared<Trace>())
{
    std::vector<std::shared_ptr<const ByteSource>> contents;
    std::size_t events = 0;
    std::size_t launchRows = 0;
    std::size_t opRows = 0;
    std::size_t flows = 0;
    OpenedFile& file = m_trace->m_file;
    for (const Trace* part : parts) {
        contents.push_back(part->m_file.content);
        file.diskBytes += part->m_file.diskBytes;
        file.isCompressed = file.isCompressed || part->m_file.isCompressed;
        events += part->eventCount();
        launchRows += part->m_events.launchArgs.size();
        opRows += part->m_events.opArgs.size();
        flows += part->m_flows.size();
    }
    m_content = std::make_shared<const ConcatenatedSource>(std::move(contents));
    file.path = std::move(path);
    file.content = m_content;
    m_isTooLarge = events > kMostEvents || flows > kMostOthers;
    if (m_isTooLarge)
        return;
    m_trace->m_events.expect(events, launchRows, opRows);
    reserveAbout(m_trace->m_trackEvents, events);
    reserveAbout(m_trace->m_flows, flows);
}

TrackId TraceMerger::shifted(TrackId track) const
{
    return track == kNoTrack ? kNoTrack : idAt<TrackId>(indexOf(track) + m_firsts.track);
}

PartPlaces TraceMerger::append(const Trace& part, const MergedFile& file)
{
    Trace& trace = *m_trace;
    const PartPlaces places{trace.eventCount(), trace.m_flows.size(), trace.m_events.launchArgs.size()};
    if (m_isTooLarge)
        return places;
    m_firsts.event = trace.eventCount();
    m_firsts.process = trace.m_processes.size();
    m_firsts.track = trace.m_tracks.size();
    m_firsts.launchRow = static_cast<std::uint32_t>(trace.m_events.launchArgs.size());
    m_firsts.opRow = static_cast<std::uint32_t>(trace.m_events.opArgs.size());
    m_firsts.byte = m_content->beginOf(trace.m_parts.size());
    m_firsts.shiftNs = file.shiftNs;
    m_firsts.strings.clear();
    for (std::size_t i = 0; i < part.m_strings.size(); ++i)
        m_firsts.strings.push_back(trace.m_strings.intern(part.m_strings.text(idAt<StringId>(i))));

    appendEvents(part.m_events);
    appendProcesses(part);
    appendTracks(part);
    appendFlows(part);
    appendOthers(part);
    appendReport(part.m_report);
    trace.m_fullRange = trace.m_fullRange.united(shiftedBy(part.m_fullRange, file.shiftNs));
    trace.m_fitRange = trace.m_fitRange.united(shiftedBy(part.m_fitRange, file.shiftNs));
    trace.m_entryCount += part.m_entryCount;
    for (const auto& [phase, count] : part.m_entriesByPhase)
        trace.m_entriesByPhase[phase] += count;
    trace.m_parts.push_back({file.title, part.m_file.path, file.rank, part.m_baseNs, file.shiftNs, m_firsts.event,
                             part.eventCount(), m_firsts.byte, part.m_fullRange, part.m_fitRange});
    return places;
}

void TraceMerger::appendEvents(const EventColumns& events)
{
    EventColumns& all = m_trace->m_events;
    const auto mapString = [&](StringId id) { return m_firsts.strings[indexOf(id)]; };
    appendAll(all.beginNs, events.beginNs);
    for (std::size_t i = 0; i < events.size(); ++i) {
        if ((events.flags[i] & kEventHasNoTime) == 0)
            all.beginNs[m_firsts.event + i] += m_firsts.shiftNs;
    }
    appendAll(all.durationNs, events.durationNs);
    appendChanged(all.name, events.name, mapString);
    appendChanged(all.category, events.category, mapString);
    appendChanged(all.track, events.track, [&](TrackId track) { return shifted(track); });
    appendChanged(all.offset, events.offset, [&](std::uint64_t offset) { return offset + m_firsts.byte; });
    appendAll(all.length, events.length);
    appendChanged(all.argsRow, events.argsRow, [&](std::uint32_t row) {
        if (row == EventColumns::kNoRow)
            return row;
        return row + ((row & EventColumns::kOpArgsBit) != 0 ? m_firsts.opRow : m_firsts.launchRow);
    });
    appendAll(all.kind, events.kind);
    appendAll(all.flags, events.flags);
    appendAll(all.launchArgs, events.launchArgs);
    appendAll(all.opArgs, events.opArgs);
}

void TraceMerger::appendProcesses(const Trace& part)
{
    const auto number = static_cast<std::uint32_t>(m_trace->m_parts.size());
    for (Process process : part.m_processes) {
        process.id = m_firsts.strings[indexOf(process.id)];
        process.name = m_firsts.strings[indexOf(process.name)];
        process.labels = m_firsts.strings[indexOf(process.labels)];
        process.part = number;
        m_trace->m_processes.push_back(process);
    }
}

void TraceMerger::appendTracks(const Trace& part)
{
    Trace& trace = *m_trace;
    for (Track track : part.m_tracks) {
        track.process = idAt<ProcessId>(indexOf(track.process) + m_firsts.process);
        track.id = m_firsts.strings[indexOf(track.id)];
        track.name = m_firsts.strings[indexOf(track.name)];
        trace.m_tracks.push_back(track);
    }
    const std::size_t first = trace.m_trackEvents.size();
    appendChanged(trace.m_trackEvents, part.m_trackEvents,
                  [&](EventId event) { return idAt<EventId>(indexOf(event) + m_firsts.event); });
    if (!trace.m_trackEventsAt.empty())
        trace.m_trackEventsAt.pop_back(); // the next one begins there
    appendChanged(trace.m_trackEventsAt, part.m_trackEventsAt,
                  [&](std::uint32_t at) { return at + static_cast<std::uint32_t>(first); });
}

void TraceMerger::appendFlows(const Trace& part)
{
    appendChanged(m_trace->m_flows, part.m_flows, [&](Flow flow) {
        if ((flow.id & kTextIdBit) != 0 && flow.idIsText)
            flow.id = kTextIdBit | indexOf(m_firsts.strings[static_cast<std::size_t>(flow.id & ~kTextIdBit)]);
        if (flow.hasTime)
            flow.atNs += m_firsts.shiftNs;
        flow.offset += m_firsts.byte;
        flow.category = m_firsts.strings[indexOf(flow.category)];
        flow.track = shifted(flow.track);
        return flow;
    });
}

void TraceMerger::appendOthers(const Trace& part)
{
    appendChanged(m_trace->m_metadata, part.m_metadata, [&](MetadataEntry entry) {
        entry.kind = m_firsts.strings[indexOf(entry.kind)];
        entry.process = idAt<ProcessId>(indexOf(entry.process) + m_firsts.process);
        entry.track = shifted(entry.track);
        entry.bytes = shifted(entry.bytes);
        return entry;
    });
    appendChanged(m_trace->m_sliceEnds, part.m_sliceEnds, [&](SliceEnd end) {
        if (end.slice != kNoEvent)
            end.slice = idAt<EventId>(indexOf(end.slice) + m_firsts.event);
        end.track = shifted(end.track);
        end.bytes = shifted(end.bytes);
        if (end.hasTime)
            end.atNs += m_firsts.shiftNs;
        return end;
    });
    appendChanged(m_trace->m_repairs, part.m_repairs, [&](StructureRepair repair) {
        repair.bytes = shifted(repair.bytes);
        return repair;
    });
}

void TraceMerger::appendReport(const LoadReport& report)
{
    for (const Finding& finding : report.findings()) {
        if (finding.firstBytes.empty()) {
            m_trace->m_report.addWithoutPlace(finding.code, finding.message, finding.count);
            continue;
        }
        const std::uint64_t others = finding.firstBytes.size() - 1;
        for (std::size_t i = 0; i < finding.firstBytes.size(); ++i) {
            const std::string example = i < finding.examples.size() ? finding.examples[i] : std::string();
            const std::uint64_t count = i == 0 ? finding.count - std::min(others, finding.count - 1) : 1;
            m_trace->m_report.add(finding.code, finding.message, finding.firstBytes[i] + m_firsts.byte, example, count);
        }
    }
}

Result<std::shared_ptr<const Trace>> TraceMerger::finish(FileTimeNs baseNs)
{
    if (m_isTooLarge)
        return failure(ErrorCode::TooLarge, "the files hold more than 2147483646 events together: open fewer of them");
    m_trace->m_baseNs = baseNs;
    return std::shared_ptr<const Trace>(std::move(m_trace));
}

// All but the ranges of time.
std::shared_ptr<Trace> TraceMerger::copyOf(const Trace& merged)
{
    auto trace = std::make_shared<Trace>();
    trace->m_file = merged.m_file;
    trace->m_parts = merged.m_parts;
    trace->m_header = merged.m_header;
    trace->m_report = merged.m_report;
    for (std::size_t i = 0; i < merged.m_strings.size(); ++i)
        (void)trace->m_strings.intern(merged.m_strings.text(idAt<StringId>(i))); // in order, so ids stay
    trace->m_entryCount = merged.m_entryCount;
    trace->m_entriesByPhase = merged.m_entriesByPhase;
    trace->m_events = merged.m_events;
    trace->m_processes = merged.m_processes;
    trace->m_tracks = merged.m_tracks;
    trace->m_trackEvents = merged.m_trackEvents;
    trace->m_trackEventsAt = merged.m_trackEventsAt;
    trace->m_flows = merged.m_flows;
    trace->m_metadata = merged.m_metadata;
    trace->m_sliceEnds = merged.m_sliceEnds;
    trace->m_repairs = merged.m_repairs;
    return trace;
}

Result<std::shared_ptr<const Trace>> TraceMerger::withShifts(const Trace& merged, std::span<const TimeNs> shiftNs,
                                                             FileTimeNs baseNs, const JobControl& job)
{
    const std::shared_ptr<Trace> trace = copyOf(merged);
    trace->m_baseNs = baseNs;
    std::vector<TimeNs> moveNs;
    for (std::size_t i = 0; i < trace->m_parts.size(); ++i) {
        TracePart& part = trace->m_parts[i];
        moveNs.push_back(shiftNs[i] - part.shiftNs);
        part.shiftNs = shiftNs[i];
        for (std::size_t event = part.firstEvent; event < part.firstEvent + part.eventCount; ++event) {
            if (event % kEventsBetweenStopChecks == 0 && job.stopRequested())
                return JobControl::stopped();
            if ((trace->m_events.flags[event] & kEventHasNoTime) == 0)
                trace->m_events.beginNs[event] += moveNs.back();
        }
        trace->m_fullRange = trace->m_fullRange.united(shiftedBy(part.fullRange, part.shiftNs));
        trace->m_fitRange = trace->m_fitRange.united(shiftedBy(part.fitRange, part.shiftNs));
    }
    const auto moveOf = [&](TrackId track) {
        return track == kNoTrack ? 0 : moveNs[trace->process(trace->track(track).process).part];
    };
    for (Flow& flow : trace->m_flows) {
        if (flow.hasTime)
            flow.atNs += moveOf(flow.track);
    }
    for (SliceEnd& end : trace->m_sliceEnds) {
        if (end.hasTime)
            end.atNs += moveOf(end.track);
    }
    return std::shared_ptr<const Trace>(trace);
}

} // namespace lanescope
