// SPDX-License-Identifier: Apache-2.0
#include "app/cli/match_output.h"

#include <rapidjson/prettywriter.h>
#include <rapidjson/stringbuffer.h>

#include <string_view>

namespace lanescope::cli {
namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::StringBuffer>;

void writeKey(JsonWriter& json, std::string_view key)
{
    json.Key(key.data(), static_cast<rapidjson::SizeType>(key.size()));
}

void writeText(JsonWriter& json, std::string_view key, std::string_view text)
{
    writeKey(json, key);
    json.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
}

void writeCount(JsonWriter& json, std::string_view key, std::uint64_t count)
{
    writeKey(json, key);
    json.Uint64(count);
}

void writeTime(JsonWriter& json, std::string_view key, std::int64_t ns)
{
    writeKey(json, key);
    json.Int64(ns);
}

void writeWork(JsonWriter& json, const MatchReport& match, const MatchDetails& details)
{
    writeKey(json, "work");
    json.StartObject();
    writeCount(json, "gpu", match.gpuWork);
    writeCount(json, "graphed", match.graphedWork);
    writeCount(json, "listed", match.listedWork);
    writeCount(json, "annotated", match.annotatedWork);
    writeTime(json, "gpu_ns", details.gpuNs);
    writeTime(json, "graphed_ns", details.graphedNs);
    writeTime(json, "annotated_ns", details.annotatedNs);
    writeTime(json, "with_module_ns", details.namedModuleNs);
    json.EndObject();
}

void writeNodes(JsonWriter& json, const MatchDetails& details, std::uint64_t graphId)
{
    writeKey(json, "nodes_without");
    json.StartArray();
    const auto nodes = details.nodesWithout.find(graphId);
    if (nodes != details.nodesWithout.end()) {
        for (const MatchDetails::Node& node : nodes->second) {
            json.StartObject();
            writeCount(json, "graph_node_id", node.key);
            writeCount(json, "number", node.key & 0xffffffff);
            writeText(json, "kernel", node.kernel);
            writeCount(json, "work", node.work);
            json.EndObject();
        }
    }
    json.EndArray();
}

void writeGraphs(JsonWriter& json, const MatchReport& match, const MatchDetails& details)
{
    writeKey(json, "graphs");
    json.StartArray();
    for (const GraphMatch& graph : match.graphs) {
        json.StartObject();
        writeCount(json, "exec_graph_id", graph.execGraphId);
        writeCount(json, "replays", graph.replays);
        writeCount(json, "in_file", graph.nodesInFile);
        writeCount(json, "in_trace", graph.nodesInTrace);
        writeCount(json, "matched", graph.matchedNodes);
        writeKey(json, "guessed");
        json.Bool(graph.isGuessed);
        writeText(json, "how", graph.how);
        writeText(json, "reason", graph.reason);
        writeNodes(json, details, graph.execGraphId);
        json.EndObject();
    }
    json.EndArray();
}

void writeKernels(JsonWriter& json, const MatchDetails& details)
{
    writeCount(json, "kernel_names_without", details.kernelNamesWithout);
    writeKey(json, "kernels_without");
    json.StartArray();
    for (const MatchDetails::Kernel& kernel : details.kernelsWithout) {
        json.StartObject();
        writeText(json, "name", kernel.name);
        writeCount(json, "work", kernel.work);
        writeTime(json, "gpu_ns", kernel.gpuNs);
        json.EndObject();
    }
    json.EndArray();
}

void writeModules(JsonWriter& json, const MatchDetails& details)
{
    writeKey(json, "modules");
    json.StartArray();
    for (const MatchDetails::Module& module : details.modules) {
        json.StartObject();
        writeText(json, "path", module.path);
        writeCount(json, "work", module.work);
        writeTime(json, "gpu_ns", module.gpuNs);
        json.EndObject();
    }
    json.EndArray();
}

} // namespace

std::string matchAsJson(const OpenedTrace& opened, const MatchDetails& details)
{
    const MatchReport& match = opened.joined->match;
    rapidjson::StringBuffer buffer;
    JsonWriter json(buffer);
    json.SetIndent(' ', 1);
    json.StartObject();
    writeKey(json, "schema");
    json.Int(kMatchSchema);
    writeText(json, "trace", opened.trace->file().path.string());
    writeText(json, "annotations", opened.annotations->path.string());
    writeText(json, "problem", match.problem);
    writeWork(json, match, details);
    writeGraphs(json, match, details);
    writeKernels(json, details);
    writeModules(json, details);
    writeKey(json, "warnings");
    json.StartArray();
    for (const Finding& finding : opened.warnings) {
        json.StartObject();
        writeText(json, "code", finding.code);
        writeCount(json, "count", finding.count);
        writeText(json, "message", finding.message);
        json.EndObject();
    }
    json.EndArray();
    json.EndObject();
    return std::string(buffer.GetString(), buffer.GetSize()) + '\n';
}

} // namespace lanescope::cli
