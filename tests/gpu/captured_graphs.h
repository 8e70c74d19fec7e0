// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "checks.h"
#include "cupti_records.h"
#include "saved_file.h"

#include "lanescope/capture.hpp"

#include <cuda_runtime.h>

#include <functional>

// Captures whose work says itself which annotation it must have: a kernel k<N>, a memset or memcpy of 4 * N bytes
// "s<N>", none for N = 0. That is known here, not in the library. compare() holds CUPTI's records against the saved
// file.
#define CUDA(call)                                                                                                     \
    do {                                                                                                               \
        const cudaError_t error = (call);                                                                              \
        if (error != cudaSuccess) {                                                                                    \
            std::printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error));                      \
            std::exit(2);                                                                                              \
        }                                                                                                              \
    } while (0)

template<int N>
__global__ void k(float* data)
{
    if (data)
        data[0] += N;
}

namespace lanescope::gpu {

inline Checks checks;
inline std::string folder;
inline float* device = nullptr;
inline float* host = nullptr;
inline cudaStream_t stream = nullptr;
inline cudaStream_t second = nullptr;
inline cudaStream_t third = nullptr;

template<int N>
void launch(cudaStream_t on)
{
    k<N><<<1, 32, 0, on>>>(device);
    CUDA(cudaGetLastError());
}

inline void join(cudaStream_t waiting, cudaStream_t on)
{
    cudaEvent_t event;
    CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CUDA(cudaEventRecord(event, on));
    CUDA(cudaStreamWaitEvent(waiting, event, 0));
    CUDA(cudaEventDestroy(event));
}

// A captured graph with its capture id, and its exec graphs.
struct Captured {
    cudaGraph_t graph = nullptr;
    std::uint64_t capture = 0;
    cudaGraphExec_t exec = nullptr;
};

inline Captured captureOn(cudaStream_t origin, const std::function<void()>& body)
{
    Captured result;
    CUDA(cudaStreamBeginCapture(origin, cudaStreamCaptureModeThreadLocal));
    if (lsc_capture_begin(origin, &result.capture) != LSC_OK)
        std::printf("capture_begin: %s\n", lsc_last_error());
    body();
    CUDA(cudaStreamEndCapture(origin, &result.graph));
    if (lsc_capture_end(result.capture, result.graph) != LSC_OK)
        std::printf("capture_end: %s\n", lsc_last_error());
    return result;
}

inline void instantiate(Captured& captured)
{
    CUDA(cudaGraphInstantiate(&captured.exec, captured.graph, 0));
    if (lsc_instantiated(captured.capture, captured.exec) != LSC_OK)
        std::printf("instantiated: %s\n", lsc_last_error());
}

inline std::vector<Record> replay(cudaGraphExec_t exec)
{
    CUDA(cudaGraphLaunch(exec, stream));
    CUDA(cudaDeviceSynchronize());
    return CuptiRecords::take();
}

inline SavedFile saveAndRead()
{
    const std::string path = folder + "/annotations.json";
    if (lsc_save(path.c_str(), nullptr) != LSC_OK)
        std::printf("save: %s\n", lsc_last_error());
    return SavedFile(path);
}

// "7" of _Z1kILi7EEvPf, or of 28 bytes.
inline std::string numberOf(const Record& record)
{
    if (record.kind != "kernel")
        return std::to_string(record.bytes / 4);
    const std::string marker = "_Z1kILi";
    if (record.name.compare(0, marker.size(), marker) != 0)
        return "0";
    return record.name.substr(marker.size(), record.name.find('E') - marker.size());
}

using WantedAnnotation = std::function<std::string(const std::string& number)>;

inline std::string plainName(const std::string& number)
{
    return number == "0" ? "" : "name=s" + number;
}

// Every record is in the file with its kind, its kernel's name and the annotation it must have; and every work node of
// its exec graph in the file was recorded.
inline void compare(const std::vector<Record>& records, const SavedFile& file, std::size_t wantedRecords,
                    const std::string& what, const WantedAnnotation& wanted = plainName)
{
    std::size_t wrong = 0;
    std::string first;
    const auto note = [&](const std::string& text) { first = wrong++ == 0 ? text : first; };
    std::set<std::uint64_t> seen;
    std::set<std::uint32_t> execs;
    for (const Record& record : records) {
        seen.insert(record.key);
        execs.insert(record.graphId);
        const auto found = file.nodes().find(record.key);
        const std::string where = record.kind + " " + record.name + " " + std::to_string(record.key >> 32) + ":" +
                                  std::to_string(record.key & 0xffffffff);
        if (found == file.nodes().end())
            note(where + " is not in the file");
        else if (found->second.kind != record.kind)
            note(where + " is a " + found->second.kind + " in the file");
        else if (found->second.kernel != record.name)
            note(where + " has the kernel " + found->second.kernel + " in the file");
        else if (found->second.annotation != wanted(numberOf(record)))
            note(where + " has \"" + found->second.annotation + "\", wanted \"" + wanted(numberOf(record)) + "\"");
    }
    for (const auto& [key, node] : file.nodes()) {
        const bool work = node.kind == "kernel" || node.kind == "memcpy" || node.kind == "memset";
        if (work && execs.count(static_cast<std::uint32_t>(key >> 32)) != 0 && seen.count(key) == 0)
            note("node " + std::to_string(key & 0xffffffff) + " of the file was not recorded");
    }
    checks.equal(records.size(), wantedRecords, what + ": records");
    checks.expect(wrong == 0, what + ": all agree with the file" +
                                  (wrong ? ": " + std::to_string(wrong) + " wrong: " + first : ""));
}

} // namespace lanescope::gpu
