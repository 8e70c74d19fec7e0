// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lanescope {

// How long a slice takes among slices that do the same, itself counted.
struct PeerDurations {
    std::uint64_t count = 0;
    std::uint64_t longer = 0; // how many take longer than it
    TimeNs shortestNs = 0;
    TimeNs medianNs = 0; // nearest rank
    TimeNs longestNs = 0;
};

// Of the durations of all, which include `own`; nothing for one alone. O(n).
[[nodiscard]] std::optional<PeerDurations> peerDurations(std::vector<TimeNs> durations, TimeNs own);

// A piece of GPU work in its replay: by begin, then by place in the file.
struct PlaceInReplay {
    std::uint64_t number = 0; // from 1
    std::uint64_t all = 0;
    TimeNs fromBeginNs = 0; // of the replay
};

// The CPU call that launched a piece of GPU work.
struct SliceLaunch {
    EventId call = kNoEvent;
    TimeNs delayNs = 0; // from the begin of the call to that of the work; negative where clocks disagree
};

struct SlicePeers {
    std::optional<PeerDurations> ofNode; // of its graph node, in all replays of its graph; nothing for one alone
    std::optional<PeerDurations> ofName; // slices of its name and category, in all files; nothing for one alone
    std::optional<PlaceInReplay> inReplay;
    std::optional<SliceLaunch> launch;
};

// What is known of a slice only by looking at others. O(events). Errors: Stopped.
[[nodiscard]] Result<SlicePeers> slicePeers(const JoinedTrace& joined, EventId slice, const JobControl& job);

} // namespace lanescope
