// SPDX-License-Identifier: Apache-2.0
#include "core/join/explain_match.h"

#include "core/annotate/discover.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace lanescope {
namespace {

constexpr std::size_t kIdsListed = 6;

// "exec graph 2", "exec graphs 2, 5 and 9", "exec graphs 1, 2, 3, 4, 5, 6 and 12 more".
std::string graphList(const std::vector<std::uint64_t>& ids)
{
    if (ids.size() == 1)
        return ids.front() == 0 ? "node numbers without a graph" : fmt::format("exec graph {}", ids.front());
    std::string text = "exec graphs ";
    const std::size_t listed = std::min(ids.size(), kIdsListed);
    for (std::size_t i = 0; i < listed; ++i) {
        if (i > 0)
            text += i + 1 == ids.size() ? " and " : ", ";
        text += fmt::format("{}", ids[i]);
    }
    if (ids.size() > listed)
        text += fmt::format(" and {} more", ids.size() - listed);
    return text;
}

std::vector<std::uint64_t> graphsWith(const MatchReport& report, std::uint64_t GraphMatch::*nodes)
{
    std::vector<std::uint64_t> ids;
    for (const GraphMatch& graph : report.graphs) {
        if (graph.*nodes > 0)
            ids.push_back(graph.execGraphId);
    }
    return ids;
}

const OtherGraph* otherGraph(const AnnotationSet* annotations, std::uint64_t graphId)
{
    if (annotations == nullptr)
        return nullptr;
    const auto found = annotations->otherGraphs().find(graphId);
    return found == annotations->otherGraphs().end() ? nullptr : &found->second;
}

std::string howOf(std::uint64_t graphId, const OtherGraph& other)
{
    if (other.how == OtherKey::SourceNode)
        return fmt::format("joined by the nodes of the captured graph {} that the trace names", other.knownGraph);
    return fmt::format("a guess: the nodes of graph {} of the annotation file have the same kernels and numbers ({} "
                       "nodes); graph {} itself is not in the file",
                       other.knownGraph, other.nodes, graphId);
}

std::string reasonOf(const GraphMatch& graph, const MatchReport& report)
{
    if (graph.nodesInTrace == 0)
        return "not in the trace: never replayed while the profiler ran, or instantiated again before";
    if (!report.hadAnnotations)
        return "no annotations given";
    if (graph.matchedNodes == graph.nodesInTrace)
        return {};
    if (graph.nodesInFile == 0 && graph.how.empty()) {
        const std::vector<std::uint64_t> inFile = graphsWith(report, &GraphMatch::nodesInFile);
        return inFile.empty()
                   ? "the annotation file lists no node"
                   : fmt::format("not in the annotation file, which has {}: captured without annotations, or "
                                 "instantiated again after they were saved?",
                                 graphList(inFile));
    }
    if (graph.matchedNodes == 0)
        return fmt::format("none of its {} nodes is among the {} of the annotation file: a file of another run?",
                           graph.nodesInTrace, graph.nodesInFile);
    const std::uint64_t missing = graph.nodesInTrace - graph.matchedNodes;
    return missing == 1
               ? fmt::format("1 of {} nodes was captured outside of every annotation", graph.nodesInTrace)
               : fmt::format("{} of {} nodes were captured outside of every annotation", missing, graph.nodesInTrace);
}

// Whether a process of the trace may have this number: "4242", in merged traces "[TP00] 4242".
bool hasProcess(const Trace& trace, std::int64_t pid)
{
    const std::string number = fmt::format_int(pid).str();
    return std::any_of(trace.processes().begin(), trace.processes().end(), [&](const Process& process) {
        return trace.text(process.id).find(number) != std::string_view::npos;
    });
}

std::string problemOf(const MatchReport& report, const Trace& trace, const AnnotationSet& annotations)
{
    if (annotations.nodeCount() == 0)
        return "the annotation file lists no graph node";
    if (report.gpuWork == 0)
        return "the trace has no GPU work to annotate: was the profiler started with CUDA activities?";
    const std::optional<std::int64_t> rank = rankOfTrace(trace);
    if (rank && annotations.rank && *rank != *annotations.rank)
        return fmt::format("nothing matches: the annotations are of rank {}, the trace is of rank {}",
                           *annotations.rank, *rank);
    if (report.graphedWork == 0) {
        return hasGraphLaunches(trace)
                   ? "nothing matches: the trace has no graph node ids, so it was written by a profiler that does not "
                     "record them (PyTorch's does from 2.12 on)"
                   : "nothing matches: the trace has no launch of a CUDA graph";
    }
    // Only the calls that launch graphs tell the program's own number.
    if (annotations.processId && hasGraphLaunches(trace) && !hasProcess(trace, *annotations.processId))
        return fmt::format("nothing matches: the annotations are of process {}, which is not in the trace: a file of "
                           "another run or process",
                           *annotations.processId);
    const std::vector<std::uint64_t> inFile = graphsWith(report, &GraphMatch::nodesInFile);
    const std::vector<std::uint64_t> inTrace = graphsWith(report, &GraphMatch::nodesInTrace);
    if (inFile == inTrace)
        return fmt::format(
            "nothing matches: file and trace both have {}, but no node in common: annotations of another "
            "run?",
            graphList(inFile));
    return fmt::format(
        "nothing matches: the annotation file has {}, the trace has {}: a file of another run or process, keyed by the "
        "captured graph, or the graph was instantiated again after the annotations were saved (--guess tries kernel "
        "names and node numbers)",
        graphList(inFile), graphList(inTrace));
}

} // namespace

std::optional<std::int64_t> rankOfTrace(const Trace& trace)
{
    if (trace.header().rank)
        return trace.header().rank;
    return rankInFileName(trace.file().path.filename().string());
}

bool hasGraphLaunches(const Trace& trace)
{
    constexpr std::array<std::string_view, 3> kLaunches{"cudaGraphLaunch", "cuGraphLaunch", "hipGraphLaunch"};
    for (std::size_t i = 0; i < trace.strings().size(); ++i) {
        const std::string_view text = trace.text(idAt<StringId>(i));
        if (std::any_of(kLaunches.begin(), kLaunches.end(), [text](auto launch) { return text.starts_with(launch); }))
            return true;
    }
    return false;
}

void explainMatch(MatchReport& report, const Trace& trace, const AnnotationSet* annotations)
{
    for (GraphMatch& graph : report.graphs) {
        if (const OtherGraph* other = otherGraph(annotations, graph.execGraphId)) {
            graph.how = howOf(graph.execGraphId, *other);
            graph.isGuessed = other->how == OtherKey::Guess;
        }
        graph.reason = reasonOf(graph, report);
    }
    if (annotations != nullptr && report.annotatedWork == 0)
        report.problem = problemOf(report, trace, *annotations);
}

} // namespace lanescope
