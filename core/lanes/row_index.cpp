// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/row_index.h"

namespace lanescope {

RowIndex::LengthClass RowIndex::classOf(TimeNs durationNs)
{
    const auto length = static_cast<std::uint64_t>(durationNs);
    if (durationNs < kExactBelow)
        return static_cast<LengthClass>(length);
    constexpr std::uint64_t kHalf = 1U << (kClassBits - 1); // classes of each power of two
    const auto dropped = static_cast<unsigned>(std::bit_width(length)) - kClassBits;
    return static_cast<LengthClass>((dropped + 1) * kHalf + ((length >> dropped) % kHalf));
}

TimeRange RowIndex::durationsOf(LengthClass lengthClass)
{
    if (lengthClass < kExactBelow)
        return {lengthClass, lengthClass};
    constexpr unsigned kHalf = 1U << (kClassBits - 1);
    const auto number = static_cast<unsigned>(lengthClass);
    const unsigned dropped = number / kHalf - 1;
    const std::uint64_t shortest = std::uint64_t{number % kHalf + kHalf} << dropped;
    return {static_cast<TimeNs>(shortest), static_cast<TimeNs>(shortest + ((std::uint64_t{1} << dropped) - 1))};
}

TimeRange RowIndex::beginAbout(std::uint32_t item) const
{
    const std::uint32_t block = item / kFan;
    const unsigned shift = shiftOf(block);
    const TimeNs earliest =
        m_begins[block] + static_cast<TimeNs>(std::uint64_t{m_blocks[block].offsets[item % kFan]} << shift);
    return {earliest, earliest + ((TimeNs{1} << shift) - 1)};
}

TimeRange RowIndex::endAbout(std::uint32_t item) const
{
    const TimeRange begin = beginAbout(item);
    const TimeRange durations = durationsOf(m_blocks[item / kFan].lengths[item % kFan]);
    return {begin.beginNs + durations.beginNs, begin.endNs + durations.endNs};
}

void RowIndex::makeLevels(std::uint32_t count)
{
    std::uint32_t entries = count;
    for (std::size_t level = 0; entries > kFan; ++level) {
        const std::uint32_t blocks = (entries + kFan - 1) / kFan;
        std::vector<Summary> summaries((blocks + kFan - 1) / kFan);
        for (std::uint32_t block = 0; block < blocks; ++block) {
            const std::uint32_t first = block * kFan;
            const Candidate longest = longestInBlock(level, first, std::min(first + kFan, entries));
            summaries[block / kFan].items[block % kFan] = longest.item;
            summaries[block / kFan].lengths[block % kFan] = longest.length;
        }
        m_levels.push_back(std::move(summaries));
        entries = blocks;
    }
}

std::uint32_t RowIndex::placeOfLongest(const Lengths& lengths, std::uint32_t first, std::uint32_t last)
{
    // Length above, earlier places above later ones below: one maximum without a branch, which compilers vectorise.
    constexpr auto kPlaces = static_cast<std::int32_t>(kFan);
    std::int32_t best = -1;
    for (std::int32_t k = 0; k < kPlaces; ++k) {
        const std::int32_t key = lengths[static_cast<std::size_t>(k)] * kPlaces + (kPlaces - 1 - k);
        const bool isIn = k >= static_cast<std::int32_t>(first) && k < static_cast<std::int32_t>(last);
        best = std::max(best, isIn ? key : -1);
    }
    return static_cast<std::uint32_t>(kPlaces - 1 - best % kPlaces);
}

RowIndex::Candidate RowIndex::longestInBlock(std::size_t level, std::uint32_t first, std::uint32_t last) const
{
    const std::uint32_t block = first / kFan;
    const Lengths& lengths = level == 0 ? m_blocks[block].lengths : m_levels[level - 1][block].lengths;
    const std::uint32_t place = placeOfLongest(lengths, first % kFan, last - block * kFan);
    return {level == 0 ? block * kFan + place : m_levels[level - 1][block].items[place], lengths[place]};
}

std::uint32_t RowIndex::longest(std::uint32_t first, std::uint32_t last) const
{
    Candidate best;
    bool isFirst = true;
    const auto consider = [&](Candidate candidate) {
        const bool isEqual = candidate.length == best.length && candidate.item < best.item;
        if (isFirst || candidate.length > best.length || isEqual)
            best = candidate;
        isFirst = false;
    };
    // At each level: the entries before the first and after the last whole block, then on with the blocks.
    for (std::size_t level = 0;; ++level) {
        if (first / kFan == (last - 1) / kFan) {
            consider(longestInBlock(level, first, last));
            return best.item;
        }
        if (first % kFan != 0)
            consider(longestInBlock(level, first, (first / kFan + 1) * kFan));
        if (last % kFan != 0)
            consider(longestInBlock(level, last / kFan * kFan, last));
        first = (first + kFan - 1) / kFan;
        last /= kFan;
        if (first >= last)
            return best.item;
    }
}

} // namespace lanescope
