// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/join/join.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// Which slices look alike: a number an event, so that drawing a box is one look-up instead of one in each of the
// columns that colours depend on. Two bytes an event; immutable.
class SliceLooks {
public:
    static constexpr std::uint16_t kUnnumbered = 0xffff; // more kinds of looks than numbers: ask the event itself

    // GPU work with an annotation looks alike with the same annotation and phase, everything else with the same
    // category, name and phase. O(events). Errors: Stopped.
    [[nodiscard]] static Result<SliceLooks> of(const JoinedTrace& joined, const JobControl& job);

    [[nodiscard]] std::uint16_t numberOf(EventId event) const { return m_numbers[indexOf(event)]; }
    // Numbers are below this.
    [[nodiscard]] std::size_t count() const { return m_examples.size(); }
    // The first event of that look.
    [[nodiscard]] EventId exampleOf(std::uint16_t number) const { return m_examples[number]; }

private:
    std::vector<std::uint16_t> m_numbers; // by event
    std::vector<EventId> m_examples;
};

} // namespace lanescope
