// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/annotate/annotation.h"
#include "core/annotate/recorded_body.h"
#include "core/trace/load_report.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {

enum class AnnotationOrigin {
    File,        // an annotation file
    TraceItself, // args of the trace's own events (DESIGN §4.1 rule 6)
};

// How a node of a trace came to an annotation that stands under another node's key.
enum class OtherKey {
    SourceNode, // the trace names the node of the captured graph that it was cloned from
    Guess,      // equal kernel names and node numbers in a graph that was instantiated again
};

// A graph of the trace whose nodes have annotations of another graph.
struct OtherGraph {
    std::uint64_t knownGraph = 0; // the graph they stand under in the file
    std::uint64_t nodes = 0;
    OtherKey how = OtherKey::SourceNode;
};

// The field that marks an annotation that was guessed, in reports and exports alike.
inline constexpr std::string_view kGuessedField = "annotation_guessed";

using NodeNumberPair = std::pair<std::uint32_t, std::uint32_t>;

// What ran after what in a captured graph, by node numbers. Each list is sorted.
struct CapturedGraph {
    std::vector<NodeNumberPair> lanes;  // (node, lane): capturedLanes()
    std::vector<NodeNumberPair> after;  // (node, one that depends on it)
    std::vector<NodeNumberPair> before; // (node, one it depends on)
};

// The annotations of one file, keyed by graph node: (graph id << 32) | node number. Immutable once read.
class AnnotationSet {
public:
    // Nodes with equal annotations share one. A later entry of the same node replaces the earlier one, as duplicate
    // keys do in JSON.
    void add(std::uint64_t nodeKey, Annotation annotation);

    // Adds an annotation that stands under no node: the set of a merged trace, whose files use equal keys for different
    // nodes. Its position; equal ones share one.
    std::uint32_t addWithoutNode(Annotation annotation);

    // The annotation of a node, or null; an empty one (a node that is listed with an empty list) is not null.
    [[nodiscard]] const Annotation* find(std::uint64_t nodeKey) const;
    // Position in annotations() of a node's annotation.
    [[nodiscard]] std::optional<std::uint32_t> indexOfNode(std::uint64_t nodeKey) const;
    [[nodiscard]] std::span<const Annotation> annotations() const { return m_annotations; }

    [[nodiscard]] std::size_t nodeCount() const { return m_nodes.size(); }
    // Per graph id (the high half of the keys; 0 for bare ids): how many nodes the file lists.
    [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& nodesPerGraph() const { return m_nodesPerGraph; }
    // The same annotations under the id of the graph that was captured: only Lanescope's own files know it. These
    // graphs are joined, but expected in no trace.
    void addUnderCaptureGraph(std::uint64_t nodeKey, Annotation annotation);
    [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& nodesPerCaptureGraph() const
    {
        return m_nodesPerCaptureGraph;
    }

    // Gives a node the annotation of `knownKey`, which is in the set and stays. A guess is marked by kGuessedField.
    void addOtherKey(std::uint64_t nodeKey, std::uint64_t knownKey, OtherKey how);
    // The graphs that got annotations so.
    [[nodiscard]] const std::map<std::uint64_t, OtherGraph>& otherGraphs() const { return m_otherGraphs; }

    // The kernel that a node of a captured graph launches: only Lanescope's own files tell it.
    void setKernelName(std::uint64_t captureKey, std::string_view name);
    // "" when the file does not tell it.
    [[nodiscard]] std::string_view kernelName(std::uint64_t captureKey) const;

    // What the captured graph and those made of it are known by: only Lanescope's own files tell it.
    void setCapturedGraph(std::span<const std::uint64_t> graphs, CapturedGraph captured);
    // Of a node's graph; null where it is not known.
    [[nodiscard]] const CapturedGraph* capturedGraph(std::uint64_t nodeKey) const;
    [[nodiscard]] std::optional<std::uint32_t> capturedLane(std::uint64_t nodeKey) const;
    [[nodiscard]] bool hasCapturedLanes() const { return !m_capturedGraphs.empty(); }

    // Nested graphs whose nodes are not in the set until the trace's kernels confirm their numbers (core/join).
    std::vector<RecordedBody> bodies;

    // Provenance, filled by whoever read the set.
    std::filesystem::path path;
    AnnotationOrigin origin = AnnotationOrigin::File;
    std::string contentHash; // hash of the file's bytes, named in exports: "sha256:…" or "fnv1a64:…"
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> processId; // of the program that was recorded, where the file tells it
    LoadReport report;                     // entries that could not be used, each with its reason

private:
    // True when the node was not known before.
    bool put(std::uint64_t nodeKey, Annotation annotation);

    std::vector<Annotation> m_annotations;
    std::unordered_map<std::uint64_t, std::uint32_t> m_nodes;
    std::unordered_map<std::string, std::uint32_t> m_known; // serialised fields -> position
    std::map<std::uint64_t, std::uint64_t> m_nodesPerGraph;
    std::map<std::uint64_t, std::uint64_t> m_nodesPerCaptureGraph;
    std::map<std::uint64_t, OtherGraph> m_otherGraphs;            // by graph id of the trace
    std::unordered_map<std::uint64_t, std::string> m_kernelNames; // by capture key
    std::vector<CapturedGraph> m_capturedGraphs;
    std::unordered_map<std::uint64_t, std::size_t> m_capturedGraphOf; // by graph id
};

} // namespace lanescope
