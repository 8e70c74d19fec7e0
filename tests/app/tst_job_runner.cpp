// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/job_runner.h"

#include "tests/support/test_main.h"

#include <QSignalSpy>
#include <QThread>

#include <atomic>
#include <memory>

using namespace lanescope;
using namespace lanescope::desktop;

class TestJobRunner : public QObject {
    Q_OBJECT

private slots:
    void deliversOnTheRunnersThread();
    void theLatestStartWins();
    void stopStillDelivers();
    void anAbandonedJobDeliversNothing();
    void deletingTheRunnerStopsItsWork();
    void progressArrives();
};

namespace {

// Work that ends only when it is asked to.
JobRunner::Work endless(std::shared_ptr<std::atomic<bool>> ended, JobRunner::Delivery delivery)
{
    return [ended, delivery = std::move(delivery)](const JobControl& job) -> JobRunner::Delivery {
        while (!job.stopRequested())
            QThread::yieldCurrentThread();
        *ended = true;
        return delivery;
    };
}

} // namespace

void TestJobRunner::deliversOnTheRunnersThread()
{
    JobRunner runner;
    QThread* worker = nullptr;
    QThread* receiver = nullptr;
    runner.start([&](const JobControl&) -> JobRunner::Delivery {
        worker = QThread::currentThread();
        return [&receiver] { receiver = QThread::currentThread(); };
    });
    QVERIFY(runner.isRunning());
    QTRY_COMPARE(receiver, QThread::currentThread());
    QVERIFY(worker != receiver);
    QVERIFY(!runner.isRunning());
}

void TestJobRunner::theLatestStartWins()
{
    JobRunner runner;
    QStringList delivered;
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    runner.start(endless(ended, [&] { delivered << QStringLiteral("first"); }));
    runner.start(
        [&](const JobControl&) -> JobRunner::Delivery { return [&] { delivered << QStringLiteral("second"); }; });
    QTRY_COMPARE(delivered, QStringList{QStringLiteral("second")});
    QTRY_VERIFY(ended->load());
    QCoreApplication::processEvents();
    QCOMPARE(delivered.size(), 1);
}

void TestJobRunner::stopStillDelivers()
{
    JobRunner runner;
    bool isDelivered = false;
    runner.start(endless(std::make_shared<std::atomic<bool>>(false), [&] { isDelivered = true; }));
    runner.stop();
    QTRY_VERIFY(isDelivered);
}

void TestJobRunner::anAbandonedJobDeliversNothing()
{
    JobRunner runner;
    QSignalSpy running(&runner, &JobRunner::runningChanged);
    bool isDelivered = false;
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    runner.start(endless(ended, [&] { isDelivered = true; }));
    runner.abandon();
    QVERIFY(!runner.isRunning());
    QCOMPARE(running.size(), 2);
    QTRY_VERIFY(ended->load());
    QTest::qWait(0);
    QVERIFY(!isDelivered);
}

void TestJobRunner::deletingTheRunnerStopsItsWork()
{
    const auto ended = std::make_shared<std::atomic<bool>>(false);
    bool isDelivered = false;
    {
        JobRunner runner;
        runner.start(endless(ended, [&] { isDelivered = true; }));
    }
    QVERIFY(ended->load());
    QCoreApplication::processEvents();
    QVERIFY(!isDelivered);
}

void TestJobRunner::progressArrives()
{
    JobRunner runner;
    std::uint64_t events = 0;
    connect(&runner, &JobRunner::progressed, this, [&](const JobProgress& progress) { events = progress.events; });
    runner.start([](const JobControl& job) -> JobRunner::Delivery {
        job.report({JobStage::Reading, 1, 2, 77});
        return {};
    });
    QTRY_COMPARE(events, std::uint64_t{77});
}

LANESCOPE_TEST(TestJobRunner)
#include "tst_job_runner.moc"
