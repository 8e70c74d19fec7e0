// SPDX-License-Identifier: Apache-2.0
#include "core/load/nsys_rows.h"

#include <fmt/format.h>

namespace lanescope {

Result<NsysStrings> NsysStrings::open(const SqliteFile& file)
{
    NsysStrings strings;
    const auto has = file.hasTable("StringIds");
    if (!has)
        return failureOf(has);
    if (!*has)
        return strings;
    auto look = file.prepare("SELECT value FROM StringIds WHERE id = ?");
    if (!look)
        return failureOf(look);
    strings.m_look = *std::move(look);
    return strings;
}

Result<std::string_view> NsysStrings::text(std::int64_t id)
{
    const auto [known, isNew] = m_known.try_emplace(id);
    if (isNew && m_look) {
        m_look->bind(0, id);
        const auto found = m_look->step();
        if (!found)
            return failureOf(found);
        if (*found) {
            known->second = m_look->text(0);
            m_look->reset();
        }
    }
    return std::string_view(known->second);
}

Result<NsysRow> NsysRow::before(const SqliteFile& file, std::string_view table,
                                const std::vector<std::string_view>& columns)
{
    NsysRow row;
    const auto has = file.hasTable(table);
    if (!has)
        return failureOf(has);
    if (!*has)
        return row;
    auto select = file.prepare(fmt::format("SELECT * FROM \"{}\"", table));
    if (!select)
        return failureOf(select);
    for (const std::string_view column : columns) {
        row.m_places.push_back(-1);
        for (int i = 0; i < select->columnCount(); ++i) {
            if (select->columnName(i) == column)
                row.m_places.back() = i;
        }
    }
    row.m_rows = *std::move(select);
    return row;
}

Result<bool> NsysRow::goOn()
{
    if (!m_rows)
        return false;
    return m_rows->step();
}

std::optional<std::int64_t> NsysRow::integer(std::size_t column) const
{
    const int place = m_places[column];
    if (place < 0 || !m_rows->isInteger(place))
        return std::nullopt;
    return m_rows->integer(place);
}

Result<std::string_view> NsysRow::name(std::size_t column, NsysStrings& strings) const
{
    const int place = m_places[column];
    if (place < 0 || m_rows->isNull(place))
        return std::string_view();
    if (m_rows->isInteger(place))
        return strings.text(m_rows->integer(place));
    return m_rows->text(place);
}

} // namespace lanescope
