// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/export/table_csv.h"
#include "core/export/table_rows.h"
#include "core/export/table_sink.h"
#include "core/join/join.h"
#include "core/trace/load_report.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

enum class TableFormat { Csv, Sqlite };

struct TableOptions {
    TableFormat format = TableFormat::Sqlite;
    CompressTables compress = CompressTables::No; // CSV only
    CopyArgs copyArgs = CopyArgs::No;
    std::string toolVersion;
};

// One trace of an export, opened or not.
struct TableSource {
    std::filesystem::path path;
    std::string_view role = "rank"; // as in the table traces
    std::optional<std::int64_t> rank;
    std::string error;                         // why it was not opened
    std::shared_ptr<const JoinedTrace> joined; // null when it was not opened
    std::span<const Finding> findings;         // for the table load_report
};

// Writes the tables of table_schema.h, of one trace or of several one after the other: memory is needed for one trace
// at a time. Nothing is seen at the target before commit(), and without it never. One thread.
class TableExport {
public:
    // `target`: the database, or the folder of CSV files. `job` must outlive the export. Errors: CannotWrite.
    [[nodiscard]] static Result<std::unique_ptr<TableExport>>
    create(const std::filesystem::path& target, const TableOptions& options, const JobControl& job);

    // Errors: CannotWrite; WrongUsage when the target is one of the source's files; ChangedOnDisk or CannotRead where
    // args are copied; Stopped. After an error nothing more can be added.
    [[nodiscard]] Result<void> add(const TableSource& source);
    // What is to be told of all traces together.
    [[nodiscard]] Result<void> addFindings(std::span<const Finding> findings);
    [[nodiscard]] Result<void> commit();

    // Rows so far, by TableId.
    [[nodiscard]] const std::array<std::uint64_t, kTableCount>& rowCounts() const { return m_rowCounts; }

private:
    TableExport(std::filesystem::path target, TableOptions options, const JobControl& job);
    [[nodiscard]] Result<void> describeSchema();
    [[nodiscard]] Result<void> refuseToOverwrite(const TableSource& source) const;
    [[nodiscard]] Result<void> addTraceRow(const TableSource& source);
    [[nodiscard]] Result<void> addTables(const std::shared_ptr<const JoinedTrace>& joined, const TableTarget& target);
    [[nodiscard]] Result<void> addFindings(std::span<const Finding> findings, TableCell trace, TableCell rank);
    [[nodiscard]] Result<void> counted(TableId table, Result<std::uint64_t> written);

    std::filesystem::path m_target;
    TableOptions m_options;
    const JobControl& m_job;
    std::unique_ptr<TableSink> m_sink;
    std::array<std::uint64_t, kTableCount> m_rowCounts{};
};

} // namespace lanescope
