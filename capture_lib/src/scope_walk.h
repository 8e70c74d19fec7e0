// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"

#include <cstdint>
#include <vector>

namespace lanescope::capture {

// Where the work of a scope starts: the stream's frontier at its entry and what hung on it already. Where the frontier
// was empty (nothing captured yet) `known` holds the graph's roots instead.
struct WalkStart {
    std::vector<NodeHandle> frontier;
    std::vector<NodeHandle> known;
};

// A set of handles that is emptied in constant time and keeps its memory; small sets stay in a few cache lines.
class NodeSet {
public:
    void clear();
    // False if it was there.
    bool insert(NodeHandle node);

private:
    struct Slot {
        NodeHandle node = nullptr;
        std::uint64_t round = 0; // the slot is taken if this is the current round
    };
    void grow();

    std::vector<Slot> m_slots = std::vector<Slot>(64);
    std::size_t m_count = 0;
    std::uint64_t m_round = 1;
};

// Takes the start from a capturing stream. Costs the frontier's dependents, not the graph. False: the driver refused.
bool startWalk(Driver& driver, CaptureState& state, WalkStart& start);

// Replaces `nodes` by the nodes that came after the start: reached from the frontier over edges to newer nodes, each
// node once. Costs the nodes it finds. False: the driver refused; `nodes` is unspecified.
// `seen` is memory to work in.
bool collectNewNodes(Driver& driver, GraphHandle graph, const WalkStart& start, NodeSet& seen,
                     std::vector<NodeHandle>& nodes);

} // namespace lanescope::capture
