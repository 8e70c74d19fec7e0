// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnose.h"

#include "core/query/diagnosis_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {

std::string_view severityName(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return "note";
    case Severity::Warning:
        return "warning";
    case Severity::Error:
        break;
    }
    return "error";
}

std::string lineOf(const Diagnosis& diagnosis)
{
    Finding finding{diagnosis.code, diagnosis.message, diagnosis.count, {}, {}};
    if (!diagnosis.places.empty() && diagnosis.places.front().byte) {
        finding.firstBytes.push_back(*diagnosis.places.front().byte);
        finding.examples.push_back(diagnosis.places.front().name);
    }
    return finding.line();
}

bool isOnTimeline(const Trace& trace, EventId event)
{
    return trace.kind(event) != EventKind::Other && !trace.hasFlag(event, kEventHasNoTime);
}

void PlaceCollector::add(std::uint64_t byte, EventId event, FlowId flow)
{
    ++m_count;
    if (m_first.size() == Diagnosis::kPlacesKept && m_first.back().byte <= byte)
        return;
    const auto before = [](const Place& a, const Place& b) { return a.byte < b.byte; };
    const Place place{byte, event, flow};
    m_first.insert(std::upper_bound(m_first.begin(), m_first.end(), place, before), place);
    if (m_first.size() > Diagnosis::kPlacesKept)
        m_first.pop_back();
}

DiagnosedPlace PlaceCollector::told(const Place& place) const
{
    DiagnosedPlace result;
    result.byte = place.byte;
    result.event = place.event;
    TrackId track = kNoTrack;
    if (place.event != kNoEvent) {
        result.isOnTimeline = isOnTimeline(m_trace, place.event) && m_trace.kind(place.event) != EventKind::Counter;
        result.name = m_trace.name(place.event);
        track = m_trace.track(place.event);
        if (!m_trace.hasFlag(place.event, kEventHasNoTime))
            result.atNs = m_trace.beginNs(place.event);
    }
    if (place.flow != kNoFlow) {
        const Flow& flow = m_trace.flows()[indexOf(place.flow)];
        track = flow.track;
        result.atNs = flow.hasTime ? std::optional(flow.atNs) : std::nullopt;
        if (result.name.empty())
            result.name = m_trace.text(flow.category);
    }
    if (track != kNoTrack) {
        result.track = m_trace.trackTitle(track);
        result.process = m_trace.processTitle(m_trace.track(track).process);
    }
    return result;
}

std::vector<DiagnosedPlace> PlaceCollector::places() const
{
    std::vector<DiagnosedPlace> result;
    for (const Place& place : m_first)
        result.push_back(told(place));
    return result;
}

Result<std::vector<Diagnosis>> diagnose(const JoinedTrace& joined, std::span<const Finding> warnings,
                                        const JobControl& job)
{
    std::vector<Diagnosis> found;
    for (const auto step : {diagnoseDuplicates, diagnoseRanks, diagnoseClock, diagnoseDurations, diagnoseOverlaps,
                            diagnoseLaunches, diagnoseReplays, diagnoseArrows}) {
        step(joined, job, found);
        if (job.stopRequested())
            return JobControl::stopped();
    }
    addReported(*joined.trace, warnings, found);
    std::stable_sort(found.begin(), found.end(),
                     [](const Diagnosis& a, const Diagnosis& b) { return a.severity > b.severity; });
    return found;
}

} // namespace lanescope
