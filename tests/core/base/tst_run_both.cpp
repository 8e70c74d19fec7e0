// SPDX-License-Identifier: Apache-2.0
#include "core/base/run_both.h"
#include "tests/support/test_main.h"

#include <latch>
#include <stdexcept>
#include <thread>

using namespace lanescope;

class TestRunBoth : public QObject {
    Q_OBJECT

private slots:
    void bothAreDoneWhenItReturns_data();
    void bothAreDoneWhenItReturns();
    void whatTheSecondThrowsArrivesHere();
};

void TestRunBoth::bothAreDoneWhenItReturns_data()
{
    QTest::addColumn<unsigned>("threads");
    QTest::addColumn<bool>("onOneThread");
    QTest::newRow("one thread") << 1U << true;
    QTest::newRow("two threads") << 2U << false;
}

void TestRunBoth::bothAreDoneWhenItReturns()
{
    QFETCH(unsigned, threads);
    QFETCH(bool, onOneThread);
    JobControl job;
    job.setThreads(threads);
    std::thread::id first, second;
    std::latch bothRun(2);
    const auto meet = [&] {
        if (!onOneThread)
            bothRun.arrive_and_wait();
        return std::this_thread::get_id();
    };
    runBoth(
        job, [&] { first = meet(); }, [&] { second = meet(); });
    QVERIFY(first == std::this_thread::get_id());
    QVERIFY(second != std::thread::id());
    QCOMPARE(first == second, onOneThread);
}

void TestRunBoth::whatTheSecondThrowsArrivesHere()
{
    JobControl job;
    job.setThreads(2);
    QVERIFY_THROWS_EXCEPTION(std::length_error, runBoth(
                                                    job, [] {}, [] { throw std::length_error("too long"); }));
}

LANESCOPE_TEST(TestRunBoth)
#include "tst_run_both.moc"
