// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

// GPU work of one name.
struct WorkCount {
    std::string name;
    std::uint64_t workCount = 0;
    TimeNs totalNs = 0; // durations added up
};

// What a legend tells of all GPU work of a trace; each list counts every piece once.
struct WorkCounts {
    std::vector<WorkCount> phases; // as JoinedTrace::phases, with those that no work has
    // The longest in all first, then by name.
    std::vector<WorkCount> kernels; // and copies and fills, by the names in the file
    std::vector<WorkCount> categories;
};

// O(events). Any thread. Errors: Stopped.
[[nodiscard]] Result<WorkCounts> countWork(const JoinedTrace& joined, const JobControl& job);

} // namespace lanescope
