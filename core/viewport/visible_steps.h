// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lanes/counter_series.h"
#include "core/viewport/time_scale.h"

#include <optional>
#include <string>
#include <vector>

namespace lanescope {

// A stretch of a counter's graph: pixels [x0, x1) in which its value lies in `values` and is at last that of `sample`.
// One that holds many samples is one pixel wide.
struct Step {
    int x0 = 0;
    int x1 = 0;
    ValueRange values;
    std::uint32_t sample = 0; // the last that counts
    std::uint32_t count = 0;  // samples that begin in it; 0: the value goes on from before the view

    friend bool operator==(const Step&, const Step&) = default;
};

// What is drawn of a counter: disjoint, in order, without a gap from the first value in view on. `out` is cleared and
// filled. O(width · log n).
void visibleSteps(const CounterSeries& series, const TimeScale& scale, std::vector<Step>& out);

// The step at a pixel.
[[nodiscard]] std::optional<Step> stepAt(const std::vector<Step>& steps, int px);

// "0-5:2 5-6:1..7x3 …" (x0-x1:value or lowest..highest, xcount when > 1): for tests.
[[nodiscard]] std::string stepsAsText(const std::vector<Step>& steps);

} // namespace lanescope
