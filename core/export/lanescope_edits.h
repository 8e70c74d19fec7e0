// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/export/annotated_json.h"
#include "core/export/annotation_args.h"
#include "core/export/edit_list.h"
#include "core/export/event_rewrite.h"
#include "core/export/event_selection.h"
#include "core/export/lane_streams.h"
#include "core/export/provenance_args.h"
#include "core/export/splice_writer.h"
#include "core/join/join.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

// The default export (DESIGN §6). Streams are per process: nothing of one device touches another. What is given by
// reference must outlive this.
class LanescopeEdits : public EntryChanger {
public:
    LanescopeEdits(const JoinedTrace& joined, const AnnotateOptions& options, const EventSelection& selection,
                   EditList& edits);

    // Collects all edits but the header. Errors: CannotRead, ChangedOnDisk, Stopped.
    [[nodiscard]] Result<void> collect(const JobControl& job);
    [[nodiscard]] const AnnotateCounts& counts() const { return m_counts; }

    void change(EntryRef entry, std::string_view text, std::string& out) override;
    [[nodiscard]] std::string_view inverse() const override { return m_rewrite.inverse(); }

private:
    // A stream of a device that the trace has no name for.
    struct NewStream {
        EventId firstWork = kNoEvent;
        std::string name;
    };

    // The stream an event is shown on, if that is said.
    [[nodiscard]] std::optional<std::int64_t> streamOf(EventId e) const;
    [[nodiscard]] bool moves(EventId e, std::int64_t stream) const;
    // The tid an event gets, if it gets another.
    [[nodiscard]] std::optional<std::int64_t> newTidOf(EventId e) const;
    [[nodiscard]] std::span<const ArgChange> argsOf(EventId e);
    [[nodiscard]] Result<void> collectWork(const JobControl& job);
    void noteArrival(EventId e, std::int64_t stream);
    void findEmptyStreams();
    void collectAnnotationCopies();
    void collectFlows();
    void collectSliceEnds();
    void splitLanes();
    [[nodiscard]] Result<void> collectNames();
    [[nodiscard]] Result<void> addNames(EventId work, std::int64_t tid, std::string_view name,
                                        std::optional<std::int64_t> sortIndex);
    [[nodiscard]] std::string laneTitle(const LaneStreams::Lane& lane) const;

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    const AnnotateOptions& m_options;
    const EventSelection& m_selection;
    EditList& m_edits;
    LaneStreams m_lanes;
    AnnotationArgs m_args;
    ProvenanceArgs m_stackArgs;
    std::vector<ArgChange> m_allArgs; // of an event that gets both
    EventRewrite m_rewrite;
    AnnotateCounts m_counts;
    std::map<std::pair<ProcessId, std::string>, TrackId> m_streams; // tracks of GPU work and threads, by id
    std::map<std::pair<ProcessId, std::int64_t>, NewStream> m_newStreams;
    std::vector<std::uint32_t> m_workLeft; // by track
    std::vector<char> m_isEmptied;         // by track
    std::vector<char> m_isRemoved;         // by event; filled only when something is removed
    std::string m_number;
    std::string m_laneNumber;
};

} // namespace lanescope
