// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/ids.h"
#include "core/base/time.h"

#include <cstdint>
#include <vector>

namespace lanescope {

// A B, E, b or e entry, before it is paired.
struct BeginEnd {
    enum class Side : std::uint8_t { Begin, End };
    Side side = Side::Begin;
    TrackId track{};
    StringId name{}; // kEmptyString: an end without a name closes the innermost slice
    FileTimeNs atNs = 0;
    EventId event{};       // Begin: its slice
    std::uint32_t end = 0; // End: position in the caller's table of ends
};

// What became of one slice or one end.
struct BeginEndPair {
    enum class Outcome : std::uint8_t {
        Closed,    // `event` ends at `endNs` by end number `end`
        CutShort,  // never closed, but a slice around it was, at `endNs`
        NeverEnds, // never closed and nothing around it was
        StrayEnd,  // end number `end` closes nothing
    };
    Outcome outcome = Outcome::Closed;
    EventId event = kNoEvent;
    std::uint32_t end = 0;
    FileTimeNs endNs = 0;
};

// Pairs begins with ends within each track, by time (ties in file order, which is the order of `entries`): an end with
// a name closes the innermost open slice of that name, so that one lost end does not shift the others and crossing
// slices keep their full length. `entries` is reordered. O(n log n).
[[nodiscard]] std::vector<BeginEndPair> pairBeginsAndEnds(std::vector<BeginEnd>& entries);

} // namespace lanescope
