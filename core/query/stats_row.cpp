// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_row.h"

#include <algorithm>
#include <unordered_map>

namespace lanescope {
namespace {

// The instances of a group, whose work comes by begin.
class InstanceGaps {
public:
    void add(std::uint64_t instance, const WorkPiece& piece)
    {
        if (m_last == nullptr || m_lastInstance != instance) {
            m_lastInstance = instance;
            m_last = &m_coveredUntilNs.try_emplace(instance, piece.beginNs).first->second; // stays where it is
        }
        m_gapsNs = addedUp(m_gapsNs, std::max<TimeNs>(0, piece.beginNs - *m_last));
        *m_last = std::max(*m_last, piece.endNs);
    }
    [[nodiscard]] std::uint64_t instances() const { return m_coveredUntilNs.size(); }
    [[nodiscard]] TimeNs gapsNs() const { return m_gapsNs; }

private:
    std::unordered_map<std::uint64_t, TimeNs> m_coveredUntilNs;
    std::uint64_t m_lastInstance = 0;
    TimeNs* m_last = nullptr;
    TimeNs m_gapsNs = 0;
};

// Delays may be negative; half of an int64 leaves room to round.
TimeNs summedUp(TimeNs sum, TimeNs delay)
{
    constexpr TimeNs kLargestSum = std::numeric_limits<TimeNs>::max() / 2;
    return std::clamp(sum + std::clamp(delay, -kLargestSum, kLargestSum), -kLargestSum, kLargestSum);
}

std::uint32_t rowValue(const std::vector<std::uint32_t>& column, std::uint32_t row)
{
    return row < column.size() ? column[row] : JoinedTrace::kNone;
}

} // namespace

TimeNs roundedMean(TimeNs sum, std::uint64_t count)
{
    const auto n = static_cast<TimeNs>(count);
    const TimeNs rest = ((sum % n) + n) % n;
    return (sum - rest) / n + (rest >= n - rest ? 1 : 0);
}

TimeNs percentileOf(std::span<TimeNs> durations, std::uint64_t percent)
{
    const auto at = static_cast<std::ptrdiff_t>((percent * durations.size() + 99) / 100 - 1);
    std::nth_element(durations.begin(), durations.begin() + at, durations.end());
    return durations[static_cast<std::size_t>(at)];
}

StatsFigures figuresOf(const StatsInput& input, std::span<const std::uint32_t> positions)
{
    const Trace& trace = *input.joined.trace;
    StatsFigures figures;
    figures.count = positions.size();
    figures.minNs = std::numeric_limits<TimeNs>::max();
    figures.maxNs = -1;
    figures.launchDelayMaxNs = kNoDelay;
    std::vector<TimeNs> durations;
    durations.reserve(positions.size());
    BusyTime busy;
    InstanceGaps gaps;
    TimeNs delaySum = 0;
    for (const std::uint32_t position : positions) {
        const WorkPiece& piece = input.pieces[position];
        const TimeNs duration = piece.durationNs();
        durations.push_back(duration);
        figures.cutCount += duration == trace.durationNs(piece.event) ? 0 : 1;
        busy.add(piece);
        const std::uint32_t row = trace.launchRow(piece.event);
        const std::uint64_t replay = rowValue(input.joined.replayOf, row);
        gaps.add(replay << 8 | input.joined.phaseIndex(piece.event), piece);
        figures.totalNs = addedUp(figures.totalNs, duration);
        if (rowValue(input.joined.annotationOf, row) != JoinedTrace::kNone)
            figures.annotatedNs = addedUp(figures.annotatedNs, duration);
        figures.span.endNs = std::max(figures.span.endNs, piece.endNs);
        figures.minNs = std::min(figures.minNs, duration);
        if (duration > figures.maxNs) {
            figures.maxNs = duration;
            figures.longest = piece.event;
        }
        if (const TimeNs delay = input.launchDelays[position]; delay != kNoDelay) {
            ++figures.launches;
            delaySum = summedUp(delaySum, delay);
            figures.launchDelayMaxNs = std::max(figures.launchDelayMaxNs, delay);
        }
    }
    figures.span.beginNs = input.pieces[positions.front()].beginNs;
    figures.meanNs = roundedMean(figures.totalNs, figures.count);
    figures.p50Ns = percentileOf(durations, 50);
    figures.p90Ns = percentileOf(durations, 90);
    figures.p99Ns = percentileOf(durations, 99);
    figures.busyNs = busy.busyNs();
    figures.instances = gaps.instances();
    figures.gapsNs = gaps.gapsNs();
    figures.launchDelayMaxNs = figures.launches > 0 ? figures.launchDelayMaxNs : 0;
    figures.launchDelayMeanNs = figures.launches > 0 ? roundedMean(delaySum, figures.launches) : 0;
    return figures;
}

} // namespace lanescope
