// SPDX-License-Identifier: Apache-2.0
#include "app/cli/replay_output.h"

#include "app/cli/csv_text.h"
#include "app/cli/json_writer.h"
#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/query/kernel_name.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <fmt/format.h>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

constexpr std::size_t kLongestName = 80;

} // namespace

std::string graphLine(const GraphReplays& graph)
{
    const std::string limit = graph.limitNs > 0
                                  ? fmt::format("outliers differ by more than {}", durationText(graph.limitNs))
                                  : "too few replays to tell outliers";
    return fmt::format("Graph {}: {} replays, median {}; {}\n", graph.execGraphId, digitsText(graph.replays),
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
    for (const NodeRow& node : report.nodes) {
        const bool ran = node.count > 0;
        table.addRow(
            {ran ? differenceText(node.differenceNs) : "did not run",
             ran ? percentText(node.differenceNs, node.medianNs) : std::string(),
             ran ? durationText(node.durationNs) : std::string(), durationText(node.medianNs),
             ran ? durationText(node.beginNs) : std::string(), durationText(node.beginMedianNs), digitsText(node.count),
             node.phase, node.title,
             fmt::format("{} {}", node.nodeKey & 0xffffffffU, shortened(shortKernelName(node.name), kLongestName))});
    }
    table.appendTo(out);
    return out;
}

std::string nodesAsJson(const NodeReport& report)
{
    const Replay& replay = report.joined->replays[report.replay];
    JsonWriter json;
    json.startObject();
    json.key("schema");
    json.whole(kNodesSchema);
    json.field("trace", report.trace);
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
    for (const NodeRow& node : report.nodes) {
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
        json.endObject();
    }
    json.endArray();
    json.endObject();
    return json.written();
}

std::string nodesAsCsv(const NodeReport& report)
{
    std::string out = "node_id,name,region,phase,count,duration_ns,median_ns,difference_ns,begin_ns,begin_median_ns,"
                      "replays\r\n";
    for (const NodeRow& node : report.nodes)
        out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\r\n", node.nodeKey, csvText(node.name),
                           csvText(node.title), csvText(node.phase), node.count, node.durationNs, node.medianNs,
                           node.differenceNs, node.beginNs, node.beginMedianNs, node.replays);
    return out;
}

} // namespace lanescope::cli
