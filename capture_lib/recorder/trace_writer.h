// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/atomic_file.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

// What was recorded, as Chrome JSON with the names that PyTorch's profiler uses. Knows no CUPTI.
namespace lanescope::record {

// A kernel, copy or fill on a GPU. Times are ns since 1970.
struct GpuWork {
    enum class Kind { Kernel, Memcpy, Memset };
    Kind kind = Kind::Kernel;
    std::string_view name; // of a kernel, mangled or not; else its title (memcpyTitle, memsetTitle)
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t device = 0;
    std::uint32_t context = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
    std::uint32_t graph = 0; // 0: not of a graph
    std::uint64_t graphNode = 0;
    std::uint64_t bytes = 0;          // of copies and fills
    std::array<std::int32_t, 3> grid; // from here on of kernels
    std::array<std::int32_t, 3> block;
    std::uint32_t registers = 0; // a thread
    std::int64_t sharedBytes = 0;
};

// A call of CUDA. Times as GpuWork's.
struct ApiCall {
    enum class Api { Runtime, Driver };
    Api api = Api::Runtime;
    std::string_view name; // as CUPTI gives it: cudaGraphLaunch_v10000
    std::int64_t beginNs = 0;
    std::int64_t endNs = 0;
    std::uint32_t thread = 0; // of the system
    std::uint32_t correlation = 0;
};

struct RecordedDevice {
    std::string name;
    std::int32_t multiprocessors = 0;
    std::int32_t computeMajor = 0;
    std::int32_t computeMinor = 0;
};

struct RecordedProcess {
    std::int64_t pid = 0;
    std::string name;
    std::optional<std::int32_t> rank;
};

// What is not in the file, and why.
struct Losses {
    std::uint64_t dropped = 0;    // records that CUPTI did not keep: no buffer was empty
    std::uint64_t unfinished = 0; // work without an end when the recording ended
};

// "Memcpy HtoD (Pageable -> Device)"; the numbers are CUpti_ActivityMemcpyKind and CUpti_ActivityMemoryKind.
std::string memcpyTitle(std::uint8_t copyKind, std::uint8_t sourceKind, std::uint8_t targetKind);
// "Memset (Device)"
std::string memsetTitle(std::uint16_t memoryKind);

// Writes events as they come; holds names and the threads seen, no events. One thread at a time.
class TraceWriter {
public:
    // `baseNs`: what the file's times count from. The sink outlives the writer.
    TraceWriter(capture::TextSink& sink, RecordedProcess process, std::int64_t baseNs);

    void addWork(const GpuWork& work);
    void addCall(const ApiCall& call);
    // Ends the JSON text; nothing may be added after it.
    void finish(const std::vector<RecordedDevice>& devices, const Losses& losses);

    std::uint64_t eventCount() const { return m_events; }

private:
    void beginEvent();
    void addTimes(std::int64_t beginNs, std::int64_t endNs);
    void nameStream(std::uint32_t device, std::uint32_t stream);
    void nameThread(std::uint32_t thread);
    void addMetadata(std::string_view kind, std::int64_t pid, std::int64_t tid, std::string_view args);
    const std::string& quotedKernelName(std::string_view name);
    const std::string& quotedCallName(const ApiCall& call);

    capture::TextSink& m_sink;
    RecordedProcess m_process;
    std::int64_t m_baseNs;
    std::uint64_t m_events = 0;
    bool m_first = true;
    std::string m_text; // the event being written
    std::set<std::uint32_t> m_devices;
    std::set<std::pair<std::uint32_t, std::uint32_t>> m_streams;
    std::set<std::uint32_t> m_threads;
    std::unordered_map<std::string, std::string> m_kernelNames;
    std::unordered_map<std::string, std::string> m_callNames;
};

} // namespace lanescope::record
