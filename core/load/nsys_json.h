// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"
#include "core/base/result.h"
#include "core/file/sqlite_file.h"
#include "core/file/text_blocks.h"
#include "core/load/nsys_rows.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lanescope {

// Writes the rows of an Nsight Systems export as Chrome JSON, one entry a line, table by table. One thread.
class NsysJson {
public:
    // All must outlive this.
    NsysJson(const SqliteFile& file, TextBlocks& text, const JobControl& job);

    // Errors: CannotRead, Damaged, Stopped.
    [[nodiscard]] Result<void> write();

private:
    struct Launch {
        std::int64_t number = 0;
        std::unordered_set<std::int64_t> nodes; // that ran so far
    };
    struct Work; // what kernels, copies and memsets have in common
    using Step = Result<void> (NsysJson::*)();

    [[nodiscard]] Result<void> readSources();
    [[nodiscard]] Result<void> findProcesses();
    [[nodiscard]] Result<void> writeHeader();
    [[nodiscard]] Result<void> writeKernels();
    [[nodiscard]] Result<void> writeKernelsOf(std::string_view table);
    [[nodiscard]] Result<void> writeCopies();
    [[nodiscard]] Result<void> writeMemsets();
    [[nodiscard]] Result<void> writeGraphLaunches();
    [[nodiscard]] Result<void> writeCalls();
    [[nodiscard]] Result<void> writeRanges();
    [[nodiscard]] Result<void> writeProcessNames();
    [[nodiscard]] Result<void> writeThreadNames();
    // Rows of GPU work with some more columns; `add` writes the entry up to its last arg.
    template<typename Add>
    [[nodiscard]] Result<void> writeWork(std::string_view table, const std::vector<std::string_view>& more, Add add);

    // The node that a graph's node was cloned from; 0 when the export does not tell.
    [[nodiscard]] std::int64_t sourceOf(std::int64_t process, std::int64_t node) const;
    [[nodiscard]] std::int64_t gpuProcess(std::int64_t device) const
    {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(m_firstGpuProcess) +
                                         static_cast<std::uint64_t>(device)); // a hostile number wraps
    }
    [[nodiscard]] std::int64_t launchByNode(const Work& work);
    [[nodiscard]] bool hasWork(std::int64_t process, std::int64_t correlation) const;
    void addWork(std::string_view category, std::string_view name, const Work& work);
    [[nodiscard]] Result<void> endWork(const Work& work);

    // Pieces of entries.
    void beginEntry(char phase);
    void addText(std::string_view key, std::string_view text);
    void addNumber(std::string_view key, std::optional<std::int64_t> number);
    void addPlace(std::int64_t process, std::int64_t thread);
    void addTime(std::int64_t atNs);
    void addTimes(std::int64_t startNs, std::int64_t endNs);
    // `owner`: the process that counted the correlation.
    void addArrow(char phase, std::int64_t owner, std::int64_t correlation, std::int64_t process, std::int64_t thread,
                  std::int64_t atNs);
    void addName(std::string_view kind, std::int64_t process, std::int64_t thread, std::string_view key,
                 std::string_view name);
    // Now and then hands on what was written, and looks whether to stop.
    [[nodiscard]] Result<void> looked();

    const SqliteFile& m_file;
    TextBlocks& m_text;
    const JobControl& m_job;
    std::optional<NsysStrings> m_strings;
    std::string m_out;
    std::uint64_t m_entries = 0;
    std::uint64_t m_nextLook = 0;
    bool m_hasSeveralProcesses = false;
    std::int64_t m_firstGpuProcess = 0;
    // By process.
    std::unordered_map<std::int64_t, std::unordered_map<std::int64_t, std::int64_t>> m_sources; // node -> cloned from
    std::unordered_map<std::int64_t, std::unordered_set<std::int64_t>> m_worked; // correlations with work
    // By process, device and exec graph, where launches are not told.
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, Launch> m_launches;
    std::int64_t m_launchCount = 0;
    std::set<std::int64_t> m_devices; // with anything on them
    std::set<std::int64_t> m_threads; // globalTid
};

// A globalTid or globalPid of an export: the process, and the thread in it.
inline constexpr std::int64_t kNsysIdBits = 24;
inline constexpr std::int64_t kNsysIdMask = (std::int64_t{1} << kNsysIdBits) - 1;
[[nodiscard]] constexpr std::int64_t nsysProcessOf(std::int64_t globalId)
{
    return (globalId >> kNsysIdBits) & kNsysIdMask;
}
[[nodiscard]] constexpr std::int64_t nsysThreadOf(std::int64_t globalId)
{
    return globalId & kNsysIdMask;
}

// NVTX_EVENTS.eventType
inline constexpr std::int64_t kNvtxMark = 34;
inline constexpr std::int64_t kNvtxPushPop = 59;
inline constexpr std::int64_t kNvtxStartEnd = 60;

} // namespace lanescope
