// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/export/table_sink.h"

#include <filesystem>
#include <memory>

namespace lanescope {

// Tables as one SQLite database with foreign keys and indices; `PRAGMA user_version` is kTableSchemaVersion. Written
// beside `target` in one transaction; memory does not grow with the rows. `job` must outlive the sink. Errors:
// CannotWrite.
[[nodiscard]] Result<std::unique_ptr<TableSink>> createSqliteTables(const std::filesystem::path& target,
                                                                    const JobControl& job);

// The statements that make a table, and its indices.
[[nodiscard]] std::string tableDefinition(const TableSchema& schema);
[[nodiscard]] std::string indexDefinitions(const TableSchema& schema);

} // namespace lanescope
