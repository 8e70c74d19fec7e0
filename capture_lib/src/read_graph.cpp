// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/graph_record.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <memory>
#include <numeric>
#include <unordered_map>

namespace lanescope::capture {
namespace {

std::string demangled(const std::string& mangled)
{
    if (mangled.rfind("_Z", 0) != 0)
        return {};
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> text(abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status),
                                                      std::free);
    return status == 0 && text ? std::string(text.get()) : std::string();
}

// Asking CUPTI for every node's id costs more than the rest of reading a graph. Nodes come in order of creation with
// ascending ids, so where two asked nodes lie exactly as far apart as their ids, the ids between are known.
constexpr std::size_t kAskEvery = 16;

bool askAll(Driver& driver, const std::vector<NodeHandle>& handles, std::size_t begin, std::size_t end,
            std::vector<std::uint64_t>& ids)
{
    for (std::size_t i = begin; i < end; ++i) {
        if (!driver.nodeId(handles[i], ids[i]))
            return false;
    }
    return true;
}

bool readIds(Driver& driver, const std::vector<NodeHandle>& handles, std::vector<std::uint64_t>& ids)
{
    ids.assign(handles.size(), 0);
    if (handles.empty())
        return true;
    if (driver.idSource() != IdSource::Cupti)
        return askAll(driver, handles, 0, handles.size(), ids);
    if (!askAll(driver, handles, 0, 1, ids))
        return false;
    for (std::size_t begin = 0; begin + 1 < handles.size();) {
        const std::size_t end = std::min(begin + kAskEvery, handles.size() - 1);
        if (!askAll(driver, handles, end, end + 1, ids))
            return false;
        if (ids[end] - ids[begin] == end - begin)
            std::iota(ids.begin() + static_cast<std::ptrdiff_t>(begin), ids.begin() + static_cast<std::ptrdiff_t>(end),
                      ids[begin]);
        else if (!askAll(driver, handles, begin + 1, end, ids))
            return false;
        begin = end;
    }
    return true;
}

class KernelTable {
public:
    KernelTable(Driver& driver, std::vector<KernelName>& kernels) : m_driver(driver), m_kernels(kernels) {}

    std::uint32_t indexOf(NodeHandle node)
    {
        const KernelFunction function = m_driver.kernelFunction(node);
        if (!function.handle)
            return kNone;
        const auto [found, added] = m_byFunction.try_emplace(function.handle, kNone);
        if (added)
            found->second = indexOfName(m_driver.kernelName(function));
        return found->second;
    }

private:
    // Several functions can have one name: modules loaded twice, one for each device.
    std::uint32_t indexOfName(std::string name)
    {
        if (name.empty())
            return kNone;
        const auto [found, added] = m_byName.try_emplace(name, static_cast<std::uint32_t>(m_kernels.size()));
        if (added) {
            std::string plain = demangled(name);
            m_kernels.push_back({std::move(name), std::move(plain)});
        }
        return found->second;
    }

    Driver& m_driver;
    std::vector<KernelName>& m_kernels;
    std::unordered_map<const void*, std::uint32_t> m_byFunction;
    std::unordered_map<std::string, std::uint32_t> m_byName;
};

// One graph's nodes in order of their numbers, appended to the record.
bool readLevel(Driver& driver, GraphHandle graph, KernelTable& kernels, GraphRecord& record,
               std::vector<NodeHandle>& handles)
{
    std::vector<std::uint64_t> ids;
    if (!driver.allNodes(graph, handles) || !readIds(driver, handles, ids))
        return false;
    if (!std::is_sorted(ids.begin(), ids.end())) {
        std::vector<std::size_t> order(ids.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&ids](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
        std::vector<NodeHandle> sortedHandles;
        std::vector<std::uint64_t> sortedIds;
        for (const std::size_t i : order) {
            sortedHandles.push_back(handles[i]);
            sortedIds.push_back(ids[i]);
        }
        handles.swap(sortedHandles);
        ids.swap(sortedIds);
    }
    record.nodes.reserve(record.nodes.size() + handles.size());
    for (std::size_t i = 0; i < handles.size(); ++i) {
        NodeRecord node;
        node.number = static_cast<std::uint32_t>(ids[i]);
        node.kind = driver.nodeKind(handles[i]);
        if (node.kind == NodeKind::Kernel)
            node.kernel = kernels.indexOf(handles[i]);
        record.nodes.push_back(node);
    }
    return true;
}

// Reads what is nested in the nodes of a record, level by level.
class NestedReader {
public:
    NestedReader(Driver& driver, const ToldBodies& told, KernelTable& kernels, GraphRecord& record)
        : m_driver(driver), m_told(told), m_kernels(kernels), m_record(record), m_firstUnknown(record.ownNodes)
    {}

    bool read(const std::vector<NodeHandle>& handles)
    {
        addPending(m_record.id, 0, handles, 0, kNone);
        for (std::size_t i = 0; i < m_pending.size(); ++i) {
            const Pending nested = m_pending[i]; // the list grows
            std::vector<GraphHandle> graphs;
            if (!bodiesOf(nested, graphs)) {
                m_firstUnknown = std::min(m_firstUnknown, nested.top);
                continue;
            }
            m_record.nodes[nested.node].firstBody = static_cast<std::uint32_t>(m_record.bodies.size());
            m_record.nodes[nested.node].bodyCount = static_cast<std::uint32_t>(graphs.size());
            const std::size_t firstBody = m_record.bodies.size();
            m_record.bodies.resize(firstBody + graphs.size());
            for (std::size_t b = 0; b < graphs.size(); ++b) {
                if (!readBody(graphs[b], nested, firstBody + b))
                    return false;
            }
        }
        // Numbers of bodies count on from body to body, so behind an unknown one none is known.
        m_record.dropBodies(m_firstUnknown);
        return true;
    }

private:
    static constexpr int kDeepest = 60;

    struct Pending {
        NodeHandle handle;
        std::uint32_t graphId; // that the node is in
        std::uint32_t node;
        std::uint32_t top; // the graph's own node that it lies in
        int depth;
    };

    void addPending(std::uint32_t graphId, std::uint32_t firstNode, const std::vector<NodeHandle>& handles, int depth,
                    std::uint32_t top)
    {
        for (std::size_t i = 0; i < handles.size(); ++i) {
            const auto node = firstNode + static_cast<std::uint32_t>(i);
            const NodeKind kind = m_record.nodes[node].kind;
            if (kind == NodeKind::ChildGraph || kind == NodeKind::Conditional)
                m_pending.push_back({handles[i], graphId, node, top == kNone ? node : top, depth});
        }
    }

    bool bodiesOf(const Pending& nested, std::vector<GraphHandle>& graphs)
    {
        if (nested.depth >= kDeepest)
            return false;
        if (m_record.nodes[nested.node].kind == NodeKind::ChildGraph) {
            graphs.push_back(m_driver.childGraph(nested.handle));
            return graphs.front() != nullptr;
        }
        const std::vector<GraphHandle>* told = toldOf(nested);
        if (!told)
            return false;
        graphs = *told;
        return true;
    }

    const std::vector<GraphHandle>* toldOf(const Pending& nested) const
    {
        const auto found = m_told.find((std::uint64_t{nested.graphId} << 32) | m_record.nodes[nested.node].number);
        return found == m_told.end() ? nullptr : &found->second;
    }

    bool readBody(GraphHandle graph, const Pending& around, std::size_t body)
    {
        std::vector<NodeHandle> handles;
        const auto firstNode = static_cast<std::uint32_t>(m_record.nodes.size());
        std::uint32_t id = 0;
        if (!m_driver.graphId(graph, id) || !readLevel(m_driver, graph, m_kernels, m_record, handles))
            return false;
        std::uint32_t recordedAs = id;
        const std::vector<GraphHandle>* told = toldOf(around);
        if (m_record.nodes[around.node].kind == NodeKind::ChildGraph && told && !told->empty() &&
            !m_driver.graphId(told->front(), recordedAs))
            return false;
        m_record.bodies[body] = {id, recordedAs, firstNode, static_cast<std::uint32_t>(handles.size())};
        addPending(id, firstNode, handles, around.depth + 1, around.top);
        return true;
    }

    Driver& m_driver;
    const ToldBodies& m_told;
    KernelTable& m_kernels;
    GraphRecord& m_record;
    std::uint32_t m_firstUnknown;
    std::vector<Pending> m_pending;
};

} // namespace

bool readGraph(Driver& driver, GraphHandle graph, const ToldBodies& told, GraphRecord& record,
               std::vector<NodeHandle>& handles)
{
    KernelTable kernels(driver, record.kernels);
    if (!driver.graphId(graph, record.id) || !readLevel(driver, graph, kernels, record, handles))
        return false;
    record.ownNodes = static_cast<std::uint32_t>(record.nodes.size());
    return NestedReader(driver, told, kernels, record).read(handles);
}

} // namespace lanescope::capture
