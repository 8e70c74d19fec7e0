// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation_set.h"
#include "core/base/job.h"
#include "core/join/flows.h"
#include "core/join/match_report.h"
#include "core/join/provenance.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// Position in JoinedTrace::phases.
using PhaseIndex = std::uint8_t;

enum class PhaseSource : std::uint8_t { None, Annotation, CpuOps };

// One graph launch: the GPU work of one correlation id with one exec graph id in one process.
struct Replay {
    std::uint64_t execGraphId = 0;
    std::uint64_t correlation = 0;
    std::uint32_t number = 0; // of its graph, by time, from 0
    std::uint32_t workCount = 0;
    TimeRange range;           // first begin to last end of its work
    EventId launch = kNoEvent; // the CPU call, where recorded
    std::uint32_t part = 0;    // position in Trace::parts(): exec graph ids of two files have nothing in common
};

// A trace with what the join found. Columns are indexed by Trace::launchRow(), which every piece of GPU work has.
// Immutable.
struct JoinedTrace {
    static constexpr std::uint32_t kNone = 0xffffffff;

    std::shared_ptr<const Trace> trace;
    std::shared_ptr<const AnnotationSet> annotations; // null when opened without
    // Of a merged trace, whose `annotations` know no nodes: the set of each part, null where it has none. Else empty.
    std::vector<std::shared_ptr<const AnnotationSet>> annotationsOfPart;

    std::vector<std::uint32_t> annotationOf; // position in annotations->annotations(), kNone
    std::vector<std::uint32_t> replayOf;     // position in replays, kNone
    std::vector<PhaseIndex> phaseOf;
    std::vector<PhaseSource> phaseSourceOf;

    std::vector<std::string> phases; // [0] "none", then those that occur, "forward" and "backward" first
    std::vector<Replay> replays;     // by (begin, correlation)
    FlowBindings flows;
    MatchReport match;
    std::shared_ptr<const JoinedProvenance> provenance; // null when opened without provenance files

    // The annotation of an event, or null: not GPU work, not graphed, not in the file, or an empty annotation.
    [[nodiscard]] const Annotation* annotation(EventId e) const;
    [[nodiscard]] const std::string& phase(EventId e) const;
    [[nodiscard]] PhaseIndex phaseIndex(EventId e) const;
    [[nodiscard]] const Replay* replay(EventId e) const;
    // The set that the node of an event is looked up in, or null.
    [[nodiscard]] const AnnotationSet* annotationsFor(EventId e) const;
    [[nodiscard]] bool hasCapturedLanes() const;
};

// Joins by graph node id, and kernels with their sources; `annotations` and `provenance` may be null. Errors: Stopped.
[[nodiscard]] Result<std::shared_ptr<const JoinedTrace>>
joinTrace(std::shared_ptr<const Trace> trace, std::shared_ptr<const AnnotationSet> annotations, const JobControl& job,
          std::shared_ptr<const ProvenanceSet> provenance = nullptr);

} // namespace lanescope
