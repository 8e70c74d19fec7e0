// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/lanes/arrangement.h"
#include "core/query/filter_events.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope {

// What the user wants to see. Names and phase are asked of GPU work only; the expression is asked of every event.
struct FilterConditions {
    std::string text;                   // a filter expression
    std::set<std::string> hiddenTitles; // annotation titles whose work does not match
    bool hidesUnannotated = false;      // GPU work without an annotation does not match
    std::optional<std::string> phase;   // only work of this phase matches
    // Work of these does not match: phases, kernels' names and categories as they stand in the trace.
    std::set<std::string> hiddenPhases;
    std::set<std::string> hiddenKernels;
    std::set<std::string> hiddenCategories;

    // False when everything matches.
    [[nodiscard]] bool isActive() const;
    friend bool operator==(const FilterConditions&, const FilterConditions&) = default;
};

// Which events match all conditions. Errors: Stopped; WrongUsage when the text is no expression.
[[nodiscard]] Result<EventMask> eventsThatMatch(const JoinedTrace& joined, const FilterConditions& conditions,
                                                const JobControl& job);

// The rows of a view track with only what matches, at the same positions as in the track. A region bar matches if any
// work that begins in it does; the profiler's bands ask the expression alone.
struct FilteredTrack {
    std::vector<RegionRow> regions;
    std::vector<LaneRow> bands;
    std::vector<LaneRow> lanes;
};

struct FilteredArrangement {
    std::shared_ptr<const Arrangement> base;
    std::vector<std::vector<FilteredTrack>> groups; // as base->groups and their tracks
    std::uint64_t matchingWork = 0;                 // GPU events
    std::uint64_t work = 0;
};

// O(events). Any thread. Errors: Stopped; WrongUsage when the text is no expression.
[[nodiscard]] Result<std::shared_ptr<const FilteredArrangement>>
filterArrangement(std::shared_ptr<const Arrangement> arrangement, const FilterConditions& conditions,
                  const JobControl& job);

} // namespace lanescope
