// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lanescope::bench {

struct SyntheticTrace {
    std::string json;        // as torch.profiler writes it on a CUDA machine
    std::string annotations; // of its graph nodes
    std::uint64_t entries = 0;
};

// A trace of about `sizeBytes`: CPU operators, runtime calls and their arrows, then GPU work, half of it from replayed
// graphs, one entry a kineto record of several lines. The same size gives the same bytes.
[[nodiscard]] SyntheticTrace makeSyntheticTrace(std::uint64_t sizeBytes);

// The same, read and joined with its annotations. Ends the program when that fails.
[[nodiscard]] std::shared_ptr<const JoinedTrace> makeJoinedTrace(std::uint64_t sizeBytes);

} // namespace lanescope::bench
