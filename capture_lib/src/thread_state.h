// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "capture_lib/src/driver.h"
#include "capture_lib/src/region_stack.h"
#include "capture_lib/src/scope_walk.h"

#include <string>
#include <vector>

namespace lanescope::capture {

// What marks of one thread need: memory to work in, kept so that they seldom allocate, and what is open.
struct ThreadState {
    CaptureState state;
    WalkStart start;
    std::vector<NodeHandle> nodes;
    std::string text;
    NodeSet seen;
    RegionStack regions;
};

// One pointer in the thread's static block: a mark comes when caches are full of other things, and a call into the
// dynamic linker for each thread-local variable was a tenth of its cost. Null until the thread's first mark.
extern constinit thread_local ThreadState* t_threadState __attribute__((tls_model("initial-exec")));

ThreadState& makeThreadState();

inline ThreadState& threadState()
{
    return t_threadState ? *t_threadState : makeThreadState();
}

} // namespace lanescope::capture
