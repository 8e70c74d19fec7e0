// SPDX-License-Identifier: Apache-2.0
#include "core/join/join.h"

#include "core/base/run_both.h"
#include "core/join/cpu_phases.h"
#include "core/join/explain_match.h"
#include "core/join/launches.h"
#include "core/join/phase_table.h"
#include "core/join/replay_table.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1 << 16;

class Joiner {
public:
    Joiner(std::shared_ptr<const Trace> trace, std::shared_ptr<const AnnotationSet> annotations, const JobControl& job)
        : m_job(job), m_trace(*trace), m_launches(*trace, job), m_replays(*trace, m_launches),
          m_joined(std::make_shared<JoinedTrace>())
    {
        m_joined->trace = std::move(trace);
        m_joined->annotations = std::move(annotations);
        const std::size_t rows = m_trace.launchRowCount();
        m_joined->annotationOf.assign(rows, JoinedTrace::kNone);
        m_joined->replayOf.assign(rows, JoinedTrace::kNone);
        m_joined->phaseOf.assign(rows, PhaseTable::kNonePhase);
        m_joined->phaseSourceOf.assign(rows, PhaseSource::None);
        preparePhases();
    }

    Result<std::shared_ptr<JoinedTrace>> join()
    {
        Result<FlowBindings> flows;
        runBoth(
            m_job, [&] { takeAllWork(); }, [&] { flows = bindFlows(m_trace, m_job); });
        if (m_job.stopRequested())
            return JobControl::stopped();
        if (!flows)
            return failureOf(flows);
        m_joined->flows = *std::move(flows);
        m_joined->replays = m_replays.finish(m_joined->replayOf);
        m_joined->phases = m_phases.finish(m_joined->phaseOf);
        fillMatch();
        return std::move(m_joined);
    }

private:
    struct Node {
        std::uint32_t annotation = JoinedTrace::kNone; // also of an empty one
        bool isAnnotated = false;
    };

    void preparePhases()
    {
        if (!m_joined->annotations)
            return;
        for (const Annotation& annotation : m_joined->annotations->annotations()) {
            if (annotation.isEmpty())
                m_phaseOfAnnotation.push_back(PhaseTable::kNonePhase);
            else
                m_phaseOfAnnotation.push_back(
                    m_phases.indexOf(annotation.phase().empty() ? "forward" : annotation.phase()));
        }
    }

    // Leaves off when stopped.
    void takeAllWork()
    {
        m_cpuPhases = cpuPhases(m_trace, m_job);
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            if (i % kEventsBetweenStopChecks == 0) {
                if (m_job.stopRequested())
                    return;
                m_job.report({.stage = JobStage::Joining, .events = i});
            }
            const EventId event = idAt<EventId>(i);
            if (m_trace.isGpuWork(event))
                takeWork(event);
        }
    }

    const Node& nodeOf(std::uint64_t key)
    {
        const auto [known, isNew] = m_nodes.try_emplace(key);
        Node& node = known->second;
        if (isNew && m_joined->annotations) {
            if (const auto index = m_joined->annotations->indexOfNode(key)) {
                node.annotation = *index;
                node.isAnnotated = !m_joined->annotations->annotations()[*index].isEmpty();
            }
        }
        return node;
    }

    void takeWork(EventId event)
    {
        MatchReport& match = m_joined->match;
        ++match.gpuWork;
        const std::uint32_t row = m_trace.launchRow(event);
        if (row == Trace::kNoRow)
            return;
        const std::optional<std::uint64_t> key = m_trace.launchArgs(event)->graphNodeKey();
        if (!key) {
            takeEagerWork(event, row);
            return;
        }
        ++match.graphedWork;
        m_replays.add(event, row, *key >> 32);
        const Node& node = nodeOf(*key);
        if (node.annotation == JoinedTrace::kNone)
            return;
        ++match.listedWork;
        m_joined->annotationOf[row] = node.annotation;
        if (!node.isAnnotated)
            return;
        ++match.annotatedWork;
        m_joined->phaseOf[row] = m_phases.used(m_phaseOfAnnotation[node.annotation]);
        m_joined->phaseSourceOf[row] = PhaseSource::Annotation;
    }

    void takeEagerWork(EventId event, std::uint32_t row)
    {
        const EventId launch = m_launches.launchOf(event);
        if (launch == kNoEvent)
            return;
        const CpuPhase phase = m_cpuPhases[m_trace.launchRow(launch)];
        if (phase == CpuPhase::None)
            return;
        m_joined->phaseOf[row] = m_phases.used(m_phases.indexOf(phaseName(phase)));
        m_joined->phaseSourceOf[row] = PhaseSource::CpuOps;
    }

    void fillMatch()
    {
        std::map<std::uint64_t, GraphMatch> graphs;
        const AnnotationSet* annotations = m_joined->annotations.get();
        if (annotations != nullptr) {
            for (const auto& [id, nodes] : annotations->nodesPerGraph())
                graphs[id].nodesInFile = nodes;
        }
        for (const auto& [key, node] : m_nodes) {
            GraphMatch& graph = graphs[key >> 32];
            ++graph.nodesInTrace;
            graph.matchedNodes += node.isAnnotated ? 1 : 0;
        }
        for (const Replay& replay : m_joined->replays)
            ++graphs[replay.execGraphId].replays;
        for (auto& [id, graph] : graphs) {
            graph.execGraphId = id;
            if (annotations != nullptr && graph.nodesInFile == 0) {
                const auto captured = annotations->nodesPerCaptureGraph().find(id);
                graph.nodesInFile = captured == annotations->nodesPerCaptureGraph().end() ? 0 : captured->second;
            }
            m_joined->match.graphs.push_back(std::move(graph));
        }
        m_joined->match.hadAnnotations = annotations != nullptr;
        explainMatch(m_joined->match, m_trace, annotations);
    }

    const JobControl& m_job;
    const Trace& m_trace;
    LaunchIndex m_launches;
    std::vector<CpuPhase> m_cpuPhases;
    ReplayTable m_replays;
    PhaseTable m_phases;
    std::vector<PhaseIndex> m_phaseOfAnnotation;
    std::unordered_map<std::uint64_t, Node> m_nodes; // every graph node seen in the trace
    std::shared_ptr<JoinedTrace> m_joined;
};

} // namespace

const Annotation* JoinedTrace::annotation(EventId e) const
{
    const std::uint32_t row = trace->launchRow(e);
    if (row == Trace::kNoRow || annotationOf[row] == kNone)
        return nullptr;
    const Annotation& found = annotations->annotations()[annotationOf[row]];
    return found.isEmpty() ? nullptr : &found;
}

PhaseIndex JoinedTrace::phaseIndex(EventId e) const
{
    const std::uint32_t row = trace->launchRow(e);
    return row == Trace::kNoRow ? PhaseTable::kNonePhase : phaseOf[row];
}

const std::string& JoinedTrace::phase(EventId e) const
{
    return phases[phaseIndex(e)];
}

const Replay* JoinedTrace::replay(EventId e) const
{
    const std::uint32_t row = trace->launchRow(e);
    if (row == Trace::kNoRow || replayOf[row] == kNone)
        return nullptr;
    return &replays[replayOf[row]];
}

const AnnotationSet* JoinedTrace::annotationsFor(EventId e) const
{
    return annotationsOfPart.empty() ? annotations.get() : annotationsOfPart[trace->partOf(e)].get();
}

bool JoinedTrace::hasCapturedLanes() const
{
    return (annotations && annotations->hasCapturedLanes()) ||
           std::any_of(annotationsOfPart.begin(), annotationsOfPart.end(),
                       [](const auto& set) { return set && set->hasCapturedLanes(); });
}

Result<std::shared_ptr<const JoinedTrace>> joinTrace(std::shared_ptr<const Trace> trace,
                                                     std::shared_ptr<const AnnotationSet> annotations,
                                                     const JobControl& job,
                                                     std::shared_ptr<const ProvenanceSet> provenance)
{
    auto joined = Joiner(std::move(trace), std::move(annotations), job).join();
    if (!joined)
        return failureOf(joined);
    if (provenance) {
        auto sources = joinProvenance(**joined, std::move(provenance), job);
        if (!sources)
            return failureOf(sources);
        (*joined)->provenance = *std::move(sources);
    }
    return std::shared_ptr<const JoinedTrace>(*std::move(joined));
}

} // namespace lanescope
