// SPDX-License-Identifier: Apache-2.0
#include "core/trace/time_spread.h"

#include <algorithm>

namespace lanescope {

TimeRange plausibleRange(std::vector<FileTimeNs>& times)
{
    if (times.empty())
        return {};
    const auto percentile = [&](std::size_t percent) {
        const auto at = times.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) * percent / 100);
        std::nth_element(times.begin(), at, times.end());
        return *at;
    };
    const FileTimeNs low = percentile(5);
    const FileTimeNs high = percentile(95);
    constexpr FileTimeNs kSecond = 1'000'000'000;
    constexpr FileTimeNs kWidest = kLargestFileTimeNs / 1000;
    const FileTimeNs margin = std::clamp(high - low, kSecond, kWidest) * 1000;
    return {low - margin, high + margin + 1};
}

} // namespace lanescope
