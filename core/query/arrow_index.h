// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/join/join.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lanescope {

// The arrows of each slice, in both directions. Built once for a joined trace, which must outlive it; then immutable.
class ArrowIndex {
public:
    struct Link {
        EventId slice = kNoEvent;
        std::uint32_t arrow = 0; // position in FlowBindings::arrows
    };

    // Arrows with both ends on slices. 8 bytes for each of their ends. Errors: Stopped.
    [[nodiscard]] static Result<ArrowIndex> of(const JoinedTrace& joined, const JobControl& job);

    // What begins at a slice, and what ends there; in the order of the arrows' ends in the file. O(log n).
    [[nodiscard]] std::span<const Link> leaving(EventId slice) const { return linksOf(m_leaving, slice); }
    [[nodiscard]] std::span<const Link> entering(EventId slice) const { return linksOf(m_entering, slice); }

    // The slice at the other end of the first arrow (by the time of its other end) that leaves or enters.
    [[nodiscard]] std::optional<EventId> nextAlong(EventId slice) const;
    [[nodiscard]] std::optional<EventId> previousAlong(EventId slice) const;

    [[nodiscard]] EventId startOf(const Link& link) const;
    [[nodiscard]] EventId endOf(const Link& link) const;
    [[nodiscard]] const Arrow& arrowOf(const Link& link) const;

private:
    explicit ArrowIndex(const JoinedTrace& joined) : m_joined(&joined) {}
    [[nodiscard]] static std::span<const Link> linksOf(const std::vector<Link>& links, EventId slice);

    const JoinedTrace* m_joined;
    std::vector<Link> m_leaving; // by slice
    std::vector<Link> m_entering;
};

} // namespace lanescope
