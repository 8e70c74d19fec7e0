// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// What the operators around a CPU call say about it (DESIGN §4.4).
enum class CpuPhase : std::uint8_t { None, Forward, Backward, AccumulateGrad };

// Per launch row of the trace: the phase of the calls on CPU threads, None for every other event. A call belongs to the
// operators of its thread that contain it by time: inside the gradient accumulation of autograd; else inside another of
// its functions or a compiled backward; else inside an operator of the forward pass or a compiled region. O(events).
// Incomplete when stopped.
[[nodiscard]] std::vector<CpuPhase> cpuPhases(const Trace& trace, const JobControl& job);

} // namespace lanescope
