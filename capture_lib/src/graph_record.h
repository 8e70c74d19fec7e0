// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/annotation.h"
#include "capture_lib/src/driver.h"
#include "capture_lib/src/open_scopes.h"

#include <cstdint>
#include <string>
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
    std::vector<NodeRecord> nodes; // ascending numbers

    // Merges scopes, given in closing order, into the nodes: key by key the scope closed first wins. A node that has a
    // region already gets one more annotation.
    void resolve(std::vector<ScopeNodes> closed);

    // Takes over what an earlier reading of the same graph had resolved.
    void inherit(const GraphRecord& earlier);

    std::uint64_t sizeBytes() const;
};

// Reads the nodes of a live graph. False: the driver refused.
bool readGraph(Driver& driver, GraphHandle graph, GraphRecord& record, std::vector<NodeHandle>& handles);

// Do scopes tag nodes of this kind?
bool isAnnotatable(NodeKind kind);

} // namespace lanescope::capture
