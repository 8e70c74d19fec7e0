// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"

#include <QFile>

using namespace lanescope;
using namespace lanescope::test;

class TestRangeSummary : public QObject {
    Q_OBJECT

private slots:
    void figuresOfRealTracesEqualTheReference_data();
    void figuresOfRealTracesEqualTheReference();
    void communicationIsExposedWhereNothingIsComputedOnItsGpu();
    void aClassIsAloneWhereNoOtherRuns();
    void workIsCutAtTheEndsOfTheRange();
    void gapsTellWhatTheCpuDid();
    void onlyTheLongestGapsAreKept();
    void whatTheFilterLeavesOutIsIdle();
    void aTraceWithoutWorkIsEmpty();
    void stopsWhenAsked();
};

namespace {

RangeSummary summaryOf(const JoinedTrace& joined, RangeRequest request = {})
{
    const auto rules = defaultWorkClasses();
    request.rules = rules;
    return *summarizeRange(joined, request, JobControl());
}

// As tests/data/range_reference.py writes them.
QByteArray referenceText(const JoinedTrace& joined, TimeRange range)
{
    const auto rules = parseWorkClasses("communication: kernel:nvjet*", "rules");
    RangeRequest request;
    request.range = range;
    request.rules = *rules;
    request.gapsKept = 5;
    const RangeSummary summary = *summarizeRange(joined, request, JobControl());
    const GpuLoad& gpu = summary.gpus.front();
    QString text = QStringLiteral("busy %1 idle %2\n").arg(gpu.busyNs).arg(range.durationNs() - gpu.busyNs);
    text += QStringLiteral("communication %1\ncomputation %2\ncopy %3\n")
                .arg(gpu.communicationNs)
                .arg(gpu.computationNs)
                .arg(gpu.copyNs);
    text += QStringLiteral("overlapped %1 exposed %2\n").arg(gpu.overlappedNs).arg(gpu.exposedNs());
    for (const StreamLoad& stream : summary.streams)
        text += QStringLiteral("stream %1 %2\n")
                    .arg(QString::fromStdString(stream.name).section(QLatin1Char(' '), -1))
                    .arg(stream.busyNs);
    text += QStringLiteral("gaps");
    for (const IdleGap& gap : summary.gaps)
        text += QStringLiteral(" %1").arg(gap.range.durationNs());
    const ReplayStats stats = *replayStats(joined, JobControl());
    for (const auto& [id, graph] : stats.graphs) {
        text +=
            QStringLiteral("\ngraph %1 %2 %3 deviations").arg(graph.execGraphId).arg(graph.replays).arg(graph.medianNs);
        std::vector<TimeNs> deviations;
        for (const ReplayRow& row : stats.rows)
            deviations.push_back(row.deviationNs);
        std::sort(deviations.begin(), deviations.end());
        for (std::size_t i = 0; i < 3; ++i)
            text += QStringLiteral(" %1").arg(deviations[i]);
    }
    return text.toUtf8();
}

QByteArray cpuText(const Trace& trace, const IdleGap& gap)
{
    QByteArrayList list;
    for (const CpuActivity& activity : gap.cpu)
        list << QByteArray::fromStdString(activity.name) + ' ' + QByteArray::number(qint64(activity.ns / 1000)) + ' ' +
                    QByteArray::fromStdString(trace.trackTitle(activity.thread));
    return list.join(", ");
}

} // namespace

void TestRangeSummary::figuresOfRealTracesEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<qint64>("beginNs");
    QTest::addColumn<qint64>("endNs");
    QTest::newRow("one stream") << QStringLiteral("graph_fwdbwd") << qint64(3000000) << qint64(6000000);
    QTest::newRow("five streams") << QStringLiteral("moe_overlap") << qint64(2300000) << qint64(4000000);
    QTest::newRow("many replays") << QStringLiteral("decode_graph_200") << qint64(10000000) << qint64(12000000);
}

void TestRangeSummary::figuresOfRealTracesEqualTheReference()
{
    QFETCH(const QString, name);
    QFETCH(const qint64, beginNs);
    QFETCH(const qint64, endNs);
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/");
    OpenRequest request;
    request.trace = (folder + "real/" + name + ".pt.trace.json.gz").toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    QFile file(folder + "golden/stats/" + name + ".range.txt");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(referenceText(*(*opened)->joined, {beginNs, endNs}), file.readAll().trimmed());
}

// GPU 0: communication [0, 30), computation [10, 20) and [25, 40). GPU 1 computes all the time: that hides nothing
// here.
void TestRangeSummary::communicationIsExposedWhereNothingIsComputedOnItsGpu()
{
    const auto joined = joinOf(traceOf({kernel("ncclDevKernel_AllReduce", 20, 0, 30, 1), kernel("a", 7, 10, 10, 2),
                                        kernel("a", 7, 25, 15, 3), kernel("a", 7, 0, 50, 4, 0, ", \"device\": 1", 1)}),
                               nullptr);
    const RangeSummary summary = summaryOf(*joined);
    QCOMPARE(summary.gpus.size(), std::size_t{2});
    const GpuLoad& gpu = summary.gpus[0];
    QCOMPARE(gpu.communicationNs, TimeNs{30000});
    QCOMPARE(gpu.overlappedNs, TimeNs{15000});
    QCOMPARE(gpu.exposedNs(), TimeNs{15000});
    QCOMPARE(gpu.computationNs, TimeNs{25000});
    QCOMPARE(gpu.busyNs, TimeNs{40000});
    QCOMPARE(summary.gpus[1].communicationNs, TimeNs{0});
}

void TestRangeSummary::aClassIsAloneWhereNoOtherRuns()
{
    const auto joined = joinOf(traceOf({kernel("nccl", 20, 0, 30, 1), kernel("a", 7, 10, 10, 2),
                                        kernel("b", 8, 5, 10, 3), slice("gpu_memcpy", "Memcpy HtoD", 0, 9, 25, 10)}),
                               nullptr);
    const RangeSummary summary = summaryOf(*joined);
    QByteArrayList classes;
    for (const ClassLoad& load : summary.classes)
        classes << QByteArray::fromStdString(load.name) + ' ' + QByteArray::number(qulonglong(load.count)) + ' ' +
                       QByteArray::number(qint64(load.totalNs / 1000)) + ' ' +
                       QByteArray::number(qint64(load.busyNs / 1000)) + ' ' +
                       QByteArray::number(qint64(load.aloneNs / 1000));
    // communication alone in [0, 5) and [20, 25); the copy in [30, 35); both kernels run beside communication
    QCOMPARE(classes.join(" | "), QByteArray("communication 1 30 30 10 | copy 1 10 10 5 | computation 2 20 15 0"));
}

void TestRangeSummary::workIsCutAtTheEndsOfTheRange()
{
    const auto joined =
        joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 20, 10, 2), kernel("c", 7, 40, 10, 3)}), nullptr);
    RangeRequest request;
    request.range = TimeRange{5000, 45000};
    const RangeSummary summary = summaryOf(*joined, request);
    QCOMPARE(summary.work, std::uint64_t{3});
    QCOMPARE(summary.cutWork, std::uint64_t{2});
    QCOMPARE(summary.streams[0].busyNs, TimeNs{20000});
    QCOMPARE(summary.gaps.size(), std::size_t{2});
}

// The gap is [10, 60). The call inside the op takes its own time away from it; what ends before, and what a profiler
// writes beside the program, does not count.
void TestRangeSummary::gapsTellWhatTheCpuDid()
{
    const auto joined =
        joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 60, 10, 2), slice("cpu_op", "early", 1, 1, 0, 10),
                        slice("cpu_op", "op", 1, 1, 15, 40), slice("cuda_runtime", "sync", 1, 1, 20, 25),
                        slice("cpu_op", "other", 1, 2, 5, 10),
                        R"({"ph":"X","cat":"Trace","name":"profiler","pid":"Spans","tid":3,"ts":0,"dur":70})"}),
               nullptr);
    const RangeSummary summary = summaryOf(*joined);
    QCOMPARE(summary.gaps.size(), std::size_t{1});
    const IdleGap& gap = summary.gaps[0];
    QCOMPARE(gap.range, (TimeRange{10000, 60000}));
    QCOMPARE(gap.before, EventId{0});
    QCOMPARE(gap.after, EventId{1});
    QCOMPARE(cpuText(*joined->trace, gap), QByteArray("sync 25 thread 1, op 15 thread 1, other 5 thread 2"));
}

void TestRangeSummary::onlyTheLongestGapsAreKept()
{
    const auto joined = joinOf(
        traceOf({kernel("a", 7, 0, 1, 1), kernel("b", 7, 4, 1, 2), kernel("c", 7, 20, 1, 3), kernel("d", 7, 30, 1, 4)}),
        nullptr);
    RangeRequest request;
    request.gapsKept = 2;
    const RangeSummary summary = summaryOf(*joined, request);
    QCOMPARE(summary.gaps.size(), std::size_t{2});
    QCOMPARE(summary.gaps[0].range.durationNs(), TimeNs{15000});
    QCOMPARE(summary.gaps[1].range.durationNs(), TimeNs{9000});
}

void TestRangeSummary::whatTheFilterLeavesOutIsIdle()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 10, 10, 2)}), nullptr);
    const auto mask = matchingEvents(*joined, *parseFilter("kernel:a"), JobControl());
    RangeRequest request;
    request.mask = &*mask;
    const RangeSummary summary = summaryOf(*joined, request);
    QCOMPARE(summary.gpus[0].busyNs, TimeNs{10000});
    QCOMPARE(summary.gaps[0].range, (TimeRange{10000, 20000}));
    QCOMPARE(summary.gaps[0].after, kNoEvent);
}

void TestRangeSummary::aTraceWithoutWorkIsEmpty()
{
    const RangeSummary summary = summaryOf(*joinOf(traceOf({slice("cpu_op", "a", 1, 1, 0, 9)}), nullptr));
    QVERIFY(summary.gpus.empty() && summary.gaps.empty() && summary.classes.empty());
}

void TestRangeSummary::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1)}), nullptr);
    const auto summary = summarizeRange(*joined, {}, JobControl(source.get_token()));
    QVERIFY(!summary.has_value());
    QCOMPARE(summary.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestRangeSummary)
#include "tst_range_summary.moc"
