// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_row.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope {

// The figures of a row, in the order in which a table shows them.
enum class StatsColumn : std::uint8_t {
    Count,
    Total,
    Self,
    Mean,
    P50,
    P90,
    P99,
    Min,
    Max,
    Busy,
    Share,
    Span,
    Instances,
    Gaps,
    Annotated,
    LaunchDelay,
    LongestLaunchDelay,
};
inline constexpr std::size_t kStatsColumns = 17;

enum class StatsUnit : std::uint8_t { Pieces, Time, Share };

struct StatsColumnText {
    StatsColumn column;
    std::string_view title;
    std::string_view field; // of JSON and CSV
    StatsUnit unit;
    std::string_view meaning; // one sentence
};
[[nodiscard]] std::span<const StatsColumnText> statsColumns(); // by StatsColumn
[[nodiscard]] const StatsColumnText& textsOf(StatsColumn column);

// The figures that tell most of rows of these keys, where there is no room for all.
[[nodiscard]] std::vector<StatsColumn> usualColumns(std::span<const StatsKey> by);

// A figure as a whole number: pieces or nanoseconds; of Share, busyNs.
[[nodiscard]] std::int64_t valueOf(const StatsFigures& figures, StatsColumn column);
// Whether there is such a figure: delays need a launch.
[[nodiscard]] bool hasValue(const StatsFigures& figures, StatsColumn column);

} // namespace lanescope
