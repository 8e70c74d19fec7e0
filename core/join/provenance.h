// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/provenance.h"
#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope {

struct JoinedTrace;

// How the source of a kernel was found, the surest first.
enum class ProvenanceHow : std::uint8_t {
    GraphNode,  // by the id of its graph node
    Name,       // by its name, in the compiled region that launched it
    ExternCall, // by the name of the extern_kernels slice that launched it
    OnlyStack,  // no other kernel of its compiled graph has a stack
    NameAlone,  // by its name; the trace does not tell which compiled region launched it
};

// Where a kernel comes from. With more than one candidate the trace does not say which.
struct ProvenanceMatch {
    std::vector<const ProvenanceRecord*> candidates; // not empty; of the set in JoinedProvenance, never without it
    ProvenanceHow how = ProvenanceHow::Name;

    // Else only names of nodes are known.
    [[nodiscard]] bool hasStack() const { return candidates.front()->hasStack(); }
};

struct ProvenanceReport {
    std::uint64_t kernels = 0;         // of the trace, copies and memsets left out
    std::uint64_t tritonKernels = 0;   // those called triton_…
    std::uint64_t tritonWithStack = 0; // with candidates included
    std::uint64_t othersWithStack = 0;
    std::uint64_t withCandidates = 0; // of the two above: those with more than one
    std::uint64_t withNodesOnly = 0;
    std::uint64_t compiledRegions = 0; // slices, forward and backward
    std::vector<Finding> findings;     // what a user should know
    std::string problem;               // why no kernel got a stack, in a line that tells what to do; else empty

    [[nodiscard]] std::uint64_t withStack() const { return tritonWithStack + othersWithStack; }
};

// The sources of a trace's kernels. Immutable.
struct JoinedProvenance {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::shared_ptr<const ProvenanceSet> set;
    std::vector<ProvenanceMatch> matches;
    std::vector<std::uint32_t> matchOf; // by Trace::launchRow(): position in matches, kNone
    ProvenanceReport report;

    // Null for what is no kernel and for kernels of which nothing is known.
    [[nodiscard]] const ProvenanceMatch* match(const Trace& trace, EventId e) const;
};

// Finds the sources of kernels as DESIGN §4.5 says. `joined` needs its trace, flows and phases. O(n log n). What cannot
// be read from the file leaves the trace without sources, as a finding. Errors: Stopped.
[[nodiscard]] Result<std::shared_ptr<const JoinedProvenance>>
joinProvenance(const JoinedTrace& joined, std::shared_ptr<const ProvenanceSet> set, const JobControl& job);

} // namespace lanescope
