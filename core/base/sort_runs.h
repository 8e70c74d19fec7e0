// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace lanescope {

// Sorts like std::stable_sort, in time that depends on how much is out of order: profilers write long stretches that
// are in order already. O(n) for one stretch, O(n log k) for k of them. `before` is a strict weak order. False when
// stopped: the items are then in any order.
template<typename T, typename Before>
[[nodiscard]] bool sortRuns(std::span<T> items, Before before, const JobControl& job)
{
    constexpr std::size_t kShortestRun = 8; // on average; shorter ones are not worth merging one by one
    constexpr std::size_t kBlock = std::size_t{1} << 15;
    T* const end = items.data() + items.size();
    std::vector<T*> bounds{items.data()}; // begins of the runs, and the end
    while (bounds.back() != end)
        bounds.push_back(std::is_sorted_until(bounds.back(), end, before));
    if (bounds.size() > items.size() / kShortestRun + 2) {
        bounds.resize(1);
        while (bounds.back() != end) {
            if (job.stopRequested())
                return false;
            T* const begin = bounds.back();
            bounds.push_back(begin + std::min(kBlock, static_cast<std::size_t>(end - begin)));
            std::stable_sort(begin, bounds.back(), before);
        }
    }
    // Neighbours are merged until one run is left.
    while (bounds.size() > 2) {
        std::vector<T*> left{bounds.front()};
        for (std::size_t i = 2; i < bounds.size(); i += 2) {
            if (job.stopRequested())
                return false;
            // What belongs before the second run already stays out of the merge.
            T* const first = std::upper_bound(bounds[i - 2], bounds[i - 1], *bounds[i - 1], before);
            std::inplace_merge(first, bounds[i - 1], bounds[i], before);
            left.push_back(bounds[i]);
        }
        if (left.back() != bounds.back())
            left.push_back(bounds.back());
        bounds = std::move(left);
    }
    return true;
}

} // namespace lanescope
