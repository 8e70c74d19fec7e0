// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/cupti_functions.h"

#include "capture_lib/src/shared_libraries.h"

#include <dlfcn.h>

namespace lanescope::record {
namespace {

template<typename Function>
bool load(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

// 0: there is no driver.
int driverMajor()
{
    int version = 0;
    void* driver = capture::openByName("libcuda.so.1");
    int (*getVersion)(int*) = nullptr;
    if (driver && load(driver, "cuDriverGetVersion", getVersion))
        getVersion(&version);
    return version / 1000;
}

} // namespace

std::optional<CuptiFunctions> loadCupti(std::string& problem)
{
    const int major = driverMajor();
    if (major == 0) {
        problem = "no CUDA driver (libcuda.so.1) found";
        return std::nullopt;
    }
    void* library = capture::openCupti(major);
    if (!library) {
        problem = "no libcupti found: install CUPTI for CUDA " + std::to_string(major) +
                  ", or name its folder in LD_LIBRARY_PATH or its toolkit in CUDA_HOME";
        return std::nullopt;
    }
    CuptiFunctions functions;
    const bool complete = load(library, "cuptiSubscribe", functions.subscribe) &&
                          load(library, "cuptiUnsubscribe", functions.unsubscribe) &&
                          load(library, "cuptiActivityRegisterCallbacks", functions.registerCallbacks) &&
                          load(library, "cuptiActivityEnable", functions.enable) &&
                          load(library, "cuptiActivityDisable", functions.disable) &&
                          load(library, "cuptiActivityFlushAll", functions.flushAll) &&
                          load(library, "cuptiActivityGetNextRecord", functions.nextRecord) &&
                          load(library, "cuptiActivityGetNumDroppedRecords", functions.droppedRecords) &&
                          load(library, "cuptiGetCallbackName", functions.callbackName) &&
                          load(library, "cuptiGetTimestamp", functions.timestamp) &&
                          load(library, "cuptiSetThreadIdType", functions.setThreadIdType);
    if (!complete) {
        problem = "the libcupti found is too old: CUPTI of CUDA 11.1 or later is needed";
        return std::nullopt;
    }
    load(library, "cuptiActivityEnableDriverApi", functions.enableDriverCall);
    load(library, "cuptiActivityEnableRuntimeApi", functions.enableRuntimeCall);
    load(library, "cuptiGetResultString", functions.resultText);
    return functions;
}

} // namespace lanescope::record
