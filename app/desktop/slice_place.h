// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lanes/arrangement.h"

#include <cstdint>
#include <optional>

namespace lanescope::desktop {

// Where an arrangement shows a slice.
struct SlicePlace {
    enum class Kind { Lane, Band };

    Kind kind = Kind::Lane;
    std::uint32_t group = 0;
    std::uint32_t track = 0; // within the group
    std::uint32_t row = 0;   // lane or band of the track
    std::uint32_t item = 0;  // of the row
};

// Where an arrangement shows a region bar.
struct RegionPlace {
    std::uint32_t group = 0;
    std::uint32_t track = 0;
    std::uint32_t depth = 0;
    std::uint32_t item = 0;

    friend bool operator==(const RegionPlace&, const RegionPlace&) = default;
};

enum class Neighbour { Previous, Next };

// O(rows · log n). Nothing for an event that is in no row (an instant, one without a time).
[[nodiscard]] std::optional<SlicePlace> placeOf(const Arrangement& arrangement, EventId event);

struct TrackPlace {
    std::uint32_t group = 0;
    std::uint32_t track = 0; // within the group

    friend bool operator==(const TrackPlace&, const TrackPlace&) = default;
};

// The track of the arrangement that shows a slice or an instant; nothing for all other events. O(rows · log n).
[[nodiscard]] std::optional<TrackPlace> trackShowing(const Arrangement& arrangement, EventId event);

// The slice before or after `event`, by begin, in `lanes`, which hold one track's slices; nothing at the ends.
[[nodiscard]] std::optional<EventId> neighbourOf(const Trace& trace, const std::vector<LaneRow>& lanes, EventId event,
                                                 Neighbour which);

[[nodiscard]] std::size_t trackCount(const Arrangement& arrangement);
[[nodiscard]] const ViewTrack& trackAt(const Arrangement& arrangement, std::uint32_t group, std::uint32_t track);
[[nodiscard]] const Region& regionAt(const Arrangement& arrangement, const RegionPlace& place);
[[nodiscard]] bool isBackward(std::string_view phase);

} // namespace lanescope::desktop
