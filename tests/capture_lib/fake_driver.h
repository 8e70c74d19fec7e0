// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

// CUDA as the recorder sees it, with graphs in memory: streams capture, fork over events and join, as stream capture
// does it. Ids count from 1 as the driver's do, graphs and exec graphs from one counter. Thread-safe.
namespace lanescope::test {

using capture::CaptureState;
using capture::NodeKind;

struct FakeGraph;
struct FakeNode {
    NodeKind kind = NodeKind::Kernel;
    std::string name;
    std::uint64_t id = 0;
    std::vector<FakeNode*> dependents;
    FakeGraph* child = nullptr; // inside a child graph node
};
struct FakeGraph {
    std::uint32_t id = 0;
    std::uint32_t nextNumber = 0;
    std::vector<std::unique_ptr<FakeNode>> nodes; // in order of creation
    std::vector<FakeNode*> roots;
};
struct FakeExec {
    std::uint32_t id = 0;
};

// What capturing streams share from begin to end.
struct FakeCapture {
    std::uint64_t sequence = 0;
    FakeGraph* graph = nullptr;
};
struct FakeStream {
    std::shared_ptr<FakeCapture> capture;
    std::vector<FakeNode*> frontier;
};
struct FakeEvent {
    std::shared_ptr<FakeCapture> capture;
    std::vector<FakeNode*> frontier;
};

class FakeDriver : public capture::Driver {
public:
    // The program's side.
    FakeStream* makeStream();
    void beginCapture(FakeStream* stream);
    FakeGraph* endCapture(FakeStream* stream);
    // What a failed call does to a capture: it is over and has no graph.
    void invalidateCapture(FakeStream* stream);
    FakeNode* add(FakeStream* stream, NodeKind kind, const std::string& name);
    FakeNode* launch(FakeStream* stream, const std::string& kernel) { return add(stream, NodeKind::Kernel, kernel); }
    // A child graph node: a copy of `graph`, with numbers as they are.
    FakeNode* addChild(FakeStream* stream, const FakeGraph* graph);
    // A graph for a branch of a conditional node, and a capture into it.
    FakeGraph* makeBody();
    void beginCaptureInto(FakeStream* stream, FakeGraph* body);
    FakeEvent record(FakeStream* stream);
    void wait(FakeStream* stream, const FakeEvent& event);
    // `stream` goes on after the present work of `from`.
    void join(FakeStream* stream, FakeStream* from) { wait(stream, record(from)); }
    FakeExec* instantiate(FakeGraph* graph);
    void destroyNode(FakeGraph* graph, FakeNode* node);
    void destroyGraph(FakeGraph* graph);

    // How it behaves.
    capture::Availability answer = {true, true, {}};
    capture::IdSource source = capture::IdSource::Cupti;
    bool failDependents = false;
    bool failIds = false;
    // Questions about nodes and graphs so far: what a mark costs.
    std::uint64_t questions() const;

    capture::Availability availability() override { return answer; }
    capture::IdSource idSource() const override { return source; }
    int cudaVersion() const override { return 13000; }
    void captureState(capture::StreamHandle stream, CaptureState& state) override;
    bool rootNodes(capture::GraphHandle graph, std::vector<capture::NodeHandle>& nodes) override;
    bool allNodes(capture::GraphHandle graph, std::vector<capture::NodeHandle>& nodes) override;
    bool appendDependents(capture::NodeHandle node, std::vector<capture::NodeHandle>& nodes) override;
    capture::GraphHandle childGraph(capture::NodeHandle node) override;
    NodeKind nodeKind(capture::NodeHandle node) override;
    bool nodeId(capture::NodeHandle node, std::uint64_t& id) override;
    bool graphId(capture::GraphHandle graph, std::uint32_t& id) override;
    bool execId(capture::ExecHandle exec, std::uint32_t& id) override;
    capture::KernelFunction kernelFunction(capture::NodeHandle node) override;
    std::string kernelName(capture::KernelFunction function) override;
    std::string lastFailure() const override { return "fake: refused"; }

private:
    mutable std::recursive_mutex m_mutex;
    std::uint64_t m_questions = 0;
    std::uint32_t m_nextId = 1;
    std::uint64_t m_nextSequence = 1;
    std::vector<std::unique_ptr<FakeStream>> m_streams;
    std::map<FakeGraph*, std::unique_ptr<FakeGraph>> m_graphs;
    std::vector<std::unique_ptr<FakeExec>> m_execs;
};

// The one that processDriver() gives in tests.
FakeDriver& fakeDriver();

} // namespace lanescope::test
