// SPDX-License-Identifier: Apache-2.0
#include "core/join/explain_provenance.h"

#include "core/join/launched_kernels.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {

// Inductor names every kernel "triton_" when names are not to be unique; older Triton adds "_0d1d2d…".
bool isCommonTritonName(std::string_view name)
{
    return name == "triton_" || name.starts_with("triton__");
}

bool areTritonNamesUnique(const Trace& trace)
{
    const KernelTest isKernel(trace);
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (isKernel(e) && trace.name(e).starts_with("triton_") && !isCommonTritonName(trace.name(e)))
            return true;
    }
    return false;
}

// Its code calls these functions instead of extern_kernels.
bool isCppWrapper(const ProvenanceSet& set)
{
    return std::any_of(set.graphs.begin(), set.graphs.end(), [](const ProvenanceGraph& graph) {
        return std::any_of(graph.records().begin(), graph.records().end(),
                           [](const ProvenanceRecord& record) { return record.kernel.starts_with("aoti_torch_"); });
    });
}

bool tellsOnlyRegions(const ProvenanceSet& set)
{
    return std::all_of(set.graphs.begin(), set.graphs.end(),
                       [](const ProvenanceGraph& graph) { return !graph.region().empty(); });
}

bool hasStacks(const ProvenanceSet& set)
{
    return !set.ofNodes.empty() ||
           std::any_of(set.graphs.begin(), set.graphs.end(), [](const auto& graph) { return graph.hasStacks(); });
}

std::string problemOf(const ProvenanceReport& report, const ProvenanceFacts& facts, const Trace& trace,
                      const ProvenanceSet& set)
{
    if (!set.hasKernels())
        return "the provenance files record no kernel: was provenance tracking on when the program was compiled?";
    if (!hasStacks(set))
        return fmt::format("the provenance files have names of nodes but no stacks ({} kernels of the trace are in "
                           "them): give the kernel stack traces or the kernel information too",
                           report.withNodesOnly);
    if (report.kernels == 0)
        return "the trace has no GPU kernels, so none gets a stack";
    if (report.tritonKernels > 0 && !areTritonNamesUnique(trace))
        return "all Triton kernels of the trace have one name: unique kernel names were off; run with "
               "TORCHINDUCTOR_UNIQUE_KERNEL_NAMES=1";
    if (isCppWrapper(set))
        return "the code was compiled with Inductor's C++ wrapper, whose launches leave no trace of their kernels' "
               "names: turn cpp_wrapper off to get stacks";
    if (!facts.hasCompiledRegions && !set.graphs.empty() && tellsOnlyRegions(set) && set.ofNodes.empty())
        return "the trace has no compiled region (\"Torch-Compiled Region\" slices of its CPU side), and the "
               "provenance files tell kernels by it: record CPU activities too";
    if (!facts.unknownRegion.empty() && !facts.knowsARegion && tellsOnlyRegions(set) && !set.graphs.empty())
        return fmt::format("the compiled regions of the trace (\"{}\" …) are not those of the provenance files (\"{}\" "
                           "…): files of another run?",
                           facts.unknownRegion, set.graphs.front().region());
    return "none of the trace's kernels is in the provenance files: files of another run, or of another rank?";
}

} // namespace

void ProvenanceFacts::noteRegion(std::string_view region, const ProvenanceLookup& lookup)
{
    if (knowsARegion || region == unknownRegion)
        return;
    knowsARegion = lookup.hasRecordsOf(region);
    if (!knowsARegion && unknownRegion.empty())
        unknownRegion = region;
}

void explainProvenance(ProvenanceReport& report, const ProvenanceFacts& facts, const Trace& trace,
                       const ProvenanceSet& set)
{
    const auto& unrecognized = facts.unrecognized.findings();
    report.findings.insert(report.findings.end(), unrecognized.begin(), unrecognized.end());
    const bool gaveUp = std::any_of(report.findings.begin(), report.findings.end(),
                                    [](const Finding& finding) { return finding.code == "provenance-not-joined"; });
    if (report.withStack() == 0 && !gaveUp)
        report.problem = problemOf(report, facts, trace, set);
}

} // namespace lanescope
