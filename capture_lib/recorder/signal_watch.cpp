// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/signal_watch.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <system_error>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace lanescope::record {
namespace {

constexpr std::array<int, 2> kSignals = {SIGINT, SIGTERM};

// What the handler reads: written before it is installed.
std::array<struct sigaction, 2> g_earlier;
std::array<int, 2> g_pipe = {-1, -1};
pid_t g_process = 0;
std::atomic<bool> g_caught = false;

const struct sigaction& earlierOf(int signal)
{
    return g_earlier[signal == kSignals[0] ? 0 : 1];
}

extern "C" void handleSignal(int signal)
{
    const int error = errno;
    if (getpid() != g_process || g_caught.exchange(true)) {
        sigaction(signal, &earlierOf(signal), nullptr);
        raise(signal); // comes when this handler has returned
    } else {
        const auto number = static_cast<unsigned char>(signal);
        if (write(g_pipe[1], &number, 1) != 1)
            raise(signal);
    }
    errno = error;
}

// A program may have put its own handler over ours meanwhile.
bool isOurs(int signal)
{
    struct sigaction now = {};
    return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == handleSignal;
}

void waitForSignal(void (*beforeIt)())
{
    unsigned char signal = 0;
    ssize_t got = 0;
    do {
        got = read(g_pipe[0], &signal, 1);
    } while (got < 0 && errno == EINTR);
    if (got != 1)
        return;
    beforeIt();
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (isOurs(kSignals[i]))
            sigaction(kSignals[i], &g_earlier[i], nullptr);
    }
    kill(g_process, signal);
}

bool startThread(void (*beforeIt)())
{
    // Born with all signals blocked: they are for the program's own threads.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    try {
        std::thread(waitForSignal, beforeIt).detach();
    } catch (const std::system_error&) {
        started = false;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

} // namespace

bool watchSignals(void (*beforeIt)())
{
    g_process = getpid();
    if (pipe2(g_pipe.data(), O_CLOEXEC) != 0 || !startThread(beforeIt))
        return false;
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
        if (sigaction(kSignals[i], nullptr, &g_earlier[i]) != 0)
            return false;
        if (g_earlier[i].sa_handler == SIG_IGN)
            continue;
        struct sigaction action = {};
        action.sa_handler = handleSignal;
        action.sa_flags = SA_RESTART;
        sigemptyset(&action.sa_mask);
        sigaction(kSignals[i], &action, nullptr);
    }
    return true;
}

} // namespace lanescope::record
