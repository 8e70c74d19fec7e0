// SPDX-License-Identifier: Apache-2.0
#include "app/cli/stats_output.h"

#include "app/cli/caveat_text.h"
#include "app/cli/csv_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/printable_text.h"
#include "app/cli/replay_output.h"
#include "app/cli/text_table.h"

#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;
using Column = StatsColumn;

// Kernel names fill lines; the figures stand in front of them.
constexpr std::size_t kLongestName = 100;

std::string shownName(const StatsRow& row)
{
    return std::string(2 * std::size_t{row.depth}, ' ') +
           (row.name.empty() ? fmt::format("(no {})", nameOf(row.key)) : shortened(row.name, kLongestName));
}

std::string titleOfNames(const StatsTable& table)
{
    std::string title;
    for (const StatsKey key : table.by)
        title += (title.empty() ? "" : ", ") + std::string(nameOf(key));
    title.front() = static_cast<char>(title.front() - 'a' + 'A');
    return title;
}

std::string headOf(const StatsReport& report)
{
    const StatsTable& table = report.table;
    TextTable top({{"", Align::Left}, {"", Align::Left}});
    top.addRow({"Trace", report.trace});
    if (!report.filter.empty())
        top.addRow({"Filter", report.filter});
    if (table.range)
        top.addRow({"Range", fmt::format("{} to {} ({})", durationText(table.range->beginNs),
                                         durationText(table.range->endNs), durationText(table.range->durationNs()))});
    top.addRow({"GPU work", report.filter.empty() ? fmt::format("{} pieces", digitsText(table.work))
                                                  : fmt::format("{} of {} pieces", digitsText(table.matchingWork),
                                                                digitsText(table.work))});
    top.addRow({"GPU busy", durationText(table.busyNs)});
    if (table.totalNs > 0)
        top.addRow(
            {"In regions",
             fmt::format("{} of {} ({}), {} of {} pieces", durationText(table.annotatedNs), durationText(table.totalNs),
                         shareText(static_cast<double>(table.annotatedNs) / static_cast<double>(table.totalNs)),
                         digitsText(table.annotatedWork), digitsText(table.matchingWork))});
    std::string out;
    top.appendTo(out);
    return out;
}

void writeLaunch(JsonWriter& json, const LaunchShapes& shapes)
{
    const auto writeDimensions = [&](const char* key, const LaunchShape::Dimensions& dimensions) {
        json.key(key);
        if (shapes.launches == 0) {
            json.null();
            return;
        }
        json.startArray();
        for (const std::uint32_t dimension : dimensions)
            json.counted(dimension);
        json.endArray();
    };
    writeDimensions("grid", shapes.grid);
    writeDimensions("block", shapes.block);
    json.key("launch_shapes");
    json.counted(shapes.shapes);
    json.key("occupancy_percent");
    if (shapes.launchesWithOccupancy > 0)
        json.real(shapes.occupancyPercent);
    else
        json.null();
}

void writeReplay(JsonWriter& json, const std::optional<StatsReport::RowReplay>& replay)
{
    const auto writeNumber = [&](const char* key, std::int64_t number) {
        json.key(key);
        if (replay)
            json.whole(number);
        else
            json.null();
    };
    const StatsReport::RowReplay none{};
    const StatsReport::RowReplay& its = replay ? *replay : none;
    writeFileOf(json, its.file);
    writeNumber("graph", static_cast<std::int64_t>(its.replay.execGraphId));
    writeNumber("replay", its.replay.number);
    writeNumber("correlation", static_cast<std::int64_t>(its.replay.correlation));
    writeNumber("duration_ns", its.row.durationNs);
    writeNumber("median_ns", its.graph.medianNs);
    writeNumber("deviation_ns", its.row.deviationNs);
    json.key("outlier");
    json.boolean(its.row.isOutlier);
}

std::string replayCells(const std::optional<StatsReport::RowReplay>& replay)
{
    if (!replay)
        return ",,,,,,,,,";
    return fmt::format(",{},{},{},{},{},{},{},{}", fileCells(replay->file), replay->replay.execGraphId,
                       replay->replay.number, replay->replay.correlation, replay->row.durationNs,
                       replay->graph.medianNs, replay->row.deviationNs, replay->row.isOutlier ? 1 : 0);
}

// Every graph once.
std::string graphLines(const StatsReport& report)
{
    std::map<GraphOfPart, GraphReplays> graphs;
    for (const auto& replay : report.replays) {
        if (replay)
            graphs[graphOf(replay->replay)] = replay->graph;
    }
    std::string out;
    for (const auto& [id, graph] : graphs)
        out += graphLine(graph);
    return out;
}

void writeRow(JsonWriter& json, const StatsReport& report, std::uint32_t i)
{
    const StatsRow& row = report.table.rows[i];
    json.startObject();
    json.key("name");
    if (row.name.empty())
        json.null();
    else
        json.text(row.name);
    json.field("by", nameOf(row.key));
    json.key("depth");
    json.counted(row.depth);
    for (const StatsColumnText& texts : statsColumns()) {
        json.key(texts.field);
        if (texts.unit == StatsUnit::Share)
            json.real(report.table.shareOf(row));
        else if (hasValue(row, texts.column))
            json.whole(valueOf(row, texts.column));
        else
            json.null();
    }
    json.key("begin_ns");
    json.whole(row.span.beginNs);
    json.key("launches");
    json.counted(row.launches);
    json.key("cut");
    json.counted(row.cutCount);
    if (!report.shapes.empty())
        writeLaunch(json, report.shapes[i]);
    if (!report.replays.empty())
        writeReplay(json, report.replays[i]);
    writeCodes(json, caveatsOf(report.caveats, i));
    json.endObject();
}

} // namespace

std::string statsAsTable(const StatsReport& report)
{
    const StatsTable& table = report.table;
    std::string out = headOf(report) + graphLines(report);
    std::string notes;
    appendFootnotes(notes, report.caveats);
    if (table.rows.empty())
        return out + notes;
    out += '\n';
    const std::vector<Column> shown = usualColumns(table.by);
    std::vector<TextTable::Column> columns;
    for (const Column column : shown)
        columns.push_back({std::string(textsOf(column).title), Align::Right});
    if (!report.shapes.empty()) {
        columns.push_back({"Occupancy", Align::Right});
        columns.push_back({"Grid, block", Align::Left});
    }
    if (!report.replays.empty()) {
        columns.push_back({"To median", Align::Right});
        columns.push_back({"", Align::Right});
    }
    columns.push_back({titleOfNames(table), Align::Left});
    TextTable rows(std::move(columns));
    for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
        const StatsRow& row = table.rows[i];
        std::vector<std::string> cells;
        for (const Column column : shown)
            cells.push_back(figureText(row, column, table.busyNs) + (isMarked(report.caveats, i, column) ? "*" : ""));
        if (!report.shapes.empty()) {
            const LaunchShapes& shapes = report.shapes[i];
            cells.push_back(shapes.launchesWithOccupancy > 0 ? fmt::format("{:.0f} %", shapes.occupancyPercent) : "");
            cells.push_back(shapes.text());
        }
        std::string name = shownName(row);
        if (!report.replays.empty()) {
            const auto& replay = report.replays[i];
            const char* mark = isMarked(report.caveats, i, Column::Span) ? "*" : "";
            cells.push_back(replay ? differenceText(replay->row.deviationNs) + mark : "");
            cells.push_back(replay ? percentText(replay->row.deviationNs, replay->graph.medianNs) : "");
            name += replay && replay->row.isOutlier ? "  outlier" : "";
        }
        cells.push_back(std::move(name));
        rows.addRow(std::move(cells));
    }
    rows.appendTo(out);
    return out + notes;
}

std::string statsAsJson(const StatsReport& report)
{
    const StatsTable& table = report.table;
    JsonWriter json;
    json.startReport(kStatsSchema);
    json.field("trace", report.trace);
    json.field("by", report.by);
    json.field("filter", report.filter);
    json.field("range_ns", table.range);
    json.field("work", static_cast<std::int64_t>(table.work));
    json.field("matching_work", static_cast<std::int64_t>(table.matchingWork));
    json.field("cut_work", static_cast<std::int64_t>(table.cutWork));
    json.field("annotated_work", static_cast<std::int64_t>(table.annotatedWork));
    json.field("total_ns", table.totalNs);
    json.field("annotated_ns", table.annotatedNs);
    json.field("gpu_busy_ns", table.busyNs);
    json.key("rows");
    json.startArray();
    for (std::uint32_t i = 0; i < table.rows.size(); ++i)
        writeRow(json, report, i);
    json.endArray();
    writeCaveats(json, report.caveats);
    json.endObject();
    return json.written();
}

std::string statsAsCsv(const StatsReport& report)
{
    const StatsTable& table = report.table;
    std::string out = "name,by,depth";
    for (const StatsColumnText& texts : statsColumns())
        out += fmt::format(",{}", texts.field);
    out += ",begin_ns,launches,cut";
    if (!report.shapes.empty())
        out += ",grid_block,launch_shapes,occupancy_percent";
    if (!report.replays.empty())
        out += ",file,rank,graph,replay,correlation,duration_ns,median_ns,deviation_ns,outlier";
    out += ",unreliable\r\n";
    for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
        const StatsRow& row = table.rows[i];
        out += fmt::format("{},{},{}", csvText(row.name), nameOf(row.key), row.depth);
        for (const StatsColumnText& texts : statsColumns()) {
            out += ',';
            if (texts.unit == StatsUnit::Share)
                out += fmt::format("{}", table.shareOf(row));
            else if (hasValue(row, texts.column))
                out += fmt::format("{}", valueOf(row, texts.column));
        }
        out += fmt::format(",{},{},{}", row.span.beginNs, row.launches, row.cutCount);
        if (!report.shapes.empty()) {
            const LaunchShapes& shapes = report.shapes[i];
            out += fmt::format(",{},{},", csvText(shapes.text()), shapes.shapes);
            out += shapes.launchesWithOccupancy > 0 ? fmt::format("{}", shapes.occupancyPercent) : std::string();
        }
        if (!report.replays.empty())
            out += replayCells(report.replays[i]);
        out += ',' + codesOf(std::span<const StatsCaveat* const>(caveatsOf(report.caveats, i))) + "\r\n";
    }
    return out;
}

} // namespace lanescope::cli
