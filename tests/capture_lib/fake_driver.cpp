// SPDX-License-Identifier: Apache-2.0
#include "tests/capture_lib/fake_driver.h"

#include <algorithm>

namespace lanescope::test {
namespace {

using Lock = std::scoped_lock<std::recursive_mutex>;

FakeNode* asNode(capture::NodeHandle handle)
{
    return static_cast<FakeNode*>(handle);
}

} // namespace

FakeDriver& fakeDriver()
{
    static FakeDriver* const driver = new FakeDriver;
    return *driver;
}

FakeStream* FakeDriver::makeStream()
{
    const Lock lock(m_mutex);
    m_streams.push_back(std::make_unique<FakeStream>());
    return m_streams.back().get();
}

void FakeDriver::beginCapture(FakeStream* stream)
{
    const Lock lock(m_mutex);
    auto graph = std::make_unique<FakeGraph>();
    graph->id = m_nextId++;
    stream->capture = std::make_shared<FakeCapture>();
    stream->capture->sequence = m_nextSequence++;
    stream->capture->graph = graph.get();
    stream->frontier.clear();
    m_graphs.emplace(graph.get(), std::move(graph));
}

FakeGraph* FakeDriver::endCapture(FakeStream* stream)
{
    const Lock lock(m_mutex);
    const std::shared_ptr<FakeCapture> capture = stream->capture;
    for (const auto& each : m_streams) {
        if (each->capture == capture) {
            each->capture.reset();
            each->frontier.clear();
        }
    }
    return capture->graph;
}

void FakeDriver::invalidateCapture(FakeStream* stream)
{
    destroyGraph(endCapture(stream));
}

FakeNode* FakeDriver::add(FakeStream* stream, NodeKind kind, const std::string& name)
{
    const Lock lock(m_mutex);
    FakeGraph& graph = *stream->capture->graph;
    graph.nodes.push_back(std::make_unique<FakeNode>());
    FakeNode* node = graph.nodes.back().get();
    node->kind = kind;
    node->name = name;
    node->id = (std::uint64_t{graph.id} << 32) | graph.nextNumber++;
    if (stream->frontier.empty())
        graph.roots.push_back(node);
    for (FakeNode* before : stream->frontier)
        before->dependents.push_back(node);
    stream->frontier = {node};
    return node;
}

FakeNode* FakeDriver::addChild(FakeStream* stream, const FakeGraph* graph)
{
    const Lock lock(m_mutex);
    FakeNode* node = add(stream, NodeKind::ChildGraph, {});
    node->child = makeBody();
    std::map<const FakeNode*, FakeNode*> copies;
    for (const auto& original : graph->nodes) {
        node->child->nodes.push_back(std::make_unique<FakeNode>(*original));
        FakeNode* copy = node->child->nodes.back().get();
        copy->id = (std::uint64_t{node->child->id} << 32) | (original->id & 0xffffffffU);
        copies[original.get()] = copy;
    }
    for (const auto& copy : node->child->nodes) {
        for (FakeNode*& dependent : copy->dependents)
            dependent = copies[dependent];
    }
    return node;
}

FakeGraph* FakeDriver::makeBody()
{
    const Lock lock(m_mutex);
    auto graph = std::make_unique<FakeGraph>();
    graph->id = m_nextId++;
    FakeGraph* made = graph.get();
    m_graphs[made] = std::move(graph);
    return made;
}

void FakeDriver::beginCaptureInto(FakeStream* stream, FakeGraph* body)
{
    const Lock lock(m_mutex);
    stream->capture = std::make_shared<FakeCapture>(FakeCapture{m_nextSequence++, body});
    stream->frontier.clear();
}

FakeEvent FakeDriver::record(FakeStream* stream)
{
    const Lock lock(m_mutex);
    return {stream->capture, stream->frontier};
}

void FakeDriver::wait(FakeStream* stream, const FakeEvent& event)
{
    const Lock lock(m_mutex);
    stream->capture = event.capture;
    for (FakeNode* node : event.frontier) {
        if (std::find(stream->frontier.begin(), stream->frontier.end(), node) == stream->frontier.end())
            stream->frontier.push_back(node);
    }
}

FakeExec* FakeDriver::instantiate(FakeGraph*)
{
    const Lock lock(m_mutex);
    m_execs.push_back(std::make_unique<FakeExec>());
    m_execs.back()->id = m_nextId++;
    return m_execs.back().get();
}

void FakeDriver::destroyNode(FakeGraph* graph, FakeNode* node)
{
    const Lock lock(m_mutex);
    for (const auto& each : graph->nodes)
        std::erase(each->dependents, node);
    std::erase(graph->roots, node);
    std::erase_if(graph->nodes, [node](const auto& each) { return each.get() == node; });
}

void FakeDriver::destroyGraph(FakeGraph* graph)
{
    const Lock lock(m_mutex);
    m_graphs.erase(graph);
}

std::uint64_t FakeDriver::questions() const
{
    const Lock lock(m_mutex);
    return m_questions;
}

void FakeDriver::captureState(capture::StreamHandle handle, CaptureState& state)
{
    const Lock lock(m_mutex);
    state.status = capture::CaptureStatus::NotCapturing;
    const auto* stream = static_cast<FakeStream*>(handle);
    if (!stream || !stream->capture)
        return;
    state.status = capture::CaptureStatus::Active;
    state.sequence = stream->capture->sequence;
    state.graph = stream->capture->graph;
    state.frontier.assign(stream->frontier.begin(), stream->frontier.end());
}

bool FakeDriver::rootNodes(capture::GraphHandle handle, std::vector<capture::NodeHandle>& nodes)
{
    const Lock lock(m_mutex);
    const auto* graph = static_cast<FakeGraph*>(handle);
    m_questions += 1 + graph->roots.size();
    nodes.assign(graph->roots.begin(), graph->roots.end());
    return true;
}

bool FakeDriver::allNodes(capture::GraphHandle handle, std::vector<capture::NodeHandle>& nodes)
{
    const Lock lock(m_mutex);
    nodes.clear();
    const auto* graph = static_cast<FakeGraph*>(handle);
    m_questions += 1 + graph->nodes.size();
    for (const auto& node : graph->nodes)
        nodes.push_back(node.get());
    return true;
}

bool FakeDriver::appendDependents(capture::NodeHandle node, std::vector<capture::NodeHandle>& nodes)
{
    const Lock lock(m_mutex);
    const auto& dependents = asNode(node)->dependents;
    m_questions += 1 + dependents.size();
    nodes.insert(nodes.end(), dependents.begin(), dependents.end());
    return !failDependents;
}

capture::GraphHandle FakeDriver::childGraph(capture::NodeHandle node)
{
    const Lock lock(m_mutex);
    return asNode(node)->child;
}

NodeKind FakeDriver::nodeKind(capture::NodeHandle node)
{
    const Lock lock(m_mutex);
    ++m_questions;
    return asNode(node)->kind;
}

bool FakeDriver::nodeId(capture::NodeHandle node, std::uint64_t& id)
{
    const Lock lock(m_mutex);
    ++m_questions;
    id = asNode(node)->id;
    return !failIds;
}

bool FakeDriver::graphId(capture::GraphHandle graph, std::uint32_t& id)
{
    const Lock lock(m_mutex);
    id = static_cast<FakeGraph*>(graph)->id;
    return !failIds;
}

bool FakeDriver::execId(capture::ExecHandle exec, std::uint32_t& id)
{
    const Lock lock(m_mutex);
    id = static_cast<FakeExec*>(exec)->id;
    return !failIds;
}

// A node stands for its function.
capture::KernelFunction FakeDriver::kernelFunction(capture::NodeHandle node)
{
    return {capture::KernelFunction::Kind::Function, node};
}

std::string FakeDriver::kernelName(capture::KernelFunction function)
{
    const Lock lock(m_mutex);
    return asNode(function.handle)->name;
}

} // namespace lanescope::test

namespace lanescope::capture {

Driver& processDriver()
{
    return lanescope::test::fakeDriver();
}

} // namespace lanescope::capture
