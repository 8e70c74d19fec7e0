// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// What keepOneProcess() did.
struct ProcessChoice {
    std::string kept;                // title of the process whose work keeps its annotations
    std::vector<std::string> others; // titles of those whose work lost them
    std::uint64_t exampleGraph = 0;  // an exec graph id that the kept process and another one both use
    bool isFromFile = false;         // the annotation file names the process
    std::uint64_t workLeftOut = 0;

    // One line for people.
    [[nodiscard]] std::string line() const;
};

// Graphs of equal ids were launched by several processes: keepOneProcess() has something to do.
[[nodiscard]] bool hasSeveralProcesses(const JoinedTrace& joined);

// Annotations belong to one process, and exec graph ids repeat between processes. Where several processes of a (merged)
// trace replay graphs of the same ids, the work that others launched loses its annotations: what stays is the process
// that the annotation file names, else the first of the trace. Nothing when there is nothing to take away. A process is
// known by the CPU calls that launched its graphs; without them nothing is changed.
[[nodiscard]] std::optional<ProcessChoice> keepOneProcess(JoinedTrace& joined);

} // namespace lanescope
