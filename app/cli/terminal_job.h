// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/job.h"

#include <stop_token>
#include <thread>

#include <pthread.h>
#include <signal.h>

namespace lanescope::cli {

// What a command passes to long calls: Ctrl-C (SIGINT) and SIGTERM ask the job to stop instead of killing the program,
// and progress is drawn on standard error while that is a terminal. A second Ctrl-C ends the program at once. One at a
// time in a process, made on the main thread before any other thread is started; on destruction the line is cleared and
// the signals do again what they did before.
class TerminalJob {
public:
    TerminalJob();
    ~TerminalJob();
    TerminalJob(const TerminalJob&) = delete;
    TerminalJob& operator=(const TerminalJob&) = delete;

    [[nodiscard]] const JobControl& control() const { return m_control; }

private:
    void waitForSignals();

    std::stop_source m_stop;
    bool m_isTerminal = false;
    bool m_isDrawn = false; // written by the working thread, which is the one that owns this object
    sigset_t m_waitedFor{};
    sigset_t m_maskBefore{};
    JobControl m_control;
    std::thread m_watcher;
};

// "reading  45 %, 1.2 M events": what the progress line says.
[[nodiscard]] std::string progressText(const JobProgress& progress);

} // namespace lanescope::cli
