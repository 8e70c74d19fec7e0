// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

enum class HistogramScale : std::uint8_t { Linear, Logarithmic };

// How many durations lie in each of some bins that follow each other. Bins are half-open, [edges[i], edges[i + 1]), of
// whole nanoseconds and at least one wide, so that there can be fewer than asked for.
struct DurationHistogram {
    HistogramScale scale = HistogramScale::Linear;
    std::vector<TimeNs> edges; // one more than counts; from the shortest duration to just behind the longest
    std::vector<std::uint64_t> counts;

    // The bin of a duration from the shortest to the longest.
    [[nodiscard]] std::size_t binOf(TimeNs durationNs) const;
};

// Empty of no durations. None is negative; a bin of a logarithmic scale that begins at 0 ends at 1. O(n log bins).
[[nodiscard]] DurationHistogram histogramOf(std::span<const TimeNs> durations, std::size_t bins, HistogramScale scale);

// What a histogram shows of some durations.
struct DurationSpread {
    static constexpr int kPercents[] = {50, 90, 99};
    static constexpr std::size_t kUsualBins = 40;

    DurationHistogram linear;
    DurationHistogram logarithmic;
    std::vector<TimeNs> percentiles; // nearest ranks of kPercents; empty of no durations
};
[[nodiscard]] DurationSpread spreadOf(std::vector<TimeNs> durations, std::size_t bins);

} // namespace lanescope
