// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lanescope::record {

// From now on the first SIGINT or SIGTERM calls `beforeIt` in a thread of its own, which may do anything; then the
// signal takes its earlier way: it ends the process, or a handler of the program runs. A second one does not wait.
// Signals that the process ignores stay ignored, and a child of fork() has the earlier handlers. Once a process.
// False: no thread or pipe is to be had.
bool watchSignals(void (*beforeIt)());

} // namespace lanescope::record
