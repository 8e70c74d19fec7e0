// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/json_text.h"
#include "capture_lib/src/thread_state.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

#include <utility>

namespace lanescope::capture {
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

Status Recorder::beginMark(StreamHandle stream, std::string_view text, AnnotationForm form, AnnotationPtr ready,
                           FreezesBackward freezes, ScopeKind kind, std::uint64_t& scope)
{
    ThreadState& thread = threadState();
    m_driver.captureState(stream, thread.state);
    if (thread.state.status != CaptureStatus::Active)
        return {};
    if (!startWalk(m_driver, thread.state, thread.start))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    OpenScope* opened = nullptr;
    std::uint64_t handle = 0;
    if (Status status = openScope(stream, thread.state.sequence, thread.start, opened, handle); !opened)
        return status;
    opened->kind = kind;
    opened->freezes = freezes;
    opened->text.assign(text); // into the memory of the place's earlier scope
    opened->form = form;
    opened->ready = std::move(ready);
    thread.regions.tidy([this](const RegionEntry& entry) { return isDead(entry); });
    thread.regions.push({.generation = m_generation, .scope = handle, .region = 0, .merged = nullptr});
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
    return beginMark(stream, annotation, form, nullptr, freezes, ScopeKind::Mark, scope);
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
    return beginMark(from, {}, form, std::make_shared<const Annotation>(std::move(withLane)), freezes, ScopeKind::Mark,
                     scope);
}

Status Recorder::markBackwardBegin(StreamHandle stream, std::string_view annotation, AnnotationForm form,
                                   std::uint64_t& scope)
{
    scope = 0;
    if (isOff())
        return {};
    if (Status status = checkAnnotation(annotation, form); !status.ok())
        return status;
    Annotation tagged = readAnnotation(annotation, form);
    tagged.set(LSC_KEY_AUTOGRAD_PHASE, "\"" LSC_PHASE_BACKWARD "\"");
    return beginMark(stream, {}, form, std::make_shared<const Annotation>(std::move(tagged)), FreezesBackward::Yes,
                     ScopeKind::Backward, scope);
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
    if (threadState().regions.popScope(m_generation, scope, above))
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
    ThreadState& thread = threadState();
    ClosedScope closed;
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
        closed.form = scope->form;
        closed.ready = std::move(scope->ready);
        thread.text.swap(scope->text);
        sequence = scope->sequence;
        stream = scope->stream;
        thread.start.frontier.swap(scope->start.frontier);
        thread.start.known.swap(scope->start.known);
        m_open.close(handle);
    }
    m_driver.captureState(stream, thread.state);
    if (thread.state.status != CaptureStatus::Active || thread.state.sequence != sequence)
        return {LSC_ERROR_NOT_CAPTURING, "the scope's capture ended before the scope: nothing is recorded for it"};
    if (!collectNewNodes(m_driver, thread.state.graph, thread.start, thread.seen, thread.nodes))
        return driverFailed();
    if (thread.nodes.empty())
        return {};
    const std::scoped_lock lock(m_mutex);
    Capture* capture = findCapture(sequence);
    if (!capture || generation != m_generation)
        return {LSC_ERROR_UNKNOWN, "the scope's capture was ended or cleared by another thread"};
    closed.firstNode = capture->nodes.size();
    closed.nodeCount = thread.nodes.size();
    closed.textBegin = capture->texts.size();
    closed.textSize = closed.ready ? 0 : thread.text.size();
    m_pendingBytes += closed.nodeCount * sizeof(NodeHandle) + sizeof(ClosedScope) + closed.textSize;
    capture->texts.append(thread.text, 0, closed.textSize);
    capture->nodes.insert(capture->nodes.end(), thread.nodes.begin(), thread.nodes.end());
    capture->closed.push_back(std::move(closed));
    return {};
}

} // namespace lanescope::capture
