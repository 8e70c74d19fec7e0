// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_entry.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

// A nested graph of a captured graph (a child graph, or one branch of a conditional node) as Lanescope's own file lists
// it. Whether its nodes have these numbers in an exec graph is for the join to find out, by the kernels' names.
struct RecordedBody {
    struct Node {
        std::uint32_t number = 0; // in exec graphs, by numberBodies()
        bool isKernel = false;
        std::string kernel;                           // its kernel's name, demangled; "" when the file does not tell it
        std::string mangled;                          // "" where the name is not mangled
        std::shared_ptr<const AnnotationEntry> entry; // null: no scope covers it
    };
    std::uint64_t captureGraph = 0;
    std::vector<std::uint64_t> execIds;
    std::string place; // "branch 2 of node 3", for people
    std::vector<Node> nodes;
};

} // namespace lanescope
