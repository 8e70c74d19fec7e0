// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/open/open_trace.h"
#include "core/query/filter_events.h"
#include "core/query/stats_caveat.h"
#include "core/query/stats_table.h"
#include "core/query/time_range_text.h"
#include "core/query/work_classes.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace lanescope::cli {

// What `stats` and `diff` are asked, as it is written on the command line.
struct StatsAsked {
    std::string by = "region";
    std::string filter;
    std::string range;
    std::string names = "full";
};

// Declares --filter, --range and --names. `asked` must live as long as `app`.
void addQuestionOptions(CLI::App& app, StatsAsked& asked);

// The same, read, as far as it can be without a trace.
struct StatsQuestion {
    std::vector<StatsKey> by;
    FilterExpression filter;
    std::optional<TimeRangeText> range;
    KernelNames names = KernelNames::Full;
};
// Errors: WrongUsage.
[[nodiscard]] Result<StatsQuestion> questionOf(const StatsAsked& asked);

// Filter and range of a question on a trace.
struct PlacedQuestion {
    std::optional<EventMask> mask;
    std::optional<TimeRange> range;
};
[[nodiscard]] Result<PlacedQuestion> placedOn(const OpenedTrace& opened, const StatsQuestion& question,
                                              const JobControl& job);

struct StatsAnswer {
    StatsTable table;
    std::vector<StatsCaveat> caveats;
};
[[nodiscard]] Result<StatsAnswer> answerOf(const OpenedTrace& opened, const StatsQuestion& question,
                                           const JobControl& job);

// The rules of a file and the default ones behind them; without a path only those. Errors: NotFound, CannotRead,
// WrongUsage, TooLarge (1 MiB).
[[nodiscard]] Result<std::vector<WorkClassRule>> readWorkClasses(const std::string& path);

} // namespace lanescope::cli
