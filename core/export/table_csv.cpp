// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_csv.h"

#include "core/export/output_file.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <system_error>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

void appendQuoted(std::string& line, std::string_view text)
{
    line += '"';
    for (const char c : text) {
        if (c == '"')
            line += '"';
        line += c;
    }
    line += '"';
}

void appendCell(std::string& line, const TableCell& cell)
{
    switch (cell.kind) {
    case TableCell::Kind::Null:
        break;
    case TableCell::Kind::Integer:
        fmt::format_to(std::back_inserter(line), "{}", cell.integer);
        break;
    case TableCell::Kind::WideId:
        fmt::format_to(std::back_inserter(line), "{}", cell.wide);
        break;
    case TableCell::Kind::Text:
        // White space at the ends is quoted too: some readers trim it.
        if (cell.text.empty() || cell.text.find_first_of(",\"\r\n\t ") != std::string_view::npos)
            appendQuoted(line, cell.text);
        else
            line += cell.text;
        break;
    }
}

class CsvTables final : public TableSink {
public:
    CsvTables(fs::path folder, bool isNew) : m_folder(std::move(folder)), m_madeFolder(isNew) {}
    ~CsvTables() override
    {
        for (auto& file : m_files)
            file.reset();        // with their temporary files
        std::error_code ignored; // a folder that is not empty stays
        if (m_madeFolder && !m_isCommitted)
            fs::remove(m_folder, ignored);
    }

    Result<void> open(CompressTables compress)
    {
        for (std::size_t i = 0; i < kTableCount; ++i) {
            const TableSchema& schema = tableSchemas()[i];
            const std::string_view ending = compress == CompressTables::Yes ? ".csv.gz" : ".csv";
            auto file = OutputFile::create(m_folder / fmt::format("{}{}", schema.name, ending));
            if (!file)
                return failureOf(file);
            m_files[i] = *std::move(file);
            m_line.clear();
            for (const TableColumn& column : schema.columns) {
                m_line += m_line.empty() ? "" : ",";
                m_line += column.name;
            }
            m_line += '\n';
            if (auto written = m_files[i]->write(m_line); !written)
                return written;
        }
        return {};
    }

    Result<void> addRow(TableId table, std::span<const TableCell> cells) override
    {
        m_line.clear();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0)
                m_line += ',';
            appendCell(m_line, cells[i]);
        }
        m_line += '\n';
        return m_files[static_cast<std::size_t>(table)]->write(m_line);
    }

    Result<void> commit(const JobControl& job) override
    {
        if (job.stopRequested())
            return JobControl::stopped();
        for (auto& file : m_files) {
            if (auto committed = file->commit(); !committed)
                return committed;
        }
        m_isCommitted = true;
        return {};
    }

private:
    fs::path m_folder;
    bool m_madeFolder;
    bool m_isCommitted = false;
    std::array<std::unique_ptr<OutputFile>, kTableCount> m_files;
    std::string m_line; // reused
};

} // namespace

Result<std::unique_ptr<TableSink>> createCsvTables(const fs::path& folder, CompressTables compress)
{
    std::error_code error;
    const bool isNew = fs::create_directories(folder, error);
    if (error)
        return failure(ErrorCode::CannotWrite, fmt::format("cannot make the folder \"{}\" for the tables: {}",
                                                           folder.string(), error.message()));
    auto tables = std::make_unique<CsvTables>(folder, isNew);
    if (auto opened = tables->open(compress); !opened)
        return failureOf(opened);
    return tables;
}

} // namespace lanescope
