// SPDX-License-Identifier: Apache-2.0
#include "core/join/cpu_phases.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace lanescope {
namespace {

constexpr std::string_view kAutogradFunction = "autograd::engine::evaluate_function:";
constexpr std::string_view kAccumulateGrad = "torch::autograd::AccumulateGrad";
constexpr std::string_view kCompiledBackward = "CompiledFunctionBackward";
constexpr std::string_view kCompiledRegion = "Torch-Compiled Region";

CpuPhase phaseOfName(std::string_view name)
{
    if (name.starts_with(kAutogradFunction)) {
        name.remove_prefix(kAutogradFunction.size());
        name.remove_prefix(std::min(name.find_first_not_of(' '), name.size()));
        return name.starts_with(kAccumulateGrad) ? CpuPhase::AccumulateGrad : CpuPhase::Backward;
    }
    if (name.starts_with(kCompiledBackward))
        return CpuPhase::Backward;
    return name.starts_with(kCompiledRegion) ? CpuPhase::Forward : CpuPhase::None;
}

// Names repeat: each is looked at once.
class NamePhases {
public:
    explicit NamePhases(const StringTable& strings)
    {
        m_phases.reserve(strings.size());
        for (std::size_t i = 0; i < strings.size(); ++i)
            m_phases.push_back(phaseOfName(strings.text(idAt<StringId>(i))));
    }
    [[nodiscard]] CpuPhase of(StringId name) const { return m_phases[indexOf(name)]; }

private:
    std::vector<CpuPhase> m_phases;
};

bool isForwardOperator(const OpArgs& args)
{
    return args.has(OpArgs::SequenceNumber) && args.has(OpArgs::ForwardThread) && args.forwardThread == 0;
}

} // namespace

std::vector<CpuPhase> cpuPhases(const Trace& trace, const JobControl& job)
{
    std::vector<CpuPhase> phases(trace.launchRowCount(), CpuPhase::None);
    const std::optional<StringId> cpuOp = trace.strings().find("cpu_op");
    if (!cpuOp)
        return phases;
    const NamePhases names(trace.strings());
    constexpr TimeNs kNever = std::numeric_limits<TimeNs>::min();
    for (std::size_t t = 0; t < trace.tracks().size() && !job.stopRequested(); ++t) {
        const TrackId track = idAt<TrackId>(t);
        if (trace.track(track).kind != TrackKind::Thread)
            continue;
        // Events come by begin, the longer first: all that began so far contain the present one if they end late
        // enough.
        TimeNs accumulateEndNs = kNever;
        TimeNs backwardEndNs = kNever;
        TimeNs forwardEndNs = kNever;
        for (const EventId event : trace.trackEvents(track)) {
            if (trace.kind(event) != EventKind::Slice)
                continue;
            const TimeNs endNs = trace.endNs(event);
            if (trace.categoryId(event) == *cpuOp) {
                const CpuPhase phase = names.of(trace.nameId(event));
                const OpArgs* args = trace.opArgs(event);
                if (phase == CpuPhase::AccumulateGrad)
                    accumulateEndNs = std::max(accumulateEndNs, endNs);
                else if (phase == CpuPhase::Backward)
                    backwardEndNs = std::max(backwardEndNs, endNs);
                else if (phase == CpuPhase::Forward || (args != nullptr && isForwardOperator(*args)))
                    forwardEndNs = std::max(forwardEndNs, endNs);
            } else if (const std::uint32_t row = trace.launchRow(event); row != Trace::kNoRow) {
                if (accumulateEndNs >= endNs)
                    phases[row] = CpuPhase::AccumulateGrad;
                else if (backwardEndNs >= endNs)
                    phases[row] = CpuPhase::Backward;
                else if (forwardEndNs >= endNs)
                    phases[row] = CpuPhase::Forward;
            }
        }
    }
    return phases;
}

} // namespace lanescope
