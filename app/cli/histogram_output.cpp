// SPDX-License-Identifier: Apache-2.0
#include "app/cli/histogram_output.h"

#include "app/cli/caveat_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/text_table.h"

#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

constexpr std::uint64_t kLongestBar = 50;
constexpr const char* kAll = "*";

// Those of a histogram's rows that mark durations.
std::vector<StatsCaveat> ofDurations(const std::vector<StatsCaveat>& caveats, std::optional<std::uint32_t> row)
{
    std::vector<StatsCaveat> marks;
    for (const StatsCaveat& caveat : caveats) {
        const bool isOfDurations =
            caveat.columns.contains(StatsColumn::P50) || caveat.columns.contains(StatsColumn::P99);
        const bool isOfRow = !row || std::binary_search(caveat.rows.begin(), caveat.rows.end(), *row);
        if (isOfRow && (isOfDurations || caveat.columns.contains(StatsColumn::Count)))
            marks.push_back(caveat);
    }
    return marks;
}

std::string_view nameOf(HistogramScale scale)
{
    return scale == HistogramScale::Linear ? "linear" : "log";
}

std::uint64_t countOf(const DurationHistogram& histogram)
{
    return std::accumulate(histogram.counts.begin(), histogram.counts.end(), std::uint64_t{0});
}

std::string barOf(std::uint64_t count, std::uint64_t most)
{
    if (count == 0)
        return {};
    const double part = static_cast<double>(count) / static_cast<double>(most);
    return std::string(std::max<std::size_t>(1, static_cast<std::size_t>(part * static_cast<double>(kLongestBar))),
                       '#');
}

std::string headOf(const HistogramReport& report)
{
    TextTable top({{"", Align::Left}, {"", Align::Left}});
    top.addRow({"Trace", report.trace});
    if (!report.name.empty())
        top.addRow({"Durations of", fmt::format("{} {}", report.by, report.name)});
    if (!report.filter.empty())
        top.addRow({"Filter", report.filter});
    if (report.range)
        top.addRow({"Range", fmt::format("{} to {} ({})", durationText(report.range->beginNs),
                                         durationText(report.range->endNs), durationText(report.range->durationNs()))});
    top.addRow({"Pieces", digitsText(countOf(report.histogram)) + (report.caveats.empty() ? "" : "*")});
    for (std::size_t i = 0; i < report.percentiles.size(); ++i)
        top.addRow({fmt::format("P{}", DurationSpread::kPercents[i]), durationText(report.percentiles[i])});
    std::string out;
    top.appendTo(out);
    return out;
}

} // namespace

Result<HistogramReport> histogramReportOf(const StatsTable& table, const std::vector<StatsCaveat>& caveats,
                                          const std::string& name, HistogramScale scale, std::size_t bins)
{
    HistogramReport report;
    report.range = table.range;
    std::vector<TimeNs> durations;
    if (name == kAll) {
        for (std::size_t i = 0; i < table.rows.size(); ++i) {
            const std::vector<TimeNs> its = table.durationsOf(i);
            durations.insert(durations.end(), its.begin(), its.end());
        }
        report.caveats = ofDurations(caveats, std::nullopt);
    } else {
        const auto isNamed = [&](const StatsRow& row) { return row.name == name; };
        const auto row = std::find_if(table.rows.begin(), table.rows.end(), isNamed);
        const std::string_view key = lanescope::nameOf(table.by.front());
        if (row == table.rows.end())
            return failure(ErrorCode::NotFound,
                           fmt::format("no {} is called \"{}\" here: --by {} lists them", key, name, key));
        const auto position = static_cast<std::uint32_t>(row - table.rows.begin());
        durations = table.durationsOf(position);
        report.name = name;
        report.by = key;
        report.caveats = ofDurations(caveats, position);
    }
    DurationSpread spread = spreadOf(std::move(durations), bins);
    report.histogram = std::move(scale == HistogramScale::Linear ? spread.linear : spread.logarithmic);
    report.percentiles = std::move(spread.percentiles);
    return report;
}

std::string histogramAsTable(const HistogramReport& report)
{
    const DurationHistogram& histogram = report.histogram;
    std::string out = headOf(report);
    if (!histogram.counts.empty()) {
        const std::uint64_t most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
        TextTable table({{"From", Align::Right}, {"Below", Align::Right}, {"Count", Align::Right}, {"", Align::Left}});
        for (std::size_t i = 0; i < histogram.counts.size(); ++i)
            table.addRow({durationText(histogram.edges[i]), durationText(histogram.edges[i + 1]),
                          digitsText(histogram.counts[i]), barOf(histogram.counts[i], most)});
        out += '\n';
        table.appendTo(out);
    }
    std::string notes;
    appendFootnotes(notes, report.caveats);
    return out + notes;
}

std::string histogramAsJson(const HistogramReport& report)
{
    const DurationHistogram& histogram = report.histogram;
    JsonWriter json;
    json.startReport(kHistogramSchema);
    json.field("trace", report.trace);
    json.field("by", report.by);
    json.field("name", report.name);
    json.field("filter", report.filter);
    json.field("range_ns", report.range);
    json.field("scale", nameOf(histogram.scale));
    json.field("count", static_cast<std::int64_t>(countOf(histogram)));
    for (std::size_t i = 0; i < report.percentiles.size(); ++i)
        json.field(fmt::format("p{}_ns", DurationSpread::kPercents[i]), report.percentiles[i]);
    json.key("bins");
    json.startArray();
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        json.startObject();
        json.field("from_ns", histogram.edges[i]);
        json.field("below_ns", histogram.edges[i + 1]);
        json.field("count", static_cast<std::int64_t>(histogram.counts[i]));
        json.endObject();
    }
    json.endArray();
    writeCaveats(json, report.caveats);
    json.endObject();
    return json.written();
}

std::string histogramAsCsv(const HistogramReport& report)
{
    const DurationHistogram& histogram = report.histogram;
    const std::string codes = codesOf(std::span(report.caveats));
    std::string out = "from_ns,below_ns,count,unreliable\r\n";
    for (std::size_t i = 0; i < histogram.counts.size(); ++i)
        out += fmt::format("{},{},{},{}\r\n", histogram.edges[i], histogram.edges[i + 1], histogram.counts[i], codes);
    return out;
}

} // namespace lanescope::cli
