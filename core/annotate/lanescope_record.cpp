// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/lanescope_record.h"

#include "core/annotate/captured_lanes.h"

#include "core/annotate/annotation_entry.h"
#include "core/annotate/lanescope_bodies.h"
#include "core/annotate/lanescope_node.h"
#include "core/annotate/whole_number.h"
#include "core/load/json_walk.h"

#include "capture_lib/include/lanescope/annotation_format.h"
#include "core/load/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

namespace lanescope {
namespace {

using Value = JsonCursor::Value;

constexpr std::uint64_t kLargestHalf = LanescopeNode::kLargestId;

// Fills a set with the graphs of a record.
class GraphReader {
public:
    explicit GraphReader(LanescopeRecord& record) : m_record(record) {}

    void take(const LanescopeGraphText& graph)
    {
        std::string_view regions;
        std::string_view kernels;
        std::string_view nodes;
        std::string_view edges;
        std::optional<std::uint64_t> nextNode;
        bool hasAllNodes = false;
        // Whether it is whole was checked when the graph was found.
        (void)walkObject(graph.json, [&](std::string_view key, const Value& value) {
            if (key == LSC_KEY_REGIONS)
                regions = value.raw;
            else if (key == LSC_KEY_KERNELS)
                kernels = value.raw;
            else if (key == LSC_KEY_NODES)
                nodes = value.raw;
            else if (key == LSC_KEY_EDGES)
                edges = value.raw;
            else if (key == LSC_KEY_NEXT_NODE)
                nextNode = wholeNumber<std::uint64_t>(value.raw);
            else if (key == LSC_KEY_ALL_NODES)
                hasAllNodes = value.raw == "true";
        });
        m_parts = {};
        m_nodes.clear();
        takeRegions(graph, regions);
        takeKernels(kernels);
        if (!nodes.empty() && !walkArray(nodes, [&](const Value& node) { takeNode(graph, node.raw); }))
            m_record.reportDamage(nodes, fmt::format("nodes of graph {}", graph.id));
        takeBodies(graph, nodes, hasAllNodes ? nextNode : std::nullopt);
        if (!edges.empty() && hasAllNodes)
            takeEdges(graph, edges);
    }

    AnnotationSet set;

private:
    void takeRegions(const LanescopeGraphText& graph, std::string_view json)
    {
        if (json.empty())
            return;
        const bool isWhole = walkArray(json, [&](const Value& region) {
            std::string_view annotations;
            const bool isObject = walkObject(region.raw, [&annotations](std::string_view key, const Value& value) {
                if (key == LSC_KEY_ANNOTATIONS)
                    annotations = value.raw;
            });
            const AnnotationEntry& entry = *m_parts.regions.emplace_back(
                std::make_shared<const AnnotationEntry>(readAnnotationEntry(annotations.empty() ? "[]" : annotations)));
            if (!isObject || !entry.oddity.empty())
                m_record.reportDamage(region.raw,
                                      fmt::format("region {} of graph {}", m_parts.regions.size() - 1, graph.id));
            if (const auto stream = entry.badStream())
                m_record.report.addWithoutPlace("annotation-stream-not-a-number",
                                                fmt::format("the stream of an annotation is no number: {}", *stream));
        });
        if (!isWhole)
            m_record.reportDamage(json, fmt::format("regions of graph {}", graph.id));
    }

    // What is odd there is left out without a word: names only confirm what is known otherwise.
    void takeKernels(std::string_view json)
    {
        if (json.empty())
            return;
        (void)walkArray(json, [&](const Value& kernel) {
            LanescopeGraphParts::Kernel& read = m_parts.kernels.emplace_back();
            (void)walkObject(kernel.raw, [&read](std::string_view key, const Value& value) {
                if (value.kind != JsonCursor::ValueKind::String)
                    return;
                if (key == LSC_KEY_NAME)
                    decodeJsonString(value.inner(), read.name);
                else if (key == LSC_KEY_MANGLED)
                    decodeJsonString(value.inner(), read.mangled);
            });
        });
    }

    void takeBodies(const LanescopeGraphText& graph, std::string_view where, std::optional<std::uint64_t> next)
    {
        const bool hasBodies =
            std::any_of(m_nodes.begin(), m_nodes.end(), [](const LanescopeNode& node) { return !node.bodies.empty(); });
        if (!hasBodies)
            return;
        if (!next) {
            m_record.reportDamage(where, fmt::format("bodies of graph {}, whose nodes are not all listed", graph.id));
            return;
        }
        auto bodies = readLanescopeBodies(m_nodes, *next, m_parts);
        if (!bodies) {
            m_record.reportDamage(where, fmt::format("graph {}: {}", graph.id, bodies.error().message));
            return;
        }
        for (RecordedBody& body : *bodies) {
            body.captureGraph = graph.id;
            body.execIds = graph.execIds;
            set.bodies.push_back(std::move(body));
        }
    }

    // Paths of node numbers, each of which depends on the one before.
    void takeEdges(const LanescopeGraphText& graph, std::string_view json)
    {
        std::vector<std::uint32_t> numbers;
        for (const LanescopeNode& node : m_nodes) {
            if (node.id && *node.id <= kLargestHalf && (numbers.empty() || *node.id > numbers.back()))
                numbers.push_back(static_cast<std::uint32_t>(*node.id));
        }
        const auto positionOf = [&numbers](std::string_view number) -> std::optional<std::uint32_t> {
            const auto wanted = wholeNumber<std::uint64_t>(number);
            const auto at = wanted ? std::lower_bound(numbers.begin(), numbers.end(), *wanted) : numbers.end();
            if (at == numbers.end() || *at != *wanted)
                return std::nullopt;
            return static_cast<std::uint32_t>(at - numbers.begin());
        };
        std::vector<NodeDependency> dependencies;
        bool isUsable = numbers.size() == m_nodes.size();
        const auto takePath = [&](const Value& path) {
            std::optional<std::uint32_t> before;
            const bool isList = walkArray(path.raw, [&](const Value& value) {
                const auto node = positionOf(value.raw);
                isUsable = isUsable && node;
                if (before && node)
                    dependencies.emplace_back(*before, *node);
                before = node;
            });
            isUsable = isUsable && isList;
        };
        if (!walkArray(json, takePath) || !isUsable) {
            m_record.reportDamage(json, fmt::format("dependencies of graph {}", graph.id));
            return;
        }
        CapturedGraph captured;
        for (const auto& [before, node] : dependencies) {
            captured.after.emplace_back(numbers[before], numbers[node]);
            captured.before.emplace_back(numbers[node], numbers[before]);
        }
        const std::vector<std::uint32_t> lanes = capturedLanes(numbers.size(), std::move(dependencies));
        captured.lanes.reserve(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i)
            captured.lanes.emplace_back(numbers[i], lanes[i]);
        std::vector<std::uint64_t> graphs = graph.execIds;
        graphs.push_back(graph.id);
        set.setCapturedGraph(graphs, std::move(captured));
    }

    void takeNode(const LanescopeGraphText& graph, std::string_view json)
    {
        const LanescopeNode& node = m_nodes.emplace_back(readLanescopeNode(json));
        const auto& [isObject, id, kernel, region, isKernel, bodies] = node;
        if (!isObject || !id || *id > kLargestHalf) {
            m_record.reportDamage(json, fmt::format("a node of graph {} without a usable id", graph.id));
            return;
        }
        if (kernel && *kernel < m_parts.kernels.size())
            set.setKernelName((graph.id << 32) | *id, m_parts.kernels[*kernel].name);
        if (!region)
            return; // no scope covers it
        if (*region >= m_parts.regions.size()) {
            m_record.reportDamage(json, fmt::format("the region of node {} of graph {}", *id, graph.id));
            return;
        }
        const AnnotationEntry& entry = *m_parts.regions[*region];
        if (!entry.isUsable)
            return;
        const std::uint64_t captureKey = (graph.id << 32) | *id;
        set.addUnderCaptureGraph(captureKey, entry.annotationOf(captureKey));
        for (const std::uint64_t execId : graph.execIds)
            addMerged((execId << 32) | *id, entry);
    }

    void addMerged(std::uint64_t key, const AnnotationEntry& entry)
    {
        Annotation annotation = entry.annotationOf(key);
        const Annotation* earlier = set.find(key);
        set.add(key, earlier == nullptr ? std::move(annotation) : merged(*earlier, annotation, key >> 32));
    }

    LanescopeRecord& m_record;
    LanescopeGraphParts m_parts; // of the graph that is being read
    std::vector<LanescopeNode> m_nodes;
};

} // namespace

void LanescopeRecord::reportDamage(std::string_view where, std::string_view what)
{
    constexpr std::string_view kMessage = "a part of the annotation file is damaged and was left out";
    const bool isInText = where.data() >= text.data() && where.data() <= text.data() + text.size();
    if (isInText)
        report.add("annotation-file-damaged", kMessage, static_cast<std::uint64_t>(where.data() - text.data()), what);
    else
        report.addWithoutPlace("annotation-file-damaged", kMessage); // a graph of the journal
}

void LanescopeRecord::takeProcess(std::string_view json)
{
    const bool isObject = walkObject(json, [this](std::string_view key, const Value& value) {
        if (key == LSC_KEY_RANK)
            rank = wholeNumber<std::int64_t>(value.raw);
        else if (key == LSC_KEY_PID)
            processId = wholeNumber<std::int64_t>(value.raw);
    });
    if (!isObject)
        reportDamage(json, "process");
}

void LanescopeRecord::takeGraph(std::string_view json)
{
    LanescopeGraphText graph{0, json, {}};
    std::string_view execIds;
    const bool isObject = walkObject(json, [&](std::string_view key, const Value& value) {
        if (key == LSC_KEY_ID)
            graph.id = wholeNumber<std::uint64_t>(value.raw).value_or(0);
        else if (key == LSC_KEY_EXEC_IDS)
            execIds = value.raw;
    });
    if (!isObject || graph.id == 0 || graph.id > kLargestHalf) {
        reportDamage(json, "a graph without a usable id");
        return;
    }
    const auto takeExecId = [&](const Value& value) {
        const auto id = wholeNumber<std::uint64_t>(value.raw);
        if (id && *id != 0 && *id <= kLargestHalf)
            graph.execIds.push_back(*id);
        else
            reportDamage(value.raw, fmt::format("an exec id of graph {}", graph.id));
    };
    if (!execIds.empty() && !walkArray(execIds, takeExecId))
        reportDamage(execIds, fmt::format("exec ids of graph {}", graph.id));
    graphs.push_back(std::move(graph));
}

Result<LanescopeRecord> readLanescopeRecord(std::string_view text)
{
    LanescopeRecord record;
    record.text = text;
    std::optional<std::int64_t> version;
    std::string_view graphs;
    const bool isWhole = walkObject(text, [&](std::string_view key, const Value& value) {
        if (key == LSC_KEY_FILE_VERSION) {
            version = wholeNumber<std::int64_t>(value.raw);
        } else if (key == LSC_KEY_GRAPHS) {
            graphs = value.raw;
        } else if (key == LSC_KEY_PROCESS) {
            record.takeProcess(value.raw);
        } else if (key == LSC_KEY_DROPPED_SCOPES) {
            if (const auto dropped = wholeNumber<std::uint64_t>(value.raw).value_or(0); dropped > 0)
                record.report.addWithoutPlace("annotation-scopes-dropped",
                                              "scopes were not recorded because a limit of the recorder was reached",
                                              dropped);
        }
    });
    if (!isWhole)
        return failure(ErrorCode::NotAnnotations, "the annotation file is cut off: its JSON does not end");
    if (!version || *version < 1)
        return failure(ErrorCode::NotAnnotations, "an annotation file of Lanescope without a usable version");
    if (*version > LSC_FORMAT_VERSION)
        return failure(ErrorCode::Refused,
                       fmt::format("an annotation file of version {}; this program reads up to version {}: use a "
                                   "newer Lanescope",
                                   *version, LSC_FORMAT_VERSION));
    if (!graphs.empty() && !walkArray(graphs, [&record](const Value& graph) { record.takeGraph(graph.raw); }))
        record.reportDamage(graphs, "graphs");
    return record;
}

void addFromJournal(LanescopeRecord& record, const LanescopeRecord& journal)
{
    std::uint64_t added = 0;
    for (const LanescopeGraphText& graph : journal.graphs) {
        const auto known = std::find_if(record.graphs.begin(), record.graphs.end(),
                                        [&graph](const LanescopeGraphText& other) { return other.id == graph.id; });
        if (known == record.graphs.end()) {
            record.graphs.push_back(graph);
            ++added;
            continue;
        }
        for (const std::uint64_t execId : graph.execIds) {
            if (std::find(known->execIds.begin(), known->execIds.end(), execId) == known->execIds.end()) {
                known->execIds.push_back(execId);
                ++added;
            }
        }
    }
    if (added > 0)
        record.report.addWithoutPlace("annotations-added-from-journal",
                                      "graphs or exec graphs are not in the annotation file and come from its journal",
                                      added);
}

AnnotationSet annotationsOf(LanescopeRecord record)
{
    GraphReader reader(record);
    for (const LanescopeGraphText& graph : record.graphs)
        reader.take(graph);
    AnnotationSet set = std::move(reader.set);
    set.rank = record.rank;
    set.processId = record.processId;
    set.report = std::move(record.report);
    return set;
}

} // namespace lanescope
