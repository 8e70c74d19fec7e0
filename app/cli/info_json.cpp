// SPDX-License-Identifier: Apache-2.0
#include "app/cli/info_output.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <charconv>
#include <string_view>
#include <utility>

namespace lanescope::cli {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void writeKey(JsonWriter& json, std::string_view key)
{
    json.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void writeText(JsonWriter& json, std::string_view text)
{
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void writeCounts(JsonWriter& json, std::string_view key, const std::map<std::string, std::uint64_t>& counts)
{
    writeKey(json, key);
    json.StartObject();
    for (const auto& [name, count] : counts) {
        writeKey(json, name);
        json.Uint64(count);
    }
    json.EndObject();
}

void writeOptional(JsonWriter& json, std::string_view key, const std::optional<std::int64_t>& value)
{
    writeKey(json, key);
    if (value)
        json.Int64(*value);
    else
        json.Null();
}

// A process or thread id as the file has it: a number stays one.
void writeId(JsonWriter& json, std::string_view key, const std::string& id, bool isNumber)
{
    writeKey(json, key);
    std::int64_t number = 0;
    if (isNumber && std::from_chars(id.data(), id.data() + id.size(), number).ec == std::errc())
        json.Int64(number);
    else
        writeText(json, id);
}

void writeFlows(JsonWriter& json, const TraceSummary& summary)
{
    std::map<std::string, std::uint64_t> arrows;
    std::map<std::string, std::uint64_t> loneEnds;
    for (const auto& [category, counts] : summary.flows) {
        // A category without a single arrow is not listed among the arrows, but its lone ends are told.
        if (counts.arrows > 0)
            arrows[category] = counts.arrows;
        loneEnds[category] = counts.loneEnds;
    }
    writeCounts(json, "arrows", arrows);
    writeCounts(json, "lone_flow_ends", loneEnds);
}

void writeStreams(JsonWriter& json, const TraceSummary& summary)
{
    writeKey(json, "streams");
    json.StartArray();
    for (const StreamSummary& stream : summary.streams) {
        json.StartObject();
        writeId(json, "pid", stream.pid, stream.pidIsNumber);
        writeId(json, "tid", stream.tid, stream.tidIsNumber);
        writeKey(json, "name");
        writeText(json, stream.name);
        writeKey(json, "events");
        json.Uint64(stream.events);
        writeKey(json, "lanes");
        json.Uint(stream.lanes);
        writeKey(json, "busy_ns");
        json.Int64(stream.busyNs);
        json.EndObject();
    }
    json.EndArray();
}

void writeDevices(JsonWriter& json, const TraceSummary& summary)
{
    writeKey(json, "devices");
    json.StartArray();
    for (const auto& [device, name] : summary.devices) {
        json.StartObject();
        writeKey(json, "device");
        json.Int64(device);
        writeKey(json, "name");
        writeText(json, name);
        json.EndObject();
    }
    json.EndArray();
}

void writeGraphs(JsonWriter& json, const MatchReport& match)
{
    writeKey(json, "graphs");
    json.StartArray();
    for (const GraphMatch& graph : match.graphs) {
        if (graph.nodesInTrace == 0)
            continue; // known from the annotation file alone: see `match`
        json.StartObject();
        writeKey(json, "exec_graph_id");
        json.Uint64(graph.execGraphId);
        writeKey(json, "nodes");
        json.Uint64(graph.nodesInTrace);
        writeKey(json, "annotated_nodes");
        json.Uint64(graph.matchedNodes);
        writeKey(json, "replays");
        json.Uint64(graph.replays);
        writeKey(json, "nodes_in_file");
        json.Uint64(graph.nodesInFile);
        json.EndObject();
    }
    json.EndArray();
}

void writeMatch(JsonWriter& json, const MatchReport& match)
{
    writeKey(json, "match");
    json.StartArray();
    for (const GraphMatch& graph : match.graphs) {
        json.StartObject();
        writeKey(json, "exec_graph_id");
        json.Uint64(graph.execGraphId);
        writeKey(json, "in_file");
        json.Uint64(graph.nodesInFile);
        writeKey(json, "in_trace");
        json.Uint64(graph.nodesInTrace);
        writeKey(json, "matched");
        json.Uint64(graph.matchedNodes);
        writeKey(json, "guessed");
        json.Bool(graph.isGuessed);
        writeKey(json, "how");
        writeText(json, graph.how);
        writeKey(json, "reason");
        writeText(json, graph.reason);
        json.EndObject();
    }
    json.EndArray();
}

void writeProvenance(JsonWriter& json, const JoinedProvenance* provenance)
{
    writeKey(json, "provenance");
    if (provenance == nullptr) {
        json.Null();
        return;
    }
    const ProvenanceReport& report = provenance->report;
    json.StartObject();
    writeKey(json, "files");
    json.StartArray();
    for (const ProvenanceFile& file : provenance->set->files)
        writeText(json, file.path.string());
    json.EndArray();
    const std::pair<std::string_view, std::uint64_t> counts[] = {{"kernels", report.kernels},
                                                                 {"triton_kernels", report.tritonKernels},
                                                                 {"triton_with_stack", report.tritonWithStack},
                                                                 {"others_with_stack", report.othersWithStack},
                                                                 {"with_candidates", report.withCandidates},
                                                                 {"with_nodes_only", report.withNodesOnly}};
    for (const auto& [key, count] : counts) {
        writeKey(json, key);
        json.Uint64(count);
    }
    json.EndObject();
}

void writeWarnings(JsonWriter& json, const std::vector<Finding>& warnings)
{
    writeKey(json, "warnings");
    json.StartArray();
    for (const Finding& finding : warnings) {
        json.StartObject();
        writeKey(json, "code");
        writeText(json, finding.code);
        writeKey(json, "count");
        json.Uint64(finding.count);
        writeKey(json, "first_byte");
        if (finding.firstBytes.empty())
            json.Null();
        else
            json.Uint64(finding.firstBytes.front());
        writeKey(json, "message");
        writeText(json, finding.message);
        writeKey(json, "examples");
        json.StartArray();
        for (const std::string& example : finding.examples) {
            if (!example.empty())
                writeText(json, example);
        }
        json.EndArray();
        json.EndObject();
    }
    json.EndArray();
}

} // namespace

std::string infoAsJson(const OpenedTrace& opened, const TraceSummary& summary)
{
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    writeKey(json, "schema");
    json.Int(kInfoSchema);
    writeKey(json, "events");
    json.Uint64(summary.events);
    writeCounts(json, "by_ph", summary.byPhase);
    writeKey(json, "slices");
    json.Uint64(summary.slices);
    writeFlows(json, summary);
    writeCounts(json, "categories", summary.categories);
    writeOptional(json, "base_time_ns", opened.trace->header().baseTimeNanoseconds);
    writeKey(json, "time_range_ns");
    json.StartArray();
    json.Int64(summary.beginNs);
    json.Int64(summary.endNs);
    json.EndArray();
    writeOptional(json, "rank", summary.rank);
    writeDevices(json, summary);
    writeKey(json, "graphed");
    json.Uint64(summary.graphed);
    writeKey(json, "annotated");
    json.Uint64(summary.annotated);
    writeCounts(json, "phases", summary.phases);
    writeStreams(json, summary);
    writeKey(json, "annotations");
    if (opened.annotations)
        writeText(json, opened.annotations->path.string());
    else
        json.Null();
    writeProvenance(json, opened.joined->provenance.get());
    writeGraphs(json, opened.joined->match);
    writeMatch(json, opened.joined->match);
    writeWarnings(json, opened.warnings);
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

} // namespace lanescope::cli
