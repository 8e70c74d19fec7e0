// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cupti.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

// What CUPTI itself says about the work of graph replays.
namespace lanescope::gpu {

struct Record {
    std::string kind; // kernel, memcpy, memset
    std::string name; // mangled, of kernels
    std::uint64_t bytes = 0;
    std::uint64_t key = 0; // graph node id
    std::uint32_t graphId = 0;
    std::uint64_t start = 0;
    std::uint64_t end = 0;
    std::uint32_t stream = 0;
    std::uint32_t correlation = 0;
};

class CuptiRecords {
public:
    static void start()
    {
        check(cuptiActivityRegisterCallbacks(giveBuffer, takeBuffer));
        for (const CUpti_ActivityKind kind :
             {CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET})
            check(cuptiActivityEnable(kind));
    }

    // All records since the last call; the device must be idle.
    static std::vector<Record> take()
    {
        check(cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED));
        const std::lock_guard<std::mutex> lock(mutex());
        std::vector<Record> taken;
        taken.swap(records());
        return taken;
    }

private:
    static constexpr std::size_t kBufferBytes = 8 << 20;

    static std::mutex& mutex()
    {
        static std::mutex instance;
        return instance;
    }
    static std::vector<Record>& records()
    {
        static std::vector<Record> instance;
        return instance;
    }
    static void check(CUptiResult result)
    {
        if (result != CUPTI_SUCCESS) {
            std::printf("CUPTI error %d\n", static_cast<int>(result));
            std::exit(2);
        }
    }
    static void CUPTIAPI giveBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords)
    {
        *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes));
        *size = kBufferBytes;
        *maxRecords = 0;
    }
    static void CUPTIAPI takeBuffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validSize)
    {
        CUpti_Activity* activity = nullptr;
        const std::lock_guard<std::mutex> lock(mutex());
        while (cuptiActivityGetNextRecord(buffer, validSize, &activity) == CUPTI_SUCCESS) {
            Record record;
            if (activity->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) {
                const auto* kernel = reinterpret_cast<const CUpti_ActivityKernel9*>(activity);
                record = {"kernel",
                          kernel->name ? kernel->name : "",
                          0,
                          kernel->graphNodeId,
                          kernel->graphId,
                          kernel->start,
                          kernel->end,
                          kernel->streamId,
                          kernel->correlationId};
            } else if (activity->kind == CUPTI_ACTIVITY_KIND_MEMCPY) {
                const auto* memcpy = reinterpret_cast<const CUpti_ActivityMemcpy5*>(activity);
                record = {"memcpy",      "",          memcpy->bytes,    memcpy->graphNodeId,  memcpy->graphId,
                          memcpy->start, memcpy->end, memcpy->streamId, memcpy->correlationId};
            } else if (activity->kind == CUPTI_ACTIVITY_KIND_MEMSET) {
                const auto* memset = reinterpret_cast<const CUpti_ActivityMemset4*>(activity);
                record = {"memset",      "",          memset->bytes,    memset->graphNodeId,  memset->graphId,
                          memset->start, memset->end, memset->streamId, memset->correlationId};
            }
            if (record.graphId != 0)
                records().push_back(record);
        }
        std::free(buffer);
    }
};

} // namespace lanescope::gpu
