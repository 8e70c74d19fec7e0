// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/read_records.h"

#include "capture_lib/src/shared_libraries.h"

#include <array>
#include <string>

#include <cuda.h>
#include <dlfcn.h>

namespace lanescope::record {
namespace {

// The record types of CUDA 12.0: later ones only append.
using KernelRecord = CUpti_ActivityKernel9;
using MemcpyRecord = CUpti_ActivityMemcpy5;
using PeerMemcpyRecord = CUpti_ActivityMemcpyPtoP4;
using MemsetRecord = CUpti_ActivityMemset4;

class RecordReader {
public:
    RecordReader(const CuptiFunctions& cupti, std::int64_t clockOffsetNs, TraceWriter& writer)
        : m_cupti(cupti), m_offsetNs(clockOffsetNs), m_writer(writer)
    {}

    void read(const CUpti_Activity* activity)
    {
        switch (activity->kind) {
        case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL:
        case CUPTI_ACTIVITY_KIND_KERNEL:
            return kernel(*reinterpret_cast<const KernelRecord*>(activity));
        case CUPTI_ACTIVITY_KIND_MEMCPY:
            return copy(*reinterpret_cast<const MemcpyRecord*>(activity));
        case CUPTI_ACTIVITY_KIND_MEMCPY2:
            return copy(*reinterpret_cast<const PeerMemcpyRecord*>(activity));
        case CUPTI_ACTIVITY_KIND_MEMSET:
            return fill(*reinterpret_cast<const MemsetRecord*>(activity));
        case CUPTI_ACTIVITY_KIND_RUNTIME:
            return call(*reinterpret_cast<const CUpti_ActivityAPI*>(activity), ApiCall::Api::Runtime,
                        CUPTI_CB_DOMAIN_RUNTIME_API);
        case CUPTI_ACTIVITY_KIND_DRIVER:
            return call(*reinterpret_cast<const CUpti_ActivityAPI*>(activity), ApiCall::Api::Driver,
                        CUPTI_CB_DOMAIN_DRIVER_API);
        default:
            return;
        }
    }

    std::uint64_t unfinished() const { return m_unfinished; }

private:
    std::int64_t time(std::uint64_t ns) const { return static_cast<std::int64_t>(ns) + m_offsetNs; }

    bool isFinished(std::uint64_t begin, std::uint64_t end)
    {
        const bool finished = begin != 0 && end != 0;
        m_unfinished += finished ? 0 : 1;
        return finished;
    }

    template<typename Record>
    GpuWork workOf(GpuWork::Kind kind, const Record& record) const
    {
        GpuWork work = {};
        work.kind = kind;
        work.beginNs = time(record.start);
        work.endNs = time(record.end);
        work.device = record.deviceId;
        work.context = record.contextId;
        work.stream = record.streamId;
        work.correlation = record.correlationId;
        work.graph = record.graphId;
        work.graphNode = record.graphNodeId;
        return work;
    }

    void kernel(const KernelRecord& record)
    {
        if (!isFinished(record.start, record.end))
            return;
        GpuWork work = workOf(GpuWork::Kind::Kernel, record);
        work.name = record.name ? record.name : "";
        work.grid = {record.gridX, record.gridY, record.gridZ};
        work.block = {record.blockX, record.blockY, record.blockZ};
        work.registers = record.registersPerThread;
        work.sharedBytes = std::int64_t{record.staticSharedMemory} + record.dynamicSharedMemory;
        m_writer.addWork(work);
    }

    template<typename Record>
    void copy(const Record& record)
    {
        if (!isFinished(record.start, record.end))
            return;
        GpuWork work = workOf(GpuWork::Kind::Memcpy, record);
        const std::string title = memcpyTitle(record.copyKind, record.srcKind, record.dstKind);
        work.name = title;
        work.bytes = record.bytes;
        m_writer.addWork(work);
    }

    void fill(const MemsetRecord& record)
    {
        if (!isFinished(record.start, record.end))
            return;
        GpuWork work = workOf(GpuWork::Kind::Memset, record);
        const std::string title = memsetTitle(record.memoryKind);
        work.name = title;
        work.bytes = record.bytes;
        m_writer.addWork(work);
    }

    void call(const CUpti_ActivityAPI& record, ApiCall::Api api, CUpti_CallbackDomain domain)
    {
        if (!isFinished(record.start, record.end))
            return;
        const char* name = nullptr;
        if (m_cupti.callbackName(domain, record.cbid, &name) != CUPTI_SUCCESS || !name)
            name = "call unknown to CUPTI";
        m_writer.addCall({api, name, time(record.start), time(record.end), record.threadId, record.correlationId});
    }

    const CuptiFunctions& m_cupti;
    std::int64_t m_offsetNs;
    TraceWriter& m_writer;
    std::uint64_t m_unfinished = 0;
};

} // namespace

std::uint64_t writeRecords(const CuptiFunctions& cupti, const FilledBuffer& buffer, std::int64_t clockOffsetNs,
                           TraceWriter& writer)
{
    RecordReader reader(cupti, clockOffsetNs, writer);
    CUpti_Activity* activity = nullptr;
    while (cupti.nextRecord(buffer.memory, buffer.sizeBytes, &activity) == CUPTI_SUCCESS)
        reader.read(activity);
    return reader.unfinished();
}

std::vector<RecordedDevice> readDevices()
{
    std::vector<RecordedDevice> devices;
    void* driver = capture::openByName("libcuda.so.1");
    if (!driver)
        return devices;
    const auto getCount = reinterpret_cast<decltype(&::cuDeviceGetCount)>(dlsym(driver, "cuDeviceGetCount"));
    const auto getName = reinterpret_cast<decltype(&::cuDeviceGetName)>(dlsym(driver, "cuDeviceGetName"));
    const auto getAttribute =
        reinterpret_cast<decltype(&::cuDeviceGetAttribute)>(dlsym(driver, "cuDeviceGetAttribute"));
    int count = 0;
    if (!getCount || !getName || !getAttribute || getCount(&count) != CUDA_SUCCESS)
        return devices;
    for (CUdevice id = 0; id < count; ++id) {
        std::array<char, 256> name = {};
        RecordedDevice device;
        if (getName(name.data(), static_cast<int>(name.size() - 1), id) == CUDA_SUCCESS)
            device.name = name.data();
        getAttribute(&device.multiprocessors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, id);
        getAttribute(&device.computeMajor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, id);
        getAttribute(&device.computeMinor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, id);
        devices.push_back(device);
    }
    return devices;
}

} // namespace lanescope::record
