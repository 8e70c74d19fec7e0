// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/slice_place.h"
#include "core/viewport/row_layout.h"

#include <string>
#include <vector>

namespace lanescope::desktop {

enum class TrackChange {
    PinOrUnpin, // pinned tracks stay above all others
    Hide,
    MoveUp, // past the next shown track of its group, or of the pinned ones
    MoveDown,
    Taller,
    Flatter,
};

// What the user's choices become. O(tracks).
[[nodiscard]] TrackChoices changedChoices(const Arrangement& arrangement, TrackChoices choices, TrackPlace track,
                                          TrackChange change);
// How high a track's lanes are, and the choices with another height, kept between 10 and 120 px.
[[nodiscard]] int lanePxOf(const Arrangement& arrangement, const TrackChoices& choices, TrackPlace track);
[[nodiscard]] TrackChoices withLanePx(const Arrangement& arrangement, TrackChoices choices, TrackPlace track,
                                      int lanePx);
// The keys of tracks, and the tracks of an arrangement that have some keys, as they are shown. O(tracks).
[[nodiscard]] std::vector<std::string> trackKeys(const Arrangement& arrangement, const std::vector<TrackPlace>& tracks);
[[nodiscard]] std::vector<TrackPlace> tracksNamed(const Arrangement& arrangement, const std::vector<std::string>& keys);
[[nodiscard]] bool isPinned(const Arrangement& arrangement, const TrackChoices& choices, TrackPlace track);

} // namespace lanescope::desktop
