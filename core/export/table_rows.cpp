// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_rows.h"

#include "core/load/json_text.h"

#include <charconv>
#include <string>
#include <vector>

namespace lanescope {
namespace {

std::string_view kindName(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Thread:
        return "thread";
    case TrackKind::GpuStream:
        return "gpu_stream";
    case TrackKind::Async:
        return "async";
    case TrackKind::Counter:
        return "counter";
    }
    return "";
}

std::optional<std::int64_t> numberIn(std::string_view text)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return number;
}

std::string fieldsAsJson(const Annotation& annotation)
{
    std::string json = "{";
    for (const AnnotationField& field : annotation.fields()) {
        if (json.size() > 1)
            json += ", ";
        appendJsonString(field.key, json);
        json += ": ";
        json += field.json;
    }
    return json + '}';
}

} // namespace

Result<std::uint64_t> writeTracks(const TableTarget& target)
{
    const Trace& trace = *target.joined.trace;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const TrackId id = idAt<TrackId>(i);
        const Track& track = trace.track(id);
        const Process& process = trace.process(track.process);
        const std::string title = trace.trackTitle(id);
        const TableCell row[] = {
            target.idOf(TableId::Tracks, i),
            target.traceCell(),
            target.rankCell(),
            TableCell::of(kindName(track.kind)),
            TableCell::of(trace.text(process.id)),
            TableCell::orNull(trace.text(process.name)),
            TableCell::of(trace.text(track.id)),
            TableCell::orNull(trace.text(track.name)),
            TableCell::of(title),
            TableCell::orNull(process.device),
            TableCell::of(static_cast<std::int64_t>(trace.trackEvents(id).size())),
        };
        if (auto added = target.sink.addRow(TableId::Tracks, row); !added)
            return failureOf(added);
    }
    return trace.tracks().size();
}

Result<std::uint64_t> writeStreams(const TableTarget& target, const Arrangement& arrangement)
{
    const Trace& trace = *target.joined.trace;
    std::uint64_t count = 0;
    for (const ViewGroup& group : arrangement.groups) {
        for (const ViewTrack& track : group.tracks) {
            if (track.kind != TrackKind::GpuStream)
                continue;
            const Track& source = trace.track(track.source);
            const TableCell row[] = {
                target.idOf(TableId::Streams, count++),
                target.traceCell(),
                target.rankCell(),
                target.idOf(TableId::Tracks, indexOf(track.source)),
                TableCell::orNull(trace.process(source.process).device),
                TableCell::orNull(numberIn(trace.text(source.id))),
                TableCell::of(track.title),
                TableCell::of(source.gpuWorkCount),
                TableCell::of(static_cast<std::int64_t>(track.lanes.size())),
                TableCell::of(track.busyNs),
            };
            if (auto added = target.sink.addRow(TableId::Streams, row); !added)
                return failureOf(added);
        }
    }
    return count;
}

Result<std::uint64_t> writeAnnotations(const TableTarget& target)
{
    if (target.joined.annotations == nullptr)
        return 0;
    const std::span<const Annotation> annotations = target.joined.annotations->annotations();
    for (std::size_t i = 0; i < annotations.size(); ++i) {
        const Annotation& annotation = annotations[i];
        const std::string fields = fieldsAsJson(annotation);
        const TableCell row[] = {
            target.idOf(TableId::Annotations, i),
            target.traceCell(),
            target.rankCell(),
            TableCell::orNull(annotation.title()),
            TableCell::orNull(annotation.modulePath()),
            TableCell::orNull(annotation.phase()),
            TableCell::orNull(annotation.stream()),
            TableCell::of(fields),
        };
        if (auto added = target.sink.addRow(TableId::Annotations, row); !added)
            return failureOf(added);
    }
    return annotations.size();
}

Result<std::uint64_t> writeReplays(const TableTarget& target)
{
    const std::vector<Replay>& replays = target.joined.replays;
    for (std::size_t i = 0; i < replays.size(); ++i) {
        const Replay& replay = replays[i];
        const TableCell row[] = {
            target.idOf(TableId::Replays, i),
            target.traceCell(),
            target.rankCell(),
            TableCell::ofWide(replay.execGraphId),
            TableCell::of(replay.number),
            TableCell::ofWide(replay.correlation),
            TableCell::of(replay.range.beginNs),
            TableCell::of(replay.range.durationNs()),
            TableCell::of(replay.workCount),
            replay.launch == kNoEvent ? TableCell() : target.idOf(TableId::Events, indexOf(replay.launch)),
        };
        if (auto added = target.sink.addRow(TableId::Replays, row); !added)
            return failureOf(added);
    }
    return replays.size();
}

Result<std::uint64_t> writeArrows(const TableTarget& target, const JobControl& job)
{
    const Trace& trace = *target.joined.trace;
    const std::span<const Flow> flows = trace.flows();
    const FlowBindings& bindings = target.joined.flows;
    std::vector<bool> isDrawn(flows.size()); // part of an arrow with both ends
    std::uint64_t count = 0;
    std::string idText;
    const auto addRow = [&](const FlowId* start, const FlowId* end) -> Result<void> {
        const Flow& named = flows[indexOf(start != nullptr ? *start : *end)];
        const auto sliceOf = [&](const FlowId* flow) {
            const EventId slice = flow == nullptr ? kNoEvent : bindings.sliceOf[indexOf(*flow)];
            return slice == kNoEvent ? TableCell() : target.idOf(TableId::Events, indexOf(slice));
        };
        const auto trackOf = [&](const FlowId* flow) {
            const TrackId track = flow == nullptr ? kNoTrack : flows[indexOf(*flow)].track;
            return track == kNoTrack ? TableCell() : target.idOf(TableId::Tracks, indexOf(track));
        };
        const auto timeOf = [&](const FlowId* flow) {
            return flow == nullptr || !flows[indexOf(*flow)].hasTime ? TableCell()
                                                                     : TableCell::of(flows[indexOf(*flow)].atNs);
        };
        const TableCell row[] = {
            target.idOf(TableId::Arrows, count++),
            target.traceCell(),
            target.rankCell(),
            TableCell::of(trace.text(named.category)),
            named.idIsText ? TableCell::of(trace.text(StringId{static_cast<std::uint32_t>(named.id)}))
                           : TableCell::ofWide(named.id),
            sliceOf(start),
            sliceOf(end),
            trackOf(start),
            trackOf(end),
            timeOf(start),
            timeOf(end),
        };
        return target.sink.addRow(TableId::Arrows, row);
    };
    for (const Arrow& arrow : bindings.arrows) {
        isDrawn[indexOf(arrow.start)] = isDrawn[indexOf(arrow.end)] = true;
        if (auto added = addRow(&arrow.start, &arrow.end); !added)
            return failureOf(added);
    }
    for (std::size_t i = 0; i < flows.size() && !job.stopRequested(); ++i) {
        const FlowId id = idAt<FlowId>(i);
        if (isDrawn[i] || flows[i].phase == FlowPhase::Step)
            continue;
        const bool isStart = flows[i].phase == FlowPhase::Start;
        if (auto added = addRow(isStart ? &id : nullptr, isStart ? nullptr : &id); !added)
            return failureOf(added);
    }
    if (job.stopRequested())
        return JobControl::stopped();
    return count;
}

} // namespace lanescope
