// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_column.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

constexpr std::array<StatsColumnText, kStatsColumns> kColumns{{
    {StatsColumn::Count, "Count", "count", StatsUnit::Pieces, "Pieces of GPU work: kernels, copies and memsets"},
    {StatsColumn::Total, "Total", "total_ns", StatsUnit::Time,
     "Durations added up; work that runs at the same time counts more than once"},
    {StatsColumn::Self, "Self", "self_ns", StatsUnit::Time, "Total without the modules inside this one"},
    {StatsColumn::Mean, "Mean", "mean_ns", StatsUnit::Time, "Total divided by count"},
    {StatsColumn::P50, "P50", "p50_ns", StatsUnit::Time, "Half of the work is not longer (the median)"},
    {StatsColumn::P90, "P90", "p90_ns", StatsUnit::Time, "90 % of the work is not longer"},
    {StatsColumn::P99, "P99", "p99_ns", StatsUnit::Time, "99 % of the work is not longer"},
    {StatsColumn::Min, "Min", "min_ns", StatsUnit::Time, "The shortest piece"},
    {StatsColumn::Max, "Max", "max_ns", StatsUnit::Time, "The longest piece"},
    {StatsColumn::Busy, "Busy", "busy_ns", StatsUnit::Time,
     "Time in which at least one piece of it runs, added up over GPUs"},
    {StatsColumn::Share, "Share", "share", StatsUnit::Share, "Busy time as a part of the busy time of all GPU work"},
    {StatsColumn::Span, "Span", "span_ns", StatsUnit::Time, "First begin to last end"},
    {StatsColumn::Instances, "Instances", "instances", StatsUnit::Pieces,
     "Replays it is part of, each phase of its own; work outside of replays counts as one"},
    {StatsColumn::Gaps, "Gaps", "gaps_ns", StatsUnit::Time,
     "Idle time inside its instances: between first begin and last end of each, nothing of it runs"},
    {StatsColumn::Annotated, "Annotated", "annotated_ns", StatsUnit::Time, "The part of the total that has a region"},
    {StatsColumn::LaunchDelay, "Delay", "launch_delay_mean_ns", StatsUnit::Time,
     "From the begin of the CPU call to the begin of its work, on average; of a graph launch, of its first work"},
    {StatsColumn::LongestLaunchDelay, "Max delay", "launch_delay_max_ns", StatsUnit::Time, "The longest such delay"},
}};

} // namespace

std::span<const StatsColumnText> statsColumns()
{
    return kColumns;
}

const StatsColumnText& textsOf(StatsColumn column)
{
    return kColumns[static_cast<std::size_t>(column)];
}

std::vector<StatsColumn> usualColumns(std::span<const StatsKey> by)
{
    using Column = StatsColumn;
    const auto isBy = [by](StatsKey key) { return std::find(by.begin(), by.end(), key) != by.end(); };
    std::vector<Column> columns{Column::Count, Column::Total};
    if (isBy(StatsKey::Module))
        columns.push_back(Column::Self);
    columns.insert(columns.end(), {Column::Mean, Column::P50, Column::P99, Column::Min, Column::Max, Column::Busy,
                                   Column::Share, Column::Span});
    if (isBy(StatsKey::Region) || isBy(StatsKey::Module) || isBy(StatsKey::Phase))
        columns.insert(columns.end(), {Column::Instances, Column::Gaps});
    else
        columns.push_back(Column::Annotated);
    columns.push_back(Column::LaunchDelay);
    return columns;
}

std::int64_t valueOf(const StatsFigures& figures, StatsColumn column)
{
    switch (column) {
    case StatsColumn::Count:
        return static_cast<std::int64_t>(figures.count);
    case StatsColumn::Total:
        return figures.totalNs;
    case StatsColumn::Self:
        return figures.selfNs;
    case StatsColumn::Mean:
        return figures.meanNs;
    case StatsColumn::P50:
        return figures.p50Ns;
    case StatsColumn::P90:
        return figures.p90Ns;
    case StatsColumn::P99:
        return figures.p99Ns;
    case StatsColumn::Min:
        return figures.minNs;
    case StatsColumn::Max:
        return figures.maxNs;
    case StatsColumn::Busy:
    case StatsColumn::Share:
        return figures.busyNs;
    case StatsColumn::Span:
        return figures.span.durationNs();
    case StatsColumn::Instances:
        return static_cast<std::int64_t>(figures.instances);
    case StatsColumn::Gaps:
        return figures.gapsNs;
    case StatsColumn::Annotated:
        return figures.annotatedNs;
    case StatsColumn::LaunchDelay:
        return figures.launchDelayMeanNs;
    case StatsColumn::LongestLaunchDelay:
        return figures.launchDelayMaxNs;
    }
    return 0;
}

bool hasValue(const StatsFigures& figures, StatsColumn column)
{
    const bool isDelay = column == StatsColumn::LaunchDelay || column == StatsColumn::LongestLaunchDelay;
    return !isDelay || figures.launches > 0;
}

} // namespace lanescope
