// SPDX-License-Identifier: Apache-2.0
#include "core/open/session_clock.h"

#include <algorithm>

namespace lanescope {
namespace {

using Start = SessionTimes::Start;

__extension__ using Wide = __int128;

constexpr std::int64_t kFarthestClocks = std::int64_t{1} << 60; // more than 36 years apart: one of them is wrong
constexpr TimeNs kLargestTimeNs = std::int64_t{1} << 62;        // differences within a file reach it

bool canBePlaced(TimeRange range, TimeNs shiftNs)
{
    return static_cast<Wide>(range.beginNs) + shiftNs >= -kLargestTimeNs &&
           static_cast<Wide>(range.endNs) + shiftNs <= kLargestTimeNs;
}

// How much later each file's "baseTimeNanoseconds" is than the first file's; zeros where they are equal or no clock.
std::vector<TimeNs> clockDifferences(std::span<const FileClock> files)
{
    std::vector<TimeNs> differences;
    for (const FileClock& file : files) {
        if (!file.baseTimeNanoseconds || !files.front().baseTimeNanoseconds)
            return std::vector<TimeNs>(files.size());
        const Wide difference = Wide{*file.baseTimeNanoseconds} - *files.front().baseTimeNanoseconds;
        if (difference > kFarthestClocks || difference < -kFarthestClocks)
            return std::vector<TimeNs>(files.size());
        differences.push_back(static_cast<TimeNs>(difference));
    }
    return differences;
}

void placeByClocks(std::span<const FileClock> files, SessionClock& clock)
{
    const std::vector<TimeNs> differences = clockDifferences(files);
    clock.start = Start::Clocks;
    FileTimeNs firstNs = files.front().baseNs;
    for (std::size_t i = 0; i < files.size(); ++i)
        firstNs = std::min(firstNs, files[i].baseNs + differences[i]);
    clock.shiftNs.clear();
    for (std::size_t i = 0; i < files.size(); ++i)
        clock.shiftNs.push_back(files[i].baseNs + differences[i] - firstNs);
    // Times as they stand in the files, unless files count from different ones.
    const bool areEqual = std::all_of(differences.begin(), differences.end(), [](TimeNs ns) { return ns == 0; });
    const Wide absoluteNs = Wide{firstNs} + files.front().baseTimeNanoseconds.value_or(0);
    const bool isPlain = areEqual || absoluteNs > kLargestFileTimeNs || absoluteNs < -kLargestFileTimeNs;
    clock.baseNs = isPlain ? firstNs : static_cast<FileTimeNs>(absoluteNs);
}

void placeByFirstEvents(std::span<const FileClock> files, SessionClock& clock)
{
    clock.start = Start::FirstEvents;
    clock.baseNs = files.front().baseNs;
    clock.shiftNs.clear();
    for (const FileClock& file : files)
        clock.shiftNs.push_back(file.fitRange.isEmpty() ? 0 : -file.fitRange.beginNs);
}

bool allCanBePlaced(std::span<const FileClock> files, const SessionClock& clock)
{
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!canBePlaced(files[i].fullRange, clock.shiftNs[i]))
            return false;
    }
    return true;
}

// Whether any two files have some time in common.
bool anyOverlap(std::span<const FileClock> files, const SessionClock& clock)
{
    std::vector<TimeRange> ranges;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (!files[i].fitRange.isEmpty())
            ranges.push_back(
                {files[i].fitRange.beginNs + clock.shiftNs[i], files[i].fitRange.endNs + clock.shiftNs[i]});
    }
    std::sort(ranges.begin(), ranges.end(), [](TimeRange a, TimeRange b) { return a.beginNs < b.beginNs; });
    for (std::size_t i = 1; i < ranges.size(); ++i) {
        if (ranges[i - 1].overlaps(ranges[i]))
            return true;
    }
    return ranges.size() < 2;
}

} // namespace

SessionClock placeFiles(std::span<const FileClock> files, const SessionTimes& times)
{
    SessionClock clock;
    if (files.empty())
        return clock;
    if (times.start != Start::FirstEvents)
        placeByClocks(files, clock);
    const bool isPlaced = times.start != Start::FirstEvents && allCanBePlaced(files, clock);
    clock.clocksDiffer = times.start == Start::Automatic && (!isPlaced || !anyOverlap(files, clock));
    if (!isPlaced || clock.clocksDiffer)
        placeByFirstEvents(files, clock);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto offset = times.offsetNs.find(files[i].path);
        if (offset == times.offsetNs.end())
            continue;
        const TimeNs byNs = std::clamp(offset->second, -SessionTimes::kLargestOffsetNs, SessionTimes::kLargestOffsetNs);
        if (canBePlaced(files[i].fullRange, clock.shiftNs[i] + byNs))
            clock.shiftNs[i] += byNs;
    }
    return clock;
}

} // namespace lanescope
