// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/diagnosis.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_caveat.h"

#include <span>
#include <vector>

namespace lanescope {

// What of `diagnoses` spoils figures of replays, worst first. Of the columns of a caveat, Span stands for a replay's
// duration, begin and distance from the median, Busy, LaunchDelay and Count for those. Rows are positions in
// `stats.rows`. O(replays · diagnoses).
[[nodiscard]] std::vector<StatsCaveat> replayCaveats(const JoinedTrace& joined, const ReplayStats& stats,
                                                     std::span<const Diagnosis> diagnoses);

} // namespace lanescope
