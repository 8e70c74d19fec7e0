// SPDX-License-Identifier: Apache-2.0
#include "core/join/phase_table.h"

#include <algorithm>

namespace lanescope {

std::string_view phaseName(CpuPhase phase)
{
    switch (phase) {
    case CpuPhase::Forward:
        return "forward";
    case CpuPhase::Backward:
        return "backward";
    case CpuPhase::AccumulateGrad:
        return "accumulate_grad";
    case CpuPhase::None:
        break;
    }
    return "none";
}

PhaseTable::PhaseTable() : m_names{"none", "forward", "backward"}, m_isUsed{true, false, false} {}

PhaseIndex PhaseTable::indexOf(std::string_view name)
{
    const auto positionOf = [this](std::string_view wanted) {
        return static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), wanted) - m_names.begin());
    };
    std::size_t position = positionOf(name);
    if (position == m_names.size() && m_names.size() >= kPhasesTold) {
        name = "other phases";
        position = positionOf(name);
    }
    if (position == m_names.size()) {
        m_names.emplace_back(name);
        m_isUsed.push_back(false);
    }
    return static_cast<PhaseIndex>(position);
}

PhaseIndex PhaseTable::used(PhaseIndex phase)
{
    m_isUsed[phase] = true;
    return phase;
}

std::vector<std::string> PhaseTable::finish(std::vector<PhaseIndex>& phaseOf) const
{
    std::vector<std::string> names;
    std::vector<PhaseIndex> places(m_names.size(), kNonePhase);
    for (std::size_t i = 0; i < m_names.size(); ++i) {
        if (!m_isUsed[i])
            continue;
        places[i] = static_cast<PhaseIndex>(names.size());
        names.push_back(m_names[i]);
    }
    for (PhaseIndex& phase : phaseOf)
        phase = places[phase];
    return names;
}

} // namespace lanescope
