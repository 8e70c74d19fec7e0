// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/region_stack.h"

#include <utility>

namespace lanescope::capture {

void RegionStack::cut(std::size_t at, std::vector<RegionEntry>& above)
{
    above.clear();
    for (std::size_t i = at + 1; i < m_entries.size(); ++i)
        above.push_back(std::move(m_entries[i]));
    m_entries.resize(at);
}

bool RegionStack::popScope(std::uint64_t generation, std::uint64_t scope, std::vector<RegionEntry>& above)
{
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        const RegionEntry& entry = m_entries[i];
        if (entry.region == 0 && entry.scope == scope && entry.generation == generation) {
            cut(i, above);
            return true;
        }
    }
    return false;
}

bool RegionStack::popBracket(std::uint64_t region, RegionEntry& entry, std::vector<RegionEntry>& above)
{
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        if (m_entries[i].region == region) {
            entry = std::move(m_entries[i]);
            cut(i, above);
            return true;
        }
    }
    return false;
}

} // namespace lanescope::capture
