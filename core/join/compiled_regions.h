// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/flows.h"
#include "core/trace/trace.h"

#include <unordered_map>
#include <vector>

namespace lanescope {

// A CPU op that runs in a compiled region.
struct CompiledOp {
    EventId op = kNoEvent;
    EventId region = kNoEvent;     // the slice of the compiled forward or backward
    EventId externCall = kNoEvent; // the innermost "extern_kernels…" slice around it or itself, where there is one
};

// Where compiled code ran on the CPU (DESIGN §4.5). "Torch-Compiled Region…" and "CompiledFunctionBackward" slices of
// category cpu_op count.
struct CompiledRegions {
    std::vector<EventId> forward;
    std::vector<EventId> backward;
    // Backward slice -> forward region: the nearest earlier one of its thread that strictly contains the source of a
    // fwdbwd arrow to the slice. Slices without such an arrow or region are not in it.
    std::unordered_map<EventId, EventId> forwardOf;
    // Ops of the kinds that count, each with the nearest region of its thread that starts before it, if that contains
    // it. python_function slices are here whether they have "CallFrom" or not: only the file tells.
    std::vector<CompiledOp> ops;
};

// O(n log n). Errors: Stopped.
[[nodiscard]] Result<CompiledRegions> findCompiledRegions(const Trace& trace, const FlowBindings& flows,
                                                          const JobControl& job);

} // namespace lanescope
