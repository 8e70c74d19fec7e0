// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/body_numbers.h"

#include <cstddef>

namespace lanescope {

std::vector<std::uint32_t> numberBodies(const BodyTree& tree, std::uint32_t next)
{
    struct Place {
        const std::vector<std::uint32_t>* nodes;
        std::size_t at;
    };
    std::vector<std::uint32_t> numbers(tree.nodes.size());
    std::vector<Place> open{{&tree.top, 0}}; // graphs nest as deep as a file says: no recursion
    while (!open.empty()) {
        Place& place = open.back();
        if (place.at == place.nodes->size()) {
            open.pop_back();
            continue;
        }
        const std::vector<std::uint32_t>& bodies = tree.nodes[(*place.nodes)[place.at++]].bodies;
        for (const std::uint32_t body : bodies) {
            for (const std::uint32_t node : tree.bodies[body].nodes)
                numbers[node] = next++;
        }
        for (auto body = bodies.rbegin(); body != bodies.rend(); ++body)
            open.push_back({&tree.bodies[*body].nodes, 0});
    }
    return numbers;
}

} // namespace lanescope
