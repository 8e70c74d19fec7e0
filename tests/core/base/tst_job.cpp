// SPDX-License-Identifier: Apache-2.0
#include "core/base/job.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestJob : public QObject {
    Q_OBJECT

private slots:
    void aJobWithoutAStopSourceNeverStops();
    void aStopRequestIsSeen();
    void manyReportsBecomeFew();
    void aNewStageIsReportedAtOnce();
};

void TestJob::aJobWithoutAStopSourceNeverStops()
{
    const JobControl job;
    QVERIFY(!job.stopRequested());
    job.report({}); // nobody listens: no effect, no fault
}

void TestJob::aStopRequestIsSeen()
{
    std::stop_source source;
    const JobControl job(source.get_token());
    QVERIFY(!job.stopRequested());
    source.request_stop();
    QVERIFY(job.stopRequested());
    const Result<void> stopped = JobControl::stopped();
    QVERIFY(stopped.error().code == ErrorCode::Stopped);
}

void TestJob::manyReportsBecomeFew()
{
    int calls = 0;
    const JobControl job(std::stop_token(), [&](const JobProgress&) { ++calls; });
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < 100'000; ++i)
        job.report({JobStage::Reading, 1, 2, 3});
    const auto seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    QVERIFY(calls >= 1);
    QVERIFY2(calls <= 2 + static_cast<int>(seconds * 31), qPrintable(QString::number(calls)));
}

void TestJob::aNewStageIsReportedAtOnce()
{
    std::vector<JobStage> stages;
    const JobControl job(std::stop_token(), [&](const JobProgress& progress) { stages.push_back(progress.stage); });
    job.report({JobStage::Reading, 0, 0, 0});
    job.report({JobStage::Joining, 0, 0, 0});
    job.report({JobStage::Joining, 1, 0, 0});
    QCOMPARE(stages.size(), std::size_t{2});
    QVERIFY(stages[1] == JobStage::Joining);
}

LANESCOPE_TEST(TestJob)
#include "tst_job.moc"
