// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace lanescope {

// A captured graph with its nested ones: a child graph is one body of its node, the branches of a conditional node are
// one body each.
struct BodyTree {
    struct Node {
        std::vector<std::uint32_t> bodies; // positions in BodyTree::bodies, in order of branches
    };
    struct Body {
        std::vector<std::uint32_t> nodes; // positions in BodyTree::nodes, in node order, all of them
    };
    std::vector<Node> nodes;
    std::vector<Body> bodies;
    std::vector<std::uint32_t> top; // the nodes of the outermost graph, in node order
};

// The numbers that the nodes of bodies have in an exec graph, by position in `tree.nodes`; those of the outermost
// graph, which keep theirs, are 0. `next`: the number after the largest one of the outermost graph. The rule (DESIGN
// §4.2, measured on driver 580): in node order, each nested graph's nodes are numbered on, all branches of a
// conditional before what they contain; and what they contain before the next node of the outer graph.
[[nodiscard]] std::vector<std::uint32_t> numberBodies(const BodyTree& tree, std::uint32_t next);

} // namespace lanescope
