// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_main.h"

#include "app/cli/terminal_job.h"

#include <csignal>

using namespace lanescope;
using namespace lanescope::cli;

class TestTerminalJob : public QObject {
    Q_OBJECT

private slots:
    void progressTellsStageShareAndEvents_data();
    void progressTellsStageShareAndEvents();
    void afterwardsSignalsDoWhatTheyDidBefore();
};

void TestTerminalJob::progressTellsStageShareAndEvents_data()
{
    QTest::addColumn<int>("stage");
    QTest::addColumn<quint64>("done");
    QTest::addColumn<quint64>("total");
    QTest::addColumn<quint64>("events");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("begin") << int(JobStage::Reading) << quint64(0) << quint64(1000) << quint64(0)
                           << QByteArray("reading   0 %");
    QTest::newRow("half") << int(JobStage::Reading) << quint64(500) << quint64(1000) << quint64(1234)
                          << QByteArray("reading  50 %, 1234 events");
    QTest::newRow("millions") << int(JobStage::Writing) << quint64(1000) << quint64(1000) << quint64(1250000)
                              << QByteArray("writing 100 %, 1.2 M events");
    QTest::newRow("no size") << int(JobStage::Joining) << quint64(0) << quint64(0) << quint64(5)
                             << QByteArray("joining, 5 events");
}

void TestTerminalJob::progressTellsStageShareAndEvents()
{
    QFETCH(int, stage);
    QFETCH(quint64, done);
    QFETCH(quint64, total);
    QFETCH(quint64, events);
    JobProgress progress;
    progress.stage = static_cast<JobStage>(stage);
    progress.doneBytes = done;
    progress.totalBytes = total;
    progress.events = events;
    QTEST(QByteArray::fromStdString(progressText(progress)), "text");
}

void TestTerminalJob::afterwardsSignalsDoWhatTheyDidBefore()
{
    sigset_t before;
    pthread_sigmask(SIG_SETMASK, nullptr, &before);
    {
        const TerminalJob job;
        sigset_t inside;
        pthread_sigmask(SIG_SETMASK, nullptr, &inside);
        QCOMPARE(sigismember(&inside, SIGINT), 1);
    }
    sigset_t after;
    pthread_sigmask(SIG_SETMASK, nullptr, &after);
    QCOMPARE(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
    QCOMPARE(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

LANESCOPE_TEST(TestTerminalJob)
#include "tst_terminal_job.moc"
