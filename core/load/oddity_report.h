// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/load/json_cursor.h"
#include "core/trace/load_report.h"

#include <cstdint>
#include <string_view>

namespace lanescope {

// Counts each oddity of one value that begins at byte `at`; `name` is the event's or the member's.
void reportOddities(const JsonCursor::Oddities& oddities, std::uint64_t at, std::string_view name, LoadReport& report);

} // namespace lanescope
