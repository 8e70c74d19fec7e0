// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"
#include "core/lanes/counter_series.h"
#include "core/lanes/lane_row.h"
#include "core/lanes/regions.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// Which track GPU work is shown on (DESIGN §5). Times never change.
enum class TrackView {
    Recorded,       // where the profiler put it
    Annotated,      // on the `stream` of its annotation where it has one
    Captured,       // on the lane that its graph node was captured on, where the annotation file tells dependencies
    ByRegion,       // on a track of its annotation's title
    ByProcessGroup, // on a track of the "Process Group Name" of its annotation or, NCCL's kernels, of its args
};

inline constexpr std::size_t kTrackViews = 5;

// A track as a view shows it, with everything that is drawn of it.
struct ViewTrack {
    ProcessId process{};
    TrackId source = kNoTrack; // kNoTrack for a stream that only the view has
    TrackKind kind = TrackKind::Thread;
    std::string title;                   // "stream 7", "stream 60 · tp", "thread 422 (python3)"
    std::vector<RegionRow> regions;      // by depth, outermost first; GPU streams with annotated work only
    std::vector<LaneRow> bands;          // the profiler's own gpu_user_annotation slices, nested
    std::vector<LaneRow> lanes;          // the work, packed, then other slices, nested
    std::vector<EventId> marks;          // instants, by time
    std::vector<CounterSeries> counters; // the values of a counter
    std::uint64_t eventCount = 0;
    TimeNs busyNs = 0; // union of the lanes' intervals
};

// Tracks of one process or device.
struct ViewGroup {
    ProcessId process{};
    std::string title; // "GPU 0 · NVIDIA H200", "python3 (422)"
    // What profilers write beside the work, under no real process: "Spans", "Traces", -1, no id at all.
    bool isProfilersOwn = false;
    std::vector<ViewTrack> tracks;
};

// What one view of a joined trace shows, in display order: of a merged trace part by part but for a
// profiler's own; GPU groups first by device,
// then processes by sort index and id, those without a name, then a profiler's own, last; streams by number. Tracks
// without anything to draw are left out, and so are groups without tracks. Immutable.
struct Arrangement {
    std::shared_ptr<const JoinedTrace> joined;
    TrackView view = TrackView::Recorded;
    std::vector<RegionTitle> titles;
    std::vector<ViewGroup> groups;
};

// Errors: Stopped; those of reading the file, where the values of counters stand.
[[nodiscard]] Result<std::shared_ptr<const Arrangement>> arrange(std::shared_ptr<const JoinedTrace> joined,
                                                                 TrackView view, const JobControl& job);

} // namespace lanescope
