// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/cpu_phases.h"
#include "core/join/join.h"

#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// "none", "forward", "backward", "accumulate_grad".
[[nodiscard]] std::string_view phaseName(CpuPhase phase);

// Numbers phases while a trace is joined, and renumbers them at the end so that only those that occur remain.
class PhaseTable {
public:
    static constexpr PhaseIndex kNonePhase = 0;
    // A file can name any number of phases; those beyond this many share one, "other phases".
    static constexpr std::size_t kPhasesTold = 250;

    PhaseTable();

    [[nodiscard]] PhaseIndex indexOf(std::string_view name);
    // Notes that a phase occurs; gives it back.
    PhaseIndex used(PhaseIndex phase);
    // JoinedTrace::phases; the numbers in `phaseOf` are changed to positions in it.
    [[nodiscard]] std::vector<std::string> finish(std::vector<PhaseIndex>& phaseOf) const;

private:
    std::vector<std::string> m_names;
    std::vector<bool> m_isUsed;
};

} // namespace lanescope
