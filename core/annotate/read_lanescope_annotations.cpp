// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_lanescope_annotations.h"

#include "core/annotate/annotation_entry.h"

#include "capture_lib/include/lanescope/annotation_format.h"
#include "core/load/json_cursor.h"

#include <fmt/format.h>

#include <charconv>

namespace lanescope {
namespace {

using Value = JsonCursor::Value;

constexpr std::uint64_t kLargestHalf = 0xffffffff; // of a node key

template<typename Number>
std::optional<Number> numberOf(std::string_view raw)
{
    Number number{};
    const char* end = raw.data() + raw.size();
    const auto [stop, error] = std::from_chars(raw.data(), end, number);
    if (error != std::errc() || stop != end)
        return std::nullopt;
    return number;
}

// Calls `member(key, value)` for each member of an object, `element(value)` for each of an array. False when `json` is
// no complete object or array.
template<typename Member>
bool forEachMember(std::string_view json, Member member)
{
    JsonCursor cursor(json);
    if (cursor.openObject() != JsonCursor::Outcome::Ok)
        return false;
    Value key;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextMember(key, first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        const Value name = key;
        Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        member(name.inner(), value);
    }
}

template<typename Element>
bool forEachElement(std::string_view json, Element element)
{
    JsonCursor cursor(json);
    if (cursor.openArray() != JsonCursor::Outcome::Ok)
        return false;
    for (bool first = true;;) {
        const JsonCursor::Step step = cursor.nextElement(first);
        if (step != JsonCursor::Step::Member)
            return step == JsonCursor::Step::Done;
        Value value;
        if (cursor.readValue(value) != JsonCursor::Outcome::Ok)
            return false;
        element(value);
    }
}

// The pieces of a graph as they stand in the text.
struct GraphText {
    std::optional<std::uint64_t> id;
    std::string_view execIds;
    std::string_view regions;
    std::string_view nodes;
};

class LanescopeFileReader {
public:
    Result<AnnotationSet> read(std::string_view text)
    {
        m_text = text;
        std::optional<std::int64_t> version;
        std::string_view graphs;
        const bool isWhole = forEachMember(text, [&](std::string_view key, const Value& value) {
            if (key == LSC_KEY_FILE_VERSION)
                version = numberOf<std::int64_t>(value.raw);
            else if (key == LSC_KEY_GRAPHS)
                graphs = value.raw;
            else if (key == LSC_KEY_PROCESS)
                takeProcess(value.raw);
            else if (key == LSC_KEY_DROPPED_SCOPES)
                takeDroppedScopes(value.raw);
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
        if (!graphs.empty() && !forEachElement(graphs, [this](const Value& graph) { takeGraph(graph.raw); }))
            reportDamage(graphs, "graphs");
        return std::move(m_set);
    }

private:
    // `where`: a piece of the text.
    void reportDamage(std::string_view where, std::string_view what)
    {
        m_set.report.add("annotation-file-damaged", "a part of the annotation file is damaged and was left out",
                         static_cast<std::uint64_t>(where.data() - m_text.data()), what);
    }

    void takeProcess(std::string_view json)
    {
        forEachMember(json, [this](std::string_view key, const Value& value) {
            if (key == LSC_KEY_RANK)
                m_set.rank = numberOf<std::int64_t>(value.raw);
        });
    }

    void takeDroppedScopes(std::string_view raw)
    {
        const auto dropped = numberOf<std::uint64_t>(raw);
        if (dropped && *dropped > 0)
            m_set.report.addWithoutPlace("annotation-scopes-dropped",
                                         "scopes were not recorded because a limit of the recorder was reached",
                                         *dropped);
    }

    void takeGraph(std::string_view json)
    {
        GraphText graph;
        const bool isObject = forEachMember(json, [&graph](std::string_view key, const Value& value) {
            if (key == LSC_KEY_ID)
                graph.id = numberOf<std::uint64_t>(value.raw);
            else if (key == LSC_KEY_EXEC_IDS)
                graph.execIds = value.raw;
            else if (key == LSC_KEY_REGIONS)
                graph.regions = value.raw;
            else if (key == LSC_KEY_NODES)
                graph.nodes = value.raw;
        });
        if (!isObject || !graph.id || *graph.id == 0 || *graph.id > kLargestHalf) {
            reportDamage(json, "a graph without a usable id");
            return;
        }
        takeExecIds(graph);
        takeRegions(graph);
        if (!graph.nodes.empty() &&
            !forEachElement(graph.nodes, [&](const Value& node) { takeNode(*graph.id, node.raw); }))
            reportDamage(graph.nodes, fmt::format("nodes of graph {}", *graph.id));
    }

    void takeExecIds(const GraphText& graph)
    {
        m_execIds.clear();
        if (graph.execIds.empty())
            return;
        forEachElement(graph.execIds, [&](const Value& value) {
            const auto id = numberOf<std::uint64_t>(value.raw);
            if (id && *id != 0 && *id <= kLargestHalf)
                m_execIds.push_back(*id);
            else
                reportDamage(value.raw, fmt::format("an exec id of graph {}", *graph.id));
        });
    }

    void takeRegions(const GraphText& graph)
    {
        m_regions.clear();
        if (graph.regions.empty())
            return;
        forEachElement(graph.regions, [&](const Value& region) {
            std::string_view annotations;
            forEachMember(region.raw, [&annotations](std::string_view key, const Value& value) {
                if (key == LSC_KEY_ANNOTATIONS)
                    annotations = value.raw;
            });
            m_regions.push_back(readAnnotationEntry(annotations.empty() ? "[]" : annotations));
            const AnnotationEntry& entry = m_regions.back();
            if (!entry.oddity.empty())
                reportDamage(region.raw, fmt::format("region {} of graph {}", m_regions.size() - 1, *graph.id));
            if (const auto stream = entry.badStream())
                m_set.report.addWithoutPlace("annotation-stream-not-a-number",
                                             fmt::format("the stream of an annotation is no number: {}", *stream));
        });
    }

    void takeNode(std::uint64_t graphId, std::string_view json)
    {
        std::optional<std::uint64_t> id;
        std::optional<std::uint64_t> region;
        forEachMember(json, [&](std::string_view key, const Value& value) {
            if (key == LSC_KEY_ID)
                id = numberOf<std::uint64_t>(value.raw);
            else if (key == LSC_KEY_REGION)
                region = numberOf<std::uint64_t>(value.raw).value_or(kLargestHalf);
        });
        if (!id || *id > kLargestHalf) {
            reportDamage(json, fmt::format("a node of graph {} without a usable id", graphId));
            return;
        }
        if (!region)
            return; // no scope covers it
        if (*region >= m_regions.size()) {
            reportDamage(json, fmt::format("the region of node {} of graph {}", *id, graphId));
            return;
        }
        const AnnotationEntry& entry = m_regions[*region];
        if (!entry.isUsable)
            return;
        const std::uint64_t captureKey = (graphId << 32) | *id;
        m_set.addUnderCaptureGraph(captureKey, entry.annotationOf(captureKey));
        for (const std::uint64_t execId : m_execIds) {
            const std::uint64_t key = (execId << 32) | *id;
            m_set.add(key, entry.annotationOf(key));
        }
    }

    std::string_view m_text;
    AnnotationSet m_set;
    std::vector<std::uint64_t> m_execIds;
    std::vector<AnnotationEntry> m_regions; // of the graph that is being read
};

} // namespace

Result<AnnotationSet> readLanescopeAnnotations(std::string_view text)
{
    return LanescopeFileReader().read(text);
}

} // namespace lanescope
