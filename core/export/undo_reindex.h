// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

// The record for undoing of an export (strict JSON) when some of its entries are no longer there: `leftOut` are their
// numbers, in order, of `entryCount`. Also the records of earlier exports in it are put right. Errors: Damaged.
[[nodiscard]] Result<std::string> recordWithout(std::string_view record, std::uint64_t entryCount,
                                                std::vector<std::uint64_t> leftOut);

} // namespace lanescope
