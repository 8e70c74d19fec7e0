// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope {

// Numbers keys from 0 in the order they are met. A flat table, because each piece of work asks it, more than once.
class KeyNumbers {
public:
    KeyNumbers() : m_slots(kFirstSlots) {}

    [[nodiscard]] std::uint32_t numberOf(std::uint64_t key)
    {
        std::size_t at = slotOf(key);
        while (m_slots[at].number != kFree && m_slots[at].key != key)
            at = (at + 1) & (m_slots.size() - 1);
        if (m_slots[at].number == kFree) {
            m_slots[at] = {key, m_count++};
            if (m_count > m_slots.size() / 2) {
                grow(); // moves the slots
                return m_count - 1;
            }
        }
        return m_slots[at].number;
    }

    [[nodiscard]] std::uint32_t count() const { return m_count; }

private:
    static constexpr std::uint32_t kFree = 0xffffffff;
    static constexpr std::size_t kFirstSlots = 1024;
    struct Slot {
        std::uint64_t key = 0;
        std::uint32_t number = kFree;
    };

    [[nodiscard]] std::size_t slotOf(std::uint64_t key) const
    {
        constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15;
        constexpr int kHighBits = 32;
        return static_cast<std::size_t>((key * kGoldenRatio) >> kHighBits) & (m_slots.size() - 1);
    }
    void grow()
    {
        std::vector<Slot> old(2 * m_slots.size());
        old.swap(m_slots);
        for (const Slot& slot : old) {
            if (slot.number == kFree)
                continue;
            std::size_t at = slotOf(slot.key);
            while (m_slots[at].number != kFree)
                at = (at + 1) & (m_slots.size() - 1);
            m_slots[at] = slot;
        }
    }

    std::vector<Slot> m_slots; // a power of two; at most half of them are taken
    std::uint32_t m_count = 0;
};

} // namespace lanescope
