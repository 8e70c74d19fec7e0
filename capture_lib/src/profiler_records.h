// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/last_error.h"
#include "lanescope/capture.h"

#include <string>
#include <vector>

namespace lanescope::capture {

// What capture.h says of lsc_profiler_watch and lsc_profiler_take. Thread-safe.
Status watchProfiler(const std::string& libraryName);

struct NotedWork {
    std::size_t held = 0; // before it was taken
    std::size_t lost = 0; // not kept since the last call that took, because too many came
    std::vector<lsc_graph_work> taken;
};
// Takes all if `room` suffices, else nothing.
NotedWork takeNotedWork(std::size_t room);

} // namespace lanescope::capture
