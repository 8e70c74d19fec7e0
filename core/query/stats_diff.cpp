// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_diff.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

namespace lanescope {
namespace {

TimeNs comparedNs(const StatsFigures& figures, DiffUnit unit)
{
    if (unit == DiffUnit::Trace || figures.instances == 0)
        return figures.totalNs;
    return roundedMean(figures.totalNs, figures.instances);
}

// Rows by what they lie in and their name, in the order they are met.
class DiffBuilder {
public:
    explicit DiffBuilder(DiffUnit unit) : m_unit(unit) {}

    enum class Side { Before, After };
    void add(const StatsTable& table, Side side)
    {
        std::vector<std::uint32_t> placeOf(table.rows.size());
        for (std::uint32_t i = 0; i < table.rows.size(); ++i) {
            const StatsRow& row = table.rows[i];
            const std::uint32_t parent = row.parent == StatsRow::kNoParent ? row.parent : placeOf[row.parent];
            const auto next = static_cast<std::uint32_t>(m_rows.size());
            const auto [known, isNew] = m_known.try_emplace({parent, row.key, row.name}, next);
            placeOf[i] = known->second;
            if (isNew) {
                DiffRow& added = m_rows.emplace_back();
                added.name = row.name;
                added.key = row.key;
                added.parent = parent;
                added.depth = parent == StatsRow::kNoParent ? 0 : m_rows[parent].depth + 1;
            }
            DiffRow& diff = m_rows[placeOf[i]];
            const bool isAfter = side == Side::After;
            (isAfter ? diff.rowAfter : diff.rowBefore) = i;
            (isAfter ? diff.after : diff.before) = row;
            (isAfter ? diff.comparedAfterNs : diff.comparedBeforeNs) = comparedNs(row, m_unit);
        }
    }

    [[nodiscard]] std::vector<DiffRow> inOrder()
    {
        const std::size_t count = m_rows.size();
        std::vector<std::vector<std::uint32_t>> inside(count + 1);
        for (std::uint32_t i = 0; i < count; ++i)
            inside[std::min<std::size_t>(m_rows[i].parent, count)].push_back(i);
        const auto stacked = [this](std::vector<std::uint32_t>& rows) { // the largest last
            std::stable_sort(rows.begin(), rows.end(),
                             [this](std::uint32_t a, std::uint32_t b) { return weightOf(a) < weightOf(b); });
        };
        stacked(inside[count]);
        std::vector<std::uint32_t> toDo = std::move(inside[count]);
        std::vector<std::uint32_t> placeOf(count);
        std::vector<DiffRow> rows;
        while (!toDo.empty()) {
            const std::uint32_t i = toDo.back();
            toDo.pop_back();
            placeOf[i] = static_cast<std::uint32_t>(rows.size());
            DiffRow& row = rows.emplace_back(m_rows[i]);
            if (row.parent != StatsRow::kNoParent)
                row.parent = placeOf[row.parent];
            stacked(inside[i]);
            toDo.insert(toDo.end(), inside[i].begin(), inside[i].end());
        }
        return rows;
    }

private:
    // Where nothing changed, what takes longest comes first.
    [[nodiscard]] std::pair<TimeNs, TimeNs> weightOf(std::uint32_t row) const
    {
        return {std::abs(m_rows[row].differenceNs()), m_rows[row].comparedBeforeNs};
    }

    DiffUnit m_unit;
    std::vector<DiffRow> m_rows;
    std::map<std::tuple<std::uint32_t, StatsKey, std::string>, std::uint32_t> m_known;
};

std::vector<std::uint32_t> pathOfMost(const std::vector<DiffRow>& rows, TimeNs sign)
{
    std::vector<std::uint32_t> path;
    std::uint32_t parent = StatsRow::kNoParent;
    TimeNs enoughNs = 1;
    while (true) {
        std::optional<std::uint32_t> most;
        for (std::uint32_t i = 0; i < rows.size(); ++i) {
            const TimeNs difference = sign * rows[i].differenceNs();
            if (rows[i].parent == parent && difference >= enoughNs &&
                (!most || difference > sign * rows[*most].differenceNs()))
                most = i;
        }
        if (!most)
            return path;
        path.push_back(*most);
        parent = *most;
        enoughNs = std::max<TimeNs>(1, (sign * rows[*most].differenceNs() + 1) / 2);
    }
}

} // namespace

std::string_view nameOf(DiffState state)
{
    switch (state) {
    case DiffState::New:
        return "new";
    case DiffState::Gone:
        return "gone";
    case DiffState::Both:
        break;
    }
    return "both";
}

DiffState DiffRow::state() const
{
    if (!rowBefore)
        return DiffState::New;
    return rowAfter ? DiffState::Both : DiffState::Gone;
}

std::optional<double> DiffRow::ratio() const
{
    if (comparedBeforeNs == 0)
        return std::nullopt;
    return static_cast<double>(differenceNs()) / static_cast<double>(comparedBeforeNs);
}

std::vector<std::uint32_t> StatsDiff::slowest() const
{
    return pathOfMost(rows, 1);
}

std::vector<std::uint32_t> StatsDiff::fastest() const
{
    return pathOfMost(rows, -1);
}

StatsDiff diffStats(const StatsTable& before, const StatsTable& after, DiffUnit unit)
{
    DiffBuilder builder(unit);
    builder.add(before, DiffBuilder::Side::Before);
    builder.add(after, DiffBuilder::Side::After);
    return {before.by, unit, builder.inOrder()};
}

} // namespace lanescope
