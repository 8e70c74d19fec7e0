// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// How a kernel was launched, as far as the profiler recorded it.
struct LaunchShape {
    using Dimensions = std::array<std::uint32_t, 3>;

    std::optional<Dimensions> grid;         // blocks
    std::optional<Dimensions> block;        // threads of one block
    std::optional<double> occupancyPercent; // "est. achieved occupancy %"
};

// Reads "grid", "block" and the occupancy from the text of an event. Keys inside of texts do not count. O(length).
[[nodiscard]] LaunchShape launchShapeIn(std::string_view event);

// The shapes of many launches of one group.
struct LaunchShapes {
    LaunchShape::Dimensions grid{}; // of the most launches; of several, of the first
    LaunchShape::Dimensions block{};
    std::uint64_t launches = 0; // with a grid
    std::uint64_t shapes = 0;   // different pairs of grid and block
    std::uint64_t launchesWithOccupancy = 0;
    double occupancyPercent = 0; // their mean

    // "108×1×1, 128×1×1" and, of several, " (3 shapes)"; empty without any.
    [[nodiscard]] std::string text() const;
};

// Reads the args of each group's events from the file: as fast as that is read. Errors: CannotRead, ChangedOnDisk,
// Stopped.
[[nodiscard]] Result<std::vector<LaunchShapes>>
launchShapesOf(const Trace& trace, std::span<const std::vector<EventId>> groups, const JobControl& job);

} // namespace lanescope
