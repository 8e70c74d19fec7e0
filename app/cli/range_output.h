// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/range_summary.h"
#include "core/query/stats_caveat.h"

#include <string>
#include <vector>

namespace lanescope::cli {

// What `stats --by range` prints.
struct RangeReport {
    std::string trace;
    std::string filter; // as the user wrote it
    RangeSummary summary;
    const Trace* opened = nullptr; // for names
    std::vector<StatsCaveat> caveats{};
};

// Raised when a field changes its meaning.
inline constexpr int kRangeSchema = 1;

[[nodiscard]] std::string rangeAsTable(const RangeReport& report);
// Times in nanoseconds, begin_ns counted from the trace's start.
[[nodiscard]] std::string rangeAsJson(const RangeReport& report);
// One line a GPU, stream, class and gap: `kind` tells which; figures that a kind does not have are empty.
[[nodiscard]] std::string rangeAsCsv(const RangeReport& report);

} // namespace lanescope::cli
