// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/string_table.h"
#include "core/base/time.h"
#include "core/file/byte_source.h"
#include "core/trace/args.h"
#include "core/trace/event_columns.h"
#include "core/trace/load_report.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// Where an event is recorded. Threads and streams are the same thing to a Chrome trace: one (process, thread) pair.
enum class TrackKind {
    Thread,    // a CPU thread, or anything that shows no GPU work
    GpuStream, // holds GPU work (kernel, gpu_memcpy, gpu_memset) or a copy of an annotation on a GPU's process
    Async,     // b/n/e events of one (process, category, id)
    Counter,   // C events of one (process, name)
};

struct Process {
    StringId id{};     // as written, numbers and numeric strings alike: "0", "31207", "Spans"
    StringId name{};   // process_name, kEmptyString when the file has none
    StringId labels{}; // process_labels: "GPU 0", "CPU"
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
    std::optional<std::int64_t> device; // set for a GPU's process: from its label, its work's args or its id
    std::uint32_t part = 0;             // position in Trace::parts() of the file that it stands in
};

struct Track {
    ProcessId process{};
    TrackKind kind = TrackKind::Thread;
    StringId id{};   // thread or stream as written; async: category and id; counter: its name
    StringId name{}; // thread_name, kEmptyString when the file has none
    std::int64_t sortIndex = 0;
    bool hasSortIndex = false;
    std::uint32_t gpuWorkCount = 0;
};

// A flow's ends. `slice` is filled by the join (core/join/flows.h), not here.
enum class FlowPhase : std::uint8_t { Start, Step, End };
struct Flow {
    std::uint64_t id = 0; // ids that are text are numbered by their StringId with the top bit set
    TimeNs atNs = 0;
    std::uint64_t offset = 0; // byte range in the file
    std::uint32_t length = 0;
    StringId category{};
    TrackId track = kNoTrack;
    // Packed: a large trace holds millions of flows.
    FlowPhase phase : 2 = FlowPhase::Start;
    bool hasTime : 1 = true;
    bool idIsText : 1 = false;
    bool bindsToEnclosing : 1 = false; // "bp": "e"
    bool needsRepair : 1 = false;

    [[nodiscard]] ByteRange bytes() const { return {offset, length}; }
};

// An M entry.
struct MetadataEntry {
    StringId kind{}; // "thread_name", …
    ProcessId process{};
    TrackId track = kNoTrack; // the (process, thread) it was written with
    ByteRange bytes;
    bool needsRepair = false;
};

// The E (or e) that closed a slice, or one that closed nothing (slice == kNoEvent).
struct SliceEnd {
    EventId slice = kNoEvent;
    TrackId track = kNoTrack;
    ByteRange bytes;
    TimeNs atNs = 0;
    bool hasTime = true;
    bool needsRepair = false;
};

// What stands around the events in the file.
struct TraceHeader {
    enum class Form { Object, Array };
    Form form = Form::Object;
    std::optional<std::int64_t> baseTimeNanoseconds;
    std::string displayTimeUnit;
    std::string traceName;
    std::optional<std::int64_t> rank;     // distributedInfo.rank
    std::vector<std::string> deviceNames; // deviceProperties[i].name, index = device
    bool inlineAnnotated = false;         // "cudaGraphInlineAnnotated": true
    std::string lanescopeExport;          // JSON text of our own export's "lanescope" object, empty if none
    // lanescope_record of liblanescope-record: what it could not keep, for want of buffers and of an end.
    std::uint64_t droppedRecords = 0;
    std::uint64_t unfinishedRecords = 0;
    std::uint64_t eventArrayBegin = 0; // offset just after the '[' of the events
    std::uint64_t eventArrayEnd = 0;   // offset of its ']' (or where the file or its usable part ends)
    std::uint64_t objectBegin = 0;     // offset just after the outer '{' (object form), or of the '[' (array form)
};

// A place outside of events where the file is not strict JSON, and what stands there in an export: a trailing comma
// (replacement empty), the missing end of a cut file, text after the end, a byte order mark.
struct StructureRepair {
    ByteRange bytes;
    std::string replacement;
};

// One file of a trace that was merged of several (trace_merger.h), and where what it holds begins in the tables.
struct TracePart {
    std::string title; // "rank 3", or the file's name; no two parts of a trace have the same
    std::filesystem::path path;
    std::optional<std::int64_t> rank;
    FileTimeNs baseNs = 0; // FileTimeNs = baseNs + (TimeNs - shiftNs)
    TimeNs shiftNs = 0;    // what was added to the times that the file alone has
    std::size_t firstEvent = 0;
    std::size_t eventCount = 0;
    std::uint64_t firstByte = 0; // of its content in that of the merged trace
    TimeRange fullRange;         // as Trace's, in the times that the file alone has
    TimeRange fitRange;
};

// One loaded file, or several that were merged. Immutable and safe to read from any number of threads. Columns are
// indexed by EventId in file order.
class Trace {
public:
    // The files of a merged trace, in order; empty for one file. Ids that files give (correlation, graph, flow) mean
    // something within one part only.
    [[nodiscard]] std::span<const TracePart> parts() const { return m_parts; }
    // The part of an event, in parts(); 0 for a trace of one file. O(log parts).
    [[nodiscard]] std::uint32_t partOf(EventId e) const;
    // The time of an event as its own file has it.
    [[nodiscard]] FileTimeNs fileBeginNs(EventId e) const;

    [[nodiscard]] std::size_t eventCount() const { return m_events.beginNs.size(); }
    [[nodiscard]] std::uint64_t entryCount() const { return m_entryCount; } // all entries of traceEvents
    [[nodiscard]] const std::map<std::string, std::uint64_t>& entriesByPhase() const { return m_entriesByPhase; }

    [[nodiscard]] TimeNs beginNs(EventId e) const { return m_events.beginNs[indexOf(e)]; }
    [[nodiscard]] TimeNs durationNs(EventId e) const { return m_events.durationNs[indexOf(e)]; } // >= 0
    [[nodiscard]] TimeNs endNs(EventId e) const { return beginNs(e) + durationNs(e); }
    [[nodiscard]] StringId nameId(EventId e) const { return m_events.name[indexOf(e)]; }
    [[nodiscard]] std::string_view name(EventId e) const { return m_strings.text(nameId(e)); }
    [[nodiscard]] StringId categoryId(EventId e) const { return m_events.category[indexOf(e)]; }
    [[nodiscard]] std::string_view category(EventId e) const { return m_strings.text(categoryId(e)); }
    [[nodiscard]] TrackId track(EventId e) const { return m_events.track[indexOf(e)]; }
    [[nodiscard]] EventKind kind(EventId e) const { return m_events.kind[indexOf(e)]; }
    [[nodiscard]] bool hasFlag(EventId e, EventFlag flag) const { return (m_events.flags[indexOf(e)] & flag) != 0; }
    [[nodiscard]] bool isGpuWork(EventId e) const { return hasFlag(e, kEventIsGpuWork); }
    [[nodiscard]] ByteRange bytes(EventId e) const
    {
        return {m_events.offset[indexOf(e)], m_events.length[indexOf(e)]};
    }

    // The args columns of an event, or null when it has none of them.
    [[nodiscard]] const LaunchArgs* launchArgs(EventId e) const;
    [[nodiscard]] const OpArgs* opArgs(EventId e) const;

    // Rows of launchArgs are numbered from 0 without gaps: join results are columns over these rows.
    static constexpr std::uint32_t kNoRow = EventColumns::kNoRow;
    [[nodiscard]] std::uint32_t launchRow(EventId e) const; // kNoRow without launch args
    [[nodiscard]] std::size_t launchRowCount() const { return m_events.launchArgs.size(); }

    [[nodiscard]] std::span<const Process> processes() const { return m_processes; }
    [[nodiscard]] const Process& process(ProcessId p) const { return m_processes[indexOf(p)]; }
    [[nodiscard]] std::span<const Track> tracks() const { return m_tracks; }
    [[nodiscard]] const Track& track(TrackId t) const { return m_tracks[indexOf(t)]; }
    // "stream 7", "thread 422 (python3)", as a person reads it; never empty.
    [[nodiscard]] std::string trackTitle(TrackId t) const;
    [[nodiscard]] std::string processTitle(ProcessId p) const;
    // All slices, instants and counter samples with a time, by (begin, longer first, file order).
    [[nodiscard]] std::span<const EventId> trackEvents(TrackId t) const;

    [[nodiscard]] std::span<const Flow> flows() const { return m_flows; } // file order
    [[nodiscard]] std::span<const MetadataEntry> metadata() const { return m_metadata; }
    [[nodiscard]] std::span<const SliceEnd> sliceEnds() const { return m_sliceEnds; }
    [[nodiscard]] const TraceHeader& header() const { return m_header; }
    [[nodiscard]] std::span<const StructureRepair> structureRepairs() const { return m_repairs; }
    [[nodiscard]] const StringTable& strings() const { return m_strings; }
    [[nodiscard]] std::string_view text(StringId id) const { return m_strings.text(id); }

    // FileTimeNs = baseNs() + TimeNs. A stray time far from all others does not move the base.
    [[nodiscard]] FileTimeNs baseNs() const { return m_baseNs; }
    // Smallest begin to largest end of all entries with a time except metadata, outliers included.
    [[nodiscard]] TimeRange fullRange() const { return m_fullRange; }
    // The same without outliers: what a fitted view shows. Not empty if the trace has any time.
    [[nodiscard]] TimeRange fitRange() const { return m_fitRange; }

    [[nodiscard]] const OpenedFile& file() const { return m_file; }
    [[nodiscard]] const LoadReport& loadReport() const { return m_report; }
    // Anonymous memory of the tables, in bytes, without the file's content.
    [[nodiscard]] std::uint64_t tableBytes() const;

private:
    friend class TraceBuilder;
    friend class TraceMerger;

    [[nodiscard]] std::string ownTitle(ProcessId p, const std::vector<std::string>& deviceNames) const;

    OpenedFile m_file;
    std::vector<TracePart> m_parts;
    TraceHeader m_header;
    LoadReport m_report;
    StringTable m_strings;
    FileTimeNs m_baseNs = 0;
    TimeRange m_fullRange;
    TimeRange m_fitRange;
    std::uint64_t m_entryCount = 0;
    std::map<std::string, std::uint64_t> m_entriesByPhase;

    EventColumns m_events;
    std::vector<Process> m_processes;
    std::vector<Track> m_tracks;
    std::vector<EventId> m_trackEvents;         // grouped by track
    std::vector<std::uint32_t> m_trackEventsAt; // begin of each track's group, one more at the end
    std::vector<Flow> m_flows;
    std::vector<MetadataEntry> m_metadata;
    std::vector<SliceEnd> m_sliceEnds;
    std::vector<StructureRepair> m_repairs;
};

} // namespace lanescope
