// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include <QProcess>

#include <csignal>

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

// "<what it said> <how it ended>" of watched_program.
QString run(const QString& what)
{
    QProcess program;
    program.start(WATCHED_PROGRAM, {what});
    if (!program.waitForFinished())
        return "did not end";
    const bool killed = program.exitStatus() == QProcess::CrashExit;
    return program.readAllStandardOutput() + (killed ? " signal " : " status ") + QString::number(program.exitCode());
}

} // namespace

void TestSignalWatch::theRecordingIsSavedAndTheSignalEndsTheProcess_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<int>("number");
    QTest::newRow("SIGINT") << "interrupt" << SIGINT;
    QTest::newRow("SIGTERM") << "terminate" << SIGTERM;
}

void TestSignalWatch::theRecordingIsSavedAndTheSignalEndsTheProcess()
{
    QFETCH(QString, what);
    QFETCH(int, number);
    QCOMPARE(run(what), "S signal " + QString::number(number));
}

void TestSignalWatch::aHandlerOfTheProgramRunsAfterIt()
{
    QCOMPARE(run("handler"), QString("SH status 7"));
}

void TestSignalWatch::anIgnoredSignalStaysIgnored()
{
    QCOMPARE(run("ignored"), QString("L status 0"));
}

void TestSignalWatch::aChildOfForkHasTheEarlierHandlers()
{
#ifdef __SANITIZE_THREAD__
    QSKIP("ThreadSanitizer delivers no signals in a child forked from a process with threads");
#endif
    QCOMPARE(run("fork"), QString("T status 0"));
}

LANESCOPE_TEST(TestSignalWatch)
#include "tst_signal_watch.moc"
