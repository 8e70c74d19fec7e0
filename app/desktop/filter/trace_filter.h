// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lanes/arrangement.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope::desktop {

// What becomes of slices that do not match.
enum class FilterEffect { Dim, Hide };

// What the user wants to see. Names and phase are asked of GPU work only; the text is asked of every slice.
struct TraceFilter {
    std::string text;                   // part of a slice's name or its annotation's title, letters of any case
    std::set<std::string> hiddenTitles; // annotation titles whose work does not match
    bool hidesUnannotated = false;      // GPU work without an annotation does not match
    std::optional<std::string> phase;   // only work of this phase matches
    FilterEffect effect = FilterEffect::Dim;

    // False when everything matches.
    [[nodiscard]] bool isActive() const;
    friend bool operator==(const TraceFilter&, const TraceFilter&) = default;
};

// The rows of a view track with only what matches, at the same positions as in the track. A region bar matches if any
// work that begins in it does; the profiler's bands ask the text alone.
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

// O(events). Any thread. Errors: Stopped.
[[nodiscard]] Result<std::shared_ptr<const FilteredArrangement>>
filterArrangement(std::shared_ptr<const Arrangement> arrangement, const TraceFilter& filter, const JobControl& job);

} // namespace lanescope::desktop
