// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/thread_state.h"

namespace lanescope::capture {

constinit thread_local ThreadState* t_threadState = nullptr;

namespace {

constinit thread_local bool t_ended = false;

struct Owner {
    ThreadState state;
    ~Owner()
    {
        t_threadState = nullptr;
        t_ended = true;
    }
};

} // namespace

ThreadState& makeThreadState()
{
    if (t_ended) {
        // A mark from another thread-local object's destructor: the state's own is over, so this one is never freed.
        t_threadState = new ThreadState;
        return *t_threadState;
    }
    thread_local Owner owner;
    t_threadState = &owner.state;
    return owner.state;
}

} // namespace lanescope::capture
