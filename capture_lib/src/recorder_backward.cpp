// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/recorder.h"

#include "capture_lib/src/thread_state.h"
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"

#include <utility>

namespace lanescope::capture {
namespace {

// A region handle is the number of the freeze above the number of its content: nodes with equal regions have handles of
// their own, so a bracket is told from another node's, and content is kept once.
constexpr unsigned kContentBits = 28;
constexpr std::uint64_t kContentMask = (std::uint64_t{1} << kContentBits) - 1;

} // namespace

Annotation Recorder::liveRegion(FreezesBackward& freezes)
{
    Annotation region;
    freezes = FreezesBackward::No;
    for (const RegionEntry& entry : threadState().regions.entries()) {
        if (isDead(entry))
            continue;
        if (entry.region != 0) {
            region = *entry.merged; // holds what was live below it
            freezes = FreezesBackward::Yes;
            continue;
        }
        const OpenScope* scope = m_open.find(entry.scope);
        region.overlay(scope->ready ? *scope->ready : readAnnotation(scope->text, scope->form));
        if (scope->freezes == FreezesBackward::Yes)
            freezes = FreezesBackward::Yes;
    }
    return region;
}

std::uint64_t Recorder::freeze()
{
    if (threadState().regions.entries().empty())
        return 0;
    const std::scoped_lock lock(m_mutex);
    FreezesBackward freezes = FreezesBackward::No;
    Annotation region = liveRegion(freezes);
    if (freezes == FreezesBackward::No)
        return 0;
    std::string text;
    region.appendJson(text);
    const std::uint64_t next = m_firstRegion + m_regions.size();
    const auto [content, added] = m_regionOfText.try_emplace(std::move(text), next);
    if (added) {
        if (next > kContentMask || heldBytes() > m_memoryLimit) {
            m_regionOfText.erase(content);
            return 0;
        }
        m_recordBytes += content->first.size() * 2;
        m_regions.push_back(std::make_shared<const Annotation>(std::move(region)));
    }
    return (++m_freezes << kContentBits) | content->second;
}

AnnotationPtr Recorder::findRegion(std::uint64_t region) const
{
    const std::uint64_t content = region & kContentMask;
    if (content < m_firstRegion || content - m_firstRegion >= m_regions.size())
        return nullptr;
    return m_regions[content - m_firstRegion];
}

Status Recorder::backwardBegin(StreamHandle stream, std::uint64_t region)
{
    if (region == 0)
        return {};
    // A node does not run inside itself: an open bracket of this node on this thread is one whose end never came.
    RegionStack& stack = threadState().regions;
    RegionEntry lost;
    std::vector<RegionEntry> above;
    while (stack.popBracket(region, lost, above)) {
        above.push_back(std::move(lost));
        dropBrackets(above);
    }
    CaptureState state;
    WalkStart start;
    if (!isOff())
        m_driver.captureState(stream, state);
    const bool captured = state.status == CaptureStatus::Active;
    if (captured && !startWalk(m_driver, state, start))
        return driverFailed();
    const std::scoped_lock lock(m_mutex);
    const AnnotationPtr frozen = findRegion(region);
    if (!frozen) // frozen before a clear: neither records nor propagates
        return {};
    FreezesBackward freezes = FreezesBackward::No;
    Annotation merged = liveRegion(freezes);
    merged.overlay(*frozen);
    Status status;
    std::uint64_t handle = 0;
    if (captured) {
        OpenScope* scope = nullptr;
        status = openScope(stream, state.sequence, start, scope, handle);
        if (scope) {
            Annotation tagged = merged;
            tagged.set(LSC_KEY_AUTOGRAD_PHASE, "\"" LSC_PHASE_BACKWARD "\"");
            scope->kind = ScopeKind::Backward;
            scope->freezes = FreezesBackward::Yes;
            scope->ready = std::make_shared<const Annotation>(std::move(tagged));
        }
    }
    stack.push({.generation = m_generation,
                .scope = handle,
                .region = region,
                .merged = std::make_shared<const Annotation>(std::move(merged))});
    return status;
}

Status Recorder::backwardEnd(std::uint64_t region)
{
    if (region == 0)
        return {};
    RegionEntry entry;
    std::vector<RegionEntry> above;
    if (!threadState().regions.popBracket(region, entry, above)) {
        const std::scoped_lock lock(m_mutex);
        if (!findRegion(region))
            return {};
        return {LSC_ERROR_UNKNOWN, "no backward of this region is open on this thread"};
    }
    dropBrackets(above);
    if (entry.scope == 0 || entry.generation != m_generation)
        return {};
    return closeScope(entry.scope);
}

} // namespace lanescope::capture
