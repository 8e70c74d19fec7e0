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
    // Loops of 16-bit numbers without a branch, which compilers make a few instructions of.
    constexpr auto kPlaces = static_cast<std::int16_t>(kFan);
    const auto from = static_cast<std::int16_t>(first);
    const auto to = static_cast<std::int16_t>(last);
    Lengths inside;
    LengthClass longest = -1;
    for (std::int16_t k = 0; k < kPlaces; ++k) {
        const auto at = static_cast<std::size_t>(k);
        inside[at] = k >= from && k < to ? lengths[at] : LengthClass{-1};
        longest = std::max(longest, inside[at]);
    }
    std::int16_t place = kPlaces;
    for (std::int16_t k = 0; k < kPlaces; ++k)
        place = std::min(place, inside[static_cast<std::size_t>(k)] == longest ? k : kPlaces);
    return static_cast<std::uint32_t>(place);
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
