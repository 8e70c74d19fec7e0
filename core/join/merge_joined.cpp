// SPDX-License-Identifier: Apache-2.0
#include "core/join/merge_joined.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace lanescope {
namespace {

EventId shifted(EventId event, std::size_t by)
{
    return event == kNoEvent ? kNoEvent : idAt<EventId>(indexOf(event) + by);
}

// As joins leave them: by (begin, correlation); of two files with the same, the earlier file first.
void sortReplays(JoinedTrace& joined)
{
    std::vector<std::uint32_t> order(joined.replays.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Replay& x = joined.replays[a];
        const Replay& y = joined.replays[b];
        return std::tie(x.range.beginNs, x.correlation, x.part) < std::tie(y.range.beginNs, y.correlation, y.part);
    });
    std::vector<Replay> replays;
    replays.reserve(order.size());
    std::vector<std::uint32_t> placeOf(order.size());
    for (const std::uint32_t old : order) {
        placeOf[old] = static_cast<std::uint32_t>(replays.size());
        replays.push_back(joined.replays[old]);
    }
    joined.replays = std::move(replays);
    for (std::uint32_t& replay : joined.replayOf) {
        if (replay != JoinedTrace::kNone)
            replay = placeOf[replay];
    }
}

} // namespace

JoinedMerger::JoinedMerger()
    : m_joined(std::make_shared<JoinedTrace>()),
      m_provenanceSets(std::make_shared<std::vector<std::shared_ptr<const ProvenanceSet>>>())
{}

void JoinedMerger::append(const JoinedTrace& part, const PartPlaces& places, TimeNs shiftNs, const std::string& title)
{
    appendAnnotations(part, places.firstLaunchRow);
    appendPhases(part, places.firstLaunchRow);
    appendReplays(part, places, shiftNs);
    appendFlows(part.flows, places);
    appendMatch(part.match, title);
    appendProvenance(part, places.firstLaunchRow, title);
    m_joined->annotationsOfPart.push_back(part.annotations);
}

void JoinedMerger::appendAnnotations(const JoinedTrace& part, std::size_t firstRow)
{
    std::vector<std::uint32_t> places;
    if (part.annotations) {
        for (const Annotation& annotation : part.annotations->annotations())
            places.push_back(m_annotations.addWithoutNode(annotation));
    }
    m_joined->annotationOf.resize(firstRow, JoinedTrace::kNone);
    for (const std::uint32_t annotation : part.annotationOf)
        m_joined->annotationOf.push_back(annotation < places.size() ? places[annotation] : JoinedTrace::kNone);
}

void JoinedMerger::appendPhases(const JoinedTrace& part, std::size_t firstRow)
{
    std::vector<PhaseIndex> places;
    for (const std::string& phase : part.phases)
        places.push_back(m_phases.used(m_phases.indexOf(phase)));
    m_joined->phaseOf.resize(firstRow, PhaseTable::kNonePhase);
    for (const PhaseIndex phase : part.phaseOf)
        m_joined->phaseOf.push_back(phase < places.size() ? places[phase] : PhaseTable::kNonePhase);
    m_joined->phaseSourceOf.resize(firstRow, PhaseSource::None);
    m_joined->phaseSourceOf.insert(m_joined->phaseSourceOf.end(), part.phaseSourceOf.begin(), part.phaseSourceOf.end());
}

void JoinedMerger::appendReplays(const JoinedTrace& part, const PartPlaces& places, TimeNs shiftNs)
{
    const auto first = static_cast<std::uint32_t>(m_joined->replays.size());
    const auto number = static_cast<std::uint32_t>(m_joined->annotationsOfPart.size());
    for (Replay replay : part.replays) {
        replay.range = {replay.range.beginNs + shiftNs, replay.range.endNs + shiftNs};
        replay.launch = shifted(replay.launch, places.firstEvent);
        replay.part = number;
        m_joined->replays.push_back(replay);
    }
    m_joined->replayOf.resize(places.firstLaunchRow, JoinedTrace::kNone);
    for (const std::uint32_t replay : part.replayOf)
        m_joined->replayOf.push_back(replay == JoinedTrace::kNone ? replay : replay + first);
}

void JoinedMerger::appendFlows(const FlowBindings& part, const PartPlaces& places)
{
    FlowBindings& flows = m_joined->flows;
    flows.sliceOf.resize(places.firstFlow, kNoEvent);
    for (const EventId slice : part.sliceOf)
        flows.sliceOf.push_back(shifted(slice, places.firstEvent));
    for (const Arrow& arrow : part.arrows)
        flows.arrows.push_back({idAt<FlowId>(indexOf(arrow.start) + places.firstFlow),
                                idAt<FlowId>(indexOf(arrow.end) + places.firstFlow)});
    for (const auto& [category, counts] : part.countsByCategory) {
        flows.countsByCategory[category].arrows += counts.arrows;
        flows.countsByCategory[category].loneEnds += counts.loneEnds;
    }
}

void JoinedMerger::appendMatch(const MatchReport& part, const std::string& title)
{
    MatchReport& match = m_joined->match;
    match.hadAnnotations = match.hadAnnotations || part.hadAnnotations;
    match.gpuWork += part.gpuWork;
    match.graphedWork += part.graphedWork;
    match.annotatedWork += part.annotatedWork;
    match.listedWork += part.listedWork;
    if (match.problem.empty() && !part.problem.empty())
        match.problem = fmt::format("{}: {}", title, part.problem);
    for (GraphMatch graph : part.graphs) {
        graph.reason = graph.reason.empty() ? std::string() : fmt::format("{}: {}", title, graph.reason);
        match.graphs.push_back(std::move(graph));
    }
}

void JoinedMerger::appendProvenance(const JoinedTrace& part, std::size_t firstRow, const std::string& title)
{
    if (part.provenance == nullptr)
        return;
    if (m_provenance == nullptr)
        m_provenance = std::make_shared<JoinedProvenance>();
    const auto first = static_cast<std::uint32_t>(m_provenance->matches.size());
    m_provenance->matches.insert(m_provenance->matches.end(), part.provenance->matches.begin(),
                                 part.provenance->matches.end());
    m_provenance->matchOf.resize(firstRow, JoinedProvenance::kNone);
    for (const std::uint32_t match : part.provenance->matchOf)
        m_provenance->matchOf.push_back(match == JoinedProvenance::kNone ? match : match + first);
    m_provenanceSets->push_back(part.provenance->set);

    const ProvenanceReport& its = part.provenance->report;
    ProvenanceReport& report = m_provenance->report;
    report.kernels += its.kernels;
    report.tritonKernels += its.tritonKernels;
    report.tritonWithStack += its.tritonWithStack;
    report.othersWithStack += its.othersWithStack;
    report.withCandidates += its.withCandidates;
    report.withNodesOnly += its.withNodesOnly;
    report.compiledRegions += its.compiledRegions;
    report.findings.insert(report.findings.end(), its.findings.begin(), its.findings.end());
    if (report.problem.empty() && !its.problem.empty())
        report.problem = fmt::format("{}: {}", title, its.problem);
}

std::shared_ptr<const JoinedTrace> JoinedMerger::finish(std::shared_ptr<const Trace> trace)
{
    const std::size_t rows = trace->launchRowCount();
    m_joined->annotationOf.resize(rows, JoinedTrace::kNone);
    m_joined->phaseOf.resize(rows, PhaseTable::kNonePhase);
    m_joined->phaseSourceOf.resize(rows, PhaseSource::None);
    m_joined->replayOf.resize(rows, JoinedTrace::kNone);
    m_joined->flows.sliceOf.resize(trace->flows().size(), kNoEvent);
    m_joined->phases = m_phases.finish(m_joined->phaseOf);
    sortReplays(*m_joined);
    if (m_joined->match.hadAnnotations || !m_annotations.annotations().empty()) {
        m_annotations.origin = AnnotationOrigin::TraceItself; // no single file holds them
        m_joined->annotations = std::make_shared<const AnnotationSet>(std::move(m_annotations));
    }
    if (m_provenance != nullptr) {
        m_provenance->matchOf.resize(rows, JoinedProvenance::kNone);
        // One pointer that keeps all sets alive: matches point into them.
        m_provenance->set = std::shared_ptr<const ProvenanceSet>(m_provenanceSets, m_provenanceSets->front().get());
        m_joined->provenance = std::move(m_provenance);
    }
    m_joined->trace = std::move(trace);
    return std::move(m_joined);
}

std::shared_ptr<const JoinedTrace> JoinedMerger::withShifts(const JoinedTrace& joined,
                                                            std::shared_ptr<const Trace> trace)
{
    auto moved = std::make_shared<JoinedTrace>(joined);
    for (Replay& replay : moved->replays) {
        const TimeNs byNs = trace->parts()[replay.part].shiftNs - joined.trace->parts()[replay.part].shiftNs;
        replay.range = {replay.range.beginNs + byNs, replay.range.endNs + byNs};
    }
    sortReplays(*moved);
    moved->trace = std::move(trace);
    return moved;
}

} // namespace lanescope
