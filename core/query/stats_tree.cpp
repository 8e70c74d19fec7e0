// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_tree.h"

#include <algorithm>

namespace lanescope {

StatsTree::StatsTree(const JoinedTrace& joined, const StatsRequest& request)
    : m_keys(request.by), m_further(request.by.size())
{
    for (const StatsKey key : m_keys)
        m_groups.emplace_back(joined, key, request.names);
    m_first.assign(m_groups.front().limit(), kUnknown);
}

std::uint32_t StatsTree::combinationOf(EventId work)
{
    std::uint32_t& first = m_first[m_groups.front().numberOf(work)];
    if (first == kUnknown)
        first = m_firstCount++;
    std::uint32_t combination = first;
    for (std::size_t i = 1; i < m_groups.size(); ++i) {
        combination = m_further[i].numberOf(std::uint64_t{combination} << 32 | m_groups[i].numberOf(work));
    }
    if (combination == m_places.size()) {
        m_places.emplace_back();
        addPlaces(m_places.back(), work);
    }
    return combination;
}

void StatsTree::addPlaces(std::vector<Place>& places, EventId work)
{
    std::vector<std::uint32_t> inside{StatsRow::kNoParent};
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const std::uint32_t number = m_groups[i].numberOf(work);
        const std::vector<StatsGroups::Chain> chains = m_groups[i].chainsOf(number, work);
        std::vector<std::uint32_t> ends;
        for (const std::uint32_t parent : inside) {
            for (const StatsGroups::Chain& chain : chains) {
                std::uint32_t row = parent;
                for (const std::string& name : chain) {
                    row = rowOf(row, m_keys[i], name, number);
                    places.push_back({row, false});
                }
                places.back().isSelf = true;
                ends.push_back(row);
            }
        }
        inside = std::move(ends);
    }
    // Parents that a fused module's parts share hold the work once.
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.row != b.row ? a.row < b.row : a.isSelf && !b.isSelf; });
    const auto isSameRow = [](const Place& a, const Place& b) { return a.row == b.row; };
    places.erase(std::unique(places.begin(), places.end(), isSameRow), places.end());
    for (const Place& place : places)
        m_rows[place.row].isHeld = m_rows[place.row].isHeld || place.isSelf;
}

std::uint32_t StatsTree::rowOf(std::uint32_t parent, StatsKey key, const std::string& name, std::uint32_t order)
{
    const auto [known, isNew] = m_rowOf.try_emplace({parent, key, name}, static_cast<std::uint32_t>(m_rows.size()));
    if (isNew) {
        m_rows.push_back({name, key, parent, order, 0, false});
        m_isDropped.push_back(false);
    }
    return known->second;
}

void StatsTree::count(std::span<const std::uint64_t> counts)
{
    for (std::size_t combination = 0; combination < counts.size(); ++combination) {
        for (const Place& place : m_places[combination])
            m_rows[place.row].count += counts[combination];
    }
}

void StatsTree::dropRowsThatAddNothing()
{
    struct Inside {
        std::uint32_t rows = 0;
        std::uint64_t count = 0;
    };
    std::vector<Inside> inside(m_rows.size());
    for (const Row& row : m_rows) {
        if (row.key != StatsKey::Module || row.parent == StatsRow::kNoParent ||
            m_rows[row.parent].key != StatsKey::Module)
            continue;
        ++inside[row.parent].rows;
        inside[row.parent].count = row.count;
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        m_isDropped[i] = !m_rows[i].isHeld && inside[i].rows == 1 && inside[i].count == m_rows[i].count;
}

std::uint32_t StatsTree::parentOf(std::uint32_t row) const
{
    std::uint32_t parent = m_rows[row].parent;
    while (parent != StatsRow::kNoParent && m_isDropped[parent])
        parent = m_rows[parent].parent;
    return parent;
}

} // namespace lanescope
