// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/activity_layout.h"

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <vector>

// What CUPTI says about graph replays, for Python scripts: a line of JSON a record. Uses the copy of CUPTI that the
// process has loaded.
namespace {

#define SAME_LAYOUT(layout, kind_, Record)                                                                             \
    static_assert(lanescope::capture::layout.kind == kind_ &&                                                          \
                  lanescope::capture::layout.start == offsetof(Record, start) &&                                       \
                  lanescope::capture::layout.end == offsetof(Record, end) &&                                           \
                  lanescope::capture::layout.device == offsetof(Record, deviceId) &&                                   \
                  lanescope::capture::layout.stream == offsetof(Record, streamId) &&                                   \
                  lanescope::capture::layout.correlation == offsetof(Record, correlationId) &&                         \
                  lanescope::capture::layout.graphNode == offsetof(Record, graphNodeId) &&                             \
                  lanescope::capture::layout.graph == offsetof(Record, graphId))
SAME_LAYOUT(kKernelLayout, CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUpti_ActivityKernel9);
SAME_LAYOUT(kMemcpyLayout, CUPTI_ACTIVITY_KIND_MEMCPY, CUpti_ActivityMemcpy5);
SAME_LAYOUT(kMemsetLayout, CUPTI_ACTIVITY_KIND_MEMSET, CUpti_ActivityMemset4);
SAME_LAYOUT(kPeerMemcpyLayout, CUPTI_ACTIVITY_KIND_MEMCPY2, CUpti_ActivityMemcpyPtoP4);

struct Lines {
    std::mutex mutex;
    std::vector<std::string> lines;
};

Lines& lines()
{
    static Lines instance;
    return instance;
}

constexpr std::size_t kBufferBytes = 8 << 20;

void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes));
    *size = kBufferBytes;
    *maxRecords = 0;
}

void keep(const char* kind, const char* name, std::uint64_t bytes, std::uint32_t graph, std::uint64_t node,
          std::uint64_t start, std::uint64_t end, std::uint32_t correlation, std::uint32_t stream)
{
    std::string line(std::snprintf(nullptr, 0, "%s", name) + 512, '\0');
    const int length = std::snprintf(
        line.data(), line.size(),
        "{\"kind\": \"%s\", \"name\": \"%s\", \"bytes\": %llu, \"graph\": %u, \"node\": %llu, \"start\": "
        "%llu, \"end\": %llu, \"correlation\": %u, \"stream\": %u}",
        kind, name, static_cast<unsigned long long>(bytes), graph, static_cast<unsigned long long>(node),
        static_cast<unsigned long long>(start), static_cast<unsigned long long>(end), correlation, stream);
    line.resize(static_cast<std::size_t>(length));
    lines().lines.push_back(line);
}

void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validSize)
{
    CUpti_Activity* activity = nullptr;
    const std::lock_guard<std::mutex> lock(lines().mutex);
    while (cuptiActivityGetNextRecord(buffer, validSize, &activity) == CUPTI_SUCCESS) {
        if (activity->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
            const auto* r = reinterpret_cast<const CUpti_ActivityKernel9*>(activity);
            keep("kernel", r->name ? r->name : "", 0, r->graphId, r->graphNodeId, r->start, r->end, r->correlationId,
                 r->streamId);
        } else if (activity->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
            const auto* r = reinterpret_cast<const CUpti_ActivityMemcpy5*>(activity);
            keep("memcpy", "", r->bytes, r->graphId, r->graphNodeId, r->start, r->end, r->correlationId, r->streamId);
        } else if (activity->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
            const auto* r = reinterpret_cast<const CUpti_ActivityMemset4*>(activity);
            keep("memset", "", r->bytes, r->graphId, r->graphNodeId, r->start, r->end, r->correlationId, r->streamId);
        }
    }
    std::free(buffer);
}

} // namespace

extern "C" {

// 0, or CUPTI's error.
int records_start()
{
    CUptiResult result = cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer);
    for (const CUpti_ActivityKind kind :
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET}) {
        if (result == CUPTI_SUCCESS)
            result = cuptiActivityEnable(kind);
    }
    return static_cast<int>(result);
}

int records_stop()
{
    int failed = 0;
    for (const CUpti_ActivityKind kind :
         {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET})
        failed += cuptiActivityDisable(kind) != CUPTI_SUCCESS;
    return failed;
}

// Writes the records since the last call; the device must be idle. How many.
long records_take(const char* path)
{
    cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
    std::FILE* file = std::fopen(path, "w");
    if (!file)
        return -1;
    const std::lock_guard<std::mutex> lock(lines().mutex);
    for (const std::string& line : lines().lines)
        std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
    const auto count = static_cast<long>(lines().lines.size());
    lines().lines.clear();
    return count;
}
}
