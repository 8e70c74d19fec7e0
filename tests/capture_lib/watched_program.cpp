// SPDX-License-Identifier: Apache-2.0
// watched_program CASE: a program that watches its signals, for tst_signal_watch. Prints S when it would save, H in a
// handler of its own, and what the case says.
#include "capture_lib/recorder/signal_watch.h"

#include <csignal>
#include <string_view>

#include <sys/wait.h>
#include <unistd.h>

namespace {

void say(char what)
{
    static_cast<void>(!write(STDOUT_FILENO, &what, 1)); // the test sees what is missing
}

void save()
{
    say('S');
}

void ownHandler(int)
{
    say('H');
    _exit(7);
}

[[noreturn]] void raiseAndWait(int signal)
{
    raise(signal);
    for (;;)
        pause();
}

bool childEndsBySignal()
{
    const pid_t child = fork();
    if (child == 0)
        raiseAndWait(SIGTERM);
    int status = 0;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM;
}

} // namespace

int main(int argc, char** argv)
{
    const std::string_view what = argc > 1 ? argv[1] : "";
    alarm(20); // ends a program that waits in vain
    signal(SIGINT, what == "ignored" ? SIG_IGN : SIG_DFL);
    signal(SIGTERM, what == "handler" ? ownHandler : SIG_DFL);
    if (!lanescope::record::watchSignals(save))
        return 1;
    if (what == "interrupt")
        raiseAndWait(SIGINT);
    if (what == "terminate" || what == "handler")
        raiseAndWait(SIGTERM);
    if (what == "ignored") {
        raise(SIGINT);
        say('L');
    } else if (what == "fork") {
        say(childEndsBySignal() ? 'T' : 'X');
    }
    return 0;
}
