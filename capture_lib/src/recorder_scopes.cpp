// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/json_text.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

#include <utility>

namespace lanescope::capture {
namespace {

// What a mark needs while it asks the driver; kept per thread so that marks seldom allocate.
struct Scratch {
    CaptureState state;
    WalkStart start;
    std::vector<NodeHandle> nodes;
};

Scratch& scratchOfThread()
{
    thread_local Scratch scratch;
    return scratch;
}

} // namespace

Recorder::Capture* Recorder::findCapture(std::uint64_t sequence)
{
    for (Capture& capture : m_captures) {
        if (capture.sequence == sequence)
            return &capture;
    }
    return nullptr;
}

bool Recorder::isDead(const RegionEntry& entry)
{
    return entry.generation != m_generation || (entry.region == 0 && !m_open.find(entry.scope));
}

// Fills in what all scopes have. scope stays null, with LSC_OK, where the capture is not recorded.
Status Recorder::openScope(StreamHandle stream, std::uint64_t sequence, WalkStart& start, OpenScope*& scope,
                           std::uint64_t& handle)
{
    const Capture* capture = findCapture(sequence);
    if (!capture || capture->recording == Recording::Off)
        return {};
    if (heldBytes() > m_memoryLimit) {
        ++m_droppedScopes;
        return {LSC_ERROR_LIMIT, "the memory limit is reached: save and clear, or raise it with lsc_configure"};
    }
    scope = m_open.open(handle);
    if (!scope) {
        ++m_droppedScopes;
        return {LSC_ERROR_LIMIT, "too many scopes are open: ends are missing"};
    }
    scope->opened = ++m_openings;
    scope->sequence = sequence;
    scope->stream = stream;
    scope->start.frontier.swap(start.frontier);
    scope->start.known.swap(start.known);
    return {};
}

Status Recorder::beginMark(StreamHandle stream, ScopeText annotation, FreezesBackward freezes, std::uint64_t& scope)
{
    Scratch& scratch = scratchOfThread();
    m_driver.captureState(stream, scratch.state);
    if (scratch.state.status != CaptureStatus::Active)
        return {};
    if (!startWalk(m_driver, scratch.state, scratch.start))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    OpenScope* opened = nullptr;
    std::uint64_t handle = 0;
    if (Status status = openScope(stream, scratch.state.sequence, scratch.start, opened, handle); !opened)
        return status;
    opened->kind = ScopeKind::Mark;
    opened->freezes = freezes;
    opened->annotation = std::move(annotation);
    RegionStack& stack = RegionStack::ofThread();
    stack.dropTopWhile([this](const RegionEntry& entry) { return isDead(entry); });
    stack.push({.generation = m_generation, .scope = handle, .region = 0, .merged = nullptr});
    scope = handle;
    return {};
}

Status Recorder::markBegin(StreamHandle stream, std::string_view annotation, AnnotationForm form,
                           FreezesBackward freezes, std::uint64_t& scope)
{
    scope = 0;
    if (isOff())
        return {};
    if (Status status = checkAnnotation(annotation, form); !status.ok())
        return status;
    return beginMark(stream, {.text = std::string(annotation), .form = form, .ready = nullptr}, freezes, scope);
}

Status Recorder::markStreamBegin(StreamHandle from, StreamHandle to, std::string_view annotation, AnnotationForm form,
                                 FreezesBackward freezes, std::uint64_t& scope)
{
    scope = 0;
    if (isOff())
        return {};
    if (from == to)
        return markBegin(from, annotation, form, freezes, scope);
    if (Status status = checkAnnotation(annotation, form); !status.ok())
        return status;
    Annotation withLane = readAnnotation(annotation, form);
    std::string lane;
    appendNumber(lane, streamId(to));
    withLane.set(LSC_KEY_STREAM, std::move(lane));
    return beginMark(from, {.text = {}, .form = form, .ready = std::make_shared<const Annotation>(std::move(withLane))},
                     freezes, scope);
}

std::uint32_t Recorder::streamId(const StreamIds::Owner& owner)
{
    const std::scoped_lock lock(m_mutex);
    return m_streamIds.idOf(owner);
}

Status Recorder::markEnd(std::uint64_t scope)
{
    if (scope == 0)
        return {};
    std::vector<RegionEntry> above;
    if (RegionStack::ofThread().popScope(m_generation, scope, above))
        dropBrackets(above);
    return closeScope(scope);
}

// A bracket whose end never came must not record at some later time.
void Recorder::dropBrackets(const std::vector<RegionEntry>& entries)
{
    if (entries.empty())
        return;
    const std::scoped_lock lock(m_mutex);
    for (const RegionEntry& entry : entries) {
        if (entry.region != 0)
            m_open.close(entry.scope);
    }
}

Status Recorder::closeScope(std::uint64_t handle)
{
    Scratch& scratch = scratchOfThread();
    ClosedScope closed = {};
    std::uint64_t sequence = 0;
    StreamHandle stream = nullptr;
    const std::uint64_t generation = m_generation;
    {
        const std::scoped_lock lock(m_mutex);
        OpenScope* scope = m_open.find(handle);
        if (!scope)
            return {LSC_ERROR_UNKNOWN, "this scope is not open: it was closed before, cleared, or its capture ended"};
        closed.opened = scope->opened;
        closed.kind = scope->kind;
        closed.annotation = std::move(scope->annotation);
        sequence = scope->sequence;
        stream = scope->stream;
        scratch.start.frontier.swap(scope->start.frontier);
        scratch.start.known.swap(scope->start.known);
        m_open.close(handle);
    }
    m_driver.captureState(stream, scratch.state);
    if (scratch.state.status != CaptureStatus::Active || scratch.state.sequence != sequence)
        return {LSC_ERROR_NOT_CAPTURING, "the scope's capture ended before the scope: nothing is recorded for it"};
    if (!collectNewNodes(m_driver, scratch.state.graph, scratch.start, scratch.nodes))
        return driverFailed();
    if (scratch.nodes.empty())
        return {};
    const std::scoped_lock lock(m_mutex);
    Capture* capture = findCapture(sequence);
    if (!capture || generation != m_generation)
        return {LSC_ERROR_UNKNOWN, "the scope's capture was ended or cleared by another thread"};
    closed.firstNode = capture->nodes.size();
    closed.nodeCount = scratch.nodes.size();
    m_pendingBytes += scratch.nodes.size() * sizeof(NodeHandle) + sizeof(ClosedScope) + closed.annotation.text.size();
    capture->nodes.insert(capture->nodes.end(), scratch.nodes.begin(), scratch.nodes.end());
    capture->closed.push_back(std::move(closed));
    return {};
}

} // namespace lanescope::capture
