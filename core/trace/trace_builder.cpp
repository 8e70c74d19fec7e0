// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"

#include "core/base/append.h"
#include "core/base/reserve_about.h"

namespace lanescope {

TraceBuilder::TraceBuilder(OpenedFile file) : m_trace(std::make_shared<Trace>())
{
    m_trace->m_file = std::move(file);
}

void TraceBuilder::reserveFor(std::uint64_t entryBytes, std::uint64_t addedBytes)
{
    if (addedBytes == 0)
        return;
    const double scale = static_cast<double>(entryBytes) / static_cast<double>(addedBytes);
    const auto scaled = [&](std::size_t count) { return static_cast<std::size_t>(static_cast<double>(count) * scale); };
    EventColumns& events = m_trace->m_events;
    events.expect(scaled(events.size()), scaled(events.launchArgs.size()), scaled(events.opArgs.size()));
    reserveAbout(m_trace->m_flows, scaled(m_trace->m_flows.size()));
}

ProcessId TraceBuilder::processOf(StringId id)
{
    const auto [known, isNew] = m_processes.try_emplace(id, idAt<ProcessId>(m_trace->m_processes.size()));
    if (isNew)
        m_trace->m_processes.push_back({id, {}, {}, 0, false, std::nullopt, 0});
    return known->second;
}

TrackId TraceBuilder::trackOf(ProcessId process, TrackKind kind, StringId id)
{
    const std::uint64_t key = (static_cast<std::uint64_t>(indexOf(process)) << 32) | indexOf(id);
    auto& tracks = m_tracksByKey[static_cast<std::size_t>(kind)];
    const auto [known, isNew] = tracks.try_emplace(key, idAt<TrackId>(m_trace->m_tracks.size()));
    if (isNew) {
        Track track;
        track.process = process;
        track.kind = kind;
        track.id = id;
        m_trace->m_tracks.push_back(track);
    }
    return known->second;
}

void TraceBuilder::append(const EntryTable& table)
{
    Trace& trace = *m_trace;
    trace.m_entryCount += table.m_entryCount;
    for (std::size_t letter = 0; letter < table.m_entriesByLetter.size(); ++letter) {
        if (table.m_entriesByLetter[letter] != 0)
            trace.m_entriesByPhase[std::string(1, static_cast<char>(letter))] += table.m_entriesByLetter[letter];
    }
    for (const auto& [phase, count] : table.m_entriesByOtherPhase)
        trace.m_entriesByPhase[phase] += count;
    trace.m_report.append(table.m_report);
    appendAll(trace.m_repairs, table.m_repairs);
    if (trace.eventCount() + table.m_events.size() > kMostEvents) {
        m_isTooLarge = true;
        return;
    }
    mapIds(table);
    appendEvents(table.m_events);
    appendFlows(table);
    appendMetadata(table);
    appendBeginsAndEnds(table);
}

void TraceBuilder::mapIds(const EntryTable& table)
{
    Trace& trace = *m_trace;
    m_run.firstEvent = trace.eventCount();
    m_run.firstEnd = trace.m_sliceEnds.size();
    m_run.strings.clear();
    for (std::size_t i = 0; i < table.m_strings.size(); ++i)
        m_run.strings.push_back(trace.m_strings.intern(table.m_strings.text(idAt<StringId>(i))));
    m_run.tracks.clear();
    for (const EntryTable::RunTrack& run : table.m_tracks) {
        const ProcessId processId = processOf(m_run.strings[indexOf(run.process)]);
        const TrackId id = trackOf(processId, run.kind, m_run.strings[indexOf(run.id)]);
        m_run.tracks.push_back(id);
        if (run.gpuWorkCount == 0)
            continue;
        Track& track = trace.m_tracks[indexOf(id)];
        track.gpuWorkCount += run.gpuWorkCount;
        track.kind = TrackKind::GpuStream;
        Process& process = trace.m_processes[indexOf(processId)];
        if (!process.device)
            process.device = run.device;
    }
}

void TraceBuilder::appendEvents(const EventColumns& events)
{
    EventColumns& all = m_trace->m_events;
    const auto firstLaunchRow = static_cast<std::uint32_t>(all.launchArgs.size());
    const auto firstOpRow = static_cast<std::uint32_t>(all.opArgs.size());
    const auto mapString = [&](StringId id) { return m_run.strings[indexOf(id)]; };
    appendAll(all.beginNs, events.beginNs);
    appendAll(all.durationNs, events.durationNs);
    appendChanged(all.name, events.name, mapString);
    appendChanged(all.category, events.category, mapString);
    appendChanged(all.track, events.track, [&](TrackId id) { return m_run.tracks[indexOf(id)]; });
    appendAll(all.offset, events.offset);
    appendAll(all.length, events.length);
    appendChanged(all.argsRow, events.argsRow, [&](std::uint32_t row) {
        if (row == EventColumns::kNoRow)
            return row;
        return row + ((row & EventColumns::kOpArgsBit) != 0 ? firstOpRow : firstLaunchRow);
    });
    appendAll(all.kind, events.kind);
    appendAll(all.flags, events.flags);
    appendAll(all.launchArgs, events.launchArgs);
    appendAll(all.opArgs, events.opArgs);
}

void TraceBuilder::appendFlows(const EntryTable& table)
{
    appendChanged(m_trace->m_flows, table.m_flows, [&](Flow flow) {
        if ((flow.id & kTextIdBit) != 0 && flow.idIsText)
            flow.id = kTextIdBit | indexOf(m_run.strings[static_cast<std::size_t>(flow.id & ~kTextIdBit)]);
        flow.category = m_run.strings[indexOf(flow.category)];
        flow.track = m_run.tracks[indexOf(flow.track)];
        return flow;
    });
}

void TraceBuilder::appendMetadata(const EntryTable& table)
{
    Trace& trace = *m_trace;
    for (const EntryTable::RunMetadata& run : table.m_metadata) {
        MetadataEntry metadata = run.entry;
        metadata.kind = m_run.strings[indexOf(metadata.kind)];
        metadata.track = m_run.tracks[indexOf(metadata.track)];
        Track& track = trace.m_tracks[indexOf(metadata.track)];
        metadata.process = track.process;
        trace.m_metadata.push_back(metadata);

        Process& process = trace.m_processes[indexOf(metadata.process)];
        const StringId text = m_run.strings[indexOf(run.text)];
        const std::string_view kind = trace.text(metadata.kind);
        if (kind == "process_name") {
            process.name = text;
        } else if (kind == "process_labels") {
            process.labels = text;
        } else if (kind == "thread_name") {
            track.name = text;
        } else if (kind == "process_sort_index" && run.sortIndex) {
            process.sortIndex = *run.sortIndex;
            process.hasSortIndex = true;
        } else if (kind == "thread_sort_index" && run.sortIndex) {
            track.sortIndex = *run.sortIndex;
            track.hasSortIndex = true;
        }
    }
}

void TraceBuilder::appendBeginsAndEnds(const EntryTable& table)
{
    for (SliceEnd end : table.m_sliceEnds) {
        end.track = m_run.tracks[indexOf(end.track)];
        m_trace->m_sliceEnds.push_back(end);
    }
    for (BeginEnd half : table.m_beginsAndEnds) {
        half.track = m_run.tracks[indexOf(half.track)];
        half.name = m_run.strings[indexOf(half.name)];
        if (half.side == BeginEnd::Side::Begin)
            half.event = idAt<EventId>(indexOf(half.event) + m_run.firstEvent);
        else
            half.end += static_cast<std::uint32_t>(m_run.firstEnd);
        m_beginsAndEnds.push_back(half);
    }
}

} // namespace lanescope
