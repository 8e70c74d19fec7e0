// SPDX-License-Identifier: Apache-2.0
#include "core/base/run_for_each.h"
#include "tests/support/test_main.h"

#include <stdexcept>
#include <vector>

using namespace lanescope;

class TestRunForEach : public QObject {
    Q_OBJECT

private slots:
    void eachIsDoneOnce_data();
    void eachIsDoneOnce();
    void whatOneThrowsArrivesHere();
};

void TestRunForEach::eachIsDoneOnce_data()
{
    QTest::addColumn<unsigned>("threads");
    QTest::addColumn<int>("count");
    QTest::newRow("nothing to do") << 4U << 0;
    QTest::newRow("one thread") << 1U << 100;
    QTest::newRow("four threads") << 4U << 1000;
    QTest::newRow("more threads than work") << 8U << 3;
}

void TestRunForEach::eachIsDoneOnce()
{
    QFETCH(unsigned, threads);
    QFETCH(int, count);
    JobControl job;
    job.setThreads(threads);
    std::vector<int> done(static_cast<std::size_t>(count), 0);
    runForEach(job, done.size(), [&](std::size_t i) { ++done[i]; });
    QCOMPARE(done, std::vector<int>(static_cast<std::size_t>(count), 1));
}

void TestRunForEach::whatOneThrowsArrivesHere()
{
    JobControl job;
    job.setThreads(2);
    const auto fail = [](std::size_t i) {
        if (i == 7)
            throw std::length_error("too long");
    };
    QVERIFY_THROWS_EXCEPTION(std::length_error, runForEach(job, 20, fail));
}

LANESCOPE_TEST(TestRunForEach)
#include "tst_run_for_each.moc"
