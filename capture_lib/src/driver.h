// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

// What the recorder asks of CUDA. One file implements it over the driver (cuda_driver.cpp); tests build graphs in
// memory.
namespace lanescope::capture {

using StreamHandle = void*;
using GraphHandle = void*;
using ExecHandle = void*;
using NodeHandle = void*;

enum class NodeKind : std::uint8_t {
    Kernel,
    Memcpy,
    Memset,
    Host,
    ChildGraph,
    Empty,
    EventWait,
    EventRecord,
    SemaphoreSignal,
    SemaphoreWait,
    MemAlloc,
    MemFree,
    BatchMemOp,
    Conditional,
    Unknown,
};

enum class IdSource : std::uint8_t { None, Driver, Cupti };

enum class CaptureStatus : std::uint8_t { NotCapturing, Active };

// One stream's capture as the driver reports it. `frontier`: the nodes the stream's next work will depend on.
struct CaptureState {
    CaptureStatus status = CaptureStatus::NotCapturing;
    std::uint64_t sequence = 0; // unique per capture in the process
    GraphHandle graph = nullptr;
    std::vector<NodeHandle> frontier;
};

struct Availability {
    bool available = false;
    bool final = false; // the answer cannot change any more in this process
    std::string reason; // why not; empty when available
};

// What a kernel node launches: CUDA has two kinds of handles for it.
struct KernelFunction {
    enum class Kind : std::uint8_t { Function, Kernel } kind = Kind::Function;
    void* handle = nullptr;
};

// Handles are passed on to CUDA as they are: the caller vouches that they are alive. No function throws except for lack
// of memory; false means that the driver refused, and `lastFailure` names the call and its error. Thread-safe.
class Driver {
public:
    virtual ~Driver() = default;

    // Probes without initialising CUDA: until the program has done so the answer is "not yet" and not final.
    virtual Availability availability() = 0;
    virtual IdSource idSource() const = 0;
    // As cuDriverGetVersion gives it; 0 when there is no driver.
    virtual int cudaVersion() const = 0;

    // Any failure to query (legacy stream, implicit or invalidated capture) reads as NotCapturing.
    virtual void captureState(StreamHandle stream, CaptureState& state) = 0;
    // These replace the content of `nodes`.
    virtual bool rootNodes(GraphHandle graph, std::vector<NodeHandle>& nodes) = 0;
    virtual bool allNodes(GraphHandle graph, std::vector<NodeHandle>& nodes) = 0;
    // Appends the direct dependents of `node`.
    virtual bool appendDependents(NodeHandle node, std::vector<NodeHandle>& nodes) = 0;

    // The graph inside a child graph node; null when the driver refuses.
    virtual GraphHandle childGraph(NodeHandle node) = 0;

    virtual NodeKind nodeKind(NodeHandle node) = 0;
    // (graph id << 32) | node number.
    virtual bool nodeId(NodeHandle node, std::uint64_t& id) = 0;
    virtual bool graphId(GraphHandle graph, std::uint32_t& id) = 0;
    virtual bool execId(ExecHandle exec, std::uint32_t& id) = 0;
    // A null handle when the driver refuses.
    virtual KernelFunction kernelFunction(NodeHandle node) = 0;
    // Mangled; empty when unknown. `function` comes from a node that is alive.
    virtual std::string kernelName(KernelFunction function) = 0;

    virtual std::string lastFailure() const = 0;
};

// The text of annotation_format.h for a kind.
const char* nodeKindText(NodeKind kind);

// The driver of this process: CUDA's in the library, a fake one in tests (whoever links this function decides).
Driver& processDriver();

} // namespace lanescope::capture
