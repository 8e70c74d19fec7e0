// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_schema.h"

#include <array>

namespace lanescope {
namespace {

using enum ColumnType;

constexpr TableColumn kId{"id", Integer, "", "primary key", ""};
constexpr TableColumn kTrace{"trace_id", Integer, "", "the trace this comes from", "traces"};
constexpr TableColumn kRank{"rank", Integer, "", "rank of that trace; NULL when nothing tells it", ""};

constexpr TableColumn kTraces[] = {
    kId,
    kRank,
    {"path", Text, "", "the file, as it was named", ""},
    {"role", Text, "", "rank, coordinator (no GPU work, no rank) or not_opened", ""},
    {"error", Text, "", "why it was not opened; NULL when it was", ""},
    {"base_ns", Integer, "ns", "add it to a begin_ns to get the time as the file counts it", ""},
    {"begin_ns", Integer, "ns", "earliest begin, outliers left out", ""},
    {"end_ns", Integer, "ns", "latest end, outliers left out", ""},
    {"entry_count", Integer, "", "entries in the file: events, arrows' ends, metadata", ""},
    {"event_count", Integer, "", "rows of events", ""},
    {"trace_name", Text, "", "traceName of the file", ""},
    {"annotations_path", Text, "", "the annotation file; NULL when there is none", ""},
    {"annotations_hash", Text, "", "hash of its content", ""},
};

constexpr TableColumn kTracks[] = {
    kId,
    kTrace,
    kRank,
    {"kind", Text, "", "thread, gpu_stream, async or counter", ""},
    {"process", Text, "", "process id as written", ""},
    {"process_name", Text, "", "process_name of the file", ""},
    {"thread", Text, "", "thread id, stream or counter name as written", ""},
    {"name", Text, "", "thread_name of the file", ""},
    {"title", Text, "", "as the window shows it: stream 7, thread 422 (python3)", ""},
    {"device", Integer, "", "GPU of a GPU's process", ""},
    {"event_count", Integer, "", "events that have a time", ""},
};

constexpr TableColumn kStreams[] = {
    kId,
    kTrace,
    kRank,
    {"track_id", Integer, "", "its track", "tracks"},
    {"device", Integer, "", "GPU", ""},
    {"stream", Integer, "", "number of the stream; NULL when it is none", ""},
    {"title", Text, "", "as the window shows it", ""},
    {"work_count", Integer, "", "kernels, copies and memsets", ""},
    {"lanes", Integer, "", "most work at the same time", ""},
    {"busy_ns", Integer, "ns", "time with any work, overlaps counted once", ""},
};

constexpr TableColumn kAnnotations[] = {
    kId,
    kTrace,
    kRank,
    {"title", Text, "", "title of its region", ""},
    {"module", Text, "", "module path; NULL when it has none", ""},
    {"phase", Text, "", "its autograd_phase; NULL when it has none", ""},
    {"stream", Integer, "", "its stream; NULL when it has none", ""},
    {"fields", Text, "JSON", "all its fields as one JSON object", ""},
};

constexpr TableColumn kReplays[] = {
    kId,
    kTrace,
    kRank,
    {"graph_id", WideId, "", "exec graph", ""},
    {"number", Integer, "", "of its graph, by time, from 0", ""},
    {"correlation", WideId, "", "of the launch", ""},
    {"begin_ns", Integer, "ns", "begin of its first work, since base_ns", ""},
    {"duration_ns", Integer, "ns", "to the end of its last work", ""},
    {"work_count", Integer, "", "pieces of GPU work", ""},
    {"launch_event_id", Integer, "", "the CPU call; NULL when it was not recorded", "events"},
};

constexpr TableColumn kRegionInstances[] = {
    kId,
    kTrace,
    kRank,
    {"replay_id", Integer, "", "NULL for work of no replay", "replays"},
    {"title", Text, "", "title of the region", ""},
    {"phase", Text, "", "phase of its work", ""},
    {"begin_ns", Integer, "ns", "begin of its first work, since base_ns", ""},
    {"duration_ns", Integer, "ns", "to the end of its last work", ""},
    {"work_count", Integer, "", "pieces of GPU work, over all streams", ""},
    {"work_ns", Integer, "ns", "their durations added up", ""},
    {"run_count", Integer, "", "rows of region_runs", ""},
};

constexpr TableColumn kRegionRuns[] = {
    kId,
    kTrace,
    kRank,
    {"instance_id", Integer, "", "the instance it is part of", "region_instances"},
    {"track_id", Integer, "", "its stream's track", "tracks"},
    {"depth", Integer, "", "0 is the outermost bar", ""},
    {"begin_ns", Integer, "ns", "begin of its first work, since base_ns", ""},
    {"duration_ns", Integer, "ns", "to the end of its last work", ""},
    {"work_count", Integer, "", "pieces of GPU work", ""},
    {"first_event_id", Integer, "", "the first of them", "events"},
};

constexpr TableColumn kEvents[] = {
    kId,
    kTrace,
    kRank,
    {"track_id", Integer, "", "where it was recorded", "tracks"},
    {"kind", Text, "", "slice, instant, counter or other", ""},
    {"category", Text, "", "kernel, cpu_op, …", ""},
    {"name", Text, "", "as the file has it", ""},
    {"begin_ns", Integer, "ns", "since base_ns of the trace; NULL when the file has no usable time", ""},
    {"duration_ns", Integer, "ns", "NULL when the file has no usable duration", ""},
    {"is_gpu_work", Integer, "", "1: kernel, copy or memset", ""},
    {"is_unfinished", Integer, "", "1: its end was not recorded; lasts to the end of what surrounds it", ""},
    {"correlation", WideId, "", "joins GPU work and the call that launched it", ""},
    {"external_id", WideId, "", "External id", ""},
    {"device", Integer, "", "GPU", ""},
    {"stream", Integer, "", "stream it was recorded on", ""},
    {"graph_id", WideId, "", "exec graph of graphed work", ""},
    {"graph_node_id", WideId, "", "key of its graph node: (graph id << 32) | node number", ""},
    {"sequence_number", Integer, "", "Sequence number of a CPU operator", ""},
    {"phase", Text, "", "forward, backward, … of GPU work", ""},
    {"phase_source", Text, "", "annotation or cpu_ops; NULL when the phase is none", ""},
    {"annotation_id", Integer, "", "NULL when it is not annotated", "annotations"},
    {"replay_id", Integer, "", "the graph launch it belongs to", "replays"},
    {"byte_offset", Integer, "bytes", "where its text stands in the decompressed file", ""},
    {"byte_length", Integer, "bytes", "of its text", ""},
    {"args", Text, "JSON", "all its args; NULL unless they were asked for (--args)", ""},
};

constexpr TableColumn kArrows[] = {
    kId,
    kTrace,
    kRank,
    {"category", Text, "", "ac2g, fwdbwd, …", ""},
    {"flow_id", WideId, "", "as the file has it", ""},
    {"from_event_id", Integer, "", "slice at its start; NULL when none stands there", "events"},
    {"to_event_id", Integer, "", "slice at its end; NULL when none stands there", "events"},
    {"from_track_id", Integer, "", "NULL when the start was not recorded", "tracks"},
    {"to_track_id", Integer, "", "NULL when the end was not recorded", "tracks"},
    {"from_ns", Integer, "ns", "since base_ns", ""},
    {"to_ns", Integer, "ns", "since base_ns", ""},
};

constexpr TableColumn kLoadReport[] = {
    kId,
    {"trace_id", Integer, "", "the trace it is about; NULL: about all of them", "traces"},
    kRank,
    {"code", Text, "", "stable name of what was odd", ""},
    {"message", Text, "", "one line for people", ""},
    {"count", Integer, "", "how often", ""},
    {"first_byte", Integer, "bytes", "first place in the decompressed file; NULL when it has none", ""},
    {"example", Text, "", "name of the event there", ""},
};

constexpr TableColumn kSchemaColumns[] = {
    {"schema_version", Integer, "", "raised when a table or column changes its meaning or goes", ""},
    {"tool_version", Text, "", "of the program that wrote this", ""},
    {"table_name", Text, "", "", ""},
    {"column_name", Text, "", "", ""},
    {"type", Text, "", "integer, id (integer; text when it is none or too large for one) or text", ""},
    {"unit", Text, "", "ns, bytes or JSON; NULL: none", ""},
    {"meaning", Text, "", "", ""},
    {"refers_to", Text, "", "the table whose id it is", ""},
};

constexpr TableIndex kTracksIndices[] = {{"trace_id", ""}};
constexpr TableIndex kStreamsIndices[] = {{"trace_id", ""}, {"track_id", ""}};
constexpr TableIndex kAnnotationsIndices[] = {{"trace_id", ""}, {"title", ""}};
constexpr TableIndex kReplaysIndices[] = {{"trace_id, graph_id, number", ""}};
constexpr TableIndex kInstancesIndices[] = {{"replay_id", ""}, {"title, phase", ""}};
constexpr TableIndex kRunsIndices[] = {{"instance_id", ""}, {"track_id, begin_ns", ""}};
// Partial where most events have no value: half the size, and used for every comparison with a value.
constexpr TableIndex kEventsIndices[] = {
    {"track_id, begin_ns", ""},
    {"trace_id, correlation", "correlation IS NOT NULL"},
    {"annotation_id", "annotation_id IS NOT NULL"},
    {"replay_id", "replay_id IS NOT NULL"},
};
constexpr TableIndex kArrowsIndices[] = {{"from_event_id", ""}, {"to_event_id", ""}};
constexpr TableIndex kReportIndices[] = {{"trace_id", ""}};

constexpr std::array<TableSchema, kTableCount> kSchemas{{
    {"traces", "the files, one row each", kTraces, {}},
    {"tracks", "threads, GPU streams, asynchronous tracks and counters", kTracks, kTracksIndices},
    {"streams", "the GPU streams among the tracks, with figures", kStreams, kStreamsIndices},
    {"annotations", "the distinct annotations of a trace", kAnnotations, kAnnotationsIndices},
    {"replays", "graph launches", kReplays, kReplaysIndices},
    {"region_instances", "all work of one title and phase in one replay", kRegionInstances, kInstancesIndices},
    {"region_runs", "consecutive work of one region on one stream: a bar of the window", kRegionRuns, kRunsIndices},
    {"events", "slices, instants, counter samples and other marks, in file order", kEvents, kEventsIndices},
    {"arrows", "flows between slices; also those of which one end was not recorded", kArrows, kArrowsIndices},
    {"load_report", "what was odd about a trace, its annotations and how they fit", kLoadReport, kReportIndices},
    {"schema_columns", "this description", kSchemaColumns, {}},
}};

} // namespace

std::span<const TableSchema> tableSchemas()
{
    return kSchemas;
}

const TableSchema& schemaOf(TableId table)
{
    return kSchemas[static_cast<std::size_t>(table)];
}

} // namespace lanescope
