// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace lanescope {

// A range of time as a person writes it, not yet placed on a trace.
struct TimeRangeText {
    struct End {
        std::int64_t ns = 0;
        bool isFileTime = false; // as the file counts, else from the trace's start
    };
    std::optional<End> begin; // nothing: where the trace begins
    std::optional<End> end;   // nothing: where it ends
};

// Reads "1.5ms:20ms", "2s:", ":800us", "0:1s": two times with a unit (ns, us, µs, ms, s, min; 0 needs none), either may
// be left out. "@" before a time counts it as the file's ts does instead of from the trace's start:
// "@1730000000.25s:@1730000001s". Errors: WrongUsage, in one line.
[[nodiscard]] Result<TimeRangeText> parseTimeRange(std::string_view text);

// The range on a trace; ends left out are those of all its entries. Errors: WrongUsage when it ends before it begins or
// has no length.
[[nodiscard]] Result<TimeRange> placeTimeRange(const TimeRangeText& text, const Trace& trace);

} // namespace lanescope
