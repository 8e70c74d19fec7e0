// SPDX-License-Identifier: Apache-2.0
#include "core/load/nsys_export.h"

#include "core/file/content_kind.h"
#include "core/file/sqlite_file.h"
#include "core/file/text_blocks.h"
#include "core/load/nsys_json.h"

#include <fmt/format.h>

#include <memory>

namespace lanescope {
namespace {

constexpr std::size_t kHeadBytes = 64;

Result<bool> hasRows(const SqliteFile& file, std::string_view table, std::string_view condition = "1")
{
    const auto has = file.hasTable(table);
    if (!has || !*has)
        return has;
    auto look = file.prepare(fmt::format("SELECT 1 FROM \"{}\" WHERE {} LIMIT 1", table, condition));
    if (!look)
        return failureOf(look);
    return look->step();
}

Result<bool> isAny(const SqliteFile& file, std::initializer_list<std::string_view> tables)
{
    for (const std::string_view table : tables) {
        const auto has = hasRows(file, table);
        if (!has || *has)
            return has;
    }
    return false;
}

Result<bool> hasActivity(const SqliteFile& file)
{
    for (const std::string_view table :
         {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL", "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
          "CUPTI_ACTIVITY_KIND_RUNTIME", "CUPTI_ACTIVITY_KIND_MEMCPY", "CUPTI_ACTIVITY_KIND_MEMSET", "NVTX_EVENTS"}) {
        const auto has = file.hasTable(table);
        if (!has || *has)
            return has;
    }
    return false;
}

Result<void> refuseOthers(const SqliteFile& file, const std::string& name)
{
    const auto has = hasActivity(file);
    if (!has)
        return failureOf(has);
    if (*has)
        return {};
    return failure(ErrorCode::NotATrace,
                   fmt::format("{}: an SQLite database, but no export of Nsight Systems (it has none of the tables "
                               "CUPTI_ACTIVITY_KIND_… and NVTX_EVENTS): make one with 'nsys export --type sqlite'",
                               name));
}

// Graphs that were recorded as a whole hide what this program is for.
Result<void> tellGraphLevel(const SqliteFile& file, std::vector<Finding>& findings)
{
    const auto graphs = hasRows(file, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE");
    if (!graphs)
        return failureOf(graphs);
    if (!*graphs)
        return {};
    const auto kernels = isAny(file, {"CUPTI_ACTIVITY_KIND_KERNEL", "CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL"});
    if (!kernels)
        return failureOf(kernels);
    findings.push_back({"graphs-as-a-whole",
                        fmt::format("CUDA graphs were recorded as a whole (CUPTI_ACTIVITY_KIND_GRAPH_TRACE): {}; "
                                    "profile with --cuda-graph-trace=node to see their kernels",
                                    *kernels ? "only kernels outside of graphs are there"
                                             : "the export holds no kernels, and nothing to annotate"),
                        1,
                        {},
                        {}});
    return {};
}

} // namespace

Result<bool> isSqliteFile(const OpenedFile& file)
{
    std::string head(kHeadBytes, '\0');
    const auto read = file.content->read(0, head);
    if (!read)
        return failureOf(read);
    return contentKindOf(std::string_view(head).substr(0, *read)) == ContentKind::Sqlite;
}

bool isNsysExport(const std::filesystem::path& path)
{
    const auto file = SqliteFile::openToRead(path);
    return file && hasActivity(**file).value_or(false);
}

Result<NsysExport> openNsysExport(OpenedFile file, const JobControl& job)
{
    const std::string name = file.path.string();
    if (file.isCompressed)
        return failure(ErrorCode::NotATrace,
                       fmt::format("{}: a compressed SQLite database cannot be read in place; unpack it first", name));
    auto opened = SqliteFile::openToRead(file.path);
    if (!opened)
        return failureOf(opened);
    const std::shared_ptr<SqliteFile> database = *std::move(opened);
    if (auto fits = refuseOthers(*database, name); !fits)
        return failureOf(fits);
    NsysExport result;
    if (auto told = tellGraphLevel(*database, result.findings); !told)
        return failureOf(told);
    const std::uint64_t diskBytes = file.diskBytes;
    const auto fill = [database, diskBytes](TextBlocks& text, const JobControl& fillJob) -> Result<void> {
        text.setDiskBytes(diskBytes);
        database->listenTo(fillJob);
        return NsysJson(*database, text, fillJob).write();
    };
    auto content = TextBlocks::filledBy(fill, name, job);
    if (!content)
        return failureOf(content);
    file.content = *std::move(content);
    result.file = std::move(file);
    return result;
}

} // namespace lanescope
