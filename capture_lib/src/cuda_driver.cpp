// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/cuda_driver.h"

#include "capture_lib/src/cuda_node_kind.h"
#include "capture_lib/src/shared_libraries.h"

#include <cuda.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string_view>

#include <dlfcn.h>

// Types come from any cuda.h from 12.4 on. Functions do not: which of their versions a name means changes with the
// header, so all are declared here and asked for by version.
namespace lanescope::capture {
namespace {

using GetProcAddress = CUresult (*)(const char*, void**, int, cuuint64_t, void*); // last: a query result, may be null
using DriverGetVersion = CUresult (*)(int*);
using DeviceGetCount = CUresult (*)(int*);
using GetErrorName = CUresult (*)(CUresult, const char**);
using StreamGetCaptureInfoV3 = CUresult (*)(CUstream, CUstreamCaptureStatus*, cuuint64_t*, CUgraph*,
                                            const CUgraphNode**, const CUgraphEdgeData**, std::size_t*);
using GraphGetNodes = CUresult (*)(CUgraph, CUgraphNode*, std::size_t*);
using GraphNodeGetDependentNodesV2 = CUresult (*)(CUgraphNode, CUgraphNode*, CUgraphEdgeData*, std::size_t*);
using GraphChildGraphNodeGetGraph = CUresult (*)(CUgraphNode, CUgraph*);
using GraphNodeGetType = CUresult (*)(CUgraphNode, CUgraphNodeType*);
using GraphKernelNodeGetParamsV2 = CUresult (*)(CUgraphNode, CUDA_KERNEL_NODE_PARAMS_v2*);
using FuncGetName = CUresult (*)(const char**, CUfunction);
using KernelGetName = CUresult (*)(const char**, CUkernel);
// Not in the headers of 13.0 and before.
using GraphNodeGetToolsId = CUresult (*)(CUgraphNode, unsigned long long*);
using GraphGetId = CUresult (*)(CUgraph, unsigned int*);
using GraphExecGetId = CUresult (*)(CUgraphExec, unsigned int*);
// cupti_activity.h; a result of 0 is success.
using CuptiGetGraphNodeId = int (*)(CUgraphNode, std::uint64_t*);
using CuptiGetGraphId = int (*)(CUgraph, std::uint32_t*);
using CuptiGetGraphExecId = int (*)(CUgraphExec, std::uint32_t*);

constexpr int kEdgeDataVersion = 12030; // the first with edges that carry data, and with kernel names
constexpr int kIdsVersion = 13010;

thread_local std::array<char, 160> t_failure = {};

class CudaDriver : public Driver {
public:
    Availability availability() override;
    IdSource idSource() const override { return m_idSource; }
    int cudaVersion() const override { return m_cudaVersion; }

    void captureState(StreamHandle stream, CaptureState& state) override;
    bool rootNodes(GraphHandle graph, std::vector<NodeHandle>& nodes) override;
    bool allNodes(GraphHandle graph, std::vector<NodeHandle>& nodes) override;
    bool appendDependents(NodeHandle node, std::vector<NodeHandle>& nodes) override;
    GraphHandle childGraph(NodeHandle node) override;
    NodeKind nodeKind(NodeHandle node) override;
    bool nodeId(NodeHandle node, std::uint64_t& id) override;
    bool graphId(GraphHandle graph, std::uint32_t& id) override;
    bool execId(ExecHandle exec, std::uint32_t& id) override;
    KernelFunction kernelFunction(NodeHandle node) override;
    std::string kernelName(KernelFunction function) override;
    std::string lastFailure() const override { return t_failure.data(); }

private:
    Availability probe();
    const char* loadDriver();
    bool loadDriverIds();
    const char* loadCuptiIds();
    template<typename Function>
    bool load(Function& function, const char* name, int version);
    bool succeeded(CUresult result, const char* call) const;
    static bool cuptiSucceeded(int result, const char* call);
    bool nodeList(GraphGetNodes get, const char* call, GraphHandle graph, std::vector<NodeHandle>& nodes);

    std::mutex m_mutex; // guards the probe; what it finds is fixed once `available` was answered
    Availability m_answer;
    std::atomic<IdSource> m_idSource = IdSource::None;
    std::atomic<int> m_cudaVersion = 0;

    GetProcAddress m_getProcAddress = nullptr;
    DeviceGetCount m_deviceGetCount = nullptr;
    GetErrorName m_getErrorName = nullptr;
    StreamGetCaptureInfoV3 m_streamGetCaptureInfo = nullptr;
    GraphGetNodes m_graphGetNodes = nullptr;
    GraphGetNodes m_graphGetRootNodes = nullptr;
    GraphNodeGetDependentNodesV2 m_nodeGetDependentNodes = nullptr;
    GraphChildGraphNodeGetGraph m_childGraphNodeGetGraph = nullptr;
    GraphNodeGetType m_nodeGetType = nullptr;
    GraphKernelNodeGetParamsV2 m_kernelNodeGetParams = nullptr;
    FuncGetName m_funcGetName = nullptr;
    KernelGetName m_kernelGetName = nullptr;
    GraphNodeGetToolsId m_nodeGetToolsId = nullptr;
    GraphGetId m_graphGetId = nullptr;
    GraphExecGetId m_execGetId = nullptr;
    CuptiGetGraphNodeId m_cuptiNodeId = nullptr;
    CuptiGetGraphId m_cuptiGraphId = nullptr;
    CuptiGetGraphExecId m_cuptiExecId = nullptr;
};

template<typename Function>
bool CudaDriver::load(Function& function, const char* name, int version)
{
    void* address = nullptr;
    if (m_getProcAddress(name, &address, version, 0, nullptr) != CUDA_SUCCESS || !address)
        return false;
    function = reinterpret_cast<Function>(address);
    return true;
}

const char* CudaDriver::loadDriver()
{
    if (m_kernelNodeGetParams)
        return nullptr;
    void* library = openByName("libcuda.so.1");
    if (!library)
        return "no CUDA driver (libcuda.so.1) is on this machine";
    const auto version = reinterpret_cast<DriverGetVersion>(dlsym(library, "cuDriverGetVersion"));
    int cudaVersion = 0;
    if (!version || version(&cudaVersion) != CUDA_SUCCESS)
        return "the CUDA driver does not tell its version";
    m_cudaVersion = cudaVersion;
    m_getProcAddress = reinterpret_cast<GetProcAddress>(dlsym(library, "cuGetProcAddress_v2"));
    if (!m_getProcAddress || cudaVersion < kEdgeDataVersion)
        return "the CUDA driver is older than 12.3";
    const bool found =
        load(m_deviceGetCount, "cuDeviceGetCount", 2000) && load(m_getErrorName, "cuGetErrorName", 6000) &&
        load(m_streamGetCaptureInfo, "cuStreamGetCaptureInfo", kEdgeDataVersion) &&
        load(m_graphGetNodes, "cuGraphGetNodes", 10000) && load(m_graphGetRootNodes, "cuGraphGetRootNodes", 10000) &&
        load(m_nodeGetDependentNodes, "cuGraphNodeGetDependentNodes", kEdgeDataVersion) &&

        load(m_childGraphNodeGetGraph, "cuGraphChildGraphNodeGetGraph", 10000) &&
        load(m_nodeGetType, "cuGraphNodeGetType", 10000) && load(m_funcGetName, "cuFuncGetName", kEdgeDataVersion) &&
        load(m_kernelGetName, "cuKernelGetName", kEdgeDataVersion) &&
        load(m_kernelNodeGetParams, "cuGraphKernelNodeGetParams", 12000);
    return found ? nullptr : "the CUDA driver lacks functions that 12.3 has";
}

bool CudaDriver::loadDriverIds()
{
    if (m_cudaVersion < kIdsVersion || !load(m_nodeGetToolsId, "cuGraphNodeGetToolsId", kIdsVersion) ||
        !load(m_graphGetId, "cuGraphGetId", kIdsVersion) || !load(m_execGetId, "cuGraphExecGetId", kIdsVersion))
        return false;
    // A function can be there as a stub of a compatibility package: only a complaint about the null node shows that it
    // works.
    unsigned long long id = 0;
    return m_nodeGetToolsId(nullptr, &id) == CUDA_ERROR_INVALID_VALUE;
}

const char* CudaDriver::loadCuptiIds()
{
    void* library = openCupti(m_cudaVersion / 1000);
    if (!library)
        return "this driver gives no node ids (before CUDA 13.1) and libcupti was not found: set CUDA_HOME or "
               "LD_LIBRARY_PATH";
    m_cuptiNodeId = reinterpret_cast<CuptiGetGraphNodeId>(dlsym(library, "cuptiGetGraphNodeId"));
    m_cuptiGraphId = reinterpret_cast<CuptiGetGraphId>(dlsym(library, "cuptiGetGraphId"));
    m_cuptiExecId = reinterpret_cast<CuptiGetGraphExecId>(dlsym(library, "cuptiGetGraphExecId"));
    if (!m_cuptiNodeId || !m_cuptiGraphId || !m_cuptiExecId)
        return "libcupti is too old: it lacks cuptiGetGraphExecId";
    return nullptr;
}

Availability CudaDriver::probe()
{
    const auto never = [](const char* reason) { return Availability{false, true, reason}; };
    const char* wish = std::getenv("LANESCOPE_CAPTURE");
    if (wish && std::string_view(wish) == "0")
        return never("LANESCOPE_CAPTURE=0 switches it off");
    if (const char* problem = loadDriver())
        return never(problem);
    int devices = 0;
    const CUresult counted = m_deviceGetCount(&devices);
    if (counted == CUDA_ERROR_NOT_INITIALIZED)
        return {false, false, "the program has not initialised CUDA yet"};
    if (counted != CUDA_SUCCESS || devices == 0)
        return never("there is no CUDA device");
    if (loadDriverIds()) {
        m_idSource = IdSource::Driver;
        return {true, true, {}};
    }
    if (const char* problem = loadCuptiIds())
        return never(problem);
    m_idSource = IdSource::Cupti;
    return {true, true, {}};
}

Availability CudaDriver::availability()
{
    const std::scoped_lock lock(m_mutex);
    if (!m_answer.final)
        m_answer = probe();
    return m_answer;
}

bool CudaDriver::succeeded(CUresult result, const char* call) const
{
    if (result == CUDA_SUCCESS)
        return true;
    const char* name = nullptr;
    if (m_getErrorName(result, &name) != CUDA_SUCCESS || !name)
        name = "unknown error";
    std::snprintf(t_failure.data(), t_failure.size(), "%s: %s (%d)", call, name, static_cast<int>(result));
    return false;
}

bool CudaDriver::cuptiSucceeded(int result, const char* call)
{
    if (result != 0)
        std::snprintf(t_failure.data(), t_failure.size(), "%s: CUPTI error %d", call, result);
    return result == 0;
}

void CudaDriver::captureState(StreamHandle stream, CaptureState& state)
{
    state.status = CaptureStatus::NotCapturing;
    // The legacy stream cannot capture, and asking it while others capture is an error.
    if (!stream || stream == CU_STREAM_LEGACY)
        return;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    cuuint64_t sequence = 0;
    CUgraph graph = nullptr;
    const CUgraphNode* frontier = nullptr;
    const CUgraphEdgeData* edges = nullptr; // asked for because without them programmatic edges fail the query
    std::size_t count = 0;
    if (m_streamGetCaptureInfo(static_cast<CUstream>(stream), &status, &sequence, &graph, &frontier, &edges, &count) !=
            CUDA_SUCCESS ||
        status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
        return;
    state.status = CaptureStatus::Active;
    state.sequence = sequence;
    state.graph = graph;
    state.frontier.clear();
    for (std::size_t i = 0; i < count; ++i)
        state.frontier.push_back(frontier[i]);
}

// Both list functions fill up to the given size and tell how many there are only when asked with no list; asking walks
// the whole graph, so the first try guesses.
bool CudaDriver::nodeList(GraphGetNodes get, const char* call, GraphHandle graph, std::vector<NodeHandle>& nodes)
{
    nodes.resize(1024);
    for (;;) {
        std::size_t count = nodes.size();
        if (!succeeded(get(static_cast<CUgraph>(graph), reinterpret_cast<CUgraphNode*>(nodes.data()), &count), call))
            return false;
        if (count < nodes.size()) {
            nodes.resize(count);
            return true;
        }
        if (!succeeded(get(static_cast<CUgraph>(graph), nullptr, &count), call))
            return false;
        nodes.resize(count + 1);
    }
}

bool CudaDriver::rootNodes(GraphHandle graph, std::vector<NodeHandle>& nodes)
{
    return nodeList(m_graphGetRootNodes, "cuGraphGetRootNodes", graph, nodes);
}

bool CudaDriver::allNodes(GraphHandle graph, std::vector<NodeHandle>& nodes)
{
    return nodeList(m_graphGetNodes, "cuGraphGetNodes", graph, nodes);
}

bool CudaDriver::appendDependents(NodeHandle node, std::vector<NodeHandle>& nodes)
{
    const auto handle = static_cast<CUgraphNode>(node);
    constexpr const char* kCall = "cuGraphNodeGetDependentNodes";
    std::array<CUgraphNode, 8> some; // not cleared: this runs once for every node a scope adds
    std::array<CUgraphEdgeData, 8> edges;
    std::size_t count = some.size();
    if (!succeeded(m_nodeGetDependentNodes(handle, some.data(), edges.data(), &count), kCall))
        return false;
    if (count < some.size()) {
        for (std::size_t i = 0; i < count; ++i)
            nodes.push_back(some[i]);
        return true;
    }
    if (!succeeded(m_nodeGetDependentNodes(handle, nullptr, nullptr, &count), kCall))
        return false;
    std::vector<CUgraphNode> all(count);
    std::vector<CUgraphEdgeData> allEdges(count);
    if (!succeeded(m_nodeGetDependentNodes(handle, all.data(), allEdges.data(), &count), kCall))
        return false;
    nodes.insert(nodes.end(), all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count));
    return true;
}

GraphHandle CudaDriver::childGraph(NodeHandle node)
{
    CUgraph graph = nullptr;
    if (!succeeded(m_childGraphNodeGetGraph(static_cast<CUgraphNode>(node), &graph), "cuGraphChildGraphNodeGetGraph"))
        return nullptr;
    return graph;
}

NodeKind CudaDriver::nodeKind(NodeHandle node)
{
    // The runtime's own query fails on batch memory operation nodes; the driver's does not.
    CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
    if (!succeeded(m_nodeGetType(static_cast<CUgraphNode>(node), &type), "cuGraphNodeGetType"))
        return NodeKind::Unknown;
    return nodeKindOf(type);
}

bool CudaDriver::nodeId(NodeHandle node, std::uint64_t& id)
{
    const auto handle = static_cast<CUgraphNode>(node);
    if (m_idSource == IdSource::Cupti)
        return cuptiSucceeded(m_cuptiNodeId(handle, &id), "cuptiGetGraphNodeId");
    unsigned long long toolsId = 0;
    const bool found = succeeded(m_nodeGetToolsId(handle, &toolsId), "cuGraphNodeGetToolsId");
    id = toolsId;
    return found;
}

bool CudaDriver::graphId(GraphHandle graph, std::uint32_t& id)
{
    const auto handle = static_cast<CUgraph>(graph);
    if (m_idSource == IdSource::Cupti)
        return cuptiSucceeded(m_cuptiGraphId(handle, &id), "cuptiGetGraphId");
    return succeeded(m_graphGetId(handle, &id), "cuGraphGetId");
}

bool CudaDriver::execId(ExecHandle exec, std::uint32_t& id)
{
    const auto handle = static_cast<CUgraphExec>(exec);
    if (m_idSource == IdSource::Cupti)
        return cuptiSucceeded(m_cuptiExecId(handle, &id), "cuptiGetGraphExecId");
    return succeeded(m_execGetId(handle, &id), "cuGraphExecGetId");
}

KernelFunction CudaDriver::kernelFunction(NodeHandle node)
{
    CUDA_KERNEL_NODE_PARAMS_v2 params = {};
    if (!succeeded(m_kernelNodeGetParams(static_cast<CUgraphNode>(node), &params), "cuGraphKernelNodeGetParams"))
        return {};
    if (params.func)
        return {KernelFunction::Kind::Function, params.func};
    return {KernelFunction::Kind::Kernel, params.kern};
}

std::string CudaDriver::kernelName(KernelFunction function)
{
    const char* name = nullptr;
    const bool found =
        function.kind == KernelFunction::Kind::Function
            ? succeeded(m_funcGetName(&name, static_cast<CUfunction>(function.handle)), "cuFuncGetName")
            : succeeded(m_kernelGetName(&name, static_cast<CUkernel>(function.handle)), "cuKernelGetName");
    return found && name ? std::string(name) : std::string();
}

} // namespace

std::unique_ptr<Driver> makeCudaDriver()
{
    return std::make_unique<CudaDriver>();
}

} // namespace lanescope::capture
