// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace lanescope {

// The keys met in objects of one kind, each as the exact text between two values (`, "dur": `), with what the reader
// calls its member. Profilers write the same few layouts over and over: after a key nearly always comes one that came
// after it before, and one comparison then steps over comma, white space, key and colon at once. Holds a bounded number
// of keys; what it does not hold is only slower to read. One thread.
class KeyMemory {
public:
    using Key = std::uint16_t;
    static constexpr Key kStart = 0;   // before the first member: its text begins with the brace
    static constexpr Key kUnknown = 1; // a key that is not held: nothing is known of what follows
    static constexpr std::size_t kLongestText = 32;

    KeyMemory() : m_keys(2) {}

    // The key that stands at `at`, if it is one of those that came after `previous`; else kUnknown. kLongestText bytes
    // can be read at `at`.
    [[nodiscard]] Key expectedAt(Key previous, const char* at) const
    {
        for (const Key next : m_keys[previous].next) {
            if (next > kUnknown && isAt(m_keys[next], at))
                return next;
        }
        return kUnknown;
    }
    [[nodiscard]] std::size_t lengthOf(Key key) const { return m_keys[key].length; }
    [[nodiscard]] std::uint8_t memberOf(Key key) const { return m_keys[key].member; }

    // Remembers that `text`, the key of `member`, came after `previous`. kUnknown when it cannot be held.
    Key learn(Key previous, std::string_view text, std::uint8_t member);

private:
    static constexpr std::size_t kMostKeys = 512;
    static constexpr std::size_t kFollowers = 3;

    // One cache line: reading an entry of a trace looks at some twenty of them.
    struct alignas(64) Entry {
        std::array<char, kLongestText> text{};
        std::uint32_t mask = 0; // one bit a byte of the text
        std::uint8_t length = 0;
        std::uint8_t member = 0;
        std::array<Key, kFollowers> next{kUnknown, kUnknown, kUnknown}; // the one seen last comes first
    };

    static bool isAt(const Entry& entry, const char* at)
    {
#if defined(__SSE2__)
        const auto load = [](const char* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
        const __m128i low = _mm_cmpeq_epi8(load(at), load(entry.text.data()));
        const __m128i high = _mm_cmpeq_epi8(load(at + 16), load(entry.text.data() + 16));
        const auto equal = static_cast<std::uint32_t>(_mm_movemask_epi8(low)) |
                           (static_cast<std::uint32_t>(_mm_movemask_epi8(high)) << 16);
        return (~equal & entry.mask) == 0;
#else
        return std::memcmp(at, entry.text.data(), entry.length) == 0;
#endif
    }

    std::vector<Entry> m_keys;
    std::array<Key, 2 * kMostKeys> m_slots{}; // by hash of the text; 0: empty
};

} // namespace lanescope
