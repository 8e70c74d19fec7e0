// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace lanescope {

// One prepared statement of an SqliteFile, which must outlive it. Parameters and columns count from 0. Bound texts must
// stay until the statement has been stepped.
class SqliteStatement {
public:
    void bind(int parameter, std::int64_t value);
    void bind(int parameter, std::string_view text);
    void bindNull(int parameter);

    // Goes to the next row; false behind the last one, which also makes the statement ready to be run again. Errors:
    // CannotRead or CannotWrite (of the file it belongs to), Stopped.
    [[nodiscard]] Result<bool> step();
    // Makes the statement ready to be run again before its last row.
    void reset();

    // Of the current row. Texts are valid until the next step(); numbers as text and NULL are "".
    [[nodiscard]] bool isNull(int column) const;
    [[nodiscard]] bool isInteger(int column) const;
    [[nodiscard]] std::int64_t integer(int column) const;
    [[nodiscard]] std::string_view text(int column) const;
    [[nodiscard]] int columnCount() const;
    [[nodiscard]] std::string_view columnName(int column) const;

private:
    friend class SqliteFile;
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    SqliteStatement(const class SqliteFile& file, sqlite3_stmt* statement) : m_file(&file), m_statement(statement) {}

    void note(int outcome); // of binding: the next step() tells

    const SqliteFile* m_file;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    bool m_bindFailed = false;
};

// An SQLite database of which this is the only user. One thread.
class SqliteFile {
public:
    // For reading: neither the file nor its folder is touched, no lock is taken. Values beyond 64 MiB are errors.
    // Errors: CannotRead.
    [[nodiscard]] static Result<std::unique_ptr<SqliteFile>> openToRead(const std::filesystem::path& path);
    // For writing into a file that nobody else sees yet, empty or a database: nothing in it survives a crash, and it is
    // faster for that. `named` stands for it in messages. Errors: CannotWrite.
    [[nodiscard]] static Result<std::unique_ptr<SqliteFile>> openToWrite(const std::filesystem::path& path,
                                                                         const std::filesystem::path& named);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    // Long statements end with Stopped soon after the job is stopped; the job must outlive the file or the next call.
    void listenTo(const JobControl& job);

    // Runs statements that give no rows. Errors: as SqliteStatement::step.
    [[nodiscard]] Result<void> run(const std::string& sql);
    [[nodiscard]] Result<SqliteStatement> prepare(const std::string& sql) const;
    // Whether there is a table of this name (any case): no view and no virtual table.
    [[nodiscard]] Result<bool> hasTable(std::string_view name) const;
    [[nodiscard]] Result<bool> hasColumn(std::string_view table, std::string_view column) const;

private:
    friend class SqliteStatement;
    SqliteFile(sqlite3* database, std::filesystem::path named, ErrorCode code)
        : m_database(database), m_named(std::move(named)), m_code(code)
    {}
    [[nodiscard]] static Result<std::unique_ptr<SqliteFile>> open(const std::string& uri, int flags,
                                                                  const std::filesystem::path& named, ErrorCode code);
    [[nodiscard]] tl::unexpected<Error> error() const;

    sqlite3* m_database;
    std::filesystem::path m_named;
    ErrorCode m_code;
};

} // namespace lanescope
