// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/trace/begin_end_pairs.h"
#include "core/trace/parsed_entry.h"
#include "core/trace/trace.h"

#include <array>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lanescope {

// The only writer of a Trace: takes entries in file order, then sorts, pairs and names. One thread.
class TraceBuilder {
public:
    explicit TraceBuilder(OpenedFile file);

    void add(const ParsedEntry& entry);

    [[nodiscard]] TraceHeader& header() { return m_trace->m_header; }
    [[nodiscard]] LoadReport& report() { return m_trace->m_report; }
    void addRepair(StructureRepair repair) { m_trace->m_repairs.push_back(std::move(repair)); }
    [[nodiscard]] std::uint64_t entryCount() const { return m_trace->m_entryCount; }

    // Makes the trace; the builder is empty afterwards. Errors: TooLarge (more than 2^31 - 2 events), Stopped.
    [[nodiscard]] Result<std::shared_ptr<const Trace>> finish(const JobControl& job);

private:
    static constexpr std::size_t kMostEvents = 0x7ffffffe; // rows of the args tables need a bit of their own

    EventId addEvent(const ParsedEntry& entry, EventKind kind, TrackId track);
    void addFlow(const ParsedEntry& entry, FlowPhase phase);
    void addMetadata(const ParsedEntry& entry);
    void addBeginOrEnd(const ParsedEntry& entry, BeginEnd::Side side, TrackId track);
    void checkTimes(const ParsedEntry& entry, bool needsTime);
    std::uint32_t argsRowFor(const ParsedEntry& entry, bool isGpuWork);

    ProcessId processOf(const ParsedId& id);
    TrackId threadTrackOf(const ParsedEntry& entry);
    TrackId asyncTrackOf(const ParsedEntry& entry);
    TrackId counterTrackOf(const ParsedEntry& entry);
    TrackId trackOf(ProcessId process, TrackKind kind, StringId id);

    void pairBeginsWithEnds();
    void placeInTime();
    void nameGpuTracks();
    void groupByTrack();

    std::shared_ptr<Trace> m_trace;
    std::unordered_map<StringId, ProcessId> m_processes;
    std::unordered_map<std::uint64_t, TrackId>
        m_tracksByKey[4]; // by the TrackKind asked for; streams are asked for as threads
    std::vector<BeginEnd> m_beginsAndEnds;
    std::uint64_t m_strayTimes = 0;
    std::string m_key; // reused
    // The last thread met: entries of one thread come in runs.
    std::string m_lastProcessText;
    std::string m_lastThreadText;
    TrackId m_lastTrack = kNoTrack;
    // Categories of GPU work: today's, and those of PyTorch before 1.12.
    std::array<StringId, 6> m_workCategories{};
    StringId m_annotationCategory{};
};

} // namespace lanescope
