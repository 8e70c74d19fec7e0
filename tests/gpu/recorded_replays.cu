// SPDX-License-Identifier: Apache-2.0
// A program to be recorded: recorded_replays ANNOTATIONS REPLAYS [LAUNCHES [wait]]. Captures a graph whose work says itself
// which annotation it must have (a kernel k<N>, a memset of 4 * N bytes: "s<N>", N = 0: none), replays it, launches N = 0
// outside of graphs, prints what a replay and a launch cost, and with "wait" waits to be killed.
#include "lanescope/capture.hpp"

#include <cuda_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <unistd.h>

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

namespace {

template<int N>
void annotated(cudaStream_t stream, float* data)
{
    lanescope::Scope scope(stream, ("s" + std::to_string(N)).c_str());
    k<N><<<1, 32, 0, stream>>>(data);
    k<N><<<1, 32, 0, stream>>>(data);
    CUDA(cudaMemsetAsync(data + 64, 0, 4 * N, stream));
}

template<typename Body>
double microsecondsEach(int count, const Body& body)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i)
        body();
    CUDA(cudaDeviceSynchronize());
    const std::chrono::duration<double, std::micro> spent = std::chrono::steady_clock::now() - begin;
    return count > 0 ? spent.count() / count : 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 3)
        return 2;
    const int replays = std::atoi(argv[2]);
    const int launches = argc > 3 ? std::atoi(argv[3]) : 1;
    cudaStream_t stream = nullptr;
    float* data = nullptr;
    CUDA(cudaStreamCreate(&stream));
    CUDA(cudaMalloc(&data, 4096));
    cudaGraph_t graph = nullptr;
    cudaGraphExec_t exec = nullptr;
    CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    lanescope::Capture capture(stream);
    annotated<1>(stream, data);
    annotated<2>(stream, data);
    k<0><<<1, 32, 0, stream>>>(data);
    annotated<3>(stream, data);
    CUDA(cudaStreamEndCapture(stream, &graph));
    capture.end(graph);
    CUDA(cudaGraphInstantiate(&exec, graph, 0));
    capture.instantiated(exec);
    if (lsc_save(argv[1], nullptr) != LSC_OK)
        std::printf("not saved: %s\n", lsc_last_error());

    const double replay = microsecondsEach(replays, [&] { CUDA(cudaGraphLaunch(exec, stream)); });
    const double launch = microsecondsEach(launches, [&] { k<0><<<1, 32, 0, stream>>>(data); });
    std::printf("replay %.2f us, launch %.2f us\n", replay, launch);
    std::fflush(stdout);
    if (argc > 4) {
        for (;;)
            pause();
    }
    return 0;
}
