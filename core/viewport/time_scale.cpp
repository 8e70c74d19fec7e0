// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/time_scale.h"

#include <algorithm>
#include <cmath>

namespace lanescope {
namespace {

// Differences of any two times within this fit in an int64.
constexpr TimeNs kFarthestNs = (TimeNs{1} << 62) - 1;

TimeNs kept(TimeNs t)
{
    return std::clamp(t, -kFarthestNs, kFarthestNs);
}

TimeNs rounded(long double ns)
{
    constexpr auto kLimit = static_cast<long double>(kFarthestNs);
    if (!(ns > -kLimit)) // a NaN too
        return -kFarthestNs;
    return ns < kLimit ? static_cast<TimeNs>(std::llround(ns)) : kFarthestNs;
}

TimeRange shownRange(TimeRange range)
{
    const TimeNs begin = std::min(kept(range.beginNs), kFarthestNs - 1);
    return {begin, std::max(kept(range.endNs), begin + 1)};
}

TimeRange movedInto(TimeRange range, TimeRange limits, TimeNs overlapNs)
{
    const TimeNs length = range.durationNs();
    const TimeNs lowest = limits.beginNs + overlapNs - length;
    const TimeNs highest = limits.endNs - overlapNs;
    const TimeNs begin = std::clamp(range.beginNs, std::min(lowest, highest), std::max(lowest, highest));
    return {begin, begin + length};
}

// Limits small enough that a view 4 times as long, anywhere beside them, stays within kFarthestNs.
TimeRange usableLimits(TimeRange limits)
{
    constexpr TimeNs kLargest = kFarthestNs / 8;
    const TimeNs begin = std::clamp(limits.beginNs, -kLargest, kLargest - 1);
    return {begin, std::max(std::clamp(limits.endNs, -kLargest, kLargest), begin + 1)};
}

} // namespace

TimeScale::TimeScale(TimeRange range, int widthPx)
    : m_range(shownRange(range)), m_widthPx(std::max(widthPx, 1)),
      m_pxPerNs(static_cast<double>(m_widthPx) / static_cast<double>(m_range.durationNs())), m_anchorNs(m_range.beginNs)
{}

TimeScale TimeScale::movedByPx(int byPx) const
{
    TimeScale moved = *this;
    moved.m_originPx += byPx;
    const TimeNs beginNs = moved.toNs(0);
    moved.m_range = {beginNs, std::max(moved.toNs(m_widthPx), beginNs + 1)};
    return moved;
}

TimeNs TimeScale::toNs(double px) const
{
    const auto isAtOrAfter = [&](TimeNs t) { return toPx(t) >= px; };
    // Nearly always: a double holds the distance, and the guess is right.
    constexpr double kExact = 4.0e15;
    if (const double distance = std::ceil((px + m_originPx) / m_pxPerNs); distance > -kExact && distance < kExact) {
        const TimeNs near = m_anchorNs + static_cast<TimeNs>(distance);
        if (near > -kFarthestNs && near < kFarthestNs && isAtOrAfter(near) && !isAtOrAfter(near - 1))
            return near;
    }
    const long double fromAnchorPx = static_cast<long double>(px) + static_cast<long double>(m_originPx);
    const long double offset = std::ceil(fromAnchorPx / static_cast<long double>(m_pxPerNs));
    const TimeNs guess =
        std::clamp(rounded(static_cast<long double>(m_anchorNs) + offset), -kFarthestNs + 1, kFarthestNs);
    if (isAtOrAfter(guess) && !isAtOrAfter(guess - 1))
        return guess;
    // The guess is off by rounding: a few steps of a double at that distance from the anchor.
    const TimeNs reach = 2 + (std::abs(guess / 2 - m_anchorNs / 2) >> 48);
    TimeNs before = std::max(guess - reach, -kFarthestNs);
    TimeNs after = std::min(guess, kFarthestNs - reach) + reach;
    while (after - before > 1) {
        const TimeNs middle = before + (after - before) / 2;
        (isAtOrAfter(middle) ? after : before) = middle;
    }
    return after;
}

PixelTimes::PixelTimes(const TimeScale& scale) : m_scale(scale)
{
    m_beginNs.reserve(static_cast<std::size_t>(scale.widthPx()) + 2);
    for (int px = 0; px <= scale.widthPx() + 1; ++px)
        m_beginNs.push_back(scale.toNs(px));
}

TimeRange zoomed(TimeRange range, double factor, TimeNs aroundNs, TimeRange limits)
{
    const TimeRange from = shownRange(range);
    const TimeRange within = usableLimits(limits);
    const auto length = static_cast<long double>(from.durationNs());
    const TimeNs longest = std::max(4 * within.durationNs(), kShortestViewNs);
    const TimeNs wanted = factor > 0 ? rounded(length * static_cast<long double>(factor)) : kShortestViewNs;
    const TimeNs newLength = std::clamp(wanted, kShortestViewNs, longest);
    const TimeNs around = std::clamp(aroundNs, from.beginNs, from.endNs);
    const long double left = static_cast<long double>(around - from.beginNs) / length;
    const TimeNs begin = kept(around - rounded(left * static_cast<long double>(newLength)));
    const TimeNs room = kFarthestNs - newLength;
    const TimeNs placed = std::min(begin, room);
    return movedInto({placed, placed + newLength}, within, 1);
}

TimeRange panned(TimeRange range, TimeNs byNs, TimeRange limits)
{
    const TimeRange within = usableLimits(limits);
    TimeRange from = shownRange(range);
    const TimeNs length = std::min(from.durationNs(), kFarthestNs / 2);
    const TimeNs by = std::clamp(byNs, -kFarthestNs / 4, kFarthestNs / 4);
    const TimeNs begin = std::clamp(from.beginNs, -kFarthestNs / 4, kFarthestNs / 4) + by;
    const TimeNs overlap = std::clamp(length / 10, TimeNs{1}, within.durationNs());
    return movedInto({begin, begin + length}, within, overlap);
}

} // namespace lanescope
