// SPDX-License-Identifier: Apache-2.0
#include "core/load/nsys_json.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace lanescope {
namespace {

std::string_view copyKindName(std::int64_t kind)
{
    static constexpr std::array<std::string_view, 11> kNames = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                                                "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
    return kind >= 0 && kind < static_cast<std::int64_t>(kNames.size()) ? kNames[static_cast<std::size_t>(kind)]
                                                                        : kNames[0];
}

// "cudaGraphLaunch" of "cudaGraphLaunch_v10000", as other profilers have it.
std::string_view withoutVersion(std::string_view name)
{
    const std::size_t at = name.rfind("_v");
    if (at == std::string_view::npos || name.size() - at < 6 ||
        name.find_first_not_of("0123456789", at + 2) != std::string_view::npos)
        return name;
    return name.substr(0, at);
}

} // namespace

struct NsysJson::Work {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    std::int64_t process = 0;
    std::int64_t device = 0;
    std::int64_t stream = 0;
    std::int64_t correlation = 0;
    std::int64_t graphNode = 0; // 0: not graphed
    std::optional<std::int64_t> context;
    bool hasLaunch = false; // the export tells it

    static Work of(const NsysRow& row)
    {
        Work work;
        work.startNs = row.integer(0).value_or(0);
        work.endNs = row.integer(1).value_or(work.startNs);
        work.process = nsysProcessOf(row.integer(2).value_or(row.integer(8).value_or(0)));
        work.device = row.integer(3).value_or(0);
        work.stream = row.integer(4).value_or(0);
        work.correlation = row.integer(5).value_or(0);
        work.hasLaunch = work.correlation != 0;
        work.graphNode = row.integer(6).value_or(0);
        work.context = row.integer(7);
        return work;
    }

    static constexpr std::array<std::string_view, 9> kColumns = {
        "start", "end", "globalPid", "deviceId", "streamId", "correlationId", "graphNodeId", "contextId", "globalTid"};
};

// Ends in the args, which are still open.
void NsysJson::addWork(std::string_view category, std::string_view name, const Work& work)
{
    m_devices.insert(work.device);
    if (work.hasLaunch)
        m_worked[work.process].insert(work.correlation);
    beginEntry('X');
    addText("cat", category);
    addText("name", name);
    addPlace(gpuProcess(work.device), work.stream);
    addTimes(work.startNs, work.endNs);
    fmt::format_to(std::back_inserter(m_out), R"(, "args": {{"device": {}, "stream": {}, "correlation": {})",
                   work.device, work.stream, work.correlation);
    addNumber("context", work.context);
    if (work.graphNode == 0)
        return;
    fmt::format_to(std::back_inserter(m_out), R"(, "graph node id": {})", static_cast<std::uint64_t>(work.graphNode));
    if (const std::int64_t source = sourceOf(work.process, work.graphNode); source != 0)
        fmt::format_to(std::back_inserter(m_out), R"(, "source graph node id": {})",
                       static_cast<std::uint64_t>(source));
}

bool NsysJson::hasWork(std::int64_t process, std::int64_t correlation) const
{
    auto worked = m_worked.find(process);
    if (worked == m_worked.end() && m_worked.size() == 1)
        worked = m_worked.begin(); // exports of one process need not name it in every table
    return correlation != 0 && worked != m_worked.end() && worked->second.contains(correlation);
}

// Exports that do not tell which launch work belongs to: a graph starts anew when one of its nodes comes again.
std::int64_t NsysJson::launchByNode(const Work& work)
{
    Launch& launch = m_launches[{work.process, work.device, work.graphNode >> 32}];
    if (launch.number == 0 || !launch.nodes.insert(work.graphNode).second) {
        launch.number = ++m_launchCount;
        launch.nodes = {work.graphNode};
    }
    return launch.number;
}

Result<void> NsysJson::endWork(const Work& work)
{
    m_out += "}}";
    if (work.hasLaunch)
        addArrow('f', work.process, work.correlation, gpuProcess(work.device), work.stream, work.startNs);
    return looked();
}

template<typename Add>
Result<void> NsysJson::writeWork(std::string_view table, const std::vector<std::string_view>& more, Add add)
{
    std::vector<std::string_view> columns(Work::kColumns.begin(), Work::kColumns.end());
    columns.insert(columns.end(), more.begin(), more.end());
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        Work work = Work::of(row);
        if (!work.hasLaunch && work.graphNode != 0)
            work.correlation = launchByNode(work);
        if (auto added = add(row, work); !added)
            return added;
        return endWork(work);
    };
    return NsysRow::forEach(m_file, table, columns, writeRow);
}

Result<void> NsysJson::writeKernels()
{
    for (const std::string_view table : {kNsysWorkTables[0], kNsysWorkTables[1]}) {
        if (auto written = writeKernelsOf(table); !written)
            return written;
    }
    return {};
}

Result<void> NsysJson::writeKernelsOf(std::string_view table)
{
    return writeWork(table,
                     {"demangledName", "shortName", "name", "gridX", "gridY", "gridZ", "blockX", "blockY", "blockZ",
                      "registersPerThread", "staticSharedMemory", "dynamicSharedMemory"},
                     [this](const NsysRow& row, const Work& work) -> Result<void> {
                         constexpr std::size_t kFirst = Work::kColumns.size();
                         std::string_view name;
                         for (std::size_t i = 0; i < 3 && name.empty(); ++i) {
                             const auto found = row.name(kFirst + i, *m_strings);
                             if (!found)
                                 return failureOf(found);
                             name = *found;
                         }
                         addWork("kernel", name.empty() ? "kernel" : name, work);
                         const auto addTriple = [&](std::string_view key, std::size_t at) {
                             if (const auto x = row.integer(at))
                                 fmt::format_to(std::back_inserter(m_out), R"(, "{}": [{}, {}, {}])", key, *x,
                                                row.integer(at + 1).value_or(1), row.integer(at + 2).value_or(1));
                         };
                         addTriple("grid", kFirst + 3);
                         addTriple("block", kFirst + 6);
                         addNumber("registers per thread", row.integer(kFirst + 9));
                         const auto fixed = row.integer(kFirst + 10);
                         const auto dynamic = row.integer(kFirst + 11);
                         std::int64_t shared = 0;
                         if ((fixed || dynamic) &&
                             !__builtin_add_overflow(fixed.value_or(0), dynamic.value_or(0), &shared))
                             addNumber("shared memory", shared);
                         return {};
                     });
}

Result<void> NsysJson::writeCopies()
{
    return writeWork(kNsysWorkTables[2], {"copyKind", "bytes"},
                     [this](const NsysRow& row, const Work& work) -> Result<void> {
                         const std::string_view kind = copyKindName(row.integer(Work::kColumns.size()).value_or(0));
                         addWork("gpu_memcpy", fmt::format("Memcpy {}", kind), work);
                         addNumber("bytes", row.integer(Work::kColumns.size() + 1));
                         return {};
                     });
}

Result<void> NsysJson::writeMemsets()
{
    return writeWork(kNsysWorkTables[3], {"value", "bytes"},
                     [this](const NsysRow& row, const Work& work) -> Result<void> {
                         addWork("gpu_memset", "Memset (Device)", work);
                         addNumber("value", row.integer(Work::kColumns.size()));
                         addNumber("bytes", row.integer(Work::kColumns.size() + 1));
                         return {};
                     });
}

// What is left of a graph when its kernels were not recorded: no GPU work, for nothing tells what ran.
Result<void> NsysJson::writeGraphLaunches()
{
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const std::int64_t start = row.integer(0).value_or(0);
        const std::int64_t device = row.integer(3).value_or(0);
        const std::int64_t graph = row.integer(6).value_or(row.integer(7).value_or(0));
        m_devices.insert(device);
        beginEntry('X');
        addText("cat", "cuda_graph");
        addText("name", fmt::format("graph {}", graph));
        addPlace(gpuProcess(device), row.integer(4).value_or(0));
        addTimes(start, row.integer(1).value_or(start));
        fmt::format_to(std::back_inserter(m_out), R"(, "args": {{"graph id": {})", graph);
        addNumber("correlation", row.integer(5));
        m_out += "}}";
        return looked();
    };
    return NsysRow::forEach(
        m_file, "CUPTI_ACTIVITY_KIND_GRAPH_TRACE",
        {"start", "end", "globalPid", "deviceId", "streamId", "correlationId", "graphExecId", "graphId"}, writeRow);
}

Result<void> NsysJson::writeCalls()
{
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const auto fullName = row.name(4, *m_strings);
        if (!fullName)
            return failureOf(fullName);
        const std::string_view name = withoutVersion(*fullName);
        const std::int64_t start = row.integer(0).value_or(0);
        const std::int64_t thread = row.integer(2).value_or(0);
        const std::int64_t correlation = row.integer(3).value_or(0);
        m_threads.insert(thread);
        beginEntry('X');
        addText("cat", name.starts_with("cu") && !name.starts_with("cuda") ? "cuda_driver" : "cuda_runtime");
        addText("name", name);
        addPlace(nsysProcessOf(thread), nsysThreadOf(thread));
        addTimes(start, row.integer(1).value_or(start));
        fmt::format_to(std::back_inserter(m_out), R"(, "args": {{"correlation": {}}}}})", correlation);
        if (hasWork(nsysProcessOf(thread), correlation))
            addArrow('s', nsysProcessOf(thread), correlation, nsysProcessOf(thread), nsysThreadOf(thread), start);
        return looked();
    };
    return NsysRow::forEach(m_file, "CUPTI_ACTIVITY_KIND_RUNTIME",
                            {"start", "end", "globalTid", "correlationId", "nameId"}, writeRow);
}

Result<void> NsysJson::writeRanges()
{
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const std::int64_t type = row.integer(2).value_or(0);
        if (type != kNvtxPushPop && type != kNvtxStartEnd && type != kNvtxMark)
            return {}; // names of domains and categories
        auto name = row.name(4, *m_strings);
        if (name && name->empty())
            name = row.name(5, *m_strings);
        if (!name)
            return failureOf(name);
        const std::int64_t start = row.integer(0).value_or(0);
        const auto end = row.integer(1);
        const std::int64_t thread = row.integer(3).value_or(0);
        m_threads.insert(thread);
        const bool isMark = type == kNvtxMark;
        beginEntry(isMark ? 'i' : end ? 'X' : 'B');
        addText("cat", "user_annotation");
        addText("name", *name);
        addPlace(nsysProcessOf(thread), nsysThreadOf(thread));
        if (isMark || !end) {
            addTime(start);
            m_out += isMark ? R"(, "s": "t"})" : "}";
        } else {
            addTimes(start, *end);
            m_out += '}';
        }
        return looked();
    };
    return NsysRow::forEach(m_file, "NVTX_EVENTS", {"start", "end", "eventType", "globalTid", "text", "textId"},
                            writeRow);
}

} // namespace lanescope
