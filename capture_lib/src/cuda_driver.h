// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"

#include <memory>

namespace lanescope::capture {

// The driver of CUDA, opened at run time: libcuda.so.1 for everything, node and graph ids from it where it has them
// (CUDA >= 13.1), else from CUPTI, which is asked but never subscribed to.
std::unique_ptr<Driver> makeCudaDriver();

} // namespace lanescope::capture
