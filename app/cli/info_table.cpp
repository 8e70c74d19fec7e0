// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info_output.h"
#include "app/cli/text_table.h"

#include "core/viewport/time_text.h"

#include <fmt/format.h>

#include <string_view>

namespace lanescope::cli {
namespace {

std::string sizeText(std::uint64_t bytes)
{
    if (bytes < 1000)
        return fmt::format("{} B", bytes);
    double size = static_cast<double>(bytes) / 1000;
    for (const std::string_view unit : {"KB", "MB", "GB"}) {
        if (size < 1000)
            return fmt::format("{:.1f} {}", size, unit);
        size /= 1000;
    }
    return fmt::format("{:.1f} TB", size);
}

std::string_view annotationsRemark(const OpenedTrace& opened)
{
    if (opened.annotations->origin == AnnotationOrigin::TraceItself)
        return " (in the trace itself)";
    return opened.annotationsWereDiscovered ? " (found beside the trace)" : "";
}

std::string provenanceText(const OpenedTrace& opened)
{
    const std::vector<ProvenanceFile>& files = opened.joined->provenance->set->files;
    return fmt::format("{}{}{}", files.front().path.string(),
                       files.size() > 1 ? fmt::format(" and {} more", files.size() - 1) : "",
                       opened.provenanceWasDiscovered ? " (found beside the trace)" : "");
}

void appendHead(std::string& out, const OpenedTrace& opened, const TraceSummary& summary)
{
    const OpenedFile& file = opened.trace->file();
    TextTable table({{"", TextTable::Align::Left}, {"", TextTable::Align::Left}});
    table.addRow({"Trace", file.path.string()});
    table.addRow({"Size", sizeText(file.diskBytes) + (file.isCompressed ? ", compressed" : "")});
    table.addRow({"Time", durationText(summary.endNs - summary.beginNs)});
    for (const auto& [device, name] : summary.devices)
        table.addRow({fmt::format("GPU {}", device), name.empty() ? "model not in the file" : name});
    if (summary.rank)
        table.addRow({"Rank", fmt::format("{}", *summary.rank)});
    if (opened.annotations)
        table.addRow(
            {"Annotations", fmt::format("{}{}", opened.annotations->path.string(), annotationsRemark(opened))});
    else
        table.addRow({"Annotations", "none"});
    if (opened.joined->provenance)
        table.addRow({"Provenance", provenanceText(opened)});
    table.appendTo(out);
}

void appendEvents(std::string& out, const TraceSummary& summary)
{
    TextTable table({{"Category", TextTable::Align::Left}, {"Slices", TextTable::Align::Right}});
    for (const auto& [category, count] : summary.categories)
        table.addRow({category.empty() ? "(none)" : category, groupedDigits(count)});
    out +=
        fmt::format("\n{} entries, {} of them slices\n", groupedDigits(summary.events), groupedDigits(summary.slices));
    table.appendTo(out);

    TextTable arrows({{"Arrows", TextTable::Align::Left},
                      {"Complete", TextTable::Align::Right},
                      {"Ends without start", TextTable::Align::Right}});
    for (const auto& [category, counts] : summary.flows)
        arrows.addRow({category, groupedDigits(counts.arrows), groupedDigits(counts.loneEnds)});
    if (!summary.flows.empty()) {
        out += '\n';
        arrows.appendTo(out);
    }
}

void appendGpuWork(std::string& out, const TraceSummary& summary, const MatchReport& match)
{
    if (match.gpuWork == 0) {
        out += "\nNo GPU work\n";
        return;
    }
    out += fmt::format("\n{} pieces of GPU work: {} in CUDA graphs, {} annotated\n", groupedDigits(match.gpuWork),
                       groupedDigits(summary.graphed), groupedDigits(summary.annotated));
    TextTable phases({{"Phase", TextTable::Align::Left}, {"Work", TextTable::Align::Right}});
    for (const auto& [phase, count] : summary.phases)
        phases.addRow({phase, groupedDigits(count)});
    phases.appendTo(out);

    TextTable streams({{"Process", TextTable::Align::Left},
                       {"Stream", TextTable::Align::Left},
                       {"Name", TextTable::Align::Left},
                       {"Work", TextTable::Align::Right},
                       {"Lanes", TextTable::Align::Right},
                       {"Busy", TextTable::Align::Right}});
    for (const StreamSummary& stream : summary.streams)
        streams.addRow({stream.pid, stream.tid, stream.name, groupedDigits(stream.events), groupedDigits(stream.lanes),
                        durationText(stream.busyNs)});
    out += '\n';
    streams.appendTo(out);
}

void appendStacks(std::string& out, const JoinedProvenance* provenance)
{
    if (provenance == nullptr)
        return;
    const ProvenanceReport& report = provenance->report;
    const auto grouped = [](std::uint64_t count) { return groupedDigits(count); };
    out +=
        fmt::format("\n{} of {} kernels have stacks: {} of {} Triton kernels, {} others; {} with several candidates\n",
                    grouped(report.withStack()), grouped(report.kernels), grouped(report.tritonWithStack),
                    grouped(report.tritonKernels), grouped(report.othersWithStack), grouped(report.withCandidates));
    if (report.withNodesOnly > 0)
        out += fmt::format("{} more are known by names of nodes only\n", grouped(report.withNodesOnly));
}

void appendGraphs(std::string& out, const MatchReport& match)
{
    if (match.graphs.empty())
        return;
    TextTable table({{"Exec graph", TextTable::Align::Right},
                     {"Replays", TextTable::Align::Right},
                     {"Nodes", TextTable::Align::Right},
                     {"In file", TextTable::Align::Right},
                     {"Matched", TextTable::Align::Right},
                     {"", TextTable::Align::Left}});
    for (const GraphMatch& graph : match.graphs)
        table.addRow(
            {fmt::format("{}", graph.execGraphId), groupedDigits(graph.replays), groupedDigits(graph.nodesInTrace),
             groupedDigits(graph.nodesInFile), groupedDigits(graph.matchedNodes),
             graph.how.empty() || graph.reason.empty() ? graph.how + graph.reason : graph.how + "; " + graph.reason});
    out += '\n';
    table.appendTo(out);
}

} // namespace

std::string infoAsTable(const OpenedTrace& opened, const TraceSummary& summary)
{
    std::string out;
    appendHead(out, opened, summary);
    appendEvents(out, summary);
    appendGpuWork(out, summary, opened.joined->match);
    appendStacks(out, opened.joined->provenance.get());
    appendGraphs(out, opened.joined->match);
    return out;
}

} // namespace lanescope::cli
