// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/recorder.h"

namespace lanescope::capture {

// The recorder that capture.h works on. Made on first use, over processDriver(), and never destroyed: marks may come
// from threads and static objects that outlive everything else.
Recorder& processRecorder();

} // namespace lanescope::capture
