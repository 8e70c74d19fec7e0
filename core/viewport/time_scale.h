// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lanescope {

// Maps times to pixels of a view that shows `range` on `widthPx` pixels.
class TimeScale {
public:
    // An empty range is shown as 1 ns, a width below 1 as 1.
    TimeScale(TimeRange range, int widthPx);

    [[nodiscard]] TimeRange range() const { return m_range; }
    [[nodiscard]] int widthPx() const { return m_widthPx; }
    // Exact: subtracts before it becomes a double. Not rounded, and not limited to the view.
    [[nodiscard]] double toPx(TimeNs t) const { return static_cast<double>(t - m_anchorNs) * m_pxPerNs - m_originPx; }
    // The first nanosecond whose pixel is >= px.
    [[nodiscard]] TimeNs toNs(double px) const;
    [[nodiscard]] double nsPerPx() const { return 1.0 / m_pxPerNs; }

    // The same scale with its view moved by whole pixels, to later times when positive: whatever floor(toPx()) told is
    // less by exactly that. The range is that of the new view's pixels. `byPx` is below 2^30 in all.
    [[nodiscard]] TimeScale movedByPx(int byPx) const;
    // By how many pixels the view was moved since it was made.
    [[nodiscard]] int originPx() const { return static_cast<int>(m_originPx); }

private:
    TimeRange m_range;
    int m_widthPx;
    double m_pxPerNs;
    TimeNs m_anchorNs;     // where pixel 0 was before the view was moved
    double m_originPx = 0; // a whole number
};

// Where each pixel of a view begins, worked out once for all of its rows: toNs() of all whole pixels, without its
// price.
class PixelTimes {
public:
    explicit PixelTimes(const TimeScale& scale);

    [[nodiscard]] const TimeScale& scale() const { return m_scale; }
    // The first nanosecond of a pixel in [0, width + 1].
    [[nodiscard]] TimeNs beginNs(int px) const { return m_beginNs[static_cast<std::size_t>(px)]; }
    // Those of pixels [px, px + count).
    [[nodiscard]] std::span<const TimeNs> beginsNs(int px, int count) const
    {
        return std::span(m_beginNs).subspan(static_cast<std::size_t>(px), static_cast<std::size_t>(count));
    }

private:
    TimeScale m_scale;
    std::vector<TimeNs> m_beginNs;
};

// `range` made `factor` times as long (below 1 zooms in) around `aroundNs`, which keeps its place. The result is at
// least `kShortestViewNs` and at most 4 times `limits` long and overlaps `limits`.
inline constexpr TimeNs kShortestViewNs = 10;
[[nodiscard]] TimeRange zoomed(TimeRange range, double factor, TimeNs aroundNs, TimeRange limits);

// `range` moved by `byNs`, kept so that at least a tenth of it lies in `limits`.
[[nodiscard]] TimeRange panned(TimeRange range, TimeNs byNs, TimeRange limits);

} // namespace lanescope
