// SPDX-License-Identifier: Apache-2.0
#include "core/query/diagnosis_steps.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace lanescope {
namespace {

using FlowKey = std::tuple<StringId, bool, std::uint64_t>;

FlowKey keyOf(const Flow& flow)
{
    return {flow.category, flow.idIsText, flow.id};
}

// What steps continue: they stand for the end of a start, and for the start of an end.
std::set<FlowKey> keysOfSteps(const Trace& trace, StopPoll& poll)
{
    std::set<FlowKey> keys;
    for (const Flow& flow : trace.flows()) {
        if (poll.isStopped())
            break;
        if (flow.phase == FlowPhase::Step)
            keys.insert(keyOf(flow));
    }
    return keys;
}

class LoneEnds {
public:
    explicit LoneEnds(const JoinedTrace& joined)
        : m_trace(*joined.trace), m_bindings(joined.flows), m_ac2g(m_trace.strings().find("ac2g")), m_starts(m_trace),
          m_ends(m_trace)
    {}

    void find(StopPoll& poll)
    {
        std::vector<bool> isPaired(m_trace.flows().size());
        for (const Arrow& arrow : m_bindings.arrows) {
            isPaired[indexOf(arrow.start)] = true;
            isPaired[indexOf(arrow.end)] = true;
        }
        const std::set<FlowKey> steps = keysOfSteps(m_trace, poll);
        for (std::size_t i = 0; i < isPaired.size() && !poll.isStopped(); ++i) {
            const Flow& flow = m_trace.flows()[i];
            const EventId slice = m_bindings.sliceOf[i];
            if (isPaired[i] || flow.phase == FlowPhase::Step || isUsual(flow, slice) || steps.contains(keyOf(flow)))
                continue;
            (flow.phase == FlowPhase::Start ? m_starts : m_ends).add(idAt<FlowId>(i), slice);
        }
    }

    void report(std::vector<Diagnosis>& found) const
    {
        if (m_starts.count() != 0)
            found.push_back(diagnosisOf("arrow-without-end", "an arrow starts and never ends",
                                        "What the call led to was not recorded.", m_starts));
        if (m_ends.count() != 0)
            found.push_back(diagnosisOf("arrow-without-start", "an arrow ends that never started",
                                        "What led to the event was not recorded.", m_ends));
    }

private:
    // Kineto writes arrows between calls and GPU work (ac2g) for all calls with a correlation id, also for those that
    // launch nothing: a start at a synchronisation, an end at a runtime call.
    [[nodiscard]] bool isUsual(const Flow& flow, EventId slice) const
    {
        if (flow.category != m_ac2g)
            return false;
        if (flow.phase == FlowPhase::End)
            return slice == kNoEvent || !m_trace.isGpuWork(slice);
        return slice == kNoEvent || m_trace.name(slice).find("Launch") == std::string_view::npos;
    }

    static Diagnosis diagnosisOf(const char* code, const char* message, const char* meaning,
                                 const PlaceCollector& places)
    {
        Diagnosis diagnosis;
        diagnosis.code = code;
        diagnosis.message = message;
        diagnosis.count = places.count();
        diagnosis.meaning = meaning;
        diagnosis.unreliable = {"launch delay", "arrows"};
        diagnosis.places = places.places();
        return diagnosis;
    }

    const Trace& m_trace;
    const FlowBindings& m_bindings;
    std::optional<StringId> m_ac2g;
    PlaceCollector m_starts;
    PlaceCollector m_ends;
};

} // namespace

void diagnoseArrows(const JoinedTrace& joined, const JobControl& job, std::vector<Diagnosis>& found)
{
    StopPoll poll(job);
    LoneEnds lone(joined);
    lone.find(poll);
    lone.report(found);
}

} // namespace lanescope
