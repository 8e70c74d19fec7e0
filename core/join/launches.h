// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// The CPU calls of a trace by correlation id: slices on threads, of a category that is no GPU's.
class LaunchIndex {
public:
    // `trace` must outlive the index. O(events). Incomplete when stopped.
    LaunchIndex(const Trace& trace, const JobControl& job);

    // The call that launched a piece of GPU work, or kNoEvent; of a merged trace, one of the same part. Where processes
    // that share a file use one correlation id more than once, the last that began before the work.
    [[nodiscard]] EventId launchOf(EventId work) const;
    // More than one call has this correlation id: ids of several processes meet in the file.
    [[nodiscard]] bool isAmbiguous(std::uint64_t correlation) const { return callsOf(correlation).size() > 1; }

private:
    struct Call {
        std::uint64_t correlation;
        EventId event;
    };
    // In file order.
    [[nodiscard]] std::span<const Call> callsOf(std::uint64_t correlation) const;

    const Trace& m_trace;
    std::vector<Call> m_calls; // by correlation
};

} // namespace lanescope
