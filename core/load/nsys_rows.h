// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/file/sqlite_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {

// The tables of GPU work in the order in which a trace is made of them: event 0 is the first row of the first that has
// any. Newer exports have the first, older ones the second.
inline constexpr std::string_view kNsysWorkTables[] = {"CUPTI_ACTIVITY_KIND_KERNEL",
                                                       "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL",
                                                       "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET"};

// The texts of an export: StringIds, each looked up once. One thread.
class NsysStrings {
public:
    // `file` must outlive this. Exports without StringIds have their names in the rows.
    [[nodiscard]] static Result<NsysStrings> open(const SqliteFile& file);

    // "" for an id that is not in the table. Errors: CannotRead, Damaged.
    [[nodiscard]] Result<std::string_view> text(std::int64_t id);

private:
    std::optional<SqliteStatement> m_look;
    std::unordered_map<std::int64_t, std::string> m_known;
};

// A row of a table of an export, with columns by name: versions of Nsight Systems differ in which columns a table has.
class NsysRow {
public:
    // Calls `each` with every row of a table in its order, up to an error that it returns. `columns`: the names asked
    // for; their order gives the numbers below. An export that has no such table has no rows.
    template<typename Each>
    [[nodiscard]] static Result<void> forEach(const SqliteFile& file, std::string_view table,
                                              const std::vector<std::string_view>& columns, Each each);

    // Nothing where the table lacks the column, or the row its value.
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t column) const;
    // A name: an id in StringIds, or the text itself in older exports; "" when there is none. Valid until the next row.
    [[nodiscard]] Result<std::string_view> name(std::size_t column, NsysStrings& strings) const;

private:
    // Before the first row.
    [[nodiscard]] static Result<NsysRow> before(const SqliteFile& file, std::string_view table,
                                                const std::vector<std::string_view>& columns);
    // False behind the last row.
    [[nodiscard]] Result<bool> goOn();

    std::optional<SqliteStatement> m_rows;
    std::vector<int> m_places; // by asked column; -1: not there
};

template<typename Each>
Result<void> NsysRow::forEach(const SqliteFile& file, std::string_view table,
                              const std::vector<std::string_view>& columns, Each each)
{
    auto row = before(file, table, columns);
    if (!row)
        return failureOf(row);
    for (;;) {
        const auto isThere = row->goOn();
        if (!isThere)
            return failureOf(isThere);
        if (!*isThere)
            return {};
        if (Result<void> done = each(std::as_const(*row)); !done)
            return done;
    }
}

} // namespace lanescope
