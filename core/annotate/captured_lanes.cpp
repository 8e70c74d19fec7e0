// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/captured_lanes.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kMostLanes = 128;
constexpr std::size_t kMostDone = std::size_t{1} << 24; // 64 MiB, for a file that says it has very many nodes

// How far each lane is done before a node: the number of the lane's nodes that it runs after.
class DoneBefore {
public:
    explicit DoneBefore(std::size_t nodeCount) { m_begin.reserve(nodeCount + 1); }

    // Starts the next node; what the nodes it depends on had done, and they themselves, is done.
    void start() { m_now.assign(m_now.size(), 0); }
    void runAfter(std::uint32_t node)
    {
        for (std::size_t i = m_begin[node]; i < m_begin[node + 1]; ++i) {
            const std::size_t lane = i - m_begin[node];
            m_now[lane] = std::max(m_now[lane], m_done[i]);
        }
    }
    [[nodiscard]] std::uint32_t of(std::size_t lane) const { return lane < m_now.size() ? m_now[lane] : 0; }
    void finish(std::size_t lane, std::uint32_t lengthOfLane)
    {
        if (m_now.size() <= lane)
            m_now.resize(lane + 1, 0);
        m_now[lane] = lengthOfLane;
        if (m_begin.empty())
            m_begin.push_back(0);
        m_done.insert(m_done.end(), m_now.begin(), m_now.end());
        m_begin.push_back(m_done.size());
    }

private:
    std::vector<std::uint32_t> m_now;
    std::vector<std::uint32_t> m_done; // of all nodes before
    std::vector<std::size_t> m_begin;  // of each node's part of it
};

} // namespace

std::vector<std::uint32_t> capturedLanes(std::size_t nodeCount, std::vector<NodeDependency> dependencies)
{
    std::erase_if(dependencies, [nodeCount](const NodeDependency& dependency) {
        return dependency.first >= dependency.second || dependency.second >= nodeCount;
    });
    std::sort(dependencies.begin(), dependencies.end(), [](const NodeDependency& a, const NodeDependency& b) {
        return std::pair(a.second, a.first) < std::pair(b.second, b.first);
    });
    const std::size_t mostLanes =
        std::clamp<std::size_t>(kMostDone / std::max<std::size_t>(nodeCount, 1), 1, kMostLanes);
    std::vector<std::uint32_t> laneOf(nodeCount, 0);
    std::vector<std::uint32_t> lengths; // of each lane, in nodes
    std::vector<std::uint32_t> last;    // node of each lane
    DoneBefore done(nodeCount);
    auto dependency = dependencies.begin();
    for (std::uint32_t node = 0; node < nodeCount; ++node) {
        done.start();
        std::size_t lane = mostLanes;
        for (; dependency != dependencies.end() && dependency->second == node; ++dependency) {
            const std::uint32_t before = dependency->first;
            done.runAfter(before);
            if (last[laneOf[before]] == before)
                lane = std::min<std::size_t>(lane, laneOf[before]);
        }
        for (std::size_t free = 0; lane == mostLanes && free < lengths.size(); ++free) {
            if (done.of(free) == lengths[free])
                lane = free;
        }
        lane = std::min({lane, lengths.size(), mostLanes - 1});
        if (lane == lengths.size()) {
            lengths.push_back(0);
            last.push_back(0);
        }
        ++lengths[lane];
        last[lane] = node;
        laneOf[node] = static_cast<std::uint32_t>(lane);
        done.finish(lane, lengths[lane]);
    }
    return laneOf;
}

} // namespace lanescope
