// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/stream_ids.h"

namespace lanescope::capture {

bool StreamIds::startAt(std::uint32_t first)
{
    if (!m_entries.empty())
        return m_entries.front().id == first;
    m_next = first;
    return true;
}

std::uint32_t StreamIds::idOf(const Owner& owner)
{
    const auto [found, added] = m_ids.try_emplace(owner, m_next);
    if (added) {
        m_entries.push_back({m_next, owner});
        ++m_next;
    }
    return found->second;
}

} // namespace lanescope::capture
