// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace lanescope {
namespace {

constexpr std::uint32_t kOpArgsBit = 0x80000000;
constexpr std::uint64_t kTextIdBit = std::uint64_t{1} << 63;

std::optional<std::uint64_t> decimalId(std::string_view text)
{
    if (text.empty() || text.size() > 20 || text.find_first_not_of("0123456789") != std::string_view::npos)
        return std::nullopt;
    std::uint64_t value = 0;
    for (const char c : text) {
        const auto digit = static_cast<std::uint64_t>(c - '0');
        if (value > (UINT64_MAX - digit) / 10)
            return std::nullopt;
        value = value * 10 + digit;
    }
    return value;
}

// The letters of the trace event format. Old asynchronous events (S, T, p, F) are read as their successors.
struct PhaseMeaning {
    enum class Role { Slice, Begin, End, Instant, Counter, Metadata, FlowStart, FlowStep, FlowEnd, Other, Unknown };
    Role role;
    bool isAsync;
};

PhaseMeaning meaningOf(const ParsedEntry& entry)
{
    using Role = PhaseMeaning::Role;
    if (entry.phase.empty()) {
        const bool isSlice =
            entry.begin.state == ParsedTime::State::Good && entry.duration.state != ParsedTime::State::Missing;
        return {isSlice ? Role::Slice : Role::Other, false};
    }
    if (entry.phase.size() != 1)
        return {Role::Unknown, false};
    switch (entry.phase[0]) {
    case 'X':
        return {Role::Slice, false};
    case 'B':
        return {Role::Begin, false};
    case 'E':
        return {Role::End, false};
    case 'i':
    case 'I':
    case 'R':
        return {Role::Instant, false};
    case 'C':
        return {Role::Counter, false};
    case 'M':
        return {Role::Metadata, false};
    case 's':
        return {Role::FlowStart, false};
    case 't':
        return {Role::FlowStep, false};
    case 'f':
        return {Role::FlowEnd, false};
    case 'b':
    case 'S':
        return {Role::Begin, true};
    case 'e':
    case 'F':
        return {Role::End, true};
    case 'n':
    case 'T':
    case 'p':
        return {Role::Instant, true};
    case 'N':
    case 'O':
    case 'D':
    case 'P':
    case 'v':
    case 'V':
    case 'c':
    case '(':
    case ')':
        return {Role::Other, false};
    default:
        return {Role::Unknown, false};
    }
}

} // namespace

TraceBuilder::TraceBuilder(OpenedFile file) : m_trace(std::make_shared<Trace>())
{
    m_trace->m_file = std::move(file);
    StringTable& strings = m_trace->m_strings;
    static constexpr std::array<std::string_view, 6> kWork = {"kernel", "gpu_memcpy", "gpu_memset",
                                                              "Kernel", "Memcpy",     "Memset"};
    for (std::size_t i = 0; i < kWork.size(); ++i)
        m_workCategories[i] = strings.intern(kWork[i]);
    m_annotationCategory = strings.intern("gpu_user_annotation");
}

void TraceBuilder::add(const ParsedEntry& entry)
{
    using Role = PhaseMeaning::Role;
    Trace& trace = *m_trace;
    ++trace.m_entryCount;
    ++trace.m_entriesByPhase[std::string(entry.phase)];
    const PhaseMeaning meaning = meaningOf(entry);
    switch (meaning.role) {
    case Role::Metadata:
        addMetadata(entry);
        return;
    case Role::FlowStart:
        addFlow(entry, FlowPhase::Start);
        return;
    case Role::FlowStep:
        addFlow(entry, FlowPhase::Step);
        return;
    case Role::FlowEnd:
        addFlow(entry, FlowPhase::End);
        return;
    default:
        break;
    }
    if (trace.eventCount() >= kMostEvents)
        return; // finish() refuses
    const TrackId track = meaning.isAsync                 ? asyncTrackOf(entry)
                          : meaning.role == Role::Counter ? counterTrackOf(entry)
                                                          : threadTrackOf(entry);
    switch (meaning.role) {
    case Role::Begin:
        addBeginOrEnd(entry, BeginEnd::Side::Begin, track);
        return;
    case Role::End:
        addBeginOrEnd(entry, BeginEnd::Side::End, track);
        return;
    case Role::Slice:
        checkTimes(entry, true);
        addEvent(entry, EventKind::Slice, track);
        return;
    case Role::Instant:
        checkTimes(entry, true);
        addEvent(entry, EventKind::Instant, track);
        return;
    case Role::Counter:
        checkTimes(entry, true);
        addEvent(entry, EventKind::Counter, track);
        return;
    case Role::Unknown:
        report().add("unknown-phase",
                     fmt::format("event phase \"{}\" is not known; the event is kept but not drawn", entry.phase),
                     entry.bytes.offset, entry.name);
        [[fallthrough]];
    default:
        checkTimes(entry, false);
        addEvent(entry, EventKind::Other, track);
    }
}

void TraceBuilder::checkTimes(const ParsedEntry& entry, bool needsTime)
{
    using State = ParsedTime::State;
    const auto note = [&](std::string_view code, std::string_view message) {
        report().add(code, message, entry.bytes.offset, entry.name);
    };
    if (entry.begin.state == State::OutOfRange || entry.duration.state == State::OutOfRange)
        note("time-out-of-range", "a time or duration is beyond what can be placed; it is left off the time axis");
    else if (needsTime && entry.begin.state == State::Missing)
        note("time-missing", "an event has no ts; it is kept but not drawn");
    else if (entry.begin.state == State::NotANumber || entry.duration.state == State::NotANumber)
        note("time-not-a-number",
             "a ts or dur is not a number; without ts an event is not drawn, without dur it has length 0");
    if (entry.duration.state == State::Good && entry.duration.ns < 0)
        note("negative-duration", "a duration is negative; the event is drawn with length 0 at its ts");
}

EventId TraceBuilder::addEvent(const ParsedEntry& entry, EventKind kind, TrackId track)
{
    Trace& trace = *m_trace;
    const auto id = idAt<EventId>(trace.eventCount());
    const StringId category = trace.m_strings.intern(entry.category);
    const bool hasTime = entry.begin.state == ParsedTime::State::Good;
    const bool hasDuration = entry.duration.state == ParsedTime::State::Good && entry.duration.ns >= 0;
    const bool isWork = kind == EventKind::Slice &&
                        std::find(m_workCategories.begin(), m_workCategories.end(), category) != m_workCategories.end();
    std::uint8_t flags = 0;
    flags |= entry.needsRepair ? kEventNeedsRepair : 0;
    flags |= hasTime ? 0 : kEventHasNoTime;
    flags |= kind == EventKind::Slice && !hasDuration ? kEventDurationUnknown : 0;
    flags |= isWork ? kEventIsGpuWork : 0;
    trace.m_beginNs.push_back(hasTime ? entry.begin.ns : 0);
    trace.m_durationNs.push_back(kind == EventKind::Slice && hasDuration ? entry.duration.ns : 0);
    trace.m_name.push_back(trace.m_strings.intern(entry.name));
    trace.m_category.push_back(category);
    trace.m_track.push_back(track);
    trace.m_offset.push_back(entry.bytes.offset);
    trace.m_length.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.bytes.length, UINT32_MAX)));
    trace.m_argsRow.push_back(argsRowFor(entry, isWork));
    trace.m_kind.push_back(kind);
    trace.m_flags.push_back(flags);

    Track& home = trace.m_tracks[indexOf(track)];
    if (isWork) {
        ++home.gpuWorkCount;
        home.kind = TrackKind::GpuStream;
        Process& process = trace.m_processes[indexOf(home.process)];
        if (!process.device && entry.launch.has(LaunchArgs::Device))
            process.device = entry.launch.device;
    }
    return id;
}

std::uint32_t TraceBuilder::argsRowFor(const ParsedEntry& entry, bool isGpuWork)
{
    Trace& trace = *m_trace;
    constexpr auto kLaunchFields = LaunchArgs::Correlation | LaunchArgs::GraphId | LaunchArgs::GraphNodeId;
    if (isGpuWork || (entry.launch.present & kLaunchFields) != 0) {
        trace.m_launchArgs.push_back(entry.launch);
        return static_cast<std::uint32_t>(trace.m_launchArgs.size() - 1);
    }
    if (entry.op.present == 0)
        return Trace::kNoRow;
    trace.m_opArgs.push_back(entry.op);
    return static_cast<std::uint32_t>(trace.m_opArgs.size() - 1) | kOpArgsBit;
}

void TraceBuilder::addFlow(const ParsedEntry& entry, FlowPhase phase)
{
    checkTimes(entry, true);
    Flow flow;
    if (entry.id.isPresent) {
        const auto number = decimalId(entry.id.text);
        flow.id = number ? *number
                         : kTextIdBit | static_cast<std::uint64_t>(indexOf(m_trace->m_strings.intern(entry.id.text)));
    } else {
        report().add("flow-without-id", "an arrow's end has no id; it is taken as id 0", entry.bytes.offset,
                     entry.name);
    }
    flow.atNs = entry.begin.ns;
    flow.hasTime = entry.begin.state == ParsedTime::State::Good;
    flow.offset = entry.bytes.offset;
    flow.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.bytes.length, UINT32_MAX));
    flow.category = m_trace->m_strings.intern(entry.category);
    flow.track = threadTrackOf(entry);
    flow.phase = phase;
    flow.bindsToEnclosing = entry.bindsToEnclosing;
    flow.needsRepair = entry.needsRepair;
    m_trace->m_flows.push_back(flow);
}

void TraceBuilder::addMetadata(const ParsedEntry& entry)
{
    Trace& trace = *m_trace;
    MetadataEntry metadata;
    metadata.kind = trace.m_strings.intern(entry.name);
    metadata.track = threadTrackOf(entry);
    metadata.process = trace.m_tracks[indexOf(metadata.track)].process;
    metadata.bytes = entry.bytes;
    metadata.needsRepair = entry.needsRepair;
    trace.m_metadata.push_back(metadata);

    Process& process = trace.m_processes[indexOf(metadata.process)];
    Track& track = trace.m_tracks[indexOf(metadata.track)];
    if (entry.name == "process_name") {
        process.name = trace.m_strings.intern(entry.metadataText);
    } else if (entry.name == "process_labels") {
        process.labels = trace.m_strings.intern(entry.metadataText);
    } else if (entry.name == "thread_name") {
        track.name = trace.m_strings.intern(entry.metadataText);
    } else if (entry.name == "process_sort_index" && entry.metadataSortIndex) {
        process.sortIndex = *entry.metadataSortIndex;
        process.hasSortIndex = true;
    } else if (entry.name == "thread_sort_index" && entry.metadataSortIndex) {
        track.sortIndex = *entry.metadataSortIndex;
        track.hasSortIndex = true;
    }
}

void TraceBuilder::addBeginOrEnd(const ParsedEntry& entry, BeginEnd::Side side, TrackId track)
{
    checkTimes(entry, true);
    Trace& trace = *m_trace;
    BeginEnd half;
    half.side = side;
    half.track = track;
    half.name = trace.m_strings.intern(entry.name);
    half.atNs = entry.begin.ns;
    if (side == BeginEnd::Side::Begin) {
        half.event = addEvent(entry, EventKind::Slice, track);
    } else {
        half.end = static_cast<std::uint32_t>(trace.m_sliceEnds.size());
        trace.m_sliceEnds.push_back({kNoEvent, track, entry.bytes, entry.begin.ns,
                                     entry.begin.state == ParsedTime::State::Good, entry.needsRepair});
    }
    if (entry.begin.state == ParsedTime::State::Good)
        m_beginsAndEnds.push_back(half);
}

ProcessId TraceBuilder::processOf(const ParsedId& id)
{
    // An entry without a pid belongs to process 0.
    const StringId text = m_trace->m_strings.intern(id.isPresent ? id.text : std::string_view("0"));
    const auto [known, isNew] = m_processes.try_emplace(text, idAt<ProcessId>(m_trace->m_processes.size()));
    if (isNew)
        m_trace->m_processes.push_back({text, {}, {}, 0, false, std::nullopt});
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

TrackId TraceBuilder::threadTrackOf(const ParsedEntry& entry)
{
    const std::string_view process = entry.process.isPresent ? entry.process.text : std::string_view("0");
    const std::string_view thread = entry.thread.isPresent ? entry.thread.text : std::string_view("0");
    if (m_lastTrack != kNoTrack && process == m_lastProcessText && thread == m_lastThreadText)
        return m_lastTrack;
    m_lastTrack = trackOf(processOf(entry.process), TrackKind::Thread, m_trace->m_strings.intern(thread));
    m_lastProcessText = process;
    m_lastThreadText = thread;
    return m_lastTrack;
}

TrackId TraceBuilder::asyncTrackOf(const ParsedEntry& entry)
{
    m_key = fmt::format("{} {}{}{}", entry.category, entry.scope, entry.scope.empty() ? "" : " ", entry.id.text);
    return trackOf(processOf(entry.process), TrackKind::Async, m_trace->m_strings.intern(m_key));
}

TrackId TraceBuilder::counterTrackOf(const ParsedEntry& entry)
{
    return trackOf(processOf(entry.process), TrackKind::Counter, m_trace->m_strings.intern(entry.name));
}

} // namespace lanescope
