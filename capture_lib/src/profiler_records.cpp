// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/profiler_records.h"

#include "capture_lib/src/activity_layout.h"
#include "capture_lib/src/import_slots.h"
#include "capture_lib/src/shared_libraries.h"

#include <atomic>
#include <cstring>
#include <mutex>

#include <dlfcn.h>

namespace lanescope::capture {
namespace {

using GetNextRecord = int (*)(std::uint8_t*, std::size_t, void**); // cuptiActivityGetNextRecord
constexpr const char* kFunction = "cuptiActivityGetNextRecord";
constexpr std::size_t kMostRecords = std::size_t{4} << 20; // 160 MiB

struct Noted {
    std::mutex mutex;
    std::vector<lsc_graph_work> work;
    std::size_t lost = 0;
};

// Never destroyed: the profiler may read records while the process ends.
Noted& noted()
{
    static auto* instance = new Noted;
    return *instance;
}

std::atomic<GetNextRecord> s_getNextRecord = nullptr;

template<typename Value>
Value at(const void* record, std::size_t offset)
{
    Value value = 0;
    std::memcpy(&value, static_cast<const unsigned char*>(record) + offset, sizeof value);
    return value;
}

const ActivityLayout* layoutOf(const void* record)
{
    const auto kind = at<std::uint32_t>(record, 0);
    for (const ActivityLayout* layout : {&kKernelLayout, &kMemcpyLayout, &kMemsetLayout, &kPeerMemcpyLayout}) {
        if (layout->kind == kind)
            return layout;
    }
    return nullptr;
}

void note(const void* record)
{
    const ActivityLayout* layout = layoutOf(record);
    if (!layout)
        return;
    const auto graph = at<std::uint32_t>(record, layout->graph);
    if (graph == 0)
        return;
    const std::scoped_lock lock(noted().mutex);
    if (noted().work.size() >= kMostRecords) {
        ++noted().lost;
        return;
    }
    noted().work.push_back({at<std::uint64_t>(record, layout->graphNode), at<std::uint64_t>(record, layout->start),
                            at<std::uint64_t>(record, layout->end), graph,
                            at<std::uint32_t>(record, layout->correlation), at<std::uint32_t>(record, layout->device),
                            at<std::uint32_t>(record, layout->stream)});
}

// Stands where the profiler's library calls CUPTI. Its caller's C frames must not be unwound: without memory the record
// is lost and counted.
int readAndNote(std::uint8_t* buffer, std::size_t validBytes, void** record)
{
    const int result = s_getNextRecord.load(std::memory_order_acquire)(buffer, validBytes, record);
    if (result != 0 || !record || !*record)
        return result;
    try {
        note(*record);
    } catch (...) {
        ++noted().lost;
    }
    return result;
}

} // namespace

Status watchProfiler(const std::string& libraryName)
{
    if (s_getNextRecord)
        return {};
    const ImportSlots imports = findImportSlots(libraryName, kFunction);
    if (imports.library.empty())
        return {LSC_ERROR_UNAVAILABLE, "no library named " + libraryName + " is loaded"};
    if (imports.slots.empty())
        return {LSC_ERROR_UNAVAILABLE, imports.library + " does not import " + kFunction};
    void* cupti = openLoadedCupti();
    void* function = cupti ? dlsym(cupti, kFunction) : nullptr;
    if (!function)
        return {LSC_ERROR_UNAVAILABLE, "CUPTI is not loaded in this process"};
    s_getNextRecord.store(reinterpret_cast<GetNextRecord>(function), std::memory_order_release);
    for (void** slot : imports.slots) {
        if (!setImportSlot(slot, reinterpret_cast<void*>(&readAndNote)))
            return {LSC_ERROR_UNAVAILABLE, imports.library + " cannot be watched: its import table is read-only"};
    }
    return {};
}

NotedWork takeNotedWork(std::size_t room)
{
    const std::scoped_lock lock(noted().mutex);
    NotedWork work;
    work.held = noted().work.size();
    if (work.held > room)
        return work;
    work.taken.swap(noted().work);
    work.lost = noted().lost;
    noted().lost = 0;
    return work;
}

} // namespace lanescope::capture
