// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/duration_histogram.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_table.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

// What `stats --histogram` prints.
struct HistogramReport {
    std::string trace;
    std::string by;     // what the name is one of
    std::string name;   // empty: all work that matches
    std::string filter; // as the user wrote it
    std::optional<TimeRange> range;
    DurationHistogram histogram;
    std::vector<TimeNs> percentiles; // of DurationSpread::kPercents; empty of no durations
    std::vector<StatsCaveat> caveats;
};

// Raised when a field changes its meaning.
inline constexpr int kHistogramSchema = 1;

// The work of the row called `name`, or of all rows where it is "*", in bins. The table is by one key, of which rows
// hold each piece of work once where it is "*". Errors: NotFound.
[[nodiscard]] Result<HistogramReport> histogramReportOf(const StatsTable& table,
                                                        const std::vector<StatsCaveat>& caveats,
                                                        const std::string& name, HistogramScale scale,
                                                        std::size_t bins);

[[nodiscard]] std::string histogramAsTable(const HistogramReport& report);
// Times in nanoseconds; a bin holds what lasts at least its `from_ns` and less than its `below_ns`.
[[nodiscard]] std::string histogramAsJson(const HistogramReport& report);
[[nodiscard]] std::string histogramAsCsv(const HistogramReport& report);

} // namespace lanescope::cli
