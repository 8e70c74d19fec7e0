// SPDX-License-Identifier: Apache-2.0
#include "core/export/nsys_ranges.h"

#include "core/export/replaced_file.h"
#include "core/file/content_kind.h"
#include "core/file/plain_file.h"
#include "core/file/sqlite_file.h"
#include "core/lanes/arrangement.h"
#include "core/load/nsys_json.h"
#include "core/load/nsys_rows.h"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace fs = std::filesystem;

namespace lanescope {
namespace {

struct Range {
    FileTimeNs startNs = 0;
    FileTimeNs endNs = 0;
    std::string_view title;
    EventId firstWork = kNoEvent;
};

using ProcessCall = std::pair<std::int64_t, std::int64_t>; // globalPid, correlation

std::vector<Range> rangesOf(const Arrangement& arrangement)
{
    std::vector<Range> ranges;
    const FileTimeNs baseNs = arrangement.joined->trace->baseNs();
    for (const ViewGroup& group : arrangement.groups) {
        for (const ViewTrack& track : group.tracks) {
            for (const RegionRow& row : track.regions) {
                for (std::uint32_t i = 0; i < row.size(); ++i) {
                    const Region& run = row.region(i);
                    ranges.push_back({baseNs + run.range.beginNs, baseNs + run.range.endNs,
                                      arrangement.titles[run.titleIndex].text, run.firstWork});
                }
            }
        }
    }
    return ranges;
}

// The threads that launched pieces of work. The events of GPU work are numbered as the rows of an export are read.
class LaunchThreads {
public:
    explicit LaunchThreads(const std::vector<Range>& ranges)
    {
        for (const Range& range : ranges)
            m_threads.emplace(indexOf(range.firstWork), 0);
    }

    Result<void> find(const SqliteFile& file)
    {
        std::map<ProcessCall, std::vector<std::size_t>> launches; // of work whose rows do not name the thread
        std::size_t event = 0;
        for (const std::string_view table : kNsysWorkTables) {
            if (auto read = readWork(file, table, event, launches); !read)
                return read;
        }
        return readCalls(file, launches);
    }

    [[nodiscard]] std::int64_t threadOf(EventId work) const { return m_threads.at(indexOf(work)); }

private:
    Result<void> readWork(const SqliteFile& file, std::string_view table, std::size_t& event,
                          std::map<ProcessCall, std::vector<std::size_t>>& launches)
    {
        const auto takeRow = [&](const NsysRow& row) -> Result<void> {
            const std::size_t own = event++;
            const auto wanted = m_threads.find(own);
            if (wanted == m_threads.end())
                return {};
            const std::int64_t process = row.integer(1).value_or(0);
            wanted->second = row.integer(0).value_or(process);
            if (!row.integer(0) && row.integer(2))
                launches[{process, *row.integer(2)}].push_back(own);
            return {};
        };
        return NsysRow::forEach(file, table, {"globalTid", "globalPid", "correlationId"}, takeRow);
    }

    Result<void> readCalls(const SqliteFile& file, const std::map<ProcessCall, std::vector<std::size_t>>& launches)
    {
        const auto takeRow = [&](const NsysRow& row) -> Result<void> {
            const std::int64_t thread = row.integer(0).value_or(0);
            const std::int64_t correlation = row.integer(1).value_or(0);
            auto launch = launches.find({thread & ~kNsysIdMask, correlation});
            if (launch == launches.end())
                launch = launches.find({0, correlation}); // rows that do not name their process
            if (launch == launches.end())
                return {};
            for (const std::size_t event : launch->second)
                m_threads[event] = thread;
            return {};
        };
        return NsysRow::forEach(file, "CUPTI_ACTIVITY_KIND_RUNTIME", {"globalTid", "correlationId"}, takeRow);
    }

    std::map<std::size_t, std::int64_t> m_threads; // by event
};

// Adds ranges to the copy, in whichever of its forms NVTX_EVENTS has.
class RangeWriter {
public:
    explicit RangeWriter(SqliteFile& copy) : m_copy(copy) {}

    Result<void> write(const std::vector<Range>& ranges, const LaunchThreads& threads, const JobControl& job)
    {
        if (auto begun = m_copy.run("BEGIN"); !begun)
            return begun;
        if (auto ready = prepare(); !ready)
            return ready;
        for (const Range& range : ranges) {
            if (job.stopRequested())
                return JobControl::stopped();
            if (auto added = add(range, threads.threadOf(range.firstWork)); !added)
                return added;
        }
        m_insert.reset();
        m_addText.reset();
        return m_copy.run("COMMIT");
    }

private:
    Result<void> prepare()
    {
        auto made = m_copy.run("CREATE TABLE IF NOT EXISTS NVTX_EVENTS (start INTEGER NOT NULL, end INTEGER, "
                               "eventType INTEGER NOT NULL, rangeId INTEGER, category INTEGER, color INTEGER, "
                               "text TEXT, globalTid INTEGER, endGlobalTid INTEGER, textId INTEGER, domainId INTEGER)");
        if (!made)
            return made;
        const auto hasIds = m_copy.hasTable("StringIds");
        const auto hasTextId = m_copy.hasColumn("NVTX_EVENTS", "textId");
        const auto hasDomain = m_copy.hasColumn("NVTX_EVENTS", "domainId");
        for (const auto* asked : {&hasIds, &hasTextId, &hasDomain}) {
            if (!*asked)
                return failureOf(*asked);
        }
        m_usesIds = *hasIds && *hasTextId;
        auto insert = m_copy.prepare(fmt::format(
            "INSERT INTO NVTX_EVENTS (start, end, eventType, globalTid, {}{}) VALUES (?, ?, {}, ?, ?{})",
            m_usesIds ? "textId" : "text", *hasDomain ? ", domainId" : "", kNvtxPushPop, *hasDomain ? ", 0" : ""));
        if (!insert)
            return failureOf(insert);
        m_insert = *std::move(insert);
        return m_usesIds ? prepareTexts() : Result<void>();
    }

    Result<void> prepareTexts()
    {
        auto last = m_copy.prepare("SELECT max(id) FROM StringIds");
        if (!last)
            return failureOf(last);
        if (const auto found = last->step(); !found)
            return failureOf(found);
        m_lastText = last->integer(0);
        auto add = m_copy.prepare("INSERT INTO StringIds (id, value) VALUES (?, ?)");
        if (!add)
            return failureOf(add);
        m_addText = *std::move(add);
        return {};
    }

    // The id of a title in StringIds, where it is written once.
    Result<std::int64_t> textId(std::string_view title)
    {
        const auto [known, isNew] = m_texts.emplace(title, m_lastText + 1);
        if (!isNew)
            return known->second;
        ++m_lastText;
        m_addText->bind(0, m_lastText);
        m_addText->bind(1, title);
        if (const auto added = m_addText->step(); !added)
            return failureOf(added);
        return m_lastText;
    }

    Result<void> add(const Range& range, std::int64_t thread)
    {
        m_insert->bind(0, range.startNs);
        m_insert->bind(1, range.endNs);
        m_insert->bind(2, thread);
        if (m_usesIds) {
            const auto id = textId(range.title);
            if (!id)
                return failureOf(id);
            m_insert->bind(3, *id);
        } else {
            m_insert->bind(3, range.title);
        }
        if (const auto added = m_insert->step(); !added)
            return failureOf(added);
        return {};
    }

    SqliteFile& m_copy;
    bool m_usesIds = false;
    std::optional<SqliteStatement> m_insert;
    std::optional<SqliteStatement> m_addText;
    std::int64_t m_lastText = 0;
    std::map<std::string_view, std::int64_t> m_texts;
};

Result<void> refuseToOverwrite(const fs::path& target, const fs::path& input, std::string_view what)
{
    std::error_code error; // a path that is not there is nobody's file
    if (input.empty() || !fs::equivalent(target, input, error) || error)
        return {};
    return failure(ErrorCode::WrongUsage,
                   fmt::format("\"{}\" is {} itself; choose another name for the output", target.string(), what));
}

Result<void> copyBytes(const fs::path& from, const fs::path& to, const fs::path& named, const JobControl& job)
{
    const auto source = PlainFile::open(from);
    if (!source)
        return failureOf(source);
    std::ofstream out(to, std::ios::binary | std::ios::trunc);
    std::string block(std::size_t{4} << 20, '\0');
    const std::uint64_t size = (*source)->sizeBytes();
    for (std::uint64_t at = 0; at < size && out;) {
        if (job.stopRequested())
            return JobControl::stopped();
        job.report({JobStage::Writing, at, size, 0});
        const auto read = (*source)->read(at, block);
        if (!read)
            return failureOf(read);
        if (*read == 0)
            break;
        out.write(block.data(), static_cast<std::streamsize>(*read));
        at += *read;
    }
    out.close();
    if (!out)
        return failure(ErrorCode::CannotWrite, fmt::format("cannot write \"{}\": the copy of the report did not get "
                                                           "onto the disk (is it full?)",
                                                           named.string()));
    return {};
}

} // namespace

bool isDatabase(const fs::path& path)
{
    std::array<char, 64> head{};
    std::ifstream file(path, std::ios::binary);
    file.read(head.data(), head.size());
    return contentKindOf({head.data(), static_cast<std::size_t>(file.gcount())}) == ContentKind::Sqlite;
}

fs::path defaultNsysCopyPath(const fs::path& report)
{
    return report.parent_path() / (report.stem().string() + ".annotated" + report.extension().string());
}

Result<NsysRangeCounts> writeNsysRanges(const std::shared_ptr<const JoinedTrace>& joined, const fs::path& target,
                                        const JobControl& job)
{
    const fs::path& report = joined->trace->file().path;
    if (auto allowed = refuseToOverwrite(target, report, "the report"); !allowed)
        return failureOf(allowed);
    if (joined->annotations != nullptr) {
        if (auto allowed = refuseToOverwrite(target, joined->annotations->path, "the annotation file"); !allowed)
            return failureOf(allowed);
    }
    const auto arrangement = arrange(joined, TrackView::Recorded, job);
    if (!arrangement)
        return failureOf(arrangement);
    const std::vector<Range> ranges = rangesOf(**arrangement);
    LaunchThreads threads(ranges);
    {
        const auto original = SqliteFile::openToRead(report);
        if (!original)
            return failureOf(original);
        (*original)->listenTo(job);
        if (auto found = threads.find(**original); !found)
            return failureOf(found);
    }
    const auto file = ReplacedFile::create(target);
    if (!file)
        return failureOf(file);
    if (auto copied = copyBytes(report, (*file)->path(), target, job); !copied)
        return failureOf(copied);
    {
        const auto copy = SqliteFile::openToWrite((*file)->path(), target);
        if (!copy)
            return failureOf(copy);
        (*copy)->listenTo(job);
        if (auto written = RangeWriter(**copy).write(ranges, threads, job); !written)
            return failureOf(written);
    }
    if (auto committed = (*file)->commit(); !committed)
        return failureOf(committed);
    return NsysRangeCounts{joined->match.annotatedWork, ranges.size()};
}

} // namespace lanescope
