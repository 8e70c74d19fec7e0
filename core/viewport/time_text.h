// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <string>
#include <vector>

namespace lanescope {

// "0 ns", "850 ns", "12.5 µs", "3.204 ms", "1.2 s", "2 min 5.3 s", "2 h 2 min": at most `digits` significant digits
// (all digits of minutes and hours), no trailing zeros, negative with "-". Always "." whatever the locale.
[[nodiscard]] std::string durationText(TimeNs ns, int digits = 4);

// Every digit: "1,234,567.891 µs" style is not used; "5104215.567485791 s".
[[nodiscard]] std::string exactSecondsText(TimeNs ns);

// A mark on the time axis.
struct Tick {
    TimeNs atNs = 0;
    std::string label; // empty for a minor tick
};

// Ticks at round times (1, 2 or 5 times a power of ten of ns; from a minute on also of minutes and hours) for a view of
// `range` on `widthPx` pixels, labels at least `labelSpacingPx` apart, 5 or 4 minor steps between where they are whole
// ns. Labels tell times from 0 in one unit for the whole axis with just as many decimals as the step needs. When that
// takes too many digits, they tell the distance from a round time at or before the view instead ("+20 µs"), which
// `originNs` and `originLabel` give; it stays the same while the view is panned a little.
struct Ticks {
    std::vector<Tick> ticks;
    std::string originLabel; // "1.234 s", empty when labels are absolute
    TimeNs originNs = 0;
};
[[nodiscard]] Ticks ticksFor(TimeRange range, int widthPx, int labelSpacingPx);

} // namespace lanescope
