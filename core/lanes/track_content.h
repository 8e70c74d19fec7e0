// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"
#include "core/lanes/arrangement.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

// A stream that the trace does not have: one that annotations name, a lane of captured graphs, or a track of a region
// or process group.
struct AddedStream {
    ProcessId process{};
    std::string id;                  // what it is sorted by: its number as text
    std::string name;                // "stream 60", "captured stream 0"
    std::vector<std::string> groups; // the distinct "Process Group Name" of its work, by first appearance
    std::vector<EventId> work;       // in display order
    bool isNamed = false;            // a region or process group: comes before the streams
};

// Where a view puts GPU work that it moves away from the track it was recorded on.
class WorkPlacement {
public:
    // Looks at every GPU event once when the view moves any.
    WorkPlacement(const JoinedTrace& joined, TrackView view);

    // Work that the view moves to a recorded track, in display order.
    [[nodiscard]] std::span<const EventId> movedTo(TrackId track) const;
    [[nodiscard]] bool isMoved(EventId work) const;
    [[nodiscard]] std::span<const AddedStream> addedStreams() const { return m_added; }

private:
    static constexpr std::int32_t kNoName = -1;

    // An annotated stream of a process: a recorded track or one of m_added.
    struct Target {
        TrackId track = kNoTrack;
        std::size_t added = 0;
    };
    // Fills m_names and m_nameOfRow of the views that give names instead of streams.
    void nameWork();
    // The stream of a process that the view wants work on, or its position in m_names; nothing where it stays.
    [[nodiscard]] std::optional<std::int64_t> wantedStream(EventId work) const;
    [[nodiscard]] const Target& targetOf(ProcessId process, std::int64_t stream);

    const JoinedTrace& m_joined;
    TrackView m_view;
    std::vector<std::string> m_names;      // of regions or process groups, by first appearance in the file
    std::vector<std::int32_t> m_nameOfRow; // by Trace::launchRow(); kNoName where work stays
    std::map<std::pair<ProcessId, std::int64_t>, Target> m_targets;
    std::map<TrackId, std::vector<EventId>> m_moved;
    std::vector<AddedStream> m_added;
};

// The events of one track by what becomes of them, each in display order: (begin, longer first, file order).
struct TrackContent {
    std::vector<EventId> work;
    std::vector<EventId> annotationCopies; // gpu_user_annotation
    std::vector<EventId> slices;           // all others
    std::vector<EventId> marks;
};
[[nodiscard]] TrackContent contentOf(const Trace& trace, TrackId track, const WorkPlacement& placement);

// Fills regions, bands, lanes, marks and figures of a track. False when stopped.
[[nodiscard]] bool fillTrack(ViewTrack& track, TrackContent content, const JoinedTrace& joined,
                             const RegionScheme& scheme, const JobControl& job);

} // namespace lanescope
