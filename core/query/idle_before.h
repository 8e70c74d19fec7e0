// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/join/join.h"
#include "core/query/gpu_work.h"

#include <span>
#include <vector>

namespace lanescope {

// How long GPUs did nothing right before work began: time that is lost to whatever the work waited for. Of the first
// work of a replay on a GPU it is the time between replays, which belongs to the launch and not to that work.
struct IdleBefore {
    // As many as the work, in the same order, for the same events: from the end of all work before to the begin of
    // this; empty where the GPU was busy, and for the first work of a replay or of a GPU.
    std::vector<WorkPiece> pieces;
    std::vector<TimeNs> beforeReplays; // of the first work of each replay on each GPU, by time; not a GPU's first
};

// `work` comes by begin. O(n).
[[nodiscard]] IdleBefore idleBefore(const JoinedTrace& joined, std::span<const WorkPiece> work);

} // namespace lanescope
