// SPDX-License-Identifier: Apache-2.0
#include "core/join/provenance.h"

#include "core/join/compiled_regions.h"
#include "core/join/explain_provenance.h"
#include "core/join/join.h"
#include "core/join/launched_kernels.h"
#include "core/join/provenance_lookup.h"
#include "core/load/json_walk.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>
#include <tuple>

namespace lanescope {
namespace {

constexpr std::size_t kOpsBetweenStopChecks = 1 << 12;
constexpr std::string_view kTriton = "triton_";

// "extern_kernels.mm" of "extern_kernels.mm, …": the name of the record.
std::string_view externRecordName(std::string_view slice)
{
    slice = slice.substr(slice.find("extern_kernels"));
    slice = slice.substr(0, slice.find(','));
    return slice.substr(0, slice.find_last_not_of(' ') + 1);
}

class ProvenanceJoiner {
public:
    ProvenanceJoiner(const JoinedTrace& joined, std::shared_ptr<const ProvenanceSet> set, const JobControl& job)
        : m_joinedTrace(joined), m_trace(*joined.trace), m_job(job), m_isKernel(m_trace), m_lookup(*set),
          m_joined(std::make_shared<JoinedProvenance>())
    {
        m_joined->set = std::move(set);
        m_joined->matchOf.assign(m_trace.launchRowCount(), JoinedProvenance::kNone);
        m_ranks.assign(m_trace.launchRowCount(), kNothing);
    }

    Result<std::shared_ptr<const JoinedProvenance>> join()
    {
        if (m_joined->set->hasKernels()) {
            if (const auto matched = match(); !matched) {
                if (matched.error().code == ErrorCode::Stopped)
                    return failureOf(matched);
                giveUp(matched.error());
            }
        }
        countKernels();
        explainProvenance(m_joined->report, m_facts, m_trace, *m_joined->set);
        return std::shared_ptr<const JoinedProvenance>(std::move(m_joined));
    }

private:
    // What outdoes what when a kernel is reached over several ops: the ops around it know less than its launch.
    enum Rank : std::uint8_t { kNothing, kNodesOnly, kOnlyStack, kExternCall, kName, kGraphNode };

    Result<void> match()
    {
        const auto regions = findCompiledRegions(m_trace, m_joinedTrace.flows, m_job);
        if (!regions)
            return failureOf(regions);
        m_joined->report.compiledRegions = regions->forward.size() + regions->backward.size();
        m_facts.hasCompiledRegions = m_joined->report.compiledRegions > 0;
        reportSkippedSlices(*regions);
        if (!regions->ops.empty()) {
            const LaunchedKernels launched(m_trace, m_joinedTrace.flows);
            for (std::size_t i = 0; i < regions->ops.size(); ++i) {
                if (i % kOpsBetweenStopChecks == 0 && m_job.stopRequested())
                    return JobControl::stopped();
                if (auto taken = takeOp(regions->ops[i], *regions, launched); !taken)
                    return taken;
            }
        }
        matchOtherKernels();
        return {};
    }

    void giveUp(const Error& error)
    {
        m_joined->matches.clear();
        m_joined->matchOf.assign(m_trace.launchRowCount(), JoinedProvenance::kNone);
        m_joined->report.findings.push_back(
            {"provenance-not-joined", fmt::format("no kernel gets a stack: {}", error.message), 1, {}, {}});
    }

    void reportSkippedSlices(const CompiledRegions& regions)
    {
        LoadReport skipped;
        for (const EventId backward : regions.backward) {
            if (!regions.forwardOf.contains(backward))
                skipped.add("provenance-backward-without-arrow",
                            "a compiled backward has no arrow from a compiled region: it cannot be told whose backward "
                            "it is, and its kernels are found by name alone, if at all",
                            m_trace.bytes(backward).offset, m_trace.name(backward));
        }
        const auto& found = skipped.findings();
        m_joined->report.findings.insert(m_joined->report.findings.end(), found.begin(), found.end());
    }

    Result<void> takeOp(const CompiledOp& op, const CompiledRegions& regions, const LaunchedKernels& launched)
    {
        const auto byArrow = launched.byArrow(op.op);
        const auto external = byArrow.empty() ? externalIdOf(m_trace, op.op) : std::nullopt;
        const std::uint64_t id = external.value_or(0);
        const auto byId = external ? launched.byExternalId(id) : std::span<const LaunchedKernels::WithId>();
        if (byArrow.empty() && byId.empty())
            return {};
        const ProvenanceTiers* tiers = tiersOf(op.region, regions);
        if (tiers == nullptr || tiers->isEmpty())
            return {};
        const ProcessId process = m_trace.track(m_trace.track(op.op)).process;
        const StringId externName = op.externCall == kNoEvent ? kEmptyString : m_trace.nameId(op.externCall);
        // Many ops share an External id: what comes out is the same for all of one region's name.
        if (!byId.empty() && m_seenIds.contains({id, tiers, externName, process}))
            return {};
        const auto comesFromPython = hasCallFrom(op.op);
        if (!comesFromPython)
            return failureOf(comesFromPython);
        if (*comesFromPython)
            return {};
        if (!byId.empty())
            m_seenIds.emplace(id, tiers, externName, process);
        for (const auto& [slice, kernel] : byArrow)
            takeKernel(kernel, *tiers, externName);
        for (const auto& [same, kernel] : byId) {
            if (launched.canBeOf(kernel, process))
                takeKernel(kernel, *tiers, externName);
        }
        return {};
    }

    // Null for a backward whose region is not known.
    const ProvenanceTiers* tiersOf(EventId region, const CompiledRegions& regions)
    {
        bool isBackward = m_trace.name(region) == "CompiledFunctionBackward";
        if (isBackward) {
            const auto forward = regions.forwardOf.find(region);
            if (forward == regions.forwardOf.end())
                return nullptr;
            region = forward->second;
        }
        m_facts.noteRegion(m_trace.name(region), m_lookup);
        return &m_lookup.tiersOf(m_trace.name(region), isBackward ? CompiledPhase::Backward : CompiledPhase::Forward);
    }

    // Only python_function slices can have it, and it is in no column.
    Result<bool> hasCallFrom(EventId op) const
    {
        if (m_trace.category(op) != "python_function")
            return false;
        const auto text = m_trace.file().content->text(m_trace.bytes(op));
        if (!text)
            return failureOf(text);
        bool found = false;
        const bool isWhole = walkObject(*text, [&found](std::string_view key, const JsonCursor::Value& value) {
            if (key == "args")
                found =
                    walkObject(value.raw, [&found](std::string_view arg,
                                                   const JsonCursor::Value&) { found = found || arg == "CallFrom"; }) &&
                    found;
        });
        return isWhole && found;
    }

    void takeKernel(EventId kernel, const ProvenanceTiers& tiers, StringId externName)
    {
        const std::uint32_t row = m_trace.launchRow(kernel);
        if (m_ranks[row] >= kName)
            return;
        const auto [known, isNew] =
            m_outcomes.try_emplace(std::tuple(&tiers, m_trace.nameId(kernel), externName), Outcome());
        if (isNew)
            known->second = outcomeOf(kernel, tiers, externName);
        put(row, known->second);
    }

    struct Outcome {
        std::uint32_t match = JoinedProvenance::kNone;
        Rank rank = kNothing;
    };

    void put(std::uint32_t row, const Outcome& outcome)
    {
        if (outcome.rank <= m_ranks[row])
            return;
        m_ranks[row] = outcome.rank;
        m_joined->matchOf[row] = outcome.match;
    }

    Outcome made(std::vector<const ProvenanceRecord*> candidates, ProvenanceHow how, Rank rank)
    {
        if (candidates.empty())
            return {};
        Outcome outcome{static_cast<std::uint32_t>(m_joined->matches.size()), rank};
        m_joined->matches.push_back({std::move(candidates), how});
        if (!m_joined->matches.back().hasStack())
            outcome.rank = kNodesOnly;
        return outcome;
    }

    Outcome outcomeOf(EventId kernel, const ProvenanceTiers& tiers, StringId externName)
    {
        std::vector<const ProvenanceRecord*> records = tiers.find(m_trace.name(kernel));
        const bool isRecorded = !records.empty();
        if (isRecorded && m_trace.name(kernel).starts_with(kTriton))
            return made(std::move(records), ProvenanceHow::Name, kName);
        Outcome found;
        if (!isRecorded && externName != kEmptyString) {
            found =
                made(tiers.find(externRecordName(m_trace.text(externName))), ProvenanceHow::ExternCall, kExternCall);
            if (found.rank == kExternCall)
                return found;
        }
        if (!tiers.onlyOnesWithStack().empty())
            return made(tiers.onlyOnesWithStack(), ProvenanceHow::OnlyStack, kOnlyStack);
        if (isRecorded)
            m_facts.unrecognized.add(
                "provenance-kernel-not-recognized",
                "a recorded kernel is not Triton's, and which of its graph's stacks is its own is not known: profile "
                "with stacks",
                m_trace.bytes(kernel).offset, m_trace.name(kernel));
        return found;
    }

    // By graph node, and for Triton kernels that no op of a region led to by name: only in files that tell no region.
    void matchOtherKernels()
    {
        std::map<std::pair<StringId, CompiledPhase>, Outcome> byName;
        std::unordered_map<std::uint64_t, Outcome> byNode;
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            const auto e = idAt<EventId>(i);
            if (!m_isKernel(e))
                continue;
            const std::uint32_t row = m_trace.launchRow(e);
            const auto key = m_trace.launchArgs(e)->graphNodeKey();
            if (const auto node = key ? m_joined->set->ofNodes.find(*key) : m_joined->set->ofNodes.end();
                node != m_joined->set->ofNodes.end()) {
                const auto [known, isNew] = byNode.try_emplace(*key);
                if (isNew)
                    known->second = made({&node->second}, ProvenanceHow::GraphNode, kGraphNode);
                put(row, known->second);
            }
            if (m_ranks[row] != kNothing || !m_trace.name(e).starts_with(kTriton))
                continue;
            const CompiledPhase phase = phaseOf(row);
            const auto [known, isNew] = byName.try_emplace({m_trace.nameId(e), phase});
            if (isNew)
                known->second =
                    made(m_lookup.tiersOf({}, phase).find(m_trace.name(e)), ProvenanceHow::NameAlone, kName);
            put(row, known->second);
        }
    }

    [[nodiscard]] CompiledPhase phaseOf(std::uint32_t row) const
    {
        const std::string& phase = m_joinedTrace.phases[m_joinedTrace.phaseOf[row]];
        return phase == "forward"    ? CompiledPhase::Forward
               : phase == "backward" ? CompiledPhase::Backward
                                     : CompiledPhase::Unknown;
    }

    void countKernels()
    {
        ProvenanceReport& report = m_joined->report;
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            const auto e = idAt<EventId>(i);
            if (!m_isKernel(e))
                continue;
            const bool isTriton = m_trace.name(e).starts_with(kTriton);
            ++report.kernels;
            report.tritonKernels += isTriton ? 1 : 0;
            const ProvenanceMatch* match = m_joined->match(m_trace, e);
            if (match == nullptr)
                continue;
            if (!match->hasStack()) {
                ++report.withNodesOnly;
                continue;
            }
            ++(isTriton ? report.tritonWithStack : report.othersWithStack);
            report.withCandidates += match->candidates.size() > 1 ? 1 : 0;
        }
    }

    const JoinedTrace& m_joinedTrace;
    const Trace& m_trace;
    const JobControl& m_job;
    KernelTest m_isKernel;
    ProvenanceLookup m_lookup;
    ProvenanceFacts m_facts;
    std::shared_ptr<JoinedProvenance> m_joined;
    std::vector<Rank> m_ranks; // by launch row
    std::map<std::tuple<const ProvenanceTiers*, StringId, StringId>, Outcome> m_outcomes;
    std::set<std::tuple<std::uint64_t, const ProvenanceTiers*, StringId, ProcessId>> m_seenIds;
};

} // namespace

const ProvenanceMatch* JoinedProvenance::match(const Trace& trace, EventId e) const
{
    const std::uint32_t row = trace.launchRow(e);
    if (row == Trace::kNoRow || matchOf[row] == kNone)
        return nullptr;
    return &matches[matchOf[row]];
}

Result<std::shared_ptr<const JoinedProvenance>>
joinProvenance(const JoinedTrace& joined, std::shared_ptr<const ProvenanceSet> set, const JobControl& job)
{
    return ProvenanceJoiner(joined, std::move(set), job).join();
}

} // namespace lanescope
