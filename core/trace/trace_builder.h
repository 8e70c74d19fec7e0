// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/entry_table.h"
#include "core/trace/trace.h"

#include <memory>
#include <unordered_map>
#include <vector>

namespace lanescope {

// The only writer of a Trace: takes runs of entries in file order, then sorts, pairs and names. One thread.
class TraceBuilder {
public:
    explicit TraceBuilder(OpenedFile file);

    // Adds the next run. `table` keeps its content; its ids mean nothing in the trace.
    void append(const EntryTable& table);
    // Makes room for about this many bytes of entries like those added so far, which had `addedBytes`.
    void reserveFor(std::uint64_t entryBytes, std::uint64_t addedBytes);

    [[nodiscard]] TraceHeader& header() { return m_trace->m_header; }
    [[nodiscard]] LoadReport& report() { return m_trace->m_report; }
    [[nodiscard]] std::vector<StructureRepair>& repairs() { return m_trace->m_repairs; }
    [[nodiscard]] std::uint64_t entryCount() const { return m_trace->m_entryCount; }

    // Makes the trace; the builder is empty afterwards. Errors: TooLarge (more than 2^31 - 2 events), Stopped.
    [[nodiscard]] Result<std::shared_ptr<const Trace>> finish(const JobControl& job);

private:
    static constexpr std::size_t kMostEvents = 0x7ffffffe; // rows of the args tables need a bit of their own

    // Where the ids of one run are in the trace.
    struct RunIds {
        std::vector<StringId> strings;
        std::vector<TrackId> tracks;
        std::size_t firstEvent = 0;
        std::size_t firstEnd = 0;
    };

    ProcessId processOf(StringId id);
    TrackId trackOf(ProcessId process, TrackKind kind, StringId id);
    void mapIds(const EntryTable& table);
    void appendEvents(const EventColumns& events);
    void appendFlows(const EntryTable& table);
    void appendMetadata(const EntryTable& table);
    void appendBeginsAndEnds(const EntryTable& table);

    void pairBeginsWithEnds();
    [[nodiscard]] TimeRange plausibleTimes() const;
    void placeInTime();
    void nameGpuTracks();
    void groupByTrack(const JobControl& job);

    std::shared_ptr<Trace> m_trace;
    std::unordered_map<StringId, ProcessId> m_processes;
    std::unordered_map<std::uint64_t, TrackId> m_tracksByKey[4]; // by the TrackKind asked for; streams ask as threads
    std::vector<BeginEnd> m_beginsAndEnds;
    RunIds m_run; // of the run that is being appended
    bool m_isTooLarge = false;
};

} // namespace lanescope
