// SPDX-License-Identifier: Apache-2.0
#include "core/join/one_process.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace lanescope {
namespace {

std::optional<ProcessId> launchingProcess(const JoinedTrace& joined, const Replay& replay)
{
    if (replay.launch == kNoEvent)
        return std::nullopt;
    const TrackId track = joined.trace->track(replay.launch);
    return track == kNoTrack ? std::nullopt : std::optional(joined.trace->track(track).process);
}

// "4242" and, in merged traces, "[TP00] 4242".
bool hasPid(std::string_view processText, std::int64_t pid)
{
    const std::string number = fmt::format_int(pid).str();
    if (!processText.ends_with(number))
        return false;
    processText.remove_suffix(number.size());
    return processText.empty() || processText.back() == ' ' || processText.back() == ']';
}

// Takes the annotations of the work of other processes away.
class Restriction {
public:
    Restriction(JoinedTrace& joined, ProcessId kept) : m_joined(joined)
    {
        for (const Replay& replay : joined.replays) {
            const auto process = launchingProcess(joined, replay);
            m_isOthers.push_back(process && *process != kept);
            m_processes.push_back(process.value_or(kept));
        }
    }

    std::set<ProcessId> apply()
    {
        std::set<ProcessId> others;
        for (std::size_t row = 0; row < m_joined.annotationOf.size(); ++row) {
            const std::uint32_t replay = m_joined.replayOf[row];
            const std::uint32_t annotation = m_joined.annotationOf[row];
            if (replay == JoinedTrace::kNone || annotation == JoinedTrace::kNone || !m_isOthers[replay])
                continue;
            m_joined.annotationOf[row] = JoinedTrace::kNone;
            m_joined.phaseOf[row] = 0; // "none"
            m_joined.phaseSourceOf[row] = PhaseSource::None;
            --m_joined.match.listedWork;
            if (!m_joined.annotations->annotations()[annotation].isEmpty())
                --m_joined.match.annotatedWork;
            others.insert(m_processes[replay]);
            ++workLeftOut;
        }
        return others;
    }

    std::uint64_t workLeftOut = 0;

private:
    JoinedTrace& m_joined;
    std::vector<bool> m_isOthers;       // by replay
    std::vector<ProcessId> m_processes; // by replay
};

} // namespace

std::string ProcessChoice::line() const
{
    std::string names;
    for (std::size_t i = 0; i < others.size() && i < 3; ++i)
        names += (i > 0 ? ", " : "") + others[i];
    if (others.size() > 3)
        names += fmt::format(" and {} more", others.size() - 3);
    return fmt::format(
        "several processes of this trace replay graphs of equal ids (exec graph {}): the annotations are "
        "joined with {} alone, {}, and not with {} ({} pieces of work)",
        exampleGraph, kept, isFromFile ? "which the annotation file names" : "the first of them", names, workLeftOut);
}

bool hasSeveralProcesses(const JoinedTrace& joined)
{
    std::map<std::uint64_t, ProcessId> firsts;
    return std::any_of(joined.replays.begin(), joined.replays.end(), [&](const Replay& replay) {
        const auto process = launchingProcess(joined, replay);
        return process && firsts.try_emplace(replay.execGraphId, *process).first->second != *process;
    });
}

std::optional<ProcessChoice> keepOneProcess(JoinedTrace& joined)
{
    if (!joined.annotations || joined.match.listedWork == 0)
        return std::nullopt;
    const Trace& trace = *joined.trace;
    std::map<std::uint64_t, std::set<ProcessId>> processesOfGraph;
    std::set<ProcessId> processes;
    std::optional<ProcessId> named;
    for (const Replay& replay : joined.replays) {
        const auto process = launchingProcess(joined, replay);
        if (!process)
            continue;
        processesOfGraph[replay.execGraphId].insert(*process);
        if (processes.insert(*process).second && joined.annotations->processId &&
            hasPid(trace.text(trace.process(*process).id), *joined.annotations->processId))
            named = *process;
    }
    if (processes.size() < 2)
        return std::nullopt;
    const auto shared = std::find_if(processesOfGraph.begin(), processesOfGraph.end(), [&](const auto& graph) {
        return graph.second.size() > 1 && (!named || graph.second.contains(*named));
    });
    if (shared == processesOfGraph.end())
        return std::nullopt;
    ProcessChoice choice;
    choice.exampleGraph = shared->first;
    choice.isFromFile = named.has_value();
    const ProcessId kept = named.value_or(*processes.begin());
    choice.kept = trace.processTitle(kept);
    Restriction restriction(joined, kept);
    for (const ProcessId other : restriction.apply())
        choice.others.push_back(trace.processTitle(other));
    choice.workLeftOut = restriction.workLeftOut;
    return choice.workLeftOut > 0 ? std::optional(std::move(choice)) : std::nullopt;
}

} // namespace lanescope
