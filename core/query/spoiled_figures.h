// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/stats_caveat.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope {

// What a diagnosis of one code spoils in the rows of a table; `Touches` names the rules by which that table tells which
// rows it is about.
template<typename Touches>
struct SpoiledFigures {
    std::string_view code;
    StatsColumnSet columns;
    Touches touches;
};

// The entry of a code, or null.
template<typename Touches, std::size_t kCount>
[[nodiscard]] const SpoiledFigures<Touches>* entryOf(const std::array<SpoiledFigures<Touches>, kCount>& entries,
                                                     std::string_view code)
{
    const auto known = std::ranges::find(entries, code, &SpoiledFigures<Touches>::code);
    return known != entries.end() ? &*known : nullptr;
}

// Appends what a diagnosis spoils of those of `rows` rows for which isTouched(i) holds; nothing when it is none.
template<typename IsTouched>
void addCaveat(std::vector<StatsCaveat>& caveats, const Diagnosis& diagnosis, StatsColumnSet columns, std::size_t rows,
               IsTouched isTouched)
{
    StatsCaveat caveat{diagnosis.code, diagnosis.severity, lineOf(diagnosis), columns, {}};
    for (std::uint32_t i = 0; i < rows; ++i) {
        if (isTouched(i))
            caveat.rows.push_back(i);
    }
    if (!caveat.rows.empty())
        caveats.push_back(std::move(caveat));
}

// The GPU work among a diagnosis' places, and how long the shortest of some work is: longer than all where there is
// none.
[[nodiscard]] std::vector<EventId> workAmong(const Trace& trace, const Diagnosis& diagnosis);
[[nodiscard]] TimeNs shortestOf(const Trace& trace, const std::vector<EventId>& work);

} // namespace lanescope
