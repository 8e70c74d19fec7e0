// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/recorder/cupti_functions.h"

namespace lanescope::record {

// Which calls of CUDA are recorded: of the runtime all but small questions, of the driver those that launch.
CUptiResult enableCalls(const CuptiFunctions& cupti);
void disableCalls(const CuptiFunctions& cupti);

} // namespace lanescope::record
