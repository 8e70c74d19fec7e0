// SPDX-License-Identifier: Apache-2.0
#include "app/cli/match_output.h"

#include "app/cli/printable_text.h"
#include "app/cli/text_table.h"

#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace lanescope::cli {
namespace {

using Align = TextTable::Align;

// Kernel names fill lines; their beginning tells most.
constexpr std::size_t kLongestName = 90;

// "12.3 %"; "-" of nothing.
std::string share(std::int64_t part, std::int64_t whole)
{
    if (whole <= 0)
        return "-";
    return fmt::format("{:.1f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

void appendHead(std::string& out, const OpenedTrace& opened, const MatchDetails& details)
{
    const MatchReport& match = opened.joined->match;
    TextTable table({{"", Align::Left}, {"", Align::Left}});
    table.addRow({"Trace", opened.trace->file().path.string()});
    table.addRow({"Annotations", opened.annotations->path.string()});
    table.addRow({"GPU work", fmt::format("{} pieces, {}", groupedDigits(match.gpuWork), durationText(details.gpuNs))});
    table.addRow(
        {"In graphs", fmt::format("{} pieces, {}", groupedDigits(match.graphedWork), durationText(details.graphedNs))});
    table.addRow(
        {"Annotated", fmt::format("{} pieces, {} ({} of the time in graphs)", groupedDigits(match.annotatedWork),
                                  durationText(details.annotatedNs), share(details.annotatedNs, details.graphedNs))});
    table.appendTo(out);
    if (!match.problem.empty())
        out += '\n' + printableText(match.problem) + '\n';
}

std::string remarkOf(const GraphMatch& graph)
{
    return graph.how.empty() || graph.reason.empty() ? graph.how + graph.reason : graph.how + "; " + graph.reason;
}

void appendGraphs(std::string& out, const MatchReport& match)
{
    TextTable table({{"Exec graph", Align::Right},
                     {"Replays", Align::Right},
                     {"Nodes", Align::Right},
                     {"In file", Align::Right},
                     {"Matched", Align::Right},
                     {"", Align::Left}});
    for (const GraphMatch& graph : match.graphs)
        table.addRow({fmt::format("{}", graph.execGraphId), groupedDigits(graph.replays),
                      groupedDigits(graph.nodesInTrace), groupedDigits(graph.nodesInFile),
                      groupedDigits(graph.matchedNodes), remarkOf(graph)});
    if (match.graphs.empty())
        return;
    out += '\n';
    table.appendTo(out);
}

void appendNodes(std::string& out, const MatchDetails& details)
{
    if (details.nodesWithout.empty())
        return;
    TextTable table({{"Exec graph", Align::Right},
                     {"Node", Align::Right},
                     {"Graph node id", Align::Right},
                     {"Work", Align::Right},
                     {"Kernel", Align::Left}});
    for (const auto& [graphId, nodes] : details.nodesWithout) {
        for (const MatchDetails::Node& node : nodes)
            table.addRow({fmt::format("{}", graphId), fmt::format("{}", node.key & 0xffffffff),
                          fmt::format("{}", node.key), groupedDigits(node.work), shortened(node.kernel, kLongestName)});
    }
    out += fmt::format("\nNodes without an annotation (the first {} of each graph)\n", MatchDetails::kNodesPerGraph);
    table.appendTo(out);
}

void appendKernels(std::string& out, const MatchDetails& details)
{
    if (details.kernelsWithout.empty())
        return;
    TextTable table({{"Work", Align::Right}, {"GPU time", Align::Right}, {"Kernel", Align::Left}});
    for (const MatchDetails::Kernel& kernel : details.kernelsWithout)
        table.addRow({groupedDigits(kernel.work), durationText(kernel.gpuNs), shortened(kernel.name, kLongestName)});
    out += details.kernelNamesWithout > details.kernelsWithout.size()
               ? fmt::format("\nKernels of graphs without an annotation (the longest {} of {})\n",
                             details.kernelsWithout.size(), groupedDigits(details.kernelNamesWithout))
               : "\nKernels of graphs without an annotation\n";
    table.appendTo(out);
}

void appendModules(std::string& out, const MatchDetails& details)
{
    if (details.modules.empty()) {
        if (details.annotatedNs > 0)
            out += "\nNo annotation names a module\n";
        return;
    }
    TextTable table(
        {{"Module", Align::Left}, {"Work", Align::Right}, {"GPU time", Align::Right}, {"Of graphs", Align::Right}});
    for (const MatchDetails::Module& module : details.modules) {
        const auto depth = static_cast<std::size_t>(std::count(module.path.begin(), module.path.end(), '.'));
        table.addRow({std::string(2 * std::min<std::size_t>(depth, 20), ' ') + module.path, groupedDigits(module.work),
                      durationText(module.gpuNs), share(module.gpuNs, details.graphedNs)});
    }
    out += '\n';
    table.appendTo(out);
}

} // namespace

std::string matchAsTable(const OpenedTrace& opened, const MatchDetails& details)
{
    std::string out;
    appendHead(out, opened, details);
    appendGraphs(out, opened.joined->match);
    appendNodes(out, details);
    appendKernels(out, details);
    appendModules(out, details);
    return out;
}

} // namespace lanescope::cli
