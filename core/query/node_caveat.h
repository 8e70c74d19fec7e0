// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/query/diagnosis.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_caveat.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// What of `diagnoses` spoils figures of the nodes of one replay, worst first. The columns of a caveat stand for those
// of a node: Count for how often it ran, Total for its duration and difference, Span for its begin, Annotated for its
// region and phase. Rows are positions in `nodes`. O(n log n). Errors: Stopped.
[[nodiscard]] Result<std::vector<StatsCaveat>> nodeCaveats(const JoinedTrace& joined, std::uint32_t replay,
                                                           std::span<const NodeRow> nodes,
                                                           std::span<const Diagnosis> diagnoses, const JobControl& job);

} // namespace lanescope
