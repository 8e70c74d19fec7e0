// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lanes/lane_row.h"
#include "core/lanes/regions.h"
#include "core/viewport/time_scale.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanescope {

// A rectangle of one row: pixels [x0, x1), at least one wide, inside [0, width).
struct Box {
    int x0 = 0;
    int x1 = 0;
    std::uint32_t first = 0; // items [first, first + count) of the row
    std::uint32_t count = 1;
    std::uint32_t item = 0; // the longest of them (see RowIndex): whose name and colour are shown

    friend bool operator==(const Box&, const Box&) = default;
};

// Pixels [x0, x1) of a view; empty where x0 >= x1.
struct PixelRange {
    int x0 = 0;
    int x1 = 0;
};

// What is drawn of a row: every item that overlaps the view is in exactly one box, boxes are disjoint and in order. An
// item covers the pixels from the one it begins in to before the one it ends in, at least one; it gives up those that
// earlier items hold, and joins their box when it has no other. Items of length 0 are drawn too. `out` is cleared and
// filled, so that its memory is reused. O(width · log n).
void visibleBoxes(const LaneRow& row, const PixelTimes& times, std::vector<Box>& out);
void visibleBoxes(const RegionRow& row, const PixelTimes& times, std::vector<Box>& out);
// Makes the boxes of a view those of the same view moved by whole pixels, `times` being of TimeScale::movedByPx(byPx):
// the same as visibleBoxes() gives, at little more than the price of the pixels that came into view. Returns where
// nothing changed but for the move.
[[nodiscard]] PixelRange moveBoxes(const LaneRow& row, const PixelTimes& times, int byPx, std::vector<Box>& boxes);
[[nodiscard]] PixelRange moveBoxes(const RegionRow& row, const PixelTimes& times, int byPx, std::vector<Box>& boxes);
// The same as visibleBoxes() for instants, sorted by time; `item` is the first of a box.
void visibleMarks(const Trace& trace, std::span<const EventId> marks, const PixelTimes& times, std::vector<Box>& out);

// The box at a pixel, or the nearest within `reachPx` (the left one of equals); boxes as visibleBoxes() gave them.
[[nodiscard]] std::optional<Box> boxAt(const std::vector<Box>& boxes, int px, int reachPx = 0);

// "0-12:3 14-15:7x4 …" (x0-x1:item, xcount when > 1): for tests.
[[nodiscard]] std::string boxesAsText(const std::vector<Box>& boxes);

} // namespace lanescope
