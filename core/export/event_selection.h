// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/base/time.h"
#include "core/export/edit_list.h"
#include "core/join/join.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lanescope {

// What of a trace is exported: the events that reach into a time range and that a predicate keeps. Metadata is always
// kept, a B and its E go together, and an arrow stays only with both of its slices. Of each counter the last sample
// before the range is kept too: its value when the range begins. Slices, instants and samples without a time are in no
// range.
class EventSelection {
public:
    using Predicate = std::function<bool(EventId)>;

    // Without either everything is kept. `joined` must outlive this.
    EventSelection(const JoinedTrace& joined, std::optional<TimeRange> range, Predicate keeps);

    // Decides. O(entries). Errors: Stopped.
    [[nodiscard]] Result<void> select(const JobControl& job);

    [[nodiscard]] bool isEverything() const { return !m_range && !m_predicate; }
    [[nodiscard]] bool keeps(EventId e) const { return m_kept.empty() || m_kept[indexOf(e)] != 0; }
    // An arrow's end: a position in Trace::flows().
    [[nodiscard]] bool keepsFlow(std::size_t flow) const { return m_keptFlows.empty() || m_keptFlows[flow] != 0; }
    // Takes all other entries out; gives their number.
    std::uint64_t leaveOutRest(EditList& edits) const;
    // Their numbers among all entries, in the order of the file.
    [[nodiscard]] std::vector<std::uint64_t> leftOutNumbers() const;

private:
    [[nodiscard]] bool decide(EventId e) const;
    [[nodiscard]] bool keepsEntry(EntryRef entry) const;
    [[nodiscard]] bool keepsEnd(std::size_t flow) const;
    void keepValuesAtBegin();
    void decideFlows();

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    std::optional<TimeRange> m_range;
    Predicate m_predicate;
    std::vector<char> m_kept;      // by event; empty: everything
    std::vector<char> m_keptFlows; // by flow
};

} // namespace lanescope
