// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/annotation_writer.h"
#include "lanescope/capture.h"

#include <algorithm>
#include <utility>

namespace lanescope::capture {
namespace {

// Captures that were begun and never ended (the program failed) must not pile up.
constexpr std::size_t kMostCaptures = 1024;

// Growing while the program captures costs the program time.
constexpr std::size_t kNodesAtFirst = 4096;

constexpr std::uint64_t kDefaultMemoryLimit = std::uint64_t{2} << 30;

std::uint64_t nextGeneration()
{
    static std::atomic<std::uint64_t> generation = 0;
    return ++generation;
}

} // namespace

Recorder::Recorder(Driver& driver)
    : m_driver(driver), m_generation(nextGeneration()), m_process(identifyProcess()), m_memoryLimit(kDefaultMemoryLimit)
{}

Recorder::~Recorder()
{
    s_recording -= m_recording;
}

Availability Recorder::available()
{
    if (m_forked)
        return {.available = false, .final = true, .reason = "this process was forked from one that records"};
    return m_driver.availability();
}

Status Recorder::configure(const RecorderOptions& options)
{
    const std::scoped_lock lock(m_mutex);
    if (options.firstStreamId != 0 && !m_streamIds.startAt(options.firstStreamId))
        return {LSC_ERROR_INVALID_ARGUMENT, "first_stream_id came after the first stream id was given out"};
    m_process.rank = options.rank;
    if (options.memoryLimitBytes != 0)
        m_memoryLimit = options.memoryLimitBytes;
    return {};
}

Status Recorder::driverFailed() const
{
    return {LSC_ERROR_DRIVER, m_driver.lastFailure()};
}

Recorder::Capture* Recorder::findCaptureOfGraph(std::uint64_t graphId)
{
    for (Capture& capture : m_captures) {
        if (capture.graphId == graphId)
            return &capture;
    }
    return nullptr;
}

RecordedGraph* Recorder::findGraph(std::uint32_t id)
{
    for (RecordedGraph& graph : m_graphs) {
        if (graph.id() == id)
            return &graph;
    }
    return nullptr;
}

void Recorder::countRecording()
{
    const auto recording = std::count_if(m_captures.begin(), m_captures.end(),
                                         [](const Capture& capture) { return capture.recording == Recording::On; });
    s_recording += static_cast<std::uint32_t>(recording) - m_recording; // unsigned: wraps back where fewer
    m_recording = static_cast<std::uint32_t>(recording);
}

void Recorder::dropCapture(std::size_t index)
{
    m_open.closeCapture(m_captures[index].sequence);
    m_captures.erase(m_captures.begin() + static_cast<std::ptrdiff_t>(index));
    countRecording();
}

Status Recorder::captureBegin(StreamHandle stream, std::uint64_t& capture)
{
    capture = 0;
    if (!available().available)
        return {};
    CaptureState state;
    m_driver.captureState(stream, state);
    if (state.status != CaptureStatus::Active)
        return {LSC_ERROR_NOT_CAPTURING, "the stream is not capturing: call this after the capture began"};
    std::uint32_t id = 0;
    if (!m_driver.graphId(state.graph, id))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    capture = id;
    if (Capture* running = findCapture(state.sequence)) {
        running->recording = Recording::On;
        countRecording();
        return {};
    }
    // A stream captures once at a time: an earlier capture on it failed without an end.
    for (std::size_t i = m_captures.size(); i-- > 0;) {
        if (m_captures[i].stream == stream)
            dropCapture(i);
    }
    if (m_captures.size() == kMostCaptures)
        dropCapture(0);
    Capture started;
    started.sequence = state.sequence;
    started.graphId = id;
    started.stream = stream;
    started.nodes.reserve(kNodesAtFirst);
    m_captures.push_back(std::move(started));
    countRecording();
    return {};
}

Status Recorder::setRecording(std::uint64_t capture, Recording recording)
{
    if (capture == 0)
        return {};
    const std::scoped_lock lock(m_mutex);
    Capture* running = findCaptureOfGraph(capture);
    if (!running)
        return {LSC_ERROR_UNKNOWN, "this capture is not running"};
    running->recording = recording;
    countRecording();
    return {};
}

// The graph of a capture that still runs, from its stream.
bool Recorder::graphOfCapture(const Capture& capture, GraphHandle& graph)
{
    CaptureState state;
    m_driver.captureState(capture.stream, state);
    graph = state.graph;
    return state.status == CaptureStatus::Active && state.sequence == capture.sequence;
}

Status Recorder::captureEnd(std::uint64_t capture, GraphHandle graph)
{
    if (capture == 0)
        return {};
    std::uint32_t id = 0;
    if (graph && !m_driver.graphId(graph, id))
        return driverFailed();
    if (graph && id != capture)
        return {LSC_ERROR_INVALID_ARGUMENT, "this graph is not the capture's: its id is " + std::to_string(id) +
                                                ", the capture's " + std::to_string(capture)};
    Capture ended;
    {
        const std::scoped_lock lock(m_mutex);
        Capture* running = findCaptureOfGraph(capture);
        if (!running)
            return {LSC_ERROR_UNKNOWN,
                    "this capture is not running: it was ended before, or another one took its stream"};
        ended = std::move(*running);
        ended.generation = m_generation;
        running->sequence = ended.sequence;
        dropCapture(static_cast<std::size_t>(running - m_captures.data()));
    }
    if (!graph && !graphOfCapture(ended, graph))
        return {LSC_ERROR_NOT_CAPTURING, "the capture is over and no graph was given: nothing is recorded for it"};
    return addScopes(ended, graph, GraphState::Ended);
}

Status Recorder::resolve(std::uint64_t capture)
{
    Capture part;
    {
        const std::scoped_lock lock(m_mutex);
        const Capture* running = capture == 0 ? nullptr : findCaptureOfGraph(capture);
        if (!running || running->closed.empty())
            return {};
        part.sequence = running->sequence;
        part.graphId = running->graphId;
        part.stream = running->stream;
    }
    // Asked before anything is taken, so that an end with the graph still finds it all.
    GraphHandle graph = nullptr;
    if (!graphOfCapture(part, graph))
        return {LSC_ERROR_NOT_CAPTURING, "the capture is over: call lsc_capture_end with its graph instead"};
    {
        const std::scoped_lock lock(m_mutex);
        Capture* running = findCapture(part.sequence);
        if (!running)
            return {};
        part.generation = m_generation;
        part.closed.swap(running->closed);
        part.nodes.swap(running->nodes);
        part.texts.swap(running->texts);
    }
    return addScopes(part, graph, GraphState::Running);
}

Status Recorder::instantiated(std::uint64_t capture, ExecHandle exec)
{
    if (capture == 0)
        return {};
    if (!exec)
        return {LSC_ERROR_INVALID_ARGUMENT, "exec is null"};
    std::uint32_t id = 0;
    if (!m_driver.execId(exec, id))
        return driverFailed();
    {
        const std::scoped_lock lock(m_mutex);
        RecordedGraph* graph = capture <= UINT32_MAX ? findGraph(static_cast<std::uint32_t>(capture)) : nullptr;
        if (!graph)
            return {LSC_ERROR_UNKNOWN, "no graph of this capture is recorded: it has not ended, or was cleared"};
        const bool known = std::erase(graph->execIds, id) != 0;
        graph->execIds.push_back(id);
        if (known)
            return {};
    }
    if (Status status = m_journal.append(journalInstantiatedLine(static_cast<std::uint32_t>(capture), id));
        !status.ok())
        return status;
    return tidyJournal();
}

Status Recorder::captureOfGraph(GraphHandle graph, std::uint64_t& capture)
{
    capture = 0;
    if (!available().available)
        return {};
    std::uint32_t id = 0;
    if (!m_driver.graphId(graph, id))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    if (findGraph(id) || findCaptureOfGraph(id))
        capture = id;
    return {};
}

Status Recorder::clear()
{
    {
        const std::scoped_lock lock(m_mutex);
        m_generation = nextGeneration();
        m_graphs.clear();
        m_open.closeAll();
        for (Capture& capture : m_captures) {
            capture.closed.clear();
            capture.nodes.clear();
            capture.texts.clear();
        }
        m_firstRegion += m_regions.size();
        m_regions.clear();
        m_regionOfText.clear();
        m_toldBodies.clear();
        m_pendingBytes = 0;
        m_recordBytes = 0;
        m_droppedScopes = 0;
    }
    return m_journal.rewrite(snapshot());
}

Status Recorder::remove(const std::vector<std::uint32_t>& execIds)
{
    std::vector<std::uint32_t> removed;
    {
        const std::scoped_lock lock(m_mutex);
        const auto goes = [&](const RecordedGraph& graph) {
            return !graph.execIds.empty() &&
                   std::find(execIds.begin(), execIds.end(), graph.execIds.back()) != execIds.end();
        };
        for (const RecordedGraph& graph : m_graphs) {
            if (!goes(graph))
                continue;
            removed.push_back(graph.id());
            m_recordBytes -= graph.record->sizeBytes();
        }
        std::erase_if(m_graphs, goes);
    }
    for (const std::uint32_t graph : removed) {
        if (Status status = m_journal.append(journalRemovedLine(graph)); !status.ok())
            return status;
    }
    return tidyJournal();
}

void Recorder::beforeFork()
{
    m_mutex.lock();
    m_journal.mutex().lock();
}

void Recorder::afterForkInParent()
{
    m_journal.mutex().unlock();
    m_mutex.unlock();
}

void Recorder::afterForkInChild()
{
    m_journal.detach();
    m_captures.clear();
    m_open.closeAll();
    countRecording();
    m_forked = true;
    afterForkInParent();
}

} // namespace lanescope::capture
