// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_row.h"

#include <algorithm>
#include <array>

namespace lanescope {
namespace {

// The instances of a group, whose work comes by begin.
class InstanceGaps {
public:
    InstanceGaps(FigureRoom& room, std::uint32_t instances) : m_room(room)
    {
        room.instances.resize(instances);
        ++room.row;
    }

    void add(std::uint32_t instance, const WorkPiece& piece)
    {
        FigureRoom::Instance& its = m_room.instances[instance];
        if (its.row != m_room.row) {
            its = {m_room.row, piece.beginNs};
            ++m_count;
        }
        m_gapsNs = addedUp(m_gapsNs, std::max<TimeNs>(0, piece.beginNs - its.coveredUntilNs));
        its.coveredUntilNs = std::max(its.coveredUntilNs, piece.endNs);
    }
    [[nodiscard]] std::uint64_t instances() const { return m_count; }
    [[nodiscard]] TimeNs gapsNs() const { return m_gapsNs; }

private:
    FigureRoom& m_room;
    std::uint64_t m_count = 0;
    TimeNs m_gapsNs = 0;
};

// Delays may be negative; half of an int64 leaves room to round.
TimeNs summedUp(TimeNs sum, TimeNs delay)
{
    constexpr TimeNs kLargestSum = std::numeric_limits<TimeNs>::max() / 2;
    return std::clamp(sum + std::clamp(delay, -kLargestSum, kLargestSum), -kLargestSum, kLargestSum);
}

constexpr std::array<std::uint64_t, 3> kPercents{50, 90, 99};

} // namespace

TimeNs roundedMean(TimeNs sum, std::uint64_t count)
{
    const auto n = static_cast<TimeNs>(count);
    const TimeNs rest = ((sum % n) + n) % n;
    return (sum - rest) / n + (rest >= n - rest ? 1 : 0);
}

TimeNs percentileOf(std::span<TimeNs> durations, std::uint64_t percent)
{
    return percentilesOf(durations, std::span(&percent, 1)).front();
}

std::vector<TimeNs> percentilesOf(std::span<TimeNs> durations, std::span<const std::uint64_t> percents)
{
    std::vector<TimeNs> values;
    std::size_t first = 0; // what stands before is not longer than the last value
    for (const std::uint64_t percent : percents) {
        const std::size_t at = (percent * durations.size() + 99) / 100 - 1;
        if (at >= first) {
            const auto all = durations.subspan(first);
            std::nth_element(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(at - first), all.end());
            first = at + 1;
        }
        values.push_back(durations[at]);
    }
    return values;
}

StatsFigures figuresOf(const StatsInput& input, std::span<const std::uint32_t> positions, FigureRoom& room)
{
    StatsFigures figures;
    figures.count = positions.size();
    figures.minNs = std::numeric_limits<TimeNs>::max();
    figures.maxNs = -1;
    figures.launchDelayMaxNs = kNoDelay;
    std::vector<TimeNs>& durations = room.durations;
    durations.clear();
    durations.reserve(positions.size());
    BusyTime busy;
    InstanceGaps gaps(room, input.instances);
    TimeNs delaySum = 0;
    for (const std::uint32_t position : positions) {
        const WorkPiece& piece = input.pieces[position];
        const TimeNs duration = piece.durationNs();
        durations.push_back(duration);
        const PieceFacts& facts = input.facts[position];
        figures.cutCount += facts.isCut ? 1 : 0;
        busy.add(piece);
        gaps.add(facts.instance, piece);
        figures.totalNs = addedUp(figures.totalNs, duration);
        if (facts.isAnnotated)
            figures.annotatedNs = addedUp(figures.annotatedNs, duration);
        figures.span.endNs = std::max(figures.span.endNs, piece.endNs);
        figures.minNs = std::min(figures.minNs, duration);
        if (duration > figures.maxNs) {
            figures.maxNs = duration;
            figures.longest = piece.event;
        }
        if (const TimeNs delay = facts.launchDelayNs; delay != kNoDelay) {
            ++figures.launches;
            delaySum = summedUp(delaySum, delay);
            figures.launchDelayMaxNs = std::max(figures.launchDelayMaxNs, delay);
        }
    }
    figures.span.beginNs = input.pieces[positions.front()].beginNs;
    figures.meanNs = roundedMean(figures.totalNs, figures.count);
    const std::vector<TimeNs> ranked = percentilesOf(durations, kPercents);
    figures.p50Ns = ranked[0];
    figures.p90Ns = ranked[1];
    figures.p99Ns = ranked[2];
    figures.busyNs = busy.busyNs();
    figures.instances = gaps.instances();
    figures.gapsNs = gaps.gapsNs();
    figures.launchDelayMaxNs = figures.launches > 0 ? figures.launchDelayMaxNs : 0;
    figures.launchDelayMeanNs = figures.launches > 0 ? roundedMean(delaySum, figures.launches) : 0;
    return figures;
}

} // namespace lanescope
