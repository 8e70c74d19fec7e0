// SPDX-License-Identifier: Apache-2.0
#include "core/load/key_memory.h"

#include <algorithm>

namespace lanescope {

KeyMemory::Key KeyMemory::learn(Key previous, std::string_view text, std::uint8_t member)
{
    if (text.size() > kLongestText)
        return kUnknown;
    std::size_t slot = std::hash<std::string_view>{}(text) % m_slots.size();
    while (m_slots[slot] != 0 &&
           std::string_view(m_keys[m_slots[slot]].text.data(), m_keys[m_slots[slot]].length) != text)
        slot = (slot + 1) % m_slots.size();
    if (m_slots[slot] == 0) {
        if (m_keys.size() == kMostKeys)
            return kUnknown;
        Entry entry;
        std::copy(text.begin(), text.end(), entry.text.begin());
        entry.length = static_cast<std::uint8_t>(text.size());
        entry.mask = static_cast<std::uint32_t>((std::uint64_t{1} << text.size()) - 1);
        entry.member = member;
        m_slots[slot] = static_cast<Key>(m_keys.size());
        m_keys.push_back(entry);
    }
    const Key key = m_slots[slot];
    if (previous != kUnknown) {
        auto& next = m_keys[previous].next;
        const auto known = std::find(next.begin(), next.end() - 1, key);
        std::rotate(next.begin(), known, known + 1);
        next[0] = key;
    }
    return key;
}

} // namespace lanescope
