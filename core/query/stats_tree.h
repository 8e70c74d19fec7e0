// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/query/key_numbers.h"
#include "core/query/stats_table.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace lanescope {

// The rows of a table while it is made: which groups there are, inside which, and which of them a piece of work lies
// in. Rows are numbered in the order they are met.
class StatsTree {
public:
    struct Row {
        std::string name;
        StatsKey key = StatsKey::Region;
        std::uint32_t parent = StatsRow::kNoParent;
        std::uint32_t order = 0; // number of the first work in the group's key: replays by time
        std::uint64_t count = 0;
        bool isHeld = false; // holds work that lies in none of the rows inside it of the same key
    };
    // A row that a piece of work lies in.
    struct Place {
        std::uint32_t row = 0;
        bool isSelf = false;
    };

    // `joined` must outlive it.
    StatsTree(const JoinedTrace& joined, const StatsRequest& request);

    // Work of one combination of groups.
    [[nodiscard]] std::uint32_t combinationOf(EventId work);
    [[nodiscard]] const std::vector<Place>& placesOf(std::uint32_t combination) const { return m_places[combination]; }
    // Counts work in its rows; `counts`: by combination.
    void count(std::span<const std::uint64_t> counts);
    [[nodiscard]] std::size_t combinations() const { return m_places.size(); }

    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    // Takes out module rows that hold just what their only child holds; their numbers stay, unused.
    void dropRowsThatAddNothing();
    [[nodiscard]] bool isDropped(std::uint32_t row) const { return m_isDropped[row]; }
    // The innermost row around a row that is not dropped.
    [[nodiscard]] std::uint32_t parentOf(std::uint32_t row) const;

private:
    void addPlaces(std::vector<Place>& places, EventId work);
    [[nodiscard]] std::uint32_t rowOf(std::uint32_t parent, StatsKey key, const std::string& name, std::uint32_t order);

    std::vector<StatsKey> m_keys;
    std::vector<StatsGroups> m_groups; // by key
    std::vector<Row> m_rows;
    std::vector<bool> m_isDropped;
    std::map<std::tuple<std::uint32_t, StatsKey, std::string>, std::uint32_t> m_rowOf; // by parent, key and name
    // Of the first key by its number; then by combination so far and number.
    static constexpr std::uint32_t kUnknown = 0xffffffff;
    std::vector<std::uint32_t> m_first;
    std::vector<KeyNumbers> m_further;
    std::uint32_t m_firstCount = 0; // how many of m_first are known
    std::vector<std::vector<Place>> m_places;
};

} // namespace lanescope
