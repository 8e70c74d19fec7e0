// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_sqlite.h"

#include "core/export/replaced_file.h"
#include "core/file/sqlite_file.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <vector>

namespace lanescope {
namespace {

// The "LNSC" of `file` and others, which tell what a database is for.
constexpr std::int64_t kApplicationId = 0x4C4E5343;

std::string_view typeOf(ColumnType type)
{
    switch (type) {
    case ColumnType::Integer:
        return " INTEGER";
    case ColumnType::Text:
        return " TEXT";
    case ColumnType::WideId:
        break; // a column of no type keeps what it gets; any other would turn ids of 64 bits into doubles
    }
    return "";
}

std::string insertStatement(const TableSchema& schema)
{
    std::string sql = fmt::format("INSERT INTO {} VALUES (?", schema.name);
    for (std::size_t i = 1; i < schema.columns.size(); ++i)
        sql += ",?";
    return sql + ")";
}

class SqliteTables final : public TableSink {
public:
    SqliteTables(std::unique_ptr<ReplacedFile> file, std::unique_ptr<SqliteFile> database)
        : m_file(std::move(file)), m_database(std::move(database))
    {}

    Result<void> open(const JobControl& job)
    {
        std::string sql = fmt::format("PRAGMA page_size = 8192; PRAGMA application_id = {}; PRAGMA user_version = {}; "
                                      "BEGIN;\n",
                                      kApplicationId, kTableSchemaVersion);
        for (const TableSchema& schema : tableSchemas())
            sql += tableDefinition(schema);
        if (auto made = m_database->run(sql); !made)
            return made;
        for (const TableSchema& schema : tableSchemas()) {
            auto insert = m_database->prepare(insertStatement(schema));
            if (!insert)
                return failureOf(insert);
            m_inserts.push_back(*std::move(insert));
        }
        m_database->listenTo(job);
        return {};
    }

    Result<void> addRow(TableId table, std::span<const TableCell> cells) override
    {
        SqliteStatement& insert = m_inserts[static_cast<std::size_t>(table)];
        m_wide.clear();
        m_wide.reserve(cells.size()); // so that views of them stay
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const int parameter = static_cast<int>(i);
            const TableCell& cell = cells[i];
            switch (cell.kind) {
            case TableCell::Kind::Null:
                insert.bindNull(parameter);
                break;
            case TableCell::Kind::Integer:
                insert.bind(parameter, cell.integer);
                break;
            case TableCell::Kind::WideId:
                if (cell.wide <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
                    insert.bind(parameter, static_cast<std::int64_t>(cell.wide));
                else
                    insert.bind(parameter, m_wide.emplace_back(fmt::to_string(cell.wide)));
                break;
            case TableCell::Kind::Text:
                insert.bind(parameter, cell.text);
                break;
            }
        }
        if (const auto added = insert.step(); !added)
            return failureOf(added);
        return {};
    }

    Result<void> commit(const JobControl& job) override
    {
        m_inserts.clear();
        for (const TableSchema& schema : tableSchemas()) {
            if (job.stopRequested())
                return JobControl::stopped();
            if (auto made = m_database->run(indexDefinitions(schema)); !made)
                return made;
        }
        if (auto committed = m_database->run("COMMIT"); !committed)
            return committed;
        m_database.reset();
        return m_file->commit();
    }

private:
    std::unique_ptr<ReplacedFile> m_file;
    std::unique_ptr<SqliteFile> m_database;
    std::vector<SqliteStatement> m_inserts; // by TableId
    std::vector<std::string> m_wide;        // ids of the current row that SQLite's integers cannot hold
};

} // namespace

std::string tableDefinition(const TableSchema& schema)
{
    std::string sql = fmt::format("CREATE TABLE {} (", schema.name);
    for (const TableColumn& column : schema.columns) {
        if (&column != schema.columns.data())
            sql += ",";
        sql += fmt::format("\n    {}{}", column.name, typeOf(column.type));
        if (column.name == "id")
            sql += " PRIMARY KEY";
        if (!column.refersTo.empty())
            sql += fmt::format(" REFERENCES {}(id)", column.refersTo);
    }
    return sql + "\n);\n";
}

std::string indexDefinitions(const TableSchema& schema)
{
    std::string sql;
    for (const TableIndex& index : schema.indices) {
        std::string name = fmt::format("{}_by_", schema.name);
        for (const char c : index.columns) {
            if (c != ' ')
                name += c == ',' ? '_' : c;
        }
        sql += fmt::format("CREATE INDEX {} ON {} ({}){}{};\n", name, schema.name, index.columns,
                           index.where.empty() ? "" : " WHERE ", index.where);
    }
    return sql;
}

Result<std::unique_ptr<TableSink>> createSqliteTables(const std::filesystem::path& target, const JobControl& job)
{
    auto file = ReplacedFile::create(target);
    if (!file)
        return failureOf(file);
    auto database = SqliteFile::openToWrite((*file)->path(), target);
    if (!database)
        return failureOf(database);
    auto tables = std::make_unique<SqliteTables>(*std::move(file), *std::move(database));
    if (auto opened = tables->open(job); !opened)
        return failureOf(opened);
    return tables;
}

} // namespace lanescope
