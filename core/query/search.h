// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/lanes/arrangement.h"
#include "core/query/filter_arrangement.h"
#include "core/query/filter_pattern.h"

#include <memory>
#include <string_view>
#include <vector>

namespace lanescope {

// What is typed into a find field: a text that is found anywhere in letters of any case, the same in quotes when it has
// letters with a meaning, a glob (* ?) of the whole, /regex/ or /regex/i. A text that only begins with / is a text:
// most paths do. Fails for what is no regular expression, not UTF-8, or too long.
[[nodiscard]] tl::expected<FilterPattern, FilterPattern::Problem> parseSearch(std::string_view text);

// The slices and instants of an arrangement whose name or annotation title matches, by begin, then file order; with
// `filtered`, which belongs to the arrangement, only those that the filter leaves. Each text is compared once; then it
// is a pass over the events: for a worker. Errors: Stopped.
[[nodiscard]] Result<std::vector<EventId>> searchEvents(const Arrangement& arrangement,
                                                        const FilteredArrangement* filtered,
                                                        const FilterPattern& pattern, const JobControl& job);

} // namespace lanescope
