// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/join/flows.h"
#include "core/join/join.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

struct StreamSummary {
    std::string pid; // as written
    std::string tid;
    bool pidIsNumber = false; // JSON output writes numbers as numbers
    bool tidIsNumber = false;
    std::string name;
    std::uint64_t events = 0;
    std::uint32_t lanes = 0;
    TimeNs busyNs = 0;
};

// The figures of `lanescope-cli info`, with the definitions of tests/data/README.md.
struct TraceSummary {
    std::uint64_t events = 0;
    std::map<std::string, std::uint64_t> byPhase;
    std::uint64_t slices = 0; // X entries
    std::map<std::string, FlowCounts> flows;
    std::map<std::string, std::uint64_t> categories; // of X entries
    FileTimeNs beginNs = 0;
    FileTimeNs endNs = 0;
    std::uint64_t graphed = 0;
    std::uint64_t annotated = 0;
    std::map<std::string, std::uint64_t> phases;
    std::vector<StreamSummary> streams;          // with GPU work, by (pid, tid) as text
    std::map<std::int64_t, std::string> devices; // GPUs the file describes or has work of; the name may be empty
    std::optional<std::int64_t> rank;
};

// O(n log n) in the GPU work.
[[nodiscard]] TraceSummary summarize(const JoinedTrace& joined);

} // namespace lanescope
