// SPDX-License-Identifier: Apache-2.0
// Kernels that start while the one before them still runs, though both are on one stream: programmatic dependent
// launch. A library for in_programmatic.py.
#include <cuda_runtime.h>

namespace {

constexpr int kBlocks = 4;

__device__ void spin(long long cycles)
{
    const long long begin = clock64();
    while (clock64() - begin < cycles) {
    }
}

// Lets the next kernel start, works, and needs what the previous one wrote only then.
template<int Number>
__global__ void stage(int* sums, long long cycles)
{
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    spin(cycles);
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    if (threadIdx.x == 0)
        sums[blockIdx.x] += Number;
}

template<int Number>
cudaError_t launchStage(cudaStream_t stream, int* sums, long long cycles, bool overlapsPrevious)
{
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = kBlocks;
    config.blockDim = 32;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = overlapsPrevious ? 1 : 0;
    return cudaLaunchKernelEx(&config, stage<Number>, sums, cycles);
}

} // namespace

// Stage `number` (0 to 3) on a stream; `sums` is 4 ints on the device. 0: fine.
extern "C" int launch_stage(int number, void* stream, void* sums, long long cycles)
{
    auto* const cudaStream = static_cast<cudaStream_t>(stream);
    auto* const deviceSums = static_cast<int*>(sums);
    switch (number) {
    case 0:
        return launchStage<1>(cudaStream, deviceSums, cycles, false);
    case 1:
        return launchStage<10>(cudaStream, deviceSums, cycles, true);
    case 2:
        return launchStage<100>(cudaStream, deviceSums, cycles, true);
    default:
        return launchStage<1000>(cudaStream, deviceSums, cycles, true);
    }
}
