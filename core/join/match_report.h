// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lanescope {

// One exec graph of the trace, of the annotation file, or of both.
struct GraphMatch {
    std::uint64_t execGraphId = 0;
    std::uint64_t nodesInFile = 0;
    std::uint64_t nodesInTrace = 0; // distinct
    std::uint64_t matchedNodes = 0; // distinct nodes of the trace with a non-empty annotation
    std::uint64_t replays = 0;      // distinct correlations
    std::string reason;             // why nodes stay unmatched; empty when all matched
    // How nodes matched that the file does not list under this graph's id: by the captured graph's, or guessed, which
    // the text says. Empty otherwise.
    std::string how;
    bool isGuessed = false;
};

// How trace and annotations fit together (DESIGN §4.1 rule 7).
struct MatchReport {
    bool hadAnnotations = false;
    std::vector<GraphMatch> graphs; // by id
    std::uint64_t gpuWork = 0;
    std::uint64_t graphedWork = 0;
    std::uint64_t annotatedWork = 0; // work whose annotation has at least one key
    std::uint64_t listedWork = 0;    // work whose node is in the file, an empty list included
    std::string problem;             // one line for people when nothing matched though it should have; else empty
};

} // namespace lanescope
