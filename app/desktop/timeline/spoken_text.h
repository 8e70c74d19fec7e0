// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

namespace lanescope::desktop {

// The selection in one line, for those who hear the window instead of seeing it: name, duration, begin, annotation,
// phase, track. Empty without a selection.
[[nodiscard]] QString spokenText(const Arrangement& arrangement, const Selection& selection);

// The marked range in one line, for them too: "marked 30 µs at 1 ms, 2 of 12 tracks: stream 7, stream 13".
[[nodiscard]] QString spokenRange(const Arrangement& arrangement, TimeRange range,
                                  const std::vector<TrackPlace>& tracks);

// The same where there is little room: "30 µs", "30 µs · 2 of 12 tracks". No tracks: all.
[[nodiscard]] QString markedText(const Arrangement& arrangement, TimeRange range,
                                 const std::vector<TrackPlace>& tracks);
// "2 of 12 tracks"; empty for all.
[[nodiscard]] QString markedTracksText(const Arrangement& arrangement, const std::vector<TrackPlace>& tracks);

} // namespace lanescope::desktop
