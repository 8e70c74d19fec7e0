// SPDX-License-Identifier: Apache-2.0
#include "core/export/lanescope_edits.h"

#include "core/export/raw_member.h"
#include "core/load/decimal_time.h"
#include "core/load/json_cursor.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace lanescope {
namespace {

constexpr std::size_t kEventsPerStopCheck = 0x10000;

} // namespace

LanescopeEdits::LanescopeEdits(const JoinedTrace& joined, const AnnotateOptions& options,
                               const EventSelection& selection, EditList& edits)
    : m_joined(joined), m_trace(*joined.trace), m_options(options), m_selection(selection), m_edits(edits),
      m_lanes(*joined.trace), m_args(joined.annotations.get(), ValueForm::Json), m_stackArgs(joined.provenance.get())
{}

std::optional<std::int64_t> LanescopeEdits::streamOf(EventId e) const
{
    if (const Annotation* annotation = m_joined.annotation(e); annotation != nullptr && annotation->stream())
        return annotation->stream();
    if (m_options.defaultStream && m_trace.isGpuWork(e) && m_trace.launchArgs(e)->graphNodeKey())
        return m_options.defaultStream;
    return std::nullopt;
}

bool LanescopeEdits::moves(EventId e, std::int64_t stream) const
{
    return m_trace.text(m_trace.track(m_trace.track(e)).id) != fmt::to_string(stream);
}

std::optional<std::int64_t> LanescopeEdits::newTidOf(EventId e) const
{
    if (e == kNoEvent || !m_trace.isGpuWork(e))
        return std::nullopt;
    if (const auto tid = m_lanes.tidOf(e))
        return tid;
    const auto stream = streamOf(e);
    return stream && moves(e, *stream) ? stream : std::nullopt;
}

Result<void> LanescopeEdits::collect(const JobControl& job)
{
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        m_workLeft.push_back(track.gpuWorkCount);
        if (track.kind == TrackKind::Thread || track.kind == TrackKind::GpuStream)
            m_streams.emplace(std::pair(track.process, std::string(m_trace.text(track.id))), idAt<TrackId>(i));
    }
    if (m_options.lanes == OverlapLanes::OwnStreams)
        splitLanes();
    if (auto collected = collectWork(job); !collected)
        return collected;
    findEmptyStreams();
    collectAnnotationCopies();
    collectFlows();
    collectSliceEnds();
    return collectNames();
}

void LanescopeEdits::splitLanes()
{
    for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (!m_trace.isGpuWork(e) || m_trace.hasFlag(e, kEventHasNoTime) || !m_selection.keeps(e))
            continue;
        const auto stream = streamOf(e);
        m_lanes.add(e,
                    stream ? fmt::to_string(*stream) : std::string(m_trace.text(m_trace.track(m_trace.track(e)).id)));
    }
    m_lanes.pack();
    m_counts.split = m_lanes.workCount();
}

Result<void> LanescopeEdits::collectWork(const JobControl& job)
{
    for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
        if (i % kEventsPerStopCheck == 0 && job.stopRequested())
            return JobControl::stopped();
        const auto e = idAt<EventId>(i);
        if (!m_trace.isGpuWork(e))
            continue;
        const bool isAnnotated = m_joined.annotation(e) != nullptr;
        const auto stream = streamOf(e);
        const bool isMoved = stream && moves(e, *stream);
        if (isMoved)
            --m_workLeft[indexOf(m_trace.track(e))];
        if (!m_selection.keeps(e))
            continue;
        const bool hasStack = m_stackArgs.hasStack(m_trace, e);
        m_counts.annotated += isAnnotated ? 1 : 0;
        m_counts.withStack += hasStack ? 1 : 0;
        if (isAnnotated || hasStack || stream || m_lanes.tidOf(e))
            m_edits.change({TraceTable::Events, static_cast<std::uint32_t>(i)});
        if (isMoved) {
            ++m_counts.moved;
            noteArrival(e, *stream);
        }
    }
    return {};
}

void LanescopeEdits::noteArrival(EventId e, std::int64_t stream)
{
    const ProcessId process = m_trace.track(m_trace.track(e)).process;
    const auto known = m_streams.find({process, fmt::to_string(stream)});
    if (known != m_streams.end()) {
        ++m_workLeft[indexOf(known->second)];
        if (m_trace.track(known->second).name != kEmptyString)
            return;
    }
    NewStream& added = m_newStreams[{process, stream}];
    if (added.firstWork == kNoEvent)
        added.firstWork = e;
    const Annotation* annotation = m_joined.annotation(e);
    for (const std::string_view key : {"Process Group Name", "Process Group Description"}) {
        if (added.name.empty() && annotation != nullptr)
            added.name = annotation->text(key).value_or("");
    }
}

void LanescopeEdits::findEmptyStreams()
{
    m_isEmptied.assign(m_trace.tracks().size(), 0);
    for (std::size_t i = 0; i < m_trace.tracks().size(); ++i) {
        const Track& track = m_trace.tracks()[i];
        const bool isStream = track.kind == TrackKind::GpuStream ||
                              (track.kind == TrackKind::Thread && m_trace.process(track.process).device &&
                               m_trace.trackEvents(idAt<TrackId>(i)).empty());
        m_isEmptied[i] = isStream && m_workLeft[i] == 0 ? 1 : 0;
    }
}

void LanescopeEdits::collectAnnotationCopies()
{
    const auto category = m_trace.strings().find("gpu_user_annotation");
    if (!category)
        return;
    for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (m_trace.categoryId(e) != *category || m_isEmptied[indexOf(m_trace.track(e))] == 0)
            continue;
        m_edits.remove({TraceTable::Events, static_cast<std::uint32_t>(i)});
        m_counts.removed += m_selection.keeps(e) ? 1 : 0;
        m_isRemoved.resize(m_trace.eventCount(), 0);
        m_isRemoved[i] = 1;
    }
}

void LanescopeEdits::collectFlows()
{
    const auto launchCategory = m_trace.strings().find("ac2g");
    for (std::size_t i = 0; i < m_trace.flows().size(); ++i) {
        const Flow& flow = m_trace.flows()[i];
        const EntryRef entry{TraceTable::Flows, static_cast<std::uint32_t>(i)};
        if (newTidOf(m_joined.flows.sliceOf[i])) {
            m_edits.change(entry);
        } else if (launchCategory && flow.category == *launchCategory && flow.phase == FlowPhase::End &&
                   m_isEmptied[indexOf(flow.track)] != 0) {
            m_edits.remove(entry);
            m_counts.removed += m_selection.keepsFlow(i) ? 1 : 0;
        }
    }
}

void LanescopeEdits::collectSliceEnds()
{
    for (std::size_t i = 0; i < m_trace.sliceEnds().size(); ++i) {
        const EventId slice = m_trace.sliceEnds()[i].slice;
        const EntryRef entry{TraceTable::SliceEnds, static_cast<std::uint32_t>(i)};
        if (newTidOf(slice))
            m_edits.change(entry);
        else if (slice != kNoEvent && !m_isRemoved.empty() && m_isRemoved[indexOf(slice)] != 0)
            m_edits.remove(entry);
    }
}

Result<void> LanescopeEdits::addNames(EventId work, std::int64_t tid, std::string_view name,
                                      std::optional<std::int64_t> sortIndex)
{
    const auto text = m_trace.file().content->text(m_trace.bytes(work));
    if (!text)
        return failureOf(text);
    // As the device's work spells it: number or text.
    std::string pid(rawMember(*text, "pid"));
    pid = pid.empty() ? "0" : strictJson(pid);
    std::string nameJson;
    appendJsonString(name, nameJson);
    m_edits.addEntry(fmt::format(
        R"({{"ph": "M", "name": "thread_name", "pid": {}, "tid": {}, "args": {{"name": {}}}}})", pid, tid, nameJson));
    if (sortIndex)
        m_edits.addEntry(fmt::format(
            R"({{"ph": "M", "name": "thread_sort_index", "pid": {}, "tid": {}, "args": {{"sort_index": {}}}}})", pid,
            tid, *sortIndex));
    return {};
}

std::string LanescopeEdits::laneTitle(const LaneStreams::Lane& lane) const
{
    std::string title;
    if (const auto known = m_streams.find({lane.process, lane.stream}); known != m_streams.end())
        title = m_trace.text(m_trace.track(known->second).name);
    if (const auto number = parseSigned(lane.stream); number && title.empty()) {
        if (const auto added = m_newStreams.find({lane.process, *number}); added != m_newStreams.end())
            title = added->second.name;
    }
    title.erase(title.find_last_not_of(' ') + 1); // kineto's "stream 7 "
    if (title.empty())
        title = "stream " + lane.stream;
    return fmt::format("{} lane {}", title, lane.lane);
}

Result<void> LanescopeEdits::collectNames()
{
    for (const auto& [key, added] : m_newStreams) {
        const auto& [process, stream] = key;
        const auto known = m_streams.find({process, fmt::to_string(stream)});
        const bool isSorted = known != m_streams.end() && m_trace.track(known->second).hasSortIndex;
        if (auto named =
                addNames(added.firstWork, stream, added.name.empty() ? fmt::format("stream {}", stream) : added.name,
                         isSorted ? std::nullopt : std::optional(stream));
            !named)
            return named;
    }
    for (const LaneStreams::Lane& lane : m_lanes.lanes()) {
        // With the sort index of their stream, lanes stand right below it.
        std::optional<std::int64_t> sortIndex = parseSigned(lane.stream);
        const auto known = m_streams.find({lane.process, lane.stream});
        if (known != m_streams.end() && m_trace.track(known->second).hasSortIndex)
            sortIndex = m_trace.track(known->second).sortIndex;
        if (auto named = addNames(lane.firstWork, lane.tid, laneTitle(lane), sortIndex); !named)
            return named;
    }
    return {};
}

std::span<const ArgChange> LanescopeEdits::argsOf(EventId e)
{
    const std::uint32_t position = m_joined.annotationOf[m_trace.launchRow(e)];
    const auto annotation = position == JoinedTrace::kNone ? std::span<const ArgChange>() : m_args.of(position);
    const auto stack = m_stackArgs.of(m_trace, e);
    if (stack.empty() || annotation.empty())
        return stack.empty() ? annotation : stack;
    m_allArgs.assign(annotation.begin(), annotation.end());
    for (const ArgChange& arg : stack) {
        const bool isAnnotated = std::any_of(annotation.begin(), annotation.end(),
                                             [&arg](const ArgChange& own) { return own.key == arg.key; });
        if (!isAnnotated)
            m_allArgs.push_back(arg);
    }
    return m_allArgs;
}

void LanescopeEdits::change(EntryRef entry, std::string_view text, std::string& out)
{
    EventId slice = idAt<EventId>(entry.index);
    if (entry.table == TraceTable::Flows)
        slice = m_joined.flows.sliceOf[entry.index];
    else if (entry.table == TraceTable::SliceEnds)
        slice = m_trace.sliceEnds()[entry.index].slice;
    const auto stream = streamOf(slice);
    const bool isMoved = stream && moves(slice, *stream);
    m_number = stream ? fmt::to_string(*stream) : std::string();
    EventChange change;
    if (const auto lane = m_lanes.tidOf(slice)) {
        m_laneNumber = fmt::to_string(*lane);
        change.tidJson = m_laneNumber;
    } else if (isMoved) {
        change.tidJson = m_number;
    }
    if (entry.table == TraceTable::Events) {
        change.args = argsOf(slice);
        change.streamJson = m_number;
        change.recordsOriginalStream = isMoved;
    }
    m_rewrite.apply(text, change, out);
}

} // namespace lanescope
