// SPDX-License-Identifier: Apache-2.0
#include "core/trace/time_spread.h"

#include <algorithm>

namespace lanescope {

TimeRange plausibleRange(std::vector<FileTimeNs>& times)
{
    if (times.empty())
        return {};
    // Of a few times a twentieth is less than one: without the outermost they still have a bulk.
    std::size_t outside = (times.size() - 1) / 20;
    if (times.size() >= 4)
        outside = std::max<std::size_t>(1, outside);
    const auto timeAt = [&](std::size_t place) {
        const auto at = times.begin() + static_cast<std::ptrdiff_t>(place);
        std::nth_element(times.begin(), at, times.end());
        return *at;
    };
    const FileTimeNs low = timeAt(outside);
    const FileTimeNs high = timeAt(times.size() - 1 - outside);
    constexpr FileTimeNs kSecond = 1'000'000'000;
    constexpr FileTimeNs kWidest = kLargestFileTimeNs / 1000;
    const FileTimeNs margin = std::clamp(high - low, kSecond, kWidest) * 1000;
    return {low - margin, high + margin + 1};
}

} // namespace lanescope
