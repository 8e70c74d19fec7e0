// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace lanescope {

// Lengths as 16-bit numbers from 0 on; signed because SSE2 finds the largest of those.
using SixteenLengths = std::array<std::int16_t, 16>;

// The place of the largest of the lengths [first, last), which is not empty; of equal ones the first.
[[nodiscard]] inline std::uint32_t placeOfLongestPlain(const SixteenLengths& lengths, std::uint32_t first,
                                                       std::uint32_t last)
{
    std::uint32_t place = first;
    for (std::uint32_t k = first + 1; k < last; ++k)
        place = lengths[k] > lengths[place] ? k : place;
    return place;
}

// The same in a few instructions and without a branch, which no processor could foresee, where there is SSE2.
[[nodiscard]] inline std::uint32_t placeOfLongest(const SixteenLengths& lengths, std::uint32_t first,
                                                  std::uint32_t last)
{
#if defined(__SSE2__)
    // Sixteen numbers of it make -1 of the places before `first`, others of it of those from `last` on.
    alignas(16) static constexpr auto kOutside = [] {
        std::array<std::int16_t, 48> outside{};
        for (std::size_t k = 0; k < 16; ++k)
            outside[k] = outside[k + 32] = -1;
        return outside;
    }();
    const auto eightAt = [](const std::int16_t* from) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); // what the instruction reads is bytes
    };
    const std::int16_t* before = kOutside.data() + 16 - first;
    const std::int16_t* behind = kOutside.data() + 32 - last;
    const __m128i low = _mm_or_si128(eightAt(lengths.data()), _mm_or_si128(eightAt(before), eightAt(behind)));
    const __m128i high =
        _mm_or_si128(eightAt(lengths.data() + 8), _mm_or_si128(eightAt(before + 8), eightAt(behind + 8)));
    __m128i longest = _mm_max_epi16(low, high);
    longest = _mm_max_epi16(longest, _mm_shuffle_epi32(longest, _MM_SHUFFLE(1, 0, 3, 2)));
    longest = _mm_max_epi16(longest, _mm_shuffle_epi32(longest, _MM_SHUFFLE(2, 3, 0, 1)));
    longest = _mm_max_epi16(
        longest, _mm_shufflehi_epi16(_mm_shufflelo_epi16(longest, _MM_SHUFFLE(2, 3, 0, 1)), _MM_SHUFFLE(2, 3, 0, 1)));
    const __m128i isLongest = _mm_packs_epi16(_mm_cmpeq_epi16(low, longest), _mm_cmpeq_epi16(high, longest));
    return static_cast<std::uint32_t>(std::countr_zero(static_cast<std::uint32_t>(_mm_movemask_epi8(isLongest))));
#else
    return placeOfLongestPlain(lengths, first, last);
#endif
}

} // namespace lanescope
