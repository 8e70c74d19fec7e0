// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/time.h"
#include "core/lanes/longest_of_16.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lanescope {

// Answers what drawing asks of a row without touching the times of its items, which lie all over a trace's tables:
// where a time falls, how far an item reaches at most, and which of many is the longest. Holds rounded times in blocks
// of kFan items and a pyramid of the longest of each kFan, of each kFan of those, and so on: 5 bytes an item.
//
// `Times` is what the index is made of: size() items with beginNs(i) and durationNs(i); begins never decrease,
// durations are not negative.
class RowIndex {
public:
    RowIndex() = default;
    template<typename Times>
    explicit RowIndex(const Times& times);

    // Of some items of another row, by position there and in its order: what that row's index tells need not be asked
    // of `times`, which are those of the items.
    template<typename Times>
    RowIndex(const RowIndex& whole, std::span<const std::uint32_t> items, const Times& times);

    // The first item of [first, last) that begins at or after `atNs`; `last` if none. Fast where it is near `first`.
    template<typename Times>
    [[nodiscard]] std::uint32_t firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last,
                                          const Times& times) const;
    // The same for several times, which never decrease, into as many `items`: quicker where they are far apart, and the
    // memory that longest() is going to look at between those items is fetched.
    template<typename Times>
    void firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last, const Times& times,
                       std::span<std::uint32_t> items) const;
    // The longest item of [first, last), which is not empty; the earliest of those that are as long to within 0.2 %,
    // because equal work never lasts equally long. O(kFan · log n).
    [[nodiscard]] std::uint32_t longest(std::uint32_t first, std::uint32_t last) const;
    // When an item begins and ends: at the earliest .beginNs, at the latest .endNs. As near as a 1000th of the item's
    // length and a 60,000th of the time that it and its 15 neighbours take.
    [[nodiscard]] TimeRange beginAbout(std::uint32_t item) const;
    [[nodiscard]] TimeRange endAbout(std::uint32_t item) const;

private:
    static constexpr std::uint32_t kFan = 16;

    // Durations as a number with 10 significant bits.
    using LengthClass = std::int16_t;
    static constexpr unsigned kClassBits = 10;
    static constexpr LengthClass kExactBelow = 1 << kClassBits; // these are their own number
    [[nodiscard]] static LengthClass classOf(TimeNs durationNs);
    // The durations of a class, both ends included.
    [[nodiscard]] static TimeRange durationsOf(LengthClass lengthClass);

    using Lengths = SixteenLengths;
    static_assert(std::tuple_size_v<Lengths> == kFan);
    struct Block {
        Block() { offsets.fill(0xffff); }        // where a block is not full: after everything
        std::array<std::uint16_t, kFan> offsets; // begins, from the block's, in steps of 2^shiftOf(block)
        Lengths lengths{};
    };
    struct Summary { // of kFan entries of the level below
        std::array<std::uint32_t, kFan> items{};
        Lengths lengths{};
    };
    // An item and its length as one number: of two, the larger is the longer or, of equal ones, the earlier.
    using Candidate = std::uint64_t;
    [[nodiscard]] static std::uint32_t itemOf(Candidate candidate) { return ~static_cast<std::uint32_t>(candidate); }

    // The longest of entries [first, last) of a level, all in one block. Level 0 are the items.
    [[nodiscard]] Candidate longestInBlock(std::size_t level, std::uint32_t first, std::uint32_t last) const
    {
        const std::uint32_t block = first / kFan;
        const Lengths& lengths = level == 0 ? m_blocks[block].lengths : m_levels[level - 1][block].lengths;
        const std::uint32_t place = placeOfLongest(lengths, first % kFan, last - block * kFan);
        const std::uint32_t item = level == 0 ? block * kFan + place : m_levels[level - 1][block].items[place];
        return (static_cast<Candidate>(lengths[place]) << 32) | ~item;
    }
    // Offsets of a block must reach to the begin of the next one.
    [[nodiscard]] unsigned shiftOf(std::uint32_t block) const
    {
        const auto span = static_cast<std::uint64_t>(m_begins[block + 1] - m_begins[block]);
        return span < 65536 ? 0 : static_cast<unsigned>(std::bit_width(span)) - 16;
    }
    template<typename Times>
    void makeBlocks(const Times& times);
    void makeLevels(std::uint32_t count);
    // The last block of [block, end) that begins before a time; `block` if none.
    [[nodiscard]] std::uint32_t lastBefore(TimeNs atNs, std::uint32_t block, std::uint32_t end) const;
    void fetch(std::uint32_t block) const;
    template<typename Times>
    [[nodiscard]] std::uint32_t firstFromInBlock(TimeNs atNs, std::uint32_t first, std::uint32_t last,
                                                 const Times& times) const;

    std::vector<TimeNs> m_begins; // of the first item of each block, then of the last item
    std::vector<Block> m_blocks;
    std::vector<std::vector<Summary>> m_levels; // the longest of each block, of each kFan blocks, …
};

// Asked several times for each box that is drawn: here, so that calls cost nothing.
inline TimeRange RowIndex::durationsOf(LengthClass lengthClass)
{
    if (lengthClass < kExactBelow)
        return {lengthClass, lengthClass};
    constexpr unsigned kHalf = 1U << (kClassBits - 1);
    const auto number = static_cast<unsigned>(lengthClass);
    const unsigned dropped = number / kHalf - 1;
    const std::uint64_t shortest = std::uint64_t{number % kHalf + kHalf} << dropped;
    return {static_cast<TimeNs>(shortest), static_cast<TimeNs>(shortest + ((std::uint64_t{1} << dropped) - 1))};
}

inline TimeRange RowIndex::beginAbout(std::uint32_t item) const
{
    const std::uint32_t block = item / kFan;
    const unsigned shift = shiftOf(block);
    const TimeNs earliest =
        m_begins[block] + static_cast<TimeNs>(std::uint64_t{m_blocks[block].offsets[item % kFan]} << shift);
    return {earliest, earliest + ((TimeNs{1} << shift) - 1)};
}

inline TimeRange RowIndex::endAbout(std::uint32_t item) const
{
    const TimeRange begin = beginAbout(item);
    const TimeRange durations = durationsOf(m_blocks[item / kFan].lengths[item % kFan]);
    return {begin.beginNs + durations.beginNs, begin.endNs + durations.endNs};
}

template<typename Times>
void RowIndex::makeBlocks(const Times& times)
{
    const std::uint32_t count = times.size();
    const std::uint32_t blocks = (count + kFan - 1) / kFan;
    m_begins.reserve(std::size_t{blocks} + 1);
    for (std::uint32_t block = 0; block < blocks; ++block)
        m_begins.push_back(times.beginNs(block * kFan));
    m_begins.push_back(times.beginNs(count - 1));
    m_blocks.resize(blocks);
}

template<typename Times>
RowIndex::RowIndex(const Times& times)
{
    const std::uint32_t count = times.size();
    if (count == 0)
        return;
    makeBlocks(times);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t block = i / kFan;
        const auto offset = static_cast<std::uint64_t>(times.beginNs(i) - m_begins[block]);
        m_blocks[block].offsets[i % kFan] = static_cast<std::uint16_t>(offset >> shiftOf(block));
        m_blocks[block].lengths[i % kFan] = classOf(times.durationNs(i));
    }
    makeLevels(count);
}

template<typename Times>
RowIndex::RowIndex(const RowIndex& whole, std::span<const std::uint32_t> items, const Times& times)
{
    const auto count = static_cast<std::uint32_t>(items.size());
    if (count == 0)
        return;
    makeBlocks(times);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t block = i / kFan;
        const unsigned shift = shiftOf(block);
        const auto offsetOf = [&](TimeNs t) { return std::max<TimeNs>(t - m_begins[block], 0) >> shift; };
        const TimeRange about = whole.beginAbout(items[i]);
        TimeNs offset = offsetOf(about.beginNs);
        if (offset != offsetOf(about.endNs))
            offset = offsetOf(times.beginNs(i));
        m_blocks[block].offsets[i % kFan] = static_cast<std::uint16_t>(offset);
        m_blocks[block].lengths[i % kFan] = whole.m_blocks[items[i] / kFan].lengths[items[i] % kFan];
    }
    makeLevels(count);
}

template<typename Times>
std::uint32_t RowIndex::firstFromInBlock(TimeNs atNs, std::uint32_t first, std::uint32_t last, const Times& times) const
{
    const std::uint32_t block = first / kFan;
    if (atNs <= m_begins[block])
        return first;
    const std::uint64_t steps = static_cast<std::uint64_t>(atNs - m_begins[block]) >> shiftOf(block);
    const auto offset = static_cast<std::uint32_t>(std::min<std::uint64_t>(steps, 65536));
    // Counting all is quicker than leaving a loop early at a place that cannot be predicted.
    const Block& rounded = m_blocks[block];
    std::uint32_t before = 0;
    for (std::uint32_t k = 0; k < kFan; ++k)
        before += rounded.offsets[k] < offset ? 1 : 0;
    first = std::clamp(block * kFan + before, first, last);
    while (first < last && rounded.offsets[first % kFan] == offset && times.beginNs(first) < atNs)
        ++first;
    return first;
}

inline std::uint32_t RowIndex::lastBefore(TimeNs atNs, std::uint32_t block, std::uint32_t end) const
{
    // Doubling steps, then halving ones; short ways are walked, which processors foresee better.
    constexpr std::uint32_t kWalk = 8;
    const auto begins = [&](std::uint32_t other) { return other < end && m_begins[other] < atNs; };
    std::uint32_t step = kWalk;
    for (; begins(block + step); step *= 2)
        block += step;
    for (step /= 2; step >= kWalk; step /= 2)
        block += begins(block + step) ? step : 0;
    while (begins(block + 1))
        ++block;
    return block;
}

inline void RowIndex::fetch(std::uint32_t block) const
{
#if defined(__GNUC__)
    __builtin_prefetch(&m_blocks[block]);
    if (!m_levels.empty())
        __builtin_prefetch(&m_levels.front()[block / kFan].lengths);
#endif
}

template<typename Times>
std::uint32_t RowIndex::firstFrom(TimeNs atNs, std::uint32_t first, std::uint32_t last, const Times& times) const
{
    if (first >= last)
        return last;
    const std::uint32_t low = lastBefore(atNs, first / kFan, (last - 1) / kFan + 1);
    const std::uint32_t blockEnd = std::min(last, (low + 1) * kFan);
    return firstFromInBlock(atNs, std::max(first, low * kFan), blockEnd, times);
}

template<typename Times>
void RowIndex::firstFromEach(std::span<const TimeNs> atNs, std::uint32_t first, std::uint32_t last, const Times& times,
                             std::span<std::uint32_t> items) const
{
    if (first >= last) {
        std::ranges::fill(items, last);
        return;
    }
    // First the blocks, whose memory arrives while others are looked for.
    const std::uint32_t end = (last - 1) / kFan + 1;
    std::uint32_t block = first / kFan;
    for (std::size_t i = 0; i < atNs.size(); ++i) {
        block = lastBefore(atNs[i], block, end);
        fetch(block);
        items[i] = block;
    }
    for (std::size_t i = 0; i < atNs.size(); ++i) {
        const std::uint32_t from = std::max(first, items[i] * kFan);
        items[i] = firstFromInBlock(atNs[i], from, std::min(last, (items[i] + 1) * kFan), times);
    }
}

} // namespace lanescope
