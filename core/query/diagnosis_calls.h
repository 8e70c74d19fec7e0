// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/diagnosis_steps.h"
#include "core/trace/trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// The CPU calls of a trace by correlation id, as the join sees them (core/join/launches.h), with all calls that share
// one id; id 0 is none.
class CallTable {
public:
    struct Call {
        std::uint64_t correlation;
        TimeNs beginNs;
        EventId event;
    };

    // `trace` must outlive the table. O(n log n), 24 bytes a call.
    CallTable(const Trace& trace, StopPoll& poll);

    [[nodiscard]] std::span<const Call> calls() const { return m_calls; } // by (correlation, begin)
    // In order of begin.
    [[nodiscard]] std::span<const Call> callsOf(std::uint64_t correlation) const;
    // The last call that began before the work, or the first of all; kNoEvent when there is none.
    [[nodiscard]] EventId launchOf(EventId work) const;

private:
    const Trace& m_trace;
    std::vector<Call> m_calls;
};

} // namespace lanescope
