// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"

#include <future>

namespace lanescope {

// Runs both, at the same time where the job may use two threads; returns when both are done. `second` may run on
// another thread: it must not report progress.
template<typename First, typename Second>
void runBoth(const JobControl& job, First first, Second second)
{
    if (job.threads() < 2) {
        first();
        second();
        return;
    }
    std::future<void> other = std::async(std::launch::async, second);
    first();
    other.get();
}

} // namespace lanescope
