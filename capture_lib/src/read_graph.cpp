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

} // namespace

bool readGraph(Driver& driver, GraphHandle graph, GraphRecord& record, std::vector<NodeHandle>& handles)
{
    std::vector<std::uint64_t> ids;
    if (!driver.graphId(graph, record.id) || !driver.allNodes(graph, handles) || !readIds(driver, handles, ids))
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
    KernelTable kernels(driver, record.kernels);
    record.nodes.reserve(handles.size());
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

} // namespace lanescope::capture
