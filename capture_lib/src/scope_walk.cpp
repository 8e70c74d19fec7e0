// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/scope_walk.h"

#include <utility>

namespace lanescope::capture {
namespace {

constexpr std::size_t kSlotsKept = 4096; // more are given back after a large scope

std::size_t hashOf(NodeHandle node)
{
    // Handles are addresses: the low bits say little, so the product's high bits choose the slot.
    const auto address = reinterpret_cast<std::uintptr_t>(node);
    return static_cast<std::size_t>((address * 0x9e3779b97f4a7c15U) >> 32);
}

// Keeps, from `from` on, the nodes that `seen` did not hold.
void keepUnseen(NodeSet& seen, std::vector<NodeHandle>& nodes, std::size_t from)
{
    std::size_t kept = from;
    for (std::size_t i = from; i < nodes.size(); ++i) {
        if (seen.insert(nodes[i]))
            nodes[kept++] = nodes[i];
    }
    nodes.resize(kept);
}

} // namespace

void NodeSet::clear()
{
    if (m_slots.size() > kSlotsKept)
        std::vector<Slot>(64).swap(m_slots);
    ++m_round;
    m_count = 0;
}

bool NodeSet::insert(NodeHandle node)
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hashOf(node) & mask;
    while (m_slots[at].round == m_round) {
        if (m_slots[at].node == node)
            return false;
        at = (at + 1) & mask;
    }
    m_slots[at] = {node, m_round};
    if (++m_count * 2 > m_slots.size())
        grow();
    return true;
}

void NodeSet::grow()
{
    std::vector<Slot> old(m_slots.size() * 4);
    old.swap(m_slots);
    m_count = 0;
    for (const Slot& slot : old) {
        if (slot.round == m_round)
            insert(slot.node);
    }
}

bool startWalk(Driver& driver, CaptureState& state, WalkStart& start)
{
    start.frontier.swap(state.frontier);
    start.known.clear();
    if (start.frontier.empty())
        return driver.rootNodes(state.graph, start.known);
    for (NodeHandle node : start.frontier) {
        if (!driver.appendDependents(node, start.known))
            return false;
    }
    return true;
}

namespace {

// Follows `node` as long as each node has one dependent, as work on one stream has. `asked`: how many of `nodes` have
// been asked for their dependents when it stops, at the end (all of them) or where the graph branches.
bool followChain(Driver& driver, NodeHandle node, std::vector<NodeHandle>& nodes, std::size_t& asked)
{
    for (;;) {
        asked = nodes.size();
        if (!driver.appendDependents(node, nodes))
            return false;
        if (nodes.size() != asked + 1)
            return true;
        node = nodes.back();
    }
}

} // namespace

bool collectNewNodes(Driver& driver, GraphHandle graph, const WalkStart& start, NodeSet& seen,
                     std::vector<NodeHandle>& nodes)
{
    nodes.clear();
    std::size_t asked = 0;
    if (start.frontier.size() == 1 && start.known.empty()) {
        if (!followChain(driver, start.frontier.front(), nodes, asked))
            return false;
        // In a chain nothing is met twice: most scopes need no set, whose memory is cold when a mark comes.
        if (asked == nodes.size())
            return true;
    } else if (start.frontier.empty()) {
        if (!driver.rootNodes(graph, nodes))
            return false;
    } else {
        for (NodeHandle node : start.frontier) {
            if (!driver.appendDependents(node, nodes))
                return false;
        }
    }
    seen.clear();
    for (NodeHandle node : start.frontier)
        seen.insert(node);
    for (NodeHandle node : start.known)
        seen.insert(node);
    keepUnseen(seen, nodes, 0);
    // A new node's dependents are newer still, so nothing older is ever reached from here.
    for (std::size_t i = asked; i < nodes.size(); ++i) {
        const std::size_t before = nodes.size();
        const NodeHandle node = nodes[i];
        if (!driver.appendDependents(node, nodes))
            return false;
        keepUnseen(seen, nodes, before);
    }
    return true;
}

} // namespace lanescope::capture
