// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace lanescope {

// The CPU calls of a trace by correlation id: slices on threads, of a category that is no GPU's.
class LaunchIndex {
public:
    // `trace` must outlive the index. O(events).
    explicit LaunchIndex(const Trace& trace);

    // The call that launched a piece of GPU work, or kNoEvent. Where merged processes use one correlation id more than
    // once, the last that began before the work.
    [[nodiscard]] EventId launchOf(EventId work) const;
    // More than one call has this correlation id: ids of several processes meet in the file.
    [[nodiscard]] bool isAmbiguous(std::uint64_t correlation) const { return m_others.contains(correlation); }

private:
    const Trace& m_trace;
    std::unordered_map<std::uint64_t, EventId> m_first;
    std::unordered_map<std::uint64_t, std::vector<EventId>> m_others; // beyond the first, by file order
};

} // namespace lanescope
