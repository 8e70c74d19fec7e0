// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/open/open_trace.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

// The times of one file, as it has them alone.
struct FileClock {
    std::filesystem::path path;
    FileTimeNs baseNs = 0;
    TimeRange fullRange;
    TimeRange fitRange;
    std::optional<std::int64_t> baseTimeNanoseconds;
};

// Where the files of a session come to lie on one axis, whose 0 is where the first of them begins without offsets.
struct SessionClock {
    SessionTimes::Start start = SessionTimes::Start::Clocks; // never Automatic
    bool clocksDiffer = false;   // Automatic found no time that two of the files have in common
    FileTimeNs baseNs = 0;       // of the axis: what the files count from, where they are placed by their clocks
    std::vector<TimeNs> shiftNs; // by file
};

// Files that cannot be placed by their clocks within the times that can be drawn are placed by their first events.
[[nodiscard]] SessionClock placeFiles(std::span<const FileClock> files, const SessionTimes& times);

} // namespace lanescope
