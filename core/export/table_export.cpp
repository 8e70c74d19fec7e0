// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_export.h"

#include "core/export/table_sqlite.h"
#include "core/lanes/arrangement.h"

#include <fmt/format.h>

#include <system_error>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

std::string_view typeName(ColumnType type)
{
    switch (type) {
    case ColumnType::Integer:
        return "integer";
    case ColumnType::WideId:
        return "id";
    case ColumnType::Text:
        return "text";
    }
    return "";
}

std::size_t placeOf(TableId table)
{
    return static_cast<std::size_t>(table);
}

} // namespace

TableExport::TableExport(fs::path target, TableOptions options, const JobControl& job)
    : m_target(std::move(target)), m_options(std::move(options)), m_job(job)
{}

Result<std::unique_ptr<TableExport>> TableExport::create(const fs::path& target, const TableOptions& options,
                                                         const JobControl& job)
{
    std::unique_ptr<TableExport> tables(new TableExport(target, options, job));
    auto sink = options.format == TableFormat::Csv ? createCsvTables(target, options.compress)
                                                   : createSqliteTables(target, job);
    if (!sink)
        return failureOf(sink);
    tables->m_sink = *std::move(sink);
    if (auto described = tables->describeSchema(); !described)
        return failureOf(described);
    return tables;
}

Result<void> TableExport::describeSchema()
{
    for (const TableSchema& schema : tableSchemas()) {
        for (const TableColumn& column : schema.columns) {
            const TableCell row[] = {
                TableCell::of(kTableSchemaVersion),   TableCell::orNull(m_options.toolVersion),
                TableCell::of(schema.name),           TableCell::of(column.name),
                TableCell::of(typeName(column.type)), TableCell::orNull(column.unit),
                TableCell::orNull(column.meaning),    TableCell::orNull(column.refersTo),
            };
            if (auto added = m_sink->addRow(TableId::SchemaColumns, row); !added)
                return added;
            ++m_rowCounts[placeOf(TableId::SchemaColumns)];
        }
    }
    return {};
}

Result<void> TableExport::refuseToOverwrite(const TableSource& source) const
{
    const auto refuse = [this](const fs::path& input, std::string_view what) -> Result<void> {
        std::error_code error; // a path that is not there is nobody's file
        if (input.empty() || !fs::equivalent(m_target, input, error) || error)
            return {};
        return failure(ErrorCode::WrongUsage,
                       fmt::format("\"{}\" is {}; choose another name for the output", m_target.string(), what));
    };
    if (auto allowed = refuse(source.path, "a trace that is exported"); !allowed)
        return allowed;
    if (source.joined == nullptr || source.joined->annotations == nullptr)
        return {};
    return refuse(source.joined->annotations->path, "an annotation file");
}

Result<void> TableExport::counted(TableId table, Result<std::uint64_t> written)
{
    if (!written)
        return failureOf(written);
    m_rowCounts[placeOf(table)] += *written;
    return {};
}

Result<void> TableExport::add(const TableSource& source)
{
    if (auto allowed = refuseToOverwrite(source); !allowed)
        return allowed;
    if (auto added = addTraceRow(source); !added)
        return added;
    const auto traceId = static_cast<std::int64_t>(m_rowCounts[placeOf(TableId::Traces)]);
    if (source.joined != nullptr) {
        FirstIds first{};
        for (std::size_t i = 0; i < kTableCount; ++i)
            first[i] = static_cast<std::int64_t>(m_rowCounts[i]) + 1;
        if (auto added = addTables(source.joined, {*source.joined, *m_sink, traceId, source.rank, first}); !added)
            return added;
    }
    return addFindings(source.findings, TableCell::of(traceId), TableCell::orNull(source.rank));
}

Result<void> TableExport::addTraceRow(const TableSource& source)
{
    const Trace* trace = source.joined == nullptr ? nullptr : source.joined->trace.get();
    const AnnotationSet* annotations = source.joined == nullptr ? nullptr : source.joined->annotations.get();
    const auto number = [trace](auto value) {
        return trace == nullptr ? TableCell() : TableCell::of(static_cast<std::int64_t>(value));
    };
    const std::string path = source.path.string();
    const std::string annotationsPath = annotations == nullptr ? "" : annotations->path.string();
    const TableCell row[] = {
        TableCell::of(static_cast<std::int64_t>(m_rowCounts[placeOf(TableId::Traces)]) + 1),
        TableCell::orNull(source.rank),
        TableCell::of(path),
        TableCell::of(source.role),
        TableCell::orNull(source.error),
        number(trace == nullptr ? 0 : trace->baseNs()),
        number(trace == nullptr ? 0 : trace->fitRange().beginNs),
        number(trace == nullptr ? 0 : trace->fitRange().endNs),
        number(trace == nullptr ? 0 : trace->entryCount()),
        number(trace == nullptr ? 0 : trace->eventCount()),
        trace == nullptr ? TableCell() : TableCell::orNull(trace->header().traceName),
        TableCell::orNull(annotationsPath),
        annotations == nullptr ? TableCell() : TableCell::orNull(annotations->contentHash),
    };
    ++m_rowCounts[placeOf(TableId::Traces)];
    return m_sink->addRow(TableId::Traces, row);
}

Result<void> TableExport::addTables(const std::shared_ptr<const JoinedTrace>& joined, const TableTarget& target)
{
    {
        const auto arrangement = arrange(joined, TrackView::Recorded, m_job);
        if (!arrangement)
            return failureOf(arrangement);
        if (auto added = counted(TableId::Tracks, writeTracks(target)); !added)
            return added;
        if (auto added = counted(TableId::Streams, writeStreams(target, **arrangement)); !added)
            return added;
        const auto regions = writeRegions(target, **arrangement);
        if (!regions)
            return failureOf(regions);
        m_rowCounts[placeOf(TableId::RegionInstances)] += regions->instances;
        m_rowCounts[placeOf(TableId::RegionRuns)] += regions->runs;
    } // what the window would draw is not needed for the largest tables
    if (auto added = counted(TableId::Annotations, writeAnnotations(target)); !added)
        return added;
    if (auto added = counted(TableId::Replays, writeReplays(target)); !added)
        return added;
    if (auto added = counted(TableId::Events, writeEvents(target, m_options.copyArgs, m_job)); !added)
        return added;
    return counted(TableId::Arrows, writeArrows(target, m_job));
}

Result<void> TableExport::addFindings(std::span<const Finding> findings)
{
    return addFindings(findings, {}, {});
}

Result<void> TableExport::addFindings(std::span<const Finding> findings, TableCell trace, TableCell rank)
{
    for (const Finding& finding : findings) {
        const TableCell row[] = {
            TableCell::of(static_cast<std::int64_t>(++m_rowCounts[placeOf(TableId::LoadReport)])),
            trace,
            rank,
            TableCell::of(finding.code),
            TableCell::of(finding.message),
            TableCell::of(static_cast<std::int64_t>(finding.count)),
            finding.firstBytes.empty() ? TableCell()
                                       : TableCell::of(static_cast<std::int64_t>(finding.firstBytes.front())),
            finding.examples.empty() ? TableCell() : TableCell::orNull(finding.examples.front()),
        };
        if (auto added = m_sink->addRow(TableId::LoadReport, row); !added)
            return added;
    }
    return {};
}

Result<void> TableExport::commit()
{
    return m_sink->commit(m_job);
}

} // namespace lanescope
