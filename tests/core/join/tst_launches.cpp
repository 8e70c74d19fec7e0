// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/launches.h"

using namespace lanescope;
using namespace lanescope::test;

class TestLaunches : public QObject {
    Q_OBJECT

private slots:
    void aCallIsFoundByCorrelation();
    void gpuSideRecordsAreNoCalls();
    void ofSeveralProcessesTheLastCallBeforeTheWorkCounts();
};

static QByteArray launchOf(const Trace& trace, std::size_t event)
{
    const EventId launch = LaunchIndex(trace, JobControl()).launchOf(idAt<EventId>(event));
    return launch == kNoEvent ? QByteArray("-") : QByteArray::fromStdString(std::string(trace.name(launch)));
}

void TestLaunches::aCallIsFoundByCorrelation()
{
    const auto trace = traceOf({kernel("k", 7, 10, 1, 5), kernel("l", 7, 20, 1, 6), kernel("m", 7, 30, 1, 99),
                                call("launch_6", 1, 1, 3, 1, 6), call("launch_5", 1, 2, 4, 1, 5)});
    QCOMPARE(launchOf(*trace, 0), QByteArray("launch_5"));
    QCOMPARE(launchOf(*trace, 1), QByteArray("launch_6"));
    QCOMPARE(launchOf(*trace, 2), QByteArray("-"));
}

void TestLaunches::gpuSideRecordsAreNoCalls()
{
    const auto trace = traceOf({kernel("k", 7, 10, 1, 5), slice("cuda_sync", "wait", 0, 8, 1, 1, R"("correlation": 5)"),
                                slice("gpu_user_annotation", "step", 0, 7, 1, 1, R"("correlation": 5)")});
    QCOMPARE(launchOf(*trace, 0), QByteArray("-"));
}

void TestLaunches::ofSeveralProcessesTheLastCallBeforeTheWorkCounts()
{
    const auto trace = traceOf({kernel("k", 7, 10, 1, 5), kernel("l", 7, 30, 1, 5), kernel("m", 7, 1, 1, 5),
                                call("first", 1, 1, 3, 1, 5), call("second", 2, 2, 20, 1, 5)});
    QCOMPARE(launchOf(*trace, 0), QByteArray("first"));
    QCOMPARE(launchOf(*trace, 1), QByteArray("second"));
    QCOMPARE(launchOf(*trace, 2), QByteArray("first"));
    QVERIFY(LaunchIndex(*trace, JobControl()).isAmbiguous(5));
    QVERIFY(!LaunchIndex(*trace, JobControl()).isAmbiguous(6));
}

LANESCOPE_TEST(TestLaunches)
#include "tst_launches.moc"
