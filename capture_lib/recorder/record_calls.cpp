// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/record_calls.h"

#include <array>

namespace lanescope::record {
namespace {

// Questions that programs ask by the thousand and that launch nothing.
constexpr std::array<CUpti_CallbackId, 19> kQuestions = {
    CUPTI_RUNTIME_TRACE_CBID_cudaGetDeviceCount_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaGetLastError_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaPeekAtLastError_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaFuncGetAttributes_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaSetDevice_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaGetDevice_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamQuery_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamQuery_ptsz_v7000,
    CUPTI_RUNTIME_TRACE_CBID_cudaEventQuery_v3020,
    CUPTI_RUNTIME_TRACE_CBID_cudaPointerGetAttributes_v4000,
    CUPTI_RUNTIME_TRACE_CBID_cudaDeviceGetAttribute_v5000,
    CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveBlocksPerMultiprocessor_v6050,
    CUPTI_RUNTIME_TRACE_CBID_cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags_v7000,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamIsCapturing_v10000,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamIsCapturing_ptsz_v10000,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v10010,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v2_v11030,
    CUPTI_RUNTIME_TRACE_CBID_cudaStreamGetCaptureInfo_v2_ptsz_v11030,
    CUPTI_RUNTIME_TRACE_CBID_cudaThreadExchangeStreamCaptureMode_v10010,
};

// Programs that launch without the runtime: Triton, CUTLASS's Python, JAX.
constexpr std::array<CUpti_CallbackId, 8> kDriverLaunches = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch,
    CUPTI_DRIVER_TRACE_CBID_cuGraphLaunch_ptsz,
};

} // namespace

CUptiResult enableCalls(const CuptiFunctions& cupti)
{
    const CUptiResult result = cupti.enable(CUPTI_ACTIVITY_KIND_RUNTIME);
    if (result != CUPTI_SUCCESS)
        return result;
    // An older CUPTI does not know single calls: then all of the runtime's are recorded and none of the driver's.
    if (cupti.enableRuntimeCall) {
        for (const CUpti_CallbackId call : kQuestions)
            cupti.enableRuntimeCall(call, 0);
    }
    if (cupti.enableDriverCall) {
        for (const CUpti_CallbackId call : kDriverLaunches)
            cupti.enableDriverCall(call, 1);
    }
    return CUPTI_SUCCESS;
}

void disableCalls(const CuptiFunctions& cupti)
{
    cupti.disable(CUPTI_ACTIVITY_KIND_RUNTIME);
    if (cupti.enableDriverCall) {
        for (const CUpti_CallbackId call : kDriverLaunches)
            cupti.enableDriverCall(call, 0);
    }
}

} // namespace lanescope::record
