// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter_arrangement.h"

namespace lanescope::desktop {

// What becomes of slices that do not match.
// OnlyTracks hides the tracks without a match as well.
enum class FilterEffect { Dim, Hide, OnlyTracks };

// What the user wants to see, and how.
struct TraceFilter : FilterConditions {
    FilterEffect effect = FilterEffect::Dim;

    friend bool operator==(const TraceFilter&, const TraceFilter&) = default;
};

} // namespace lanescope::desktop
