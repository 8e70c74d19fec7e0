// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"

#include <bit>
#include <cstdint>
#include <vector>

namespace lanescope::capture {

// Positions of handles in a list, looked up by handle.
class HandleIndex {
public:
    static constexpr std::uint32_t kAbsent = 0xffffffffU;

    explicit HandleIndex(const std::vector<NodeHandle>& handles)
        : m_slots(std::bit_ceil(handles.size() * 2 + 2)), m_mask(m_slots.size() - 1)
    {
        for (std::size_t i = 0; i < handles.size(); ++i)
            m_slots[slotOf(handles[i])] = {handles[i], static_cast<std::uint32_t>(i)};
    }

    std::uint32_t find(NodeHandle handle) const { return m_slots[slotOf(handle)].position; }

private:
    struct Slot {
        NodeHandle handle = nullptr;
        std::uint32_t position = kAbsent;
    };

    std::size_t slotOf(NodeHandle handle) const
    {
        const auto address = reinterpret_cast<std::uintptr_t>(handle);
        std::size_t at = static_cast<std::size_t>((address * 0x9e3779b97f4a7c15U) >> 32) & m_mask;
        while (m_slots[at].position != kAbsent && m_slots[at].handle != handle)
            at = (at + 1) & m_mask;
        return at;
    }

    std::vector<Slot> m_slots;
    std::size_t m_mask;
};

} // namespace lanescope::capture
