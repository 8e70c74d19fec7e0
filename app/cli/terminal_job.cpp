// SPDX-License-Identifier: Apache-2.0
#include "app/cli/terminal_job.h"

#include "app/cli/command.h"

#include <fmt/format.h>

#include <cstdio>
#include <string_view>

#include <unistd.h>

namespace lanescope::cli {
namespace {

// Ends the watcher's wait; no program uses this signal on us.
constexpr int kWakeUp = SIGUSR2;

std::string_view stageName(JobStage stage)
{
    switch (stage) {
    case JobStage::Reading:
        return "reading";
    case JobStage::Joining:
        return "joining";
    case JobStage::Arranging:
        return "arranging";
    case JobStage::Writing:
        return "writing";
    }
    return "";
}

} // namespace

std::string progressText(const JobProgress& progress)
{
    std::string text{stageName(progress.stage)};
    if (progress.totalBytes > 0) {
        const double share = static_cast<double>(progress.doneBytes) / static_cast<double>(progress.totalBytes);
        text += fmt::format(" {:3.0f} %", share * 100);
    }
    if (progress.events >= 1000000)
        text += fmt::format(", {:.1f} M events", static_cast<double>(progress.events) / 1e6);
    else if (progress.events > 0)
        text += fmt::format(", {} events", progress.events);
    return text;
}

TerminalJob::TerminalJob()
    : m_isTerminal(isatty(STDERR_FILENO) == 1), m_control(m_stop.get_token(), [this](const JobProgress& progress) {
          if (!m_isTerminal)
              return;
          std::fputs(("\r" + progressText(progress) + "\x1b[K").c_str(), stderr);
          std::fflush(stderr);
          m_isDrawn = true;
      })
{
    sigemptyset(&m_waitedFor);
    sigaddset(&m_waitedFor, SIGINT);
    sigaddset(&m_waitedFor, SIGTERM);
    sigaddset(&m_waitedFor, kWakeUp);
    // Blocked here, and so in every thread started from now on: a thread that waits for the signals may call anything,
    // a signal handler may not.
    pthread_sigmask(SIG_BLOCK, &m_waitedFor, &m_maskBefore);
    m_watcher = std::thread([this] { waitForSignals(); });
}

TerminalJob::~TerminalJob()
{
    pthread_kill(m_watcher.native_handle(), kWakeUp);
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
    if (m_isDrawn) {
        std::fputs("\r\x1b[K", stderr);
        std::fflush(stderr);
    }
}

void TerminalJob::waitForSignals()
{
    int signal = 0;
    while (sigwait(&m_waitedFor, &signal) == 0 && signal != kWakeUp) {
        if (!m_stop.request_stop())
            _exit(kStopped); // asked before, and whatever runs does not listen
    }
}

} // namespace lanescope::cli
