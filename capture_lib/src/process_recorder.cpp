// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/process_recorder.h"

#include <pthread.h>

namespace lanescope::capture {
namespace {

Recorder* makeRecorder()
{
    auto* recorder = new Recorder(processDriver());
    pthread_atfork([] { processRecorder().beforeFork(); }, [] { processRecorder().afterForkInParent(); },
                   [] { processRecorder().afterForkInChild(); });
    return recorder;
}

} // namespace

Recorder& processRecorder()
{
    static Recorder* const recorder = makeRecorder();
    return *recorder;
}

} // namespace lanescope::capture
