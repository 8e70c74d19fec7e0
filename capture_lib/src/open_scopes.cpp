// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/open_scopes.h"

namespace lanescope::capture {
namespace {

// A handle is a serial number above the slot's index.
constexpr unsigned kIndexBits = 20;
constexpr std::uint64_t kIndexMask = (std::uint64_t{1} << kIndexBits) - 1;

} // namespace

OpenScope* OpenScopes::open(std::uint64_t& handle)
{
    if (m_free.empty()) {
        if (m_slots.size() > kIndexMask)
            return nullptr;
        m_slots.emplace_back();
        m_free.push_back(m_slots.size() - 1);
    }
    const std::size_t index = m_free.back();
    m_free.pop_back();
    handle = (++m_serial << kIndexBits) | index;
    m_slots[index].handle = handle;
    return &m_slots[index].scope;
}

OpenScope* OpenScopes::find(std::uint64_t handle)
{
    const auto index = static_cast<std::size_t>(handle & kIndexMask);
    if (handle == 0 || index >= m_slots.size() || m_slots[index].handle != handle)
        return nullptr;
    return &m_slots[index].scope;
}

void OpenScopes::close(std::uint64_t handle)
{
    if (!find(handle))
        return;
    const auto index = static_cast<std::size_t>(handle & kIndexMask);
    m_slots[index].handle = 0;
    m_slots[index].scope.ready.reset();
    m_free.push_back(index);
}

void OpenScopes::closeCapture(std::uint64_t sequence)
{
    for (const Slot& slot : m_slots) {
        if (slot.scope.sequence == sequence)
            close(slot.handle);
    }
}

void OpenScopes::closeAll()
{
    for (const Slot& slot : m_slots)
        close(slot.handle);
}

} // namespace lanescope::capture
