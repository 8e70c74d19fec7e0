// SPDX-License-Identifier: Apache-2.0
#include "core/file/sqlite_file.h"

#include <fmt/format.h>
#include <sqlite3.h>

namespace lanescope {
namespace {

constexpr int kLongestValueRead = 64 << 20;

constexpr int kInstructionsBetweenLooks = 100000; // some milliseconds of SQLite's virtual machine

// A path as SQLite reads it in a URI.
std::string uriOf(const std::filesystem::path& path, std::string_view query)
{
    std::string uri = "file:";
    for (const char c : path.string()) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
                             c == '.' || c == '-' || c == '_';
        if (isPlain)
            uri += c;
        else
            uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri.append(query);
}

int wantsToStop(void* job)
{
    return static_cast<const JobControl*>(job)->stopRequested() ? 1 : 0;
}

} // namespace

void SqliteStatement::Finalize::operator()(sqlite3_stmt* statement) const
{
    sqlite3_finalize(statement);
}

void SqliteStatement::bind(int parameter, std::int64_t value)
{
    note(sqlite3_bind_int64(m_statement.get(), parameter + 1, value));
}

void SqliteStatement::bind(int parameter, std::string_view text)
{
    note(sqlite3_bind_text64(m_statement.get(), parameter + 1, text.data() == nullptr ? "" : text.data(), text.size(),
                             SQLITE_STATIC, SQLITE_UTF8));
}

void SqliteStatement::bindNull(int parameter)
{
    note(sqlite3_bind_null(m_statement.get(), parameter + 1));
}

void SqliteStatement::note(int outcome)
{
    m_bindFailed = m_bindFailed || outcome != SQLITE_OK;
}

Result<bool> SqliteStatement::step()
{
    if (m_bindFailed) { // a text beyond SQLite's limit of a gigabyte
        m_bindFailed = false;
        return m_file->error();
    }
    const int outcome = sqlite3_step(m_statement.get());
    if (outcome == SQLITE_ROW)
        return true;
    if (outcome != SQLITE_DONE) {
        auto error = m_file->error();
        sqlite3_reset(m_statement.get());
        return error;
    }
    sqlite3_reset(m_statement.get());
    return false;
}

void SqliteStatement::reset()
{
    sqlite3_reset(m_statement.get()); // its code is that of the last step, which was told
}

bool SqliteStatement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::isInteger(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_INTEGER;
}

std::int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view SqliteStatement::text(int column) const
{
    const auto* text = sqlite3_column_text(m_statement.get(), column);
    if (text == nullptr)
        return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))};
}

int SqliteStatement::columnCount() const
{
    return sqlite3_column_count(m_statement.get());
}

std::string_view SqliteStatement::columnName(int column) const
{
    const char* name = sqlite3_column_name(m_statement.get(), column);
    return name == nullptr ? std::string_view() : name;
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::open(const std::string& uri, int flags,
                                                     const std::filesystem::path& named, ErrorCode code)
{
    sqlite3* database = nullptr;
    const int outcome = sqlite3_open_v2(uri.c_str(), &database, flags | SQLITE_OPEN_URI, nullptr);
    std::unique_ptr<SqliteFile> file(new SqliteFile(database, named, code));
    if (outcome != SQLITE_OK)
        return file->error();
    return file;
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::openToRead(const std::filesystem::path& path)
{
    // Immutable: no locks, no journal is looked for or played back.
    auto file = open(uriOf(path, "?mode=ro&immutable=1"), SQLITE_OPEN_READONLY, path, ErrorCode::CannotRead);
    if (!file)
        return file;
    // Files may be hostile: nothing in their schema is run, damage is told instead of believed, and a computed column
    // cannot ask for a gigabyte.
    sqlite3_limit((*file)->m_database, SQLITE_LIMIT_LENGTH, kLongestValueRead);
    sqlite3_db_config((*file)->m_database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config((*file)->m_database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    if (auto set = (*file)->run("PRAGMA cell_size_check = ON"); !set)
        return failureOf(set);
    return file;
}

Result<std::unique_ptr<SqliteFile>> SqliteFile::openToWrite(const std::filesystem::path& path,
                                                            const std::filesystem::path& named)
{
    auto file =
        open(uriOf(path, "?mode=rwc"), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, named, ErrorCode::CannotWrite);
    if (!file)
        return file;
    // The cache is what bounds the memory: 64 MiB.
    auto set = (*file)->run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; "
                            "PRAGMA cache_size = -65536; PRAGMA trusted_schema = OFF");
    if (!set)
        return failureOf(set);
    return file;
}

SqliteFile::~SqliteFile()
{
    // Statements outlive nothing: all are gone before their file.
    sqlite3_close_v2(m_database);
}

void SqliteFile::listenTo(const JobControl& job)
{
    sqlite3_progress_handler(m_database, kInstructionsBetweenLooks, wantsToStop, const_cast<JobControl*>(&job));
}

tl::unexpected<Error> SqliteFile::error() const
{
    const int code = m_database == nullptr ? SQLITE_NOMEM : sqlite3_errcode(m_database);
    if (code == SQLITE_INTERRUPT)
        return JobControl::stopped();
    const char* reason = m_database == nullptr ? sqlite3_errstr(code) : sqlite3_errmsg(m_database);
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB)
        return failure(ErrorCode::Damaged,
                       fmt::format("\"{}\": the SQLite database is damaged ({})", m_named.string(), reason));
    return failure(m_code, fmt::format("cannot {} \"{}\": {}", m_code == ErrorCode::CannotWrite ? "write" : "read",
                                       m_named.string(), reason));
}

Result<void> SqliteFile::run(const std::string& sql)
{
    if (sqlite3_exec(m_database, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return error();
    return {};
}

Result<SqliteStatement> SqliteFile::prepare(const std::string& sql) const
{
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v3(m_database, sql.c_str(), static_cast<int>(sql.size()) + 1, SQLITE_PREPARE_PERSISTENT,
                           &statement, nullptr) != SQLITE_OK)
        return error();
    return SqliteStatement(*this, statement);
}

Result<bool> SqliteFile::hasTable(std::string_view name) const
{
    // A view, or the code behind a virtual table, may have rows without end.
    auto look = prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND lower(name) = lower(?) AND "
                        "sql NOT LIKE 'CREATE VIRTUAL %'");
    if (!look)
        return failureOf(look);
    look->bind(0, name);
    return look->step();
}

Result<bool> SqliteFile::hasColumn(std::string_view table, std::string_view column) const
{
    auto look = prepare("SELECT 1 FROM pragma_table_info(?) WHERE lower(name) = lower(?)");
    if (!look)
        return failureOf(look);
    look->bind(0, table);
    look->bind(1, column);
    return look->step();
}

} // namespace lanescope
