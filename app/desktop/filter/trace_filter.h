// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter_arrangement.h"

namespace lanescope::desktop {

// What becomes of slices that do not match.
enum class FilterEffect { Dim, Hide };

// What the user wants to see, and how.
struct TraceFilter : FilterConditions {
    FilterEffect effect = FilterEffect::Dim;

    friend bool operator==(const TraceFilter&, const TraceFilter&) = default;
};

} // namespace lanescope::desktop
