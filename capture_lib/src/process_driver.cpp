// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/cuda_driver.h"

namespace lanescope::capture {

Driver& processDriver()
{
    static Driver* const driver = makeCudaDriver().release(); // lives as long as the process, like the recorder
    return *driver;
}

} // namespace lanescope::capture
