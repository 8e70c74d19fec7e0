// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/diff_answer.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_diff.h"

#include <string>
#include <vector>

namespace lanescope::cli {

// What `diff` prints.
struct DiffReport {
    std::string before; // paths
    std::string after;
    std::string by; // as the user wrote them
    std::string filter;
    std::string range;
    StatsTable tableBefore;
    StatsTable tableAfter;
    StatsDiff diff;
    std::vector<StatsCaveat> caveatsBefore;
    std::vector<StatsCaveat> caveatsAfter;
    std::uint64_t replaysBefore = 0;
    std::uint64_t replaysAfter = 0;
    DiffAnswer answer;                        // what the sentences are made of
    const JoinedTrace* joinedAfter = nullptr; // for the numbers of replays
};

// Raised when a field changes its meaning.
inline constexpr int kDiffSchema = 1;

[[nodiscard]] std::string diffAsTable(const DiffReport& report);
// Times in nanoseconds.
[[nodiscard]] std::string diffAsJson(const DiffReport& report);
[[nodiscard]] std::string diffAsCsv(const DiffReport& report);

} // namespace lanescope::cli
