// SPDX-License-Identifier: Apache-2.0
#include "core/load/nsys_json.h"

#include "core/load/json_text.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace lanescope {
namespace {

constexpr std::uint64_t kEntriesBetweenLooks = 4096;
// Nanoseconds as the microseconds of Chrome JSON, exactly.
void appendMicroseconds(std::int64_t ns, std::string& out)
{
    const bool isNegative = ns < 0;
    const std::uint64_t size = isNegative ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    fmt::format_to(std::back_inserter(out), "{}{}.{:03}", isNegative ? "-" : "", size / 1000, size % 1000);
}

} // namespace

NsysJson::NsysJson(const SqliteFile& file, TextBlocks& text, const JobControl& job)
    : m_file(file), m_text(text), m_job(job)
{}

Result<void> NsysJson::write()
{
    auto strings = NsysStrings::open(m_file);
    if (!strings)
        return failureOf(strings);
    m_strings = *std::move(strings);
    // Work before calls: only a call that launched some gets an arrow.
    constexpr Step kSteps[] = {&NsysJson::readSources,        &NsysJson::findProcesses,   &NsysJson::writeHeader,
                               &NsysJson::writeKernels,       &NsysJson::writeCopies,     &NsysJson::writeMemsets,
                               &NsysJson::writeGraphLaunches, &NsysJson::writeCalls,      &NsysJson::writeRanges,
                               &NsysJson::writeProcessNames,  &NsysJson::writeThreadNames};
    for (const Step step : kSteps) {
        if (auto done = (this->*step)(); !done)
            return done;
    }
    m_out += "\n]}\n";
    m_text.append(m_out);
    return {};
}

// originalGraphNodeId is the node that a node was cloned from, which may be a clone itself.
Result<void> NsysJson::readSources()
{
    const auto takeRow = [&](const NsysRow& row) -> Result<void> {
        const auto node = row.integer(1);
        const auto original = row.integer(2);
        if (node && original && *node != 0 && *original != 0 && *node != *original)
            m_sources[nsysProcessOf(row.integer(0).value_or(0))][*node] = *original;
        return {};
    };
    return NsysRow::forEach(m_file, "CUDA_GRAPH_NODE_EVENTS", {"globalTid", "graphNodeId", "originalGraphNodeId"},
                            takeRow);
}

std::int64_t NsysJson::sourceOf(std::int64_t process, std::int64_t node) const
{
    auto ofProcess = m_sources.find(process);
    if (ofProcess == m_sources.end() && m_sources.size() == 1)
        ofProcess = m_sources.begin(); // exports of one process need not name it in every table
    if (ofProcess == m_sources.end())
        return 0;
    constexpr int kMostClones = 8; // a graph in a graph in a graph; also the end of rows that lead in circles
    std::int64_t source = 0;
    for (int i = 0; i < kMostClones; ++i) {
        const auto found = ofProcess->second.find(node);
        if (found == ofProcess->second.end())
            break;
        source = node = found->second;
    }
    return source;
}

// GPUs are processes of a Chrome trace, by their number. In a container the program's process may have that number too.
Result<void> NsysJson::findProcesses()
{
    std::set<std::int64_t> processes;
    for (const auto& [table, column] :
         {std::pair{"PROCESSES", "globalPid"}, {"CUPTI_ACTIVITY_KIND_RUNTIME", "globalTid"}}) {
        const auto has = m_file.hasColumn(table, column);
        if (!has)
            return failureOf(has);
        if (!*has)
            continue;
        auto rows = m_file.prepare(fmt::format("SELECT DISTINCT {} >> {} FROM {}", column, kNsysIdBits, table));
        if (!rows)
            return failureOf(rows);
        for (auto more = rows->step();; more = rows->step()) {
            if (!more)
                return failureOf(more);
            if (!*more)
                break;
            processes.insert(rows->integer(0) & kNsysIdMask);
        }
        if (processes.size() > 0 && std::string_view(table) != "PROCESSES")
            m_hasSeveralProcesses = processes.size() > 1;
    }
    constexpr std::int64_t kMostDevices = 32; // of one machine
    if (!processes.empty() && *processes.begin() < kMostDevices)
        m_firstGpuProcess = kNsysIdMask + 1;
    return {};
}

Result<void> NsysJson::writeHeader()
{
    m_out += R"({"displayTimeUnit": "ns", "deviceProperties": [)";
    const auto hasOrdinal = m_file.hasColumn("TARGET_INFO_GPU", "cuDevice");
    if (!hasOrdinal)
        return failureOf(hasOrdinal);
    bool isFirst = true;
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const auto name = row.name(1, *m_strings);
        if (!name)
            return failureOf(name);
        fmt::format_to(std::back_inserter(m_out), R"({}{{"id": {}, "name": )", isFirst ? "" : ", ",
                       row.integer(0).value_or(0));
        appendJsonString(*name, m_out);
        m_out += '}';
        isFirst = false;
        return {};
    };
    auto written = NsysRow::forEach(m_file, "TARGET_INFO_GPU", {*hasOrdinal ? "cuDevice" : "id", "name"}, writeRow);
    if (!written)
        return written;
    m_out += R"(], "traceEvents": [)";
    return {};
}

void NsysJson::beginEntry(char phase)
{
    fmt::format_to(std::back_inserter(m_out), R"({}{{"ph": "{}")", m_entries++ == 0 ? "\n" : ",\n", phase);
}

void NsysJson::addTime(std::int64_t atNs)
{
    m_out += R"(, "ts": )";
    appendMicroseconds(atNs, m_out);
}

void NsysJson::addTimes(std::int64_t startNs, std::int64_t endNs)
{
    addTime(startNs);
    std::int64_t durationNs = 0;
    if (__builtin_sub_overflow(endNs, startNs, &durationNs))
        return; // a slice without a duration is told by the reader
    m_out += R"(, "dur": )";
    appendMicroseconds(durationNs, m_out);
}

void NsysJson::addText(std::string_view key, std::string_view text)
{
    fmt::format_to(std::back_inserter(m_out), R"(, "{}": )", key);
    appendJsonString(text, m_out);
}

void NsysJson::addNumber(std::string_view key, std::optional<std::int64_t> number)
{
    if (number)
        fmt::format_to(std::back_inserter(m_out), R"(, "{}": {})", key, *number);
}

void NsysJson::addPlace(std::int64_t process, std::int64_t thread)
{
    fmt::format_to(std::back_inserter(m_out), R"(, "pid": {}, "tid": {})", process, thread);
}

void NsysJson::addArrow(char phase, std::int64_t owner, std::int64_t correlation, std::int64_t process,
                        std::int64_t thread, std::int64_t atNs)
{
    beginEntry(phase);
    m_out += R"(, "cat": "ac2g", "name": "ac2g")";
    if (m_hasSeveralProcesses) // they count their calls alike
        fmt::format_to(std::back_inserter(m_out), R"(, "id": "{}:{}")", owner, correlation);
    else
        addNumber("id", correlation);
    addPlace(process, thread);
    addTime(atNs);
    m_out += phase == 'f' ? R"(, "bp": "e"})" : "}";
}

Result<void> NsysJson::looked()
{
    if (m_entries < m_nextLook)
        return {};
    m_nextLook = m_entries + kEntriesBetweenLooks;
    m_text.append(m_out);
    m_out.clear();
    if (m_job.stopRequested())
        return JobControl::stopped();
    return {};
}

void NsysJson::addName(std::string_view kind, std::int64_t process, std::int64_t thread, std::string_view key,
                       std::string_view name)
{
    beginEntry('M');
    addText("name", kind);
    addPlace(process, thread);
    fmt::format_to(std::back_inserter(m_out), R"(, "args": {{"{}": )", key);
    appendJsonString(name, m_out);
    m_out += "}}";
}

Result<void> NsysJson::writeProcessNames()
{
    for (const std::int64_t device : m_devices)
        addName("process_labels", gpuProcess(device), 0, "labels", fmt::format("GPU {}", device));
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const auto name = row.name(1, *m_strings);
        if (!name)
            return failureOf(name);
        addName("process_name", nsysProcessOf(row.integer(0).value_or(0)), 0, "name", *name);
        return {};
    };
    return NsysRow::forEach(m_file, "PROCESSES", {"globalPid", "name"}, writeRow);
}

Result<void> NsysJson::writeThreadNames()
{
    const auto writeRow = [&](const NsysRow& row) -> Result<void> {
        const std::int64_t thread = row.integer(0).value_or(0);
        if (!m_threads.contains(thread))
            return {};
        const auto name = row.name(1, *m_strings);
        if (!name)
            return failureOf(name);
        addName("thread_name", nsysProcessOf(thread), nsysThreadOf(thread), "name", *name);
        return {};
    };
    return NsysRow::forEach(m_file, "ThreadNames", {"globalTid", "nameId"}, writeRow);
}

} // namespace lanescope
