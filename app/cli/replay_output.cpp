// SPDX-License-Identifier: Apache-2.0
#include "app/cli/replay_output.h"

#include "app/cli/caveat_text.h"
#include "app/cli/csv_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <cctype>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kLongestName = 80;

} // namespace

const TracePart* fileOf(const Trace& trace, const Replay& replay)
{
    return trace.parts().empty() ? nullptr : &trace.parts()[replay.part];
}

void writeFileOf(JsonWriter& json, const TracePart* file)
{
    json.key("file");
    if (file != nullptr)
        json.text(file->title);
    else
        json.null();
    json.key("rank");
    if (file != nullptr && file->rank)
        json.whole(*file->rank);
    else
        json.null();
}

std::string fileCells(const TracePart* file)
{
    if (file == nullptr)
        return ",";
    return csvText(file->title) + ',' + (file->rank ? fmt::format("{}", *file->rank) : std::string());
}

std::string graphLine(const GraphReplays& graph)
{
    const std::string limit = graph.limitNs > 0
                                  ? fmt::format("outliers differ by more than {}", durationText(graph.limitNs))
                                  : "too few replays to tell outliers";
    std::string title = graph.title; // begins a line
    title.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(title.front())));
    return fmt::format("{}: {} replays, median {}; {}\n", title, digitsText(graph.replays),
                       durationText(graph.medianNs), limit);
}

std::string nodesAsTable(const NodeReport& report)
{
    const Replay& replay = report.joined->replays[report.replay];
    std::string out = fmt::format("Trace  {}\n", printableText(report.trace)) + graphLine(report.graph);
    out += fmt::format("Replay {}: {}, {} to the median{}\n\n", replay.number, durationText(report.row.durationNs),
                       differenceText(report.row.deviationNs), report.row.isOutlier ? ", an outlier" : "");
    TextTable table({{"Slower by", Align::Right},
                     {"", Align::Right},
                     {"Duration", Align::Right},
                     {"Median", Align::Right},
                     {"Begin", Align::Right},
                     {"Median", Align::Right},
                     {"Ran", Align::Right},
                     {"Phase", Align::Left},
                     {"Region", Align::Left},
                     {"Node", Align::Left}});
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        const NodeRow& node = report.nodes[i];
        const bool ran = node.count > 0;
        const auto mark = [&](StatsColumn column) { return isMarked(report.caveats, i, column) ? "*" : ""; };
        table.addRow(
            {ran ? differenceText(node.differenceNs) + mark(StatsColumn::Total) : "did not run",
             ran ? percentText(node.differenceNs, node.medianNs) : std::string(),
             ran ? durationText(node.durationNs) + mark(StatsColumn::Total) : std::string(),
             durationText(node.medianNs), ran ? durationText(node.beginNs) + mark(StatsColumn::Span) : std::string(),
             durationText(node.beginMedianNs), digitsText(node.count) + mark(StatsColumn::Count), node.phase,
             node.title + mark(StatsColumn::Annotated),
             fmt::format("{} {}", node.nodeKey & 0xffffffffU, shortened(shortKernelName(node.name), kLongestName))});
    }
    table.appendTo(out);
    std::string notes;
    appendFootnotes(notes, report.caveats);
    return out + notes;
}

std::string nodesAsJson(const NodeReport& report)
{
    const Replay& replay = report.joined->replays[report.replay];
    JsonWriter json;
    json.startReport(kNodesSchema);
    json.field("trace", report.trace);
    writeFileOf(json, fileOf(*report.joined->trace, replay));
    json.key("graph");
    json.counted(replay.execGraphId);
    json.field("replay", replay.number);
    json.field("duration_ns", report.row.durationNs);
    json.field("median_ns", report.graph.medianNs);
    json.field("deviation_ns", report.row.deviationNs);
    json.key("outlier");
    json.boolean(report.row.isOutlier);
    json.key("nodes");
    json.startArray();
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        const NodeRow& node = report.nodes[i];
        json.startObject();
        json.key("node_id");
        json.counted(node.nodeKey);
        json.field("name", node.name);
        json.field("region", node.title);
        json.field("phase", node.phase);
        json.field("count", static_cast<std::int64_t>(node.count));
        json.field("duration_ns", node.durationNs);
        json.field("median_ns", node.medianNs);
        json.field("difference_ns", node.differenceNs);
        json.field("begin_ns", node.beginNs);
        json.field("begin_median_ns", node.beginMedianNs);
        json.field("replays", static_cast<std::int64_t>(node.replays));
        writeCodes(json, caveatsOf(report.caveats, i));
        json.endObject();
    }
    json.endArray();
    json.key("unreliable");
    json.startArray();
    for (const StatsCaveat& caveat : report.caveats) {
        json.startObject();
        json.field("code", caveat.code);
        json.field("severity", severityName(caveat.severity));
        json.field("reason", caveat.reason);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.written();
}

std::string nodesAsCsv(const NodeReport& report)
{
    std::string out = "node_id,name,region,phase,count,duration_ns,median_ns,difference_ns,begin_ns,begin_median_ns,"
                      "replays,unreliable\r\n";
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        const NodeRow& node = report.nodes[i];
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{}\r\n", node.nodeKey, csvText(node.name),
                           csvText(node.title), csvText(node.phase), node.count, node.durationNs, node.medianNs,
                           node.differenceNs, node.beginNs, node.beginMedianNs, node.replays,
                           codesOf(std::span<const StatsCaveat* const>(caveatsOf(report.caveats, i))));
    }
    return out;
}

} // namespace lanescope::cli
