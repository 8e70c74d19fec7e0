// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/file/sqlite_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
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

// The rows of one table of an export, in its order, with columns by name: versions of Nsight Systems differ in which
// columns a table has.
class NsysRows {
public:
    // `columns`: the names asked for; their order gives the numbers below. An export that has no such table has no
    // rows.
    [[nodiscard]] static Result<NsysRows> open(const SqliteFile& file, std::string_view table,
                                               const std::vector<std::string_view>& columns);

    [[nodiscard]] Result<bool> next();
    // Nothing where the table lacks the column, or the row its value.
    [[nodiscard]] std::optional<std::int64_t> integer(std::size_t column) const;
    // A name: an id in StringIds, or the text itself in older exports; "" when there is none. Valid until next().
    [[nodiscard]] Result<std::string_view> name(std::size_t column, NsysStrings& strings) const;

private:
    std::optional<SqliteStatement> m_rows;
    std::vector<int> m_places; // by asked column; -1: not there
};

} // namespace lanescope
