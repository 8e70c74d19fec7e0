// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/join/join.h"
#include "core/join/phase_table.h"
#include "core/trace/trace_merger.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// Puts together what was joined in each file of a merged trace: nothing is joined again, so nothing meets across files.
// Annotations, phases and replays keep their file; equal annotations share one place in the legend. One thread.
class JoinedMerger {
public:
    JoinedMerger();

    // The parts in the order they were given to the TraceMerger, whose `places` and shift these are. `title`:
    // TracePart::title. Nothing of `part` is needed afterwards but its sets of annotations and provenance.
    void append(const JoinedTrace& part, const PartPlaces& places, TimeNs shiftNs, const std::string& title);

    // `trace`: what the TraceMerger made. The merger is empty afterwards.
    [[nodiscard]] std::shared_ptr<const JoinedTrace> finish(std::shared_ptr<const Trace> trace);

    // The same for a trace that TraceMerger::withShifts() made of the one that was joined.
    [[nodiscard]] static std::shared_ptr<const JoinedTrace> withShifts(const JoinedTrace& joined,
                                                                       std::shared_ptr<const Trace> trace);

private:
    void appendAnnotations(const JoinedTrace& part, std::size_t firstRow);
    void appendPhases(const JoinedTrace& part, std::size_t firstRow);
    void appendReplays(const JoinedTrace& part, const PartPlaces& places, TimeNs shiftNs);
    void appendFlows(const FlowBindings& part, const PartPlaces& places);
    void appendMatch(const MatchReport& part, const std::string& title);
    void appendProvenance(const JoinedTrace& part, std::size_t firstRow, const std::string& title);

    std::shared_ptr<JoinedTrace> m_joined;
    AnnotationSet m_annotations;
    PhaseTable m_phases;
    std::shared_ptr<JoinedProvenance> m_provenance; // null while no part has any
    std::shared_ptr<std::vector<std::shared_ptr<const ProvenanceSet>>> m_provenanceSets;
};

} // namespace lanescope
