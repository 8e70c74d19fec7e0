// SPDX-License-Identifier: Apache-2.0
#include "tests/core/export/table_query.h"

#include "core/file/sqlite_file.h"

namespace lanescope::test {

std::string queried(const std::filesystem::path& database, const std::string& sql)
{
    const auto file = SqliteFile::openToRead(database);
    if (!file)
        return "error: " + file.error().message;
    auto query = (*file)->prepare(sql);
    if (!query)
        return "error: " + query.error().message;
    std::string out;
    for (;;) {
        const auto row = query->step();
        if (!row)
            return "error: " + row.error().message;
        if (!*row)
            return out;
        for (int i = 0; i < query->columnCount(); ++i) {
            out += i > 0 ? " | " : "";
            out += query->isNull(i) ? "-" : query->text(i);
        }
        out += '\n';
    }
}

} // namespace lanescope::test
