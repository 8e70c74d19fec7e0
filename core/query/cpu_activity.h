// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"
#include "core/query/range_summary.h"

#include <span>

namespace lanescope {

// Fills in what the CPU did in each gap. A slice's own time is that in which no slice inside it runs. Threads of no
// real process, which profilers write beside the work, do not count. O(events on threads · gaps). False when stopped.
[[nodiscard]] bool addCpuActivities(const Trace& trace, std::span<IdleGap> gaps, const JobControl& job);

} // namespace lanescope
