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
            summaries[block / kFan].items[block % kFan] = itemOf(longest);
            summaries[block / kFan].lengths[block % kFan] = static_cast<LengthClass>(longest >> 32);
        }
        m_levels.push_back(std::move(summaries));
        entries = blocks;
    }
}

std::uint32_t RowIndex::longest(std::uint32_t first, std::uint32_t last) const
{
    Candidate longest = 0;
    // At each level: the entries before the first and after the last whole block, then on with the blocks.
    for (std::size_t level = 0;; ++level) {
        if (first / kFan == (last - 1) / kFan)
            return itemOf(std::max(longest, longestInBlock(level, first, last)));
        if (first % kFan != 0)
            longest = std::max(longest, longestInBlock(level, first, (first / kFan + 1) * kFan));
        if (last % kFan != 0)
            longest = std::max(longest, longestInBlock(level, last / kFan * kFan, last));
        first = (first + kFan - 1) / kFan;
        last /= kFan;
        if (first >= last)
            return itemOf(longest);
    }
}

} // namespace lanescope
