// SPDX-License-Identifier: Apache-2.0
#include "core/trace/entry_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace lanescope {
namespace {

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

// An entry without a pid belongs to process 0.
std::string_view processTextOf(const ParsedEntry& entry)
{
    return entry.process.isPresent ? entry.process.text : std::string_view("0");
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

EntryTable::EntryTable()
{
    internCategories();
}

void EntryTable::internCategories()
{
    static constexpr std::array<std::string_view, 6> kWork = {"kernel", "gpu_memcpy", "gpu_memset",
                                                              "Kernel", "Memcpy",     "Memset"};
    for (std::size_t i = 0; i < kWork.size(); ++i)
        m_workCategories[i] = m_strings.intern(kWork[i]);
}

void EntryTable::clear()
{
    m_strings.clear();
    m_events.clear();
    m_flows.clear();
    m_metadata.clear();
    m_sliceEnds.clear();
    m_beginsAndEnds.clear();
    m_tracks.clear();
    m_report = {};
    m_repairs.clear();
    m_entryCount = 0;
    m_entriesByLetter.fill(0);
    m_entriesByOtherPhase.clear();
    for (auto& tracks : m_tracksByKey)
        tracks.clear();
    m_lastTrack = kNoTrack;
    internCategories();
}

void EntryTable::add(const ParsedEntry& entry)
{
    using Role = PhaseMeaning::Role;
    ++m_entryCount;
    if (entry.phase.size() == 1)
        ++m_entriesByLetter[static_cast<unsigned char>(entry.phase[0])];
    else
        ++m_entriesByOtherPhase[std::string(entry.phase)];
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
        if (entry.duration.state == ParsedTime::State::Missing)
            report().add("duration-missing", "a slice has no dur; it has length 0", entry.bytes.offset, entry.name);
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
        report().add(
            "unknown-phase",
            fmt::format("event phase \"{}\" is not known; the event is kept but not drawn", beginningOf(entry.phase)),
            entry.bytes.offset, entry.name);
        [[fallthrough]];
    default:
        // Some profilers end their list with an empty entry.
        if (entry.phase.empty() && (!entry.name.empty() || entry.begin.state != ParsedTime::State::Missing))
            report().add("phase-missing", "an event has no ph; it is kept but not drawn", entry.bytes.offset,
                         entry.name);
        checkTimes(entry, false);
        addEvent(entry, EventKind::Other, track);
    }
}

void EntryTable::checkTimes(const ParsedEntry& entry, bool needsTime)
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

EventId EntryTable::addEvent(const ParsedEntry& entry, EventKind kind, TrackId track)
{
    const auto id = idAt<EventId>(m_events.size());
    const StringId category = m_strings.intern(entry.category);
    const bool hasTime = entry.begin.state == ParsedTime::State::Good;
    const bool hasDuration = entry.duration.state == ParsedTime::State::Good && entry.duration.ns >= 0;
    const bool isWork = kind == EventKind::Slice &&
                        std::find(m_workCategories.begin(), m_workCategories.end(), category) != m_workCategories.end();
    std::uint8_t flags = 0;
    flags |= entry.needsRepair ? kEventNeedsRepair : 0;
    flags |= hasTime ? 0 : kEventHasNoTime;
    flags |= kind == EventKind::Slice && !hasDuration ? kEventDurationUnknown : 0;
    flags |= isWork ? kEventIsGpuWork : 0;
    m_events.beginNs.push_back(hasTime ? entry.begin.ns : 0);
    m_events.durationNs.push_back(kind == EventKind::Slice && hasDuration ? entry.duration.ns : 0);
    m_events.name.push_back(m_strings.intern(entry.name));
    m_events.category.push_back(category);
    m_events.track.push_back(track);
    m_events.offset.push_back(entry.bytes.offset);
    m_events.length.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.bytes.length, UINT32_MAX)));
    m_events.argsRow.push_back(argsRowFor(entry, isWork));
    m_events.kind.push_back(kind);
    m_events.flags.push_back(flags);

    if (isWork) {
        RunTrack& home = m_tracks[indexOf(track)];
        ++home.gpuWorkCount;
        if (!home.device && entry.launch.has(LaunchArgs::Device))
            home.device = entry.launch.device;
    }
    return id;
}

std::uint32_t EntryTable::argsRowFor(const ParsedEntry& entry, bool isGpuWork)
{
    constexpr auto kLaunchFields = LaunchArgs::Correlation | LaunchArgs::GraphId | LaunchArgs::GraphNodeId;
    if (isGpuWork || (entry.launch.present & kLaunchFields) != 0) {
        m_events.launchArgs.push_back(entry.launch);
        return static_cast<std::uint32_t>(m_events.launchArgs.size() - 1);
    }
    if (entry.op.present == 0)
        return EventColumns::kNoRow;
    m_events.opArgs.push_back(entry.op);
    return static_cast<std::uint32_t>(m_events.opArgs.size() - 1) | EventColumns::kOpArgsBit;
}

void EntryTable::addFlow(const ParsedEntry& entry, FlowPhase phase)
{
    checkTimes(entry, true);
    Flow flow;
    if (entry.id.isPresent) {
        const auto number = decimalId(entry.id.text);
        flow.idIsText = !number;
        flow.id = number ? *number : kTextIdBit | indexOf(m_strings.intern(entry.id.text));
    } else {
        report().add("flow-without-id", "an arrow's end has no id; it is taken as id 0", entry.bytes.offset,
                     entry.name);
    }
    flow.atNs = entry.begin.ns;
    flow.hasTime = entry.begin.state == ParsedTime::State::Good;
    flow.offset = entry.bytes.offset;
    flow.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(entry.bytes.length, UINT32_MAX));
    flow.category = m_strings.intern(entry.category);
    flow.track = threadTrackOf(entry);
    flow.phase = phase;
    flow.bindsToEnclosing = entry.bindsToEnclosing;
    flow.needsRepair = entry.needsRepair;
    m_flows.push_back(flow);
}

void EntryTable::addMetadata(const ParsedEntry& entry)
{
    RunMetadata metadata;
    metadata.entry.kind = m_strings.intern(entry.name);
    metadata.entry.track = threadTrackOf(entry);
    metadata.entry.bytes = entry.bytes;
    metadata.entry.needsRepair = entry.needsRepair;
    metadata.text = m_strings.intern(entry.metadataText);
    metadata.sortIndex = entry.metadataSortIndex;
    m_metadata.push_back(metadata);
}

void EntryTable::addBeginOrEnd(const ParsedEntry& entry, BeginEnd::Side side, TrackId track)
{
    checkTimes(entry, true);
    BeginEnd half;
    half.side = side;
    half.track = track;
    half.name = m_strings.intern(entry.name);
    half.atNs = entry.begin.ns;
    if (side == BeginEnd::Side::Begin) {
        half.event = addEvent(entry, EventKind::Slice, track);
    } else {
        half.end = static_cast<std::uint32_t>(m_sliceEnds.size());
        m_sliceEnds.push_back({kNoEvent, track, entry.bytes, entry.begin.ns,
                               entry.begin.state == ParsedTime::State::Good, entry.needsRepair});
    }
    if (entry.begin.state == ParsedTime::State::Good)
        m_beginsAndEnds.push_back(half);
}

TrackId EntryTable::trackOf(StringId process, TrackKind kind, StringId id)
{
    const std::uint64_t key = (static_cast<std::uint64_t>(indexOf(process)) << 32) | indexOf(id);
    auto& tracks = m_tracksByKey[static_cast<std::size_t>(kind)];
    const auto [known, isNew] = tracks.try_emplace(key, idAt<TrackId>(m_tracks.size()));
    if (isNew)
        m_tracks.push_back({process, kind, id, 0, std::nullopt});
    return known->second;
}

TrackId EntryTable::threadTrackOf(const ParsedEntry& entry)
{
    const std::string_view process = processTextOf(entry);
    const std::string_view thread = entry.thread.isPresent ? entry.thread.text : std::string_view("0");
    if (m_lastTrack != kNoTrack && process == m_lastProcessText && thread == m_lastThreadText)
        return m_lastTrack;
    m_lastTrack = trackOf(m_strings.intern(process), TrackKind::Thread, m_strings.intern(thread));
    m_lastProcessText = process;
    m_lastThreadText = thread;
    return m_lastTrack;
}

TrackId EntryTable::asyncTrackOf(const ParsedEntry& entry)
{
    m_key = fmt::format("{} {}{}{}", entry.category, entry.scope, entry.scope.empty() ? "" : " ", entry.id.text);
    return trackOf(m_strings.intern(processTextOf(entry)), TrackKind::Async, m_strings.intern(m_key));
}

TrackId EntryTable::counterTrackOf(const ParsedEntry& entry)
{
    return trackOf(m_strings.intern(processTextOf(entry)), TrackKind::Counter, m_strings.intern(entry.name));
}

} // namespace lanescope
