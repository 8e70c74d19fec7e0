// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <vector>

namespace lanescope {

// Calls work(i) for each i below `count`, on as many threads as the job may use, the lower numbers first; returns when
// all are done. `work` must not report progress.
template<typename Work>
void runForEach(const JobControl& job, std::size_t count, Work work)
{
    std::atomic<std::size_t> next = 0;
    const auto workOn = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    std::vector<std::future<void>> others;
    while (others.size() + 1 < std::min<std::size_t>(job.threads(), count))
        others.push_back(std::async(std::launch::async, workOn));
    workOn();
    for (std::future<void>& other : others)
        other.get();
}

} // namespace lanescope
