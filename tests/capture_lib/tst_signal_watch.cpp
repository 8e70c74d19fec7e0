// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/signal_watch.h"
#include "tests/support/test_main.h"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lanescope::record;

class TestSignalWatch : public QObject {
    Q_OBJECT

private slots:
    void theRecordingIsSavedAndTheSignalEndsTheProcess_data();
    void theRecordingIsSavedAndTheSignalEndsTheProcess();
    void aHandlerOfTheProgramRunsAfterIt();
    void anIgnoredSignalStaysIgnored();
    void aChildOfForkHasTheEarlierHandlers();
};

namespace {

int g_out = -1;

void sayTo(int file, char what)
{
    static_cast<void>(!write(file, &what, 1)); // the parent sees what is missing
}

void save()
{
    sayTo(g_out, 'S');
}

void ownHandler(int)
{
    sayTo(g_out, 'H');
    _exit(7);
}

struct Outcome {
    QByteArray said; // S: saved, H: the program's handler ran, the rest is the case's own
    int status = 0;
};

// Runs `body` in a process of its own; ends it after 20 s with SIGALRM.
Outcome inProcess(void (*body)())
{
    std::array<int, 2> ends = {};
    Outcome outcome;
    if (pipe(ends.data()) != 0)
        return outcome;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        close(ends[0]);
        g_out = ends[1];
        alarm(20);
        body();
        _exit(0);
    }
    close(ends[1]);
    char what = 0;
    while (read(ends[0], &what, 1) == 1)
        outcome.said += what;
    close(ends[0]);
    waitpid(child, &outcome.status, 0);
    return outcome;
}

template<int Signal>
void raiseAndWait()
{
    if (!watchSignals(save))
        _exit(1);
    raise(Signal);
    for (;;)
        pause();
}

} // namespace

void TestSignalWatch::theRecordingIsSavedAndTheSignalEndsTheProcess_data()
{
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << SIGINT;
    QTest::newRow("SIGTERM") << SIGTERM;
}

void TestSignalWatch::theRecordingIsSavedAndTheSignalEndsTheProcess()
{
    QFETCH(int, number);
    const Outcome outcome = inProcess(number == SIGINT ? raiseAndWait<SIGINT> : raiseAndWait<SIGTERM>);
    QCOMPARE(outcome.said, QByteArray("S"));
    QVERIFY(WIFSIGNALED(outcome.status));
    QCOMPARE(WTERMSIG(outcome.status), number);
}

void TestSignalWatch::aHandlerOfTheProgramRunsAfterIt()
{
    const Outcome outcome = inProcess([] {
        signal(SIGTERM, ownHandler);
        raiseAndWait<SIGTERM>();
    });
    QCOMPARE(outcome.said, QByteArray("SH"));
    QVERIFY(WIFEXITED(outcome.status));
    QCOMPARE(WEXITSTATUS(outcome.status), 7);
}

void TestSignalWatch::anIgnoredSignalStaysIgnored()
{
    const Outcome outcome = inProcess([] {
        signal(SIGINT, SIG_IGN);
        if (!watchSignals(save))
            _exit(1);
        raise(SIGINT);
        sayTo(g_out, 'L');
    });
    QCOMPARE(outcome.said, QByteArray("L"));
    QVERIFY(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0);
}

void TestSignalWatch::aChildOfForkHasTheEarlierHandlers()
{
    const Outcome outcome = inProcess([] {
        if (!watchSignals(save))
            _exit(1);
        const pid_t child = fork();
        if (child == 0) {
            raise(SIGTERM);
            for (;;)
                pause();
        }
        int status = 0;
        waitpid(child, &status, 0);
        sayTo(g_out, WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM ? 'T' : 'X');
    });
    QCOMPARE(outcome.said, QByteArray("T"));
    QVERIFY(WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == 0);
}

LANESCOPE_TEST(TestSignalWatch)
#include "tst_signal_watch.moc"
