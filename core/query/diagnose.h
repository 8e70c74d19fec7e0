// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"
#include "core/query/diagnosis.h"

#include <span>
#include <vector>

namespace lanescope {

// All that is odd about a trace: what was noticed while it was read and joined (`warnings`, as OpenedTrace has them:
// the trace's load report first) and what its events tell, worst first. An oddity known to both is listed once. The
// rules and their limits are in README.md. A sound trace gives an empty list. O(n log n), a few bytes of memory an
// event; any thread. Errors: Stopped.
[[nodiscard]] Result<std::vector<Diagnosis>> diagnose(const JoinedTrace& joined, std::span<const Finding> warnings,
                                                      const JobControl& job);

} // namespace lanescope
