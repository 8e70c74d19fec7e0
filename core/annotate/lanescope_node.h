// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

// A node of a graph or body as it stands in Lanescope's own file (capture_lib/FORMAT.md).
struct LanescopeNode {
    static constexpr std::uint64_t kLargestId = 0xffffffff; // node numbers and graph ids are halves of a key

    bool isObject = false;
    std::optional<std::uint64_t> id;     // in its own graph
    std::optional<std::uint64_t> kernel; // position in the graph's kernels
    std::optional<std::uint64_t> region; // position in the graph's regions; what is no number is beyond them
    bool isKernel = false;
    std::string_view bodies; // JSON; empty without
};

[[nodiscard]] LanescopeNode readLanescopeNode(std::string_view json);

} // namespace lanescope
