// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/annotation.h"
#include "capture_lib/src/driver.h"
#include "capture_lib/src/open_scopes.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::capture {

constexpr std::uint32_t kNone = 0xffffffffU;

struct KernelName {
    std::string mangled;
    std::string demangled; // empty: not a mangled name, or not to be demangled
};

struct NodeRecord {
    std::uint32_t number = 0;
    NodeKind kind = NodeKind::Unknown;
    std::uint32_t kernel = kNone;
    std::uint32_t region = kNone;
    std::uint32_t firstBody = kNone; // in GraphRecord::bodies
    std::uint32_t bodyCount = 0;
};

// A nested graph: what a child graph node runs, or one branch of a conditional node. Its nodes are a range of
// GraphRecord::nodes.
struct BodyRecord {
    std::uint32_t graphId = 0;
    std::uint32_t recordedAs = 0; // the graph under which scopes in it were recorded: itself, or what it is a copy of
    std::uint32_t firstNode = 0;
    std::uint32_t nodeCount = 0;
};

struct ScopeRecord {
    std::uint64_t opened = 0;
    ScopeKind kind = ScopeKind::Mark;
    AnnotationPtr annotation;
};

// What a node refers to: one object for each resolve that found something, and the scopes that gave it.
struct Region {
    std::vector<AnnotationPtr> annotations;
    std::vector<std::uint32_t> scopes;
};

// A closed scope with the nodes it covers, as indexes into GraphRecord::nodes.
struct ScopeNodes {
    ScopeRecord scope;
    std::vector<std::uint32_t> nodes;
};

// A captured graph as the file shows it; exec ids are kept beside it. Immutable once published.
struct GraphRecord {
    std::uint32_t id = 0;
    std::vector<ScopeRecord> scopes;
    std::vector<Region> regions;
    std::vector<KernelName> kernels;
    std::vector<NodeRecord> nodes; // the graph's own, with ascending numbers, then those of bodies
    std::uint32_t ownNodes = 0;
    std::vector<BodyRecord> bodies;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges; // node numbers: (from, to), ascending

    // Merges scopes, given in closing order, into the nodes: key by key the scope closed first wins. A node that has a
    // region already gets one more annotation.
    void resolve(std::vector<ScopeNodes> closed);

    // Takes over what an earlier reading of the same graph had resolved.
    void inherit(const GraphRecord& earlier);

    // The number after the largest of its own nodes.
    std::uint64_t nextNumber() const { return ownNodes == 0 ? 0 : std::uint64_t{nodes[ownNodes - 1].number} + 1; }

    // Forgets what is nested in its own nodes from position `from` on.
    void dropBodies(std::uint32_t from);

    // Appends all nodes inside a node's bodies, however deep.
    void appendInside(std::uint32_t node, std::vector<std::uint32_t>& inside) const;

    std::uint64_t sizeBytes() const;
};

// What a program said is inside a node, by the node's id: the bodies of a conditional node, which the driver does not
// tell, or the graph that a child graph is a copy of.
using ToldBodies = std::map<std::uint64_t, std::vector<GraphHandle>>;

// Reads the nodes of a live graph and of what is nested in it. `handles`: of its own nodes. Where a conditional node's
// bodies are not known, bodies from there on have no numbers in exec graphs, and are left out. False: the driver
// refused.
bool readGraph(Driver& driver, GraphHandle graph, const ToldBodies& told, GraphRecord& record,
               std::vector<NodeHandle>& handles);

// The scopes that were recorded in a body while it was captured as a graph of its own: `recorded`, whose nodes must be
// the body's, but for nodes deleted or added since (else none).
std::vector<ScopeNodes> scopesInBody(const GraphRecord& record, const BodyRecord& body, const GraphRecord& recorded);

// Do scopes tag nodes of this kind?
bool isAnnotatable(NodeKind kind);

} // namespace lanescope::capture
