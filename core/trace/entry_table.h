// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/string_table.h"
#include "core/trace/begin_end_pairs.h"
#include "core/trace/event_columns.h"
#include "core/trace/parsed_entry.h"
#include "core/trace/trace.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanescope {

// A run of consecutive entries of traceEvents, with ids, tracks and rows of its own. Several threads fill one each;
// TraceBuilder puts them together in file order, so that the trace does not depend on where runs begin and end.
class EntryTable {
public:
    struct RunTrack {
        StringId process{};
        TrackKind kind = TrackKind::Thread;
        StringId id{};
        std::uint32_t gpuWorkCount = 0;
        std::optional<std::int64_t> device; // of its first GPU work
    };
    struct RunMetadata {
        MetadataEntry entry; // without its process
        StringId text{};
        std::optional<std::int64_t> sortIndex;
    };

    EntryTable();

    void add(const ParsedEntry& entry);
    [[nodiscard]] std::vector<StructureRepair>& repairs() { return m_repairs; }
    [[nodiscard]] LoadReport& report() { return m_report; }
    [[nodiscard]] std::uint64_t entryCount() const { return m_entryCount; }

    // Forgets everything but the memory.
    void clear();

private:
    friend class TraceBuilder;

    EventId addEvent(const ParsedEntry& entry, EventKind kind, TrackId track);
    void addFlow(const ParsedEntry& entry, FlowPhase phase);
    void addMetadata(const ParsedEntry& entry);
    void addBeginOrEnd(const ParsedEntry& entry, BeginEnd::Side side, TrackId track);
    void checkTimes(const ParsedEntry& entry, bool needsTime);
    std::uint32_t argsRowFor(const ParsedEntry& entry, bool isGpuWork);

    TrackId threadTrackOf(const ParsedEntry& entry);
    TrackId asyncTrackOf(const ParsedEntry& entry);
    TrackId counterTrackOf(const ParsedEntry& entry);
    TrackId trackOf(StringId process, TrackKind kind, StringId id);
    void internCategories();

    StringTable m_strings;
    EventColumns m_events;
    std::vector<Flow> m_flows; // ids that are text: kTextIdBit and the text's StringId
    std::vector<RunMetadata> m_metadata;
    std::vector<SliceEnd> m_sliceEnds;
    std::vector<BeginEnd> m_beginsAndEnds;
    std::vector<RunTrack> m_tracks;
    LoadReport m_report;
    std::vector<StructureRepair> m_repairs;
    std::uint64_t m_entryCount = 0;
    std::array<std::uint64_t, 256> m_entriesByLetter{}; // phases of one letter
    std::map<std::string, std::uint64_t> m_entriesByOtherPhase;

    std::unordered_map<std::uint64_t, TrackId> m_tracksByKey[4]; // by the TrackKind asked for; streams ask as threads
    std::string m_key;                                           // reused
    // The last thread met: entries of one thread come in runs.
    std::string m_lastProcessText;
    std::string m_lastThreadText;
    TrackId m_lastTrack = kNoTrack;
    // Categories of GPU work: today's, and those of PyTorch before 1.12.
    std::array<StringId, 6> m_workCategories{};
};

// Set in a flow id that stands for a text.
inline constexpr std::uint64_t kTextIdBit = std::uint64_t{1} << 63;

} // namespace lanescope
