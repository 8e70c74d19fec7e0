// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/lanescope_bodies.h"

#include "core/annotate/body_numbers.h"
#include "core/load/json_walk.h"

#include "capture_lib/include/lanescope/annotation_format.h"

#include <fmt/format.h>

#include <utility>

namespace lanescope {
namespace {

constexpr int kDeepest = 64;

// A node whose bodies are still to be read.
struct Pending {
    std::uint32_t node; // in the tree
    std::string_view bodies;
    std::string place;
    int depth;
};

class BodyReader {
public:
    explicit BodyReader(const LanescopeGraphParts& parts) : m_parts(parts) {}

    Result<std::vector<RecordedBody>> read(const std::vector<LanescopeNode>& top, std::uint64_t next)
    {
        for (const LanescopeNode& node : top)
            m_tree.top.push_back(add(node, {}, 1));
        while (!m_pending.empty()) {
            const Pending pending = std::move(m_pending.back());
            m_pending.pop_back();
            if (!readBodies(pending))
                return failure(ErrorCode::NotAnnotations, fmt::format("the bodies of {}", pending.place));
        }
        if (next + m_tree.nodes.size() > LanescopeNode::kLargestId)
            return failure(ErrorCode::NotAnnotations, "the number of the next node");
        const std::vector<std::uint32_t> numbers = numberBodies(m_tree, static_cast<std::uint32_t>(next));
        for (std::size_t b = 0; b < m_bodies.size(); ++b) {
            for (const std::uint32_t node : m_tree.bodies[b].nodes) {
                m_nodes[node].number = numbers[node];
                m_bodies[b].nodes.push_back(m_nodes[node]);
            }
        }
        return std::move(m_bodies);
    }

private:
    std::uint32_t add(const LanescopeNode& node, const std::string& around, int depth)
    {
        const auto index = static_cast<std::uint32_t>(m_tree.nodes.size());
        m_tree.nodes.emplace_back();
        RecordedBody::Node& read = m_nodes.emplace_back();
        read.isKernel = node.isKernel;
        if (node.kernel && *node.kernel < m_parts.kernels.size()) {
            read.kernel = m_parts.kernels[*node.kernel].name;
            read.mangled = m_parts.kernels[*node.kernel].mangled;
        }
        if (node.region && *node.region < m_parts.regions.size())
            read.entry = m_parts.regions[*node.region];
        if (!node.bodies.empty())
            m_pending.push_back({index, node.bodies, fmt::format("node {}{}", node.id.value_or(0), around), depth});
        return index;
    }

    bool readBodies(const Pending& pending)
    {
        if (pending.depth > kDeepest)
            return false;
        std::vector<std::string_view> bodies;
        bool isWhole =
            walkArray(pending.bodies, [&bodies](const JsonCursor::Value& body) { bodies.push_back(body.raw); });
        for (std::size_t i = 0; i < bodies.size() && isWhole; ++i) {
            const std::string place =
                bodies.size() == 1 ? pending.place : fmt::format("branch {} of {}", i + 1, pending.place);
            m_tree.nodes[pending.node].bodies.push_back(static_cast<std::uint32_t>(m_tree.bodies.size()));
            isWhole = readBody(bodies[i], place, pending.depth);
        }
        return isWhole;
    }

    bool readBody(std::string_view json, const std::string& place, int depth)
    {
        const std::size_t body = m_tree.bodies.size();
        m_tree.bodies.emplace_back();
        m_bodies.push_back({0, {}, place, {}});
        std::string_view nodes;
        bool isWhole = walkObject(json, [&nodes](std::string_view key, const JsonCursor::Value& value) {
            if (key == LSC_KEY_NODES)
                nodes = value.raw;
        });
        if (!isWhole || nodes.empty())
            return false;
        const bool isList = walkArray(nodes, [&](const JsonCursor::Value& value) {
            const LanescopeNode node = readLanescopeNode(value.raw);
            isWhole = isWhole && node.isObject;
            m_tree.bodies[body].nodes.push_back(add(node, " of " + place, depth + 1));
        });
        return isList && isWhole;
    }

    const LanescopeGraphParts& m_parts;
    BodyTree m_tree;
    std::vector<RecordedBody::Node> m_nodes; // as m_tree.nodes
    std::vector<RecordedBody> m_bodies;      // as m_tree.bodies
    std::vector<Pending> m_pending;
};

} // namespace

Result<std::vector<RecordedBody>> readLanescopeBodies(const std::vector<LanescopeNode>& top, std::uint64_t next,
                                                      const LanescopeGraphParts& parts)
{
    return BodyReader(parts).read(top, next);
}

} // namespace lanescope
