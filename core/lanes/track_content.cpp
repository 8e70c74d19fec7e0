// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/track_content.h"

#include "core/join/event_args.h"
#include "core/lanes/pack_lanes.h"
#include "core/load/json_text.h"

#include <algorithm>
#include <iterator>
#include <tuple>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 65536;

void sortForDisplay(const Trace& trace, std::vector<EventId>& events)
{
    std::ranges::sort(events, {}, [&](EventId e) { return std::tuple(trace.beginNs(e), -trace.durationNs(e), e); });
}

// Appends one row for each lane that `Placer` gives. False when stopped.
template<typename Placer>
bool appendLanes(const Trace& trace, std::span<const EventId> events, const JobControl& job, std::vector<LaneRow>& rows)
{
    Placer placer;
    std::vector<std::uint32_t> laneOf;
    std::vector<std::size_t> counts;
    laneOf.reserve(events.size());
    for (const EventId event : events) {
        if (laneOf.size() % kEventsBetweenStopChecks == 0 && job.stopRequested())
            return false;
        const std::uint32_t lane = placer.place({trace.beginNs(event), trace.endNs(event)});
        if (lane >= counts.size())
            counts.resize(std::size_t{lane} + 1);
        ++counts[lane];
        laneOf.push_back(lane);
    }
    std::vector<std::vector<EventId>> lanes(counts.size());
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
        lanes[lane].reserve(counts[lane]);
    for (std::size_t i = 0; i < events.size(); ++i)
        lanes[laneOf[i]].push_back(events[i]);
    rows.reserve(rows.size() + lanes.size());
    for (std::vector<EventId>& lane : lanes) {
        if (job.stopRequested())
            return false;
        rows.emplace_back(trace, std::move(lane));
    }
    return true;
}

// Length of the union of events that come by begin.
TimeNs coveredNs(const Trace& trace, std::span<const EventId> events)
{
    TimeNs covered = 0;
    std::optional<TimeNs> end;
    for (const EventId event : events) {
        const TimeNs begin = end ? std::max(*end, trace.beginNs(event)) : trace.beginNs(event);
        if (trace.endNs(event) > begin)
            covered += trace.endNs(event) - begin;
        end = std::max(begin, trace.endNs(event));
    }
    return covered;
}

// The process group that work communicates in; empty when nothing tells. Only NCCL's kernels are asked for their args,
// which are in the file: reading those of all work would take as long as loading it.
std::string processGroupOf(const Trace& trace, EventId work, const Annotation* annotation)
{
    constexpr std::string_view kKey = "Process Group Name";
    if (annotation != nullptr) {
        if (const auto group = annotation->text(kKey); group && !group->empty())
            return *group;
    }
    if (trace.name(work).find("nccl") == std::string_view::npos)
        return {};
    const Result<std::string> text = trace.file().content->text(trace.bytes(work));
    if (!text)
        return {}; // it stays where it was recorded
    for (const AnnotationField& arg : argsOfEvent(*text)) {
        if (arg.key != kKey)
            continue;
        if (arg.json.size() < 2 || arg.json.front() != '"')
            return arg.json;
        std::string name;
        decodeJsonString(std::string_view(arg.json).substr(1, arg.json.size() - 2), name);
        return name;
    }
    return {};
}

} // namespace

WorkPlacement::WorkPlacement(const JoinedTrace& joined, TrackView view) : m_joined(joined), m_view(view)
{
    if (view == TrackView::Recorded || (!joined.annotations && view != TrackView::ByProcessGroup))
        return;
    if (view == TrackView::ByRegion || view == TrackView::ByProcessGroup)
        nameWork();
    const Trace& trace = *joined.trace;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        if (!trace.isGpuWork(event))
            continue;
        const std::optional<std::int64_t> stream = wantedStream(event);
        if (!stream)
            continue;
        const Target& target = targetOf(trace.track(trace.track(event)).process, *stream);
        if (target.track != kNoTrack) {
            if (target.track != trace.track(event))
                m_moved[target.track].push_back(event);
            continue;
        }
        AddedStream& added = m_added[target.added];
        added.work.push_back(event);
        const Annotation* annotation = view == TrackView::Annotated ? joined.annotation(event) : nullptr;
        const auto group = annotation != nullptr ? annotation->text("Process Group Name") : std::nullopt;
        if (group && !group->empty() && std::ranges::find(added.groups, *group) == added.groups.end())
            added.groups.push_back(*group);
    }
    for (auto& [track, work] : m_moved)
        sortForDisplay(trace, work);
    for (AddedStream& added : m_added)
        sortForDisplay(trace, added.work);
}

void WorkPlacement::nameWork()
{
    const Trace& trace = *m_joined.trace;
    m_nameOfRow.assign(trace.launchRowCount(), kNoName);
    std::map<std::string, std::int32_t, std::less<>> numbers;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        if (!trace.isGpuWork(event))
            continue;
        const Annotation* annotation = m_joined.annotation(event);
        std::string name;
        if (m_view == TrackView::ByRegion)
            name = annotation != nullptr ? std::string(annotation->title()) : std::string();
        else
            name = processGroupOf(trace, event, annotation);
        if (name.empty())
            continue;
        const auto [known, isNew] = numbers.try_emplace(name, static_cast<std::int32_t>(m_names.size()));
        if (isNew)
            m_names.push_back(name);
        m_nameOfRow[trace.launchRow(event)] = known->second;
    }
}

std::optional<std::int64_t> WorkPlacement::wantedStream(EventId work) const
{
    if (!m_nameOfRow.empty()) {
        const std::uint32_t row = m_joined.trace->launchRow(work);
        const std::int32_t name = row < m_nameOfRow.size() ? m_nameOfRow[row] : kNoName;
        return name != kNoName ? std::optional<std::int64_t>(name) : std::nullopt;
    }
    if (m_view == TrackView::ByRegion || m_view == TrackView::ByProcessGroup)
        return std::nullopt;
    if (m_view == TrackView::Annotated) {
        const Annotation* annotation = m_joined.annotation(work);
        return annotation != nullptr ? annotation->stream() : std::nullopt;
    }
    const LaunchArgs* args = m_joined.trace->launchArgs(work);
    const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt;
    const AnnotationSet* annotations = m_joined.annotationsFor(work);
    return key && annotations != nullptr ? annotations->capturedLane(*key) : std::nullopt;
}

const WorkPlacement::Target& WorkPlacement::targetOf(ProcessId process, std::int64_t stream)
{
    const auto [known, isNew] = m_targets.try_emplace({process, stream});
    Target& target = known->second;
    if (!isNew)
        return target;
    const Trace& trace = *m_joined.trace;
    const std::string id = std::to_string(stream);
    if (m_view == TrackView::Captured) {
        target.added = m_added.size();
        m_added.push_back({process, id, "captured stream " + id, {}, {}, false});
        return target;
    }
    if (!m_nameOfRow.empty()) {
        target.added = m_added.size();
        const std::string& name = m_names[static_cast<std::size_t>(stream)];
        m_added.push_back({process, id, m_view == TrackView::ByRegion ? name : "process group " + name, {}, {}, true});
        return target;
    }
    const auto tracks = trace.tracks();
    const auto recorded = std::ranges::find_if(tracks, [&](const Track& track) {
        const bool isThreadOrStream = track.kind == TrackKind::GpuStream || track.kind == TrackKind::Thread;
        return track.process == process && isThreadOrStream && trace.text(track.id) == id;
    });
    if (recorded != tracks.end()) {
        target.track = idAt<TrackId>(static_cast<std::size_t>(recorded - tracks.begin()));
    } else {
        target.added = m_added.size();
        m_added.push_back({process, id, "stream " + id, {}, {}, false});
    }
    return target;
}

std::span<const EventId> WorkPlacement::movedTo(TrackId track) const
{
    const auto moved = m_moved.find(track);
    return moved == m_moved.end() ? std::span<const EventId>{} : std::span<const EventId>(moved->second);
}

bool WorkPlacement::isMoved(EventId work) const
{
    if (m_targets.empty())
        return false;
    const std::optional<std::int64_t> stream = wantedStream(work);
    if (!stream)
        return false;
    const TrackId track = m_joined.trace->track(work);
    const auto target = m_targets.find({m_joined.trace->track(track).process, *stream});
    return target != m_targets.end() && target->second.track != track;
}

TrackContent contentOf(const Trace& trace, TrackId track, const WorkPlacement& placement)
{
    const std::optional<StringId> copyCategory = trace.strings().find("gpu_user_annotation");
    const bool isStream = trace.track(track).kind == TrackKind::GpuStream;
    TrackContent content;
    for (const EventId event : trace.trackEvents(track)) {
        if (trace.kind(event) == EventKind::Instant)
            content.marks.push_back(event);
        else if (trace.kind(event) != EventKind::Slice)
            continue;
        else if (trace.isGpuWork(event)) {
            if (!placement.isMoved(event))
                content.work.push_back(event);
        } else if (isStream && copyCategory && trace.categoryId(event) == *copyCategory)
            content.annotationCopies.push_back(event);
        else
            content.slices.push_back(event);
    }
    if (const auto moved = placement.movedTo(track); !moved.empty()) {
        content.work.insert(content.work.end(), moved.begin(), moved.end());
        sortForDisplay(trace, content.work);
    }
    return content;
}

bool fillTrack(ViewTrack& track, TrackContent content, const JoinedTrace& joined, const RegionScheme& scheme,
               const JobControl& job)
{
    const Trace& trace = *joined.trace;
    track.eventCount =
        content.work.size() + content.annotationCopies.size() + content.slices.size() + content.marks.size();
    track.regions = buildRegionRows(joined, content.work, scheme);
    if (!appendLanes<LaneNester>(trace, content.annotationCopies, job, track.bands) ||
        !appendLanes<LanePacker>(trace, content.work, job, track.lanes) ||
        !appendLanes<LaneNester>(trace, content.slices, job, track.lanes))
        return false;
    content.marks.shrink_to_fit();
    track.marks = std::move(content.marks);
    if (content.work.empty() || content.slices.empty()) {
        track.busyNs = coveredNs(trace, content.work.empty() ? content.slices : content.work);
    } else {
        std::ranges::copy(content.slices, std::back_inserter(content.work));
        sortForDisplay(trace, content.work);
        track.busyNs = coveredNs(trace, content.work);
    }
    return true;
}

} // namespace lanescope
