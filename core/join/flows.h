// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope {

// An arrow: one end of a flow and the start it comes from. Positions in Trace::flows().
struct Arrow {
    FlowId start{};
    FlowId end{};
};

struct FlowCounts {
    std::uint64_t arrows = 0;   // ends whose start (same category and id) exists
    std::uint64_t loneEnds = 0; // ends without a start
};

// What flows connect (DESIGN §4.3).
struct FlowBindings {
    std::vector<EventId> sliceOf; // per flow; kNoEvent when no slice stands there
    std::vector<Arrow> arrows;    // by end, in file order
    std::map<std::string, FlowCounts> countsByCategory;
};

// Binds each flow end to a slice: the one at its (track, time) with the same correlation where there is one, else the
// slice that starts or runs there (ties by file order). O(n log n). Errors: Stopped.
[[nodiscard]] Result<FlowBindings> bindFlows(const Trace& trace, const JobControl& job);

} // namespace lanescope
