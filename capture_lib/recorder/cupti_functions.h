// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <cupti.h>

namespace lanescope::record {

// CUPTI's functions, of the copy that the process has loaded or that belongs to its driver: linked, the recorder would
// bring a second copy into programs with one of their own. The last three may be null.
struct CuptiFunctions {
    decltype(&::cuptiSubscribe) subscribe = nullptr;
    decltype(&::cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&::cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&::cuptiActivityEnable) enable = nullptr;
    decltype(&::cuptiActivityDisable) disable = nullptr;
    decltype(&::cuptiActivityFlushAll) flushAll = nullptr;
    decltype(&::cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&::cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    decltype(&::cuptiGetCallbackName) callbackName = nullptr;
    decltype(&::cuptiGetTimestamp) timestamp = nullptr;
    decltype(&::cuptiSetThreadIdType) setThreadIdType = nullptr;
    // Of CUPTI's 12.x: single calls instead of all.
    CUptiResult(CUPTIAPI* enableDriverCall)(CUpti_CallbackId, std::uint8_t) = nullptr;
    CUptiResult(CUPTIAPI* enableRuntimeCall)(CUpti_CallbackId, std::uint8_t) = nullptr;
    CUptiResult(CUPTIAPI* resultText)(CUptiResult, const char**) = nullptr;
};

// Nothing: `problem` says what is missing and what to do.
std::optional<CuptiFunctions> loadCupti(std::string& problem);

} // namespace lanescope::record
