// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/handle_index.h"
#include "lanescope/capture.h"

#include <algorithm>
#include <set>
#include <utility>

namespace lanescope::capture {
namespace {

void appendAnnotatable(const GraphRecord& record, std::uint32_t node, std::vector<std::uint32_t>& nodes)
{
    if (isAnnotatable(record.nodes[node].kind))
        nodes.push_back(node);
    if (record.nodes[node].bodyCount == 0)
        return;
    std::vector<std::uint32_t> inside;
    record.appendInside(node, inside);
    std::copy_if(inside.begin(), inside.end(), std::back_inserter(nodes),
                 [&record](std::uint32_t i) { return isAnnotatable(record.nodes[i].kind); });
}

} // namespace

Status Recorder::nodeBodies(NodeHandle node, const std::vector<GraphHandle>& graphs)
{
    if (isOff())
        return {};
    std::uint64_t id = 0;
    if (!m_driver.nodeId(node, id))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    m_toldBodies[id] = graphs;
    return {};
}

// Node by node: cuGraphGetEdges takes a second for a hundred thousand nodes.
bool Recorder::readEdges(const std::vector<NodeHandle>& handles, const HandleIndex& positions, GraphRecord& record)
{
    std::vector<NodeHandle> dependents;
    record.edges.reserve(handles.size());
    for (std::size_t i = 0; i < handles.size(); ++i) {
        dependents.clear();
        if (!m_driver.appendDependents(handles[i], dependents))
            return false;
        for (const NodeHandle dependent : dependents) {
            const std::uint32_t at = positions.find(dependent);
            if (at != HandleIndex::kAbsent)
                record.edges.emplace_back(record.nodes[i].number, record.nodes[at].number);
        }
    }
    std::sort(record.edges.begin(), record.edges.end());
    return true;
}

// What was recorded of bodies while they were captured as graphs of their own: inner scopes, so they come first.
std::vector<ScopeNodes> Recorder::takeScopesOfBodies(const GraphRecord& record)
{
    std::vector<ScopeNodes> scopes;
    const std::scoped_lock lock(m_mutex);
    for (const BodyRecord& body : record.bodies) {
        const RecordedGraph* graph = findGraph(body.recordedAs);
        if (!graph)
            continue;
        std::vector<ScopeNodes> inside = scopesInBody(record, body, *graph->record);
        std::move(inside.begin(), inside.end(), std::back_inserter(scopes));
    }
    return scopes;
}

// Bodies that are part of a graph now are no graphs of the registry any more.
std::vector<std::uint32_t> Recorder::forgetBodies(const GraphRecord& record)
{
    std::vector<std::uint32_t> forgotten;
    for (const BodyRecord& body : record.bodies) {
        const RecordedGraph* graph = body.recordedAs == body.graphId ? findGraph(body.graphId) : nullptr;
        if (!graph)
            continue;
        m_recordBytes -= graph->record->sizeBytes();
        m_graphs.erase(m_graphs.begin() + (graph - m_graphs.data()));
        forgotten.push_back(body.graphId);
    }
    return forgotten;
}

std::vector<ScopeNodes> Recorder::scopesOf(const Capture& capture, const HandleIndex& positions, GraphRecord& record,
                                           GraphState state)
{
    std::set<NodeHandle> deleted;
    std::vector<ScopeNodes> scopes;
    if (state == GraphState::Ended)
        scopes = takeScopesOfBodies(record);
    for (const ClosedScope& closed : capture.closed) {
        ScopeNodes scope;
        for (std::size_t i = closed.firstNode; i < closed.firstNode + closed.nodeCount; ++i) {
            // Absent: the node was deleted since.
            const std::uint32_t at = positions.find(capture.nodes[i]);
            if (at == HandleIndex::kAbsent)
                deleted.insert(capture.nodes[i]);
            else
                appendAnnotatable(record, at, scope.nodes);
        }
        const std::string_view text = std::string_view(capture.texts).substr(closed.textBegin, closed.textSize);
        if (!scope.nodes.empty())
            scope.scope = {closed.opened, closed.kind,
                           closed.ready ? closed.ready
                                        : std::make_shared<const Annotation>(readAnnotation(text, closed.form))};
        scopes.push_back(std::move(scope));
    }
    std::erase_if(scopes, [](const ScopeNodes& scope) { return scope.nodes.empty(); });
    // More deleted nodes than holes: the last node is gone, and nobody can say where the numbers of bodies begin.
    if (!record.bodies.empty() && deleted.size() > record.nextNumber() - record.ownNodes)
        record.dropBodies(0);
    return scopes;
}

Status Recorder::addScopes(const Capture& capture, GraphHandle graph, GraphState state)
{
    const std::scoped_lock readLock(m_readMutex);
    const auto record = std::make_shared<GraphRecord>();
    std::vector<NodeHandle> handles;
    ToldBodies told;
    {
        const std::scoped_lock lock(m_mutex);
        told = m_toldBodies;
    }
    if (!readGraph(m_driver, graph, told, *record, handles))
        return driverFailed();
    const HandleIndex positions(handles);
    if (state == GraphState::Ended && !readEdges(handles, positions, *record))
        return driverFailed();
    std::vector<ScopeNodes> scopes = scopesOf(capture, positions, *record, state);
    std::shared_ptr<const GraphRecord> earlier;
    {
        const std::scoped_lock lock(m_mutex);
        if (const RecordedGraph* known = findGraph(record->id))
            earlier = known->record;
    }
    if (earlier)
        record->inherit(*earlier);
    record->resolve(std::move(scopes));
    std::vector<std::uint32_t> forgotten;
    {
        const std::scoped_lock lock(m_mutex);
        if (capture.generation != m_generation)
            return {}; // cleared meanwhile
        m_pendingBytes = 0;
        for (const Capture& running : m_captures)
            m_pendingBytes += running.nodes.size() * sizeof(NodeHandle) + running.closed.size() * sizeof(ClosedScope) +
                              running.texts.size();
        if (heldBytes() + record->sizeBytes() > m_memoryLimit) {
            m_droppedScopes += record->scopes.size();
            return {LSC_ERROR_LIMIT, "the memory limit is reached: this graph is not recorded"};
        }
        if (state == GraphState::Ended)
            forgotten = forgetBodies(*record);
        publish(record, state);
    }
    return journalGraph(record->id, forgotten);
}

void Recorder::publish(std::shared_ptr<const GraphRecord> record, GraphState state)
{
    m_recordBytes += record->sizeBytes();
    if (RecordedGraph* known = findGraph(record->id)) {
        m_recordBytes -= known->record->sizeBytes();
        known->record = std::move(record);
        known->state = state;
        return;
    }
    m_graphs.push_back({std::move(record), {}, state});
}

} // namespace lanescope::capture
