// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/filter_expression.h"

#include <string_view>
#include <vector>

namespace lanescope {

// How a value is compared. Equal is also what a colon means.
enum class FilterCompare : std::uint8_t { Equal, Unequal, Below, AtMost, Above, AtLeast };

// Reads "7", "3,5..8", "10us..1ms", "..5ms": values and ranges of a number or time key, as ranges; after <, <=, >
// and >= a single value. Unequal gives the ranges of Equal: the caller turns the answer round. Positions of a problem
// count from the begin of `text`.
[[nodiscard]] tl::expected<std::vector<FilterRange>, FilterProblem>
parseFilterRanges(std::string_view text, FilterValueKind kind, FilterCompare compare);

} // namespace lanescope
