// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/worker_pool.h"

#include <atomic>
#include <cstddef>
#include <thread>

namespace lanescope {

// Runs `first` on this thread and `second` at the same time where the job may use two threads and one is free, else
// after it; returns when both are done. `second` must not report progress, and neither may wait for the other.
template<typename First, typename Second>
void runBoth(const JobControl& job, First first, Second second)
{
    const std::thread::id own = std::this_thread::get_id();
    std::atomic<bool> isSecondTaken = false;
    const std::size_t others = job.threads() < 2 ? 0 : 1;
    WorkerPool::shared().callOnSeveral(others, [&] {
        if (std::this_thread::get_id() == own)
            first();
        if (!isSecondTaken.exchange(true))
            second();
    });
}

} // namespace lanescope
