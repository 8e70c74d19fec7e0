// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/worker_pool.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace lanescope {

// Calls work(i) for each i below `count`, on as many threads as the job may use and are free, the lower numbers first;
// returns when all are done. `work` must not report progress, and must not wait for another i.
template<typename Work>
void runForEach(const JobControl& job, std::size_t count, Work work)
{
    std::atomic<std::size_t> next = 0;
    const auto workOn = [&] {
        for (std::size_t i = next++; i < count; i = next++)
            work(i);
    };
    const std::size_t threads = std::max<std::size_t>(1, std::min<std::size_t>(job.threads(), count));
    WorkerPool::shared().callOnSeveral(threads - 1, workOn);
}

} // namespace lanescope
