// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/timeline_scene.h"

#include <QString>

namespace lanescope::desktop {

// Rich text that says what is under the mouse: name (a kernel's in short), duration, start, annotation, phase, stream;
// for a box that stands for many how many they are. Text of files is escaped.
[[nodiscard]] QString hoverText(const TimelineScene& scene, const TimelineHit& hit);

// Rich text for names: those of the groups that share a header, and a track's with its group and what is on it.
[[nodiscard]] QString groupHoverText(const Arrangement& arrangement, const Row& header);
[[nodiscard]] QString trackHoverText(const Arrangement& arrangement, TrackPlace place);

// What a region bar stands for, as plain text values.
struct RegionSummary {
    QString title;
    QString phase;
    std::uint64_t workCount = 0; // pieces of work in the bar
    TimeNs workNs = 0;           // their durations added up
    TimeRange range;
    std::optional<std::uint32_t> replayNumber;
    std::uint64_t titleWorkCount = 0; // the same of all bars of the title, in the whole trace
    TimeNs titleWorkNs = 0;
};
// O(work of the bar).
[[nodiscard]] RegionSummary summaryOf(const Arrangement& arrangement, const RegionPlace& place);

} // namespace lanescope::desktop
