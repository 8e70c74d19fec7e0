// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/arrangement.h"

#include "core/base/run_for_each.h"

#include "core/lanes/track_content.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

namespace lanescope {
namespace {

enum class GroupRank { Gpu, Named, Unnamed, ProfilersOwn };

GroupRank rankOf(const Trace& trace, const Process& process)
{
    const std::string_view id = trace.text(process.id);
    if (process.device)
        return GroupRank::Gpu;
    if (id.empty() || id == "Spans" || id == "Traces")
        return GroupRank::ProfilersOwn;
    if (process.name != kEmptyString)
        return GroupRank::Named;
    return id == "-1" ? GroupRank::ProfilersOwn : GroupRank::Unnamed; // kineto's of events without a device
}

bool groupComesBefore(const Trace& trace, ProcessId a, ProcessId b)
{
    const Process& left = trace.process(a);
    const Process& right = trace.process(b);
    const auto l = rankOf(trace, left);
    const auto r = rankOf(trace, right);
    // Of many ranks these would be most of what is between the GPUs.
    if ((l == GroupRank::ProfilersOwn) != (r == GroupRank::ProfilersOwn))
        return l < r;
    if (left.part != right.part)
        return left.part < right.part;
    if (l != r)
        return l < r;
    if (left.device != right.device)
        return left.device < right.device;
    if (left.sortIndex != right.sortIndex)
        return left.sortIndex < right.sortIndex;
    return comesBefore(trace.text(left.id), trace.text(right.id));
}

// A track with what decides on its place in its group.
struct Placed {
    ViewTrack track;
    std::int64_t sortIndex = 0;
    std::string id;
    bool isNamed = false; // AddedStream::isNamed
};

bool trackComesBefore(const Placed& a, const Placed& b)
{
    const auto kindOrder = [](TrackKind kind) { return kind == TrackKind::GpuStream ? -1 : static_cast<int>(kind); };
    if (a.isNamed != b.isNamed)
        return a.isNamed;
    if (a.track.kind != b.track.kind)
        return kindOrder(a.track.kind) < kindOrder(b.track.kind);
    // Streams go by number: profilers give sort indices to the streams they know only.
    if (a.track.kind != TrackKind::GpuStream && a.sortIndex != b.sortIndex)
        return a.sortIndex < b.sortIndex;
    return comesBefore(a.id, b.id);
}

std::string addedTitle(const AddedStream& added)
{
    if (added.groups.empty())
        return added.name;
    return fmt::format("{} · {}", added.name, fmt::join(added.groups, ", "));
}

using TracksByProcess = std::map<ProcessId, std::vector<Placed>>;

// Fills `tracks`. Errors: Stopped, those of reading.
Result<void> fillTracks(const JoinedTrace& joined, const WorkPlacement& placement, const RegionScheme& scheme,
                        const JobControl& job, TracksByProcess& tracks)
{
    const Trace& trace = *joined.trace;
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
        const auto id = idAt<TrackId>(i);
        const Track& source = trace.track(id);
        Placed& one = placed.emplace_back(Placed{{}, source.sortIndex, std::string(trace.text(source.id))});
        one.track.process = source.process;
        one.track.source = id;
        one.track.kind = source.kind;
        one.track.title = trace.trackTitle(id);
    }
    for (const AddedStream& added : placement.addedStreams()) {
        Placed& one = placed.emplace_back(Placed{{}, 0, added.id});
        one.track.process = added.process;
        one.track.title = addedTitle(added);
        one.isNamed = added.isNamed;
    }
    std::vector<std::optional<Error>> errors(placed.size());
    runForEach(job, placed.size(), [&](std::size_t i) {
        if (job.stopRequested())
            return;
        ViewTrack& track = placed[i].track;
        if (track.kind == TrackKind::Counter) {
            auto counters = counterSeriesOf(trace, track.source, job);
            if (!counters) {
                errors[i] = counters.error();
                return;
            }
            track.counters = *std::move(counters);
            for (const CounterSeries& series : track.counters)
                track.eventCount = std::max<std::uint64_t>(track.eventCount, series.size());
            return;
        }
        TrackContent content = i < trace.tracks().size()
                                   ? contentOf(trace, track.source, placement)
                                   : TrackContent{placement.addedStreams()[i - trace.tracks().size()].work, {}, {}, {}};
        if (!content.work.empty())
            track.kind = TrackKind::GpuStream;
        (void)fillTrack(track, std::move(content), joined, scheme, job); // false when stopped: asked below
    });
    if (job.stopRequested())
        return JobControl::stopped();
    for (const std::optional<Error>& error : errors) {
        if (error)
            return tl::unexpected(*error);
    }
    for (Placed& one : placed) {
        if (one.track.eventCount > 0)
            tracks[one.track.process].push_back(std::move(one));
    }
    return {};
}

} // namespace

Result<std::shared_ptr<const Arrangement>> arrange(std::shared_ptr<const JoinedTrace> joined, TrackView view,
                                                   const JobControl& job)
{
    const Trace& trace = *joined->trace;
    job.report({.stage = JobStage::Arranging});
    const RegionScheme scheme(*joined);
    const WorkPlacement placement(*joined, view);
    TracksByProcess tracks;
    if (const auto filled = fillTracks(*joined, placement, scheme, job, tracks); !filled)
        return failureOf(filled);

    auto arrangement = std::make_shared<Arrangement>();
    arrangement->view = view;
    arrangement->titles.assign(scheme.titles().begin(), scheme.titles().end());
    for (auto& [process, placed] : tracks) {
        std::ranges::stable_sort(placed, trackComesBefore);
        ViewGroup group;
        group.process = process;
        group.title = trace.processTitle(process);
        group.isProfilersOwn = rankOf(trace, trace.process(process)) == GroupRank::ProfilersOwn;
        group.tracks.reserve(placed.size());
        for (Placed& one : placed)
            group.tracks.push_back(std::move(one.track));
        arrangement->groups.push_back(std::move(group));
    }
    std::ranges::stable_sort(arrangement->groups, [&](const ViewGroup& a, const ViewGroup& b) {
        return groupComesBefore(trace, a.process, b.process);
    });
    arrangement->joined = std::move(joined);
    return arrangement;
}

} // namespace lanescope
