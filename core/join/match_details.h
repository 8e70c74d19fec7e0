// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope {

// What a match report leaves open, with examples.
struct MatchDetails {
    static constexpr std::size_t kNodesPerGraph = 5;
    static constexpr std::size_t kKernels = 20;

    // A node of the trace without an annotation.
    struct Node {
        std::uint64_t key = 0;
        std::string kernel; // name of its first work
        std::uint64_t work = 0;
    };
    // Graphed work of one name without an annotation.
    struct Kernel {
        std::string name;
        std::uint64_t work = 0;
        std::int64_t gpuNs = 0;
    };
    // Annotated work of one module and of all modules inside it.
    struct Module {
        std::string path; // dotted
        std::uint64_t work = 0;
        std::int64_t gpuNs = 0; // sum of durations
    };

    std::map<std::uint64_t, std::vector<Node>>
        nodesWithout;                     // by graph, in order of number, at most kNodesPerGraph each
    std::vector<Kernel> kernelsWithout;   // longest first, at most kKernels
    std::uint64_t kernelNamesWithout = 0; // all of them
    std::vector<Module> modules;          // by path, numbers in it by value
    std::int64_t gpuNs = 0;               // of all GPU work
    std::int64_t graphedNs = 0;
    std::int64_t annotatedNs = 0;
    std::int64_t namedModuleNs = 0; // annotated work that has a module path
};

// O(GPU work).
[[nodiscard]] MatchDetails matchDetails(const JoinedTrace& joined);

} // namespace lanescope
