// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/diagnose.h"

using namespace lanescope;
using namespace lanescope::test;

class TestDiagnose : public QObject {
    Q_OBJECT

private slots:
    void aSoundRealTraceGivesNoFinding_data();
    void aSoundRealTraceGivesNoFinding();
    void eachDiagnosisFiresAndItsNearMissDoesNot_data();
    void eachDiagnosisFiresAndItsNearMissDoesNot();
    void caseNineCountsItsOverlaps();
    void overlapsLikeAProgrammaticLaunchAreANote();
    void aPlaceTellsEventTrackTimeAndByte();
    void onlyTheFirstPlacesOfTheFileAreKept();
    void whatLoadingReportsIsThereWithItsEvents();
    void aFindingOfTheAnnotationFilePointsToNoEvent();
    void aStrayTimeIsToldOnceWithItsPlace();
    void theWorstComesFirst();
    void aStopIsHeeded();
};

static std::vector<Diagnosis> diagnosed(const QList<QByteArray>& entries)
{
    const auto joined = joinOf(traceOf(entries), nullptr);
    auto found = diagnose(*joined, joined->trace->loadReport().findings(), JobControl());
    return found ? *std::move(found) : std::vector<Diagnosis>();
}

// "code severity count: name, name" a line, with the amounts in ns where there are any.
static QByteArray asText(const std::vector<Diagnosis>& found)
{
    QByteArray text;
    for (const Diagnosis& diagnosis : found) {
        text += QByteArray::fromStdString(diagnosis.code) + ' ' +
                QByteArray::fromStdString(std::string(severityName(diagnosis.severity))) + ' ' +
                QByteArray::number(qulonglong(diagnosis.count));
        if (diagnosis.totalNs)
            text += " total " + QByteArray::number(qint64(*diagnosis.totalNs));
        if (diagnosis.largestNs)
            text += " largest " + QByteArray::number(qint64(*diagnosis.largestNs));
        text += ':';
        for (const DiagnosedPlace& place : diagnosis.places)
            text += ' ' + QByteArray::fromStdString(place.name);
        text += '\n';
    }
    return text;
}

void TestDiagnose::aSoundRealTraceGivesNoFinding_data()
{
    QTest::addColumn<QString>("trace");
    for (const char* name : {"compiled_train", "ddp_nccl_rank0", "decode_graph_200", "eager_train", "graph_fwdbwd",
                             "graph_train", "moe_overlap", "two_graphs"})
        QTest::newRow(name) << QString("%1.pt.trace.json.gz").arg(name);
    QTest::newRow("jax_matmul") << "jax_matmul.perfetto_trace.json.gz";
}

void TestDiagnose::aSoundRealTraceGivesNoFinding()
{
    QFETCH(QString, trace);
    OpenRequest request;
    request.trace = (LANESCOPE_TEST_DATA "/real/" + trace).toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    const auto found = diagnose(*(*opened)->joined, (*opened)->warnings, JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(asText(*found), QByteArray());
}

static QByteArrayList severalKernels(int count, int firstTs)
{
    QByteArrayList entries;
    for (int i = 0; i < count; ++i)
        entries << kernel(("n" + QByteArray::number(i)).constData(), 7, firstTs + 2 * i, 1, 100 + i);
    return entries;
}

static QByteArray graphKernel(const char* name, int ts, int correlation, int node)
{
    return kernel(name, 7, ts, 1, correlation, (qulonglong(2) << 32) + qulonglong(node));
}

void TestDiagnose::eachDiagnosisFiresAndItsNearMissDoesNot_data()
{
    QTest::addColumn<QByteArrayList>("entries");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArrayList& entries, const char* expected) {
        QTest::newRow(name) << entries << QByteArray(expected);
    };
    row("kernels overlap", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 5, 10, 2)},
        "overlapping-kernels warning 1 total 5000 largest 5000: b\n");
    row("one kernel over two",
        {kernel("a", 7, 0, 10, 1), kernel("b", 7, 1, 2, 2), kernel("c", 7, 3, 4, 3), kernel("d", 7, 10, 1, 4)},
        "overlapping-kernels warning 2 total 6000 largest 4000: b c\n");
    row("three at once", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 2, 8, 2), kernel("c", 7, 4, 6, 3)},
        "overlapping-kernels warning 3 total 14000 largest 8000: b c\n");
    row("a copy overlaps by little",
        {kernel("a", 7, 0, 10, 1), slice("gpu_memcpy", "copy", 0, 7, 9, 10, R"("correlation": 2)")},
        "overlapping-kernels warning 1 total 1000 largest 1000: copy\n");
    row("kernels touch", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 10, 10, 2)}, "");
    row("kernels of two streams", {kernel("a", 7, 0, 10, 1), kernel("b", 8, 5, 10, 2)}, "");
    row("kernels of two GPUs", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 5, 10, 2, 0, "", 1)}, "");
    row("the profiler's annotation covers work",
        {slice("gpu_user_annotation", "step", 0, 7, 0, 20), kernel("a", 7, 0, 10, 1)}, "");

    row("a kernel before its launch", {call("cudaLaunchKernel", 1, 1, 10, 5, 1), kernel("a", 7, 8, 1, 1)},
        "kernel-before-launch error 1 largest 2000: a\n");
    row("a kernel within the clocks' jitter", {call("cudaLaunchKernel", 1, 1, 10, 5, 1), kernel("a", 7, 9, 1, 1)}, "");
    row("a kernel while its launch runs", {call("cudaLaunchKernel", 1, 1, 10, 5, 1), kernel("a", 7, 11, 1, 1)}, "");

    row("a kernel of length 0", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 12, 0, 2)}, "zero-duration warning 1: b\n");
    row("an operator of length 0", {kernel("a", 7, 0, 10, 1), slice("cpu_op", "b", 1, 1, 3, 0)}, "");
    row("a negative duration", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 12, -1, 2)}, "negative-duration error 1: b\n");
    row("the shortest duration", {kernel("a", 7, 0, 10, 1), kernel("b", 7, 12, 1, 2)}, "");

    row("a kernel of hours", severalKernels(4, 0) << kernel("long", 7, 10, 2000000000, 2),
        "runaway-duration error 1 largest 2000000000000: long\n");
    row("a kernel ten times the trace", severalKernels(4, 0) << kernel("long", 7, 10, 200000, 2),
        "runaway-duration error 1 largest 200000000: long\n");
    row("a long kernel that the CPU waits for",
        severalKernels(4, 0) << kernel("long", 7, 10, 200000, 2) << call("cudaDeviceSynchronize", 1, 1, 1, 200010, 9),
        "");
    row("a kernel that swallows its stream", severalKernels(8, 2) << kernel("long", 7, 0, 20, 2),
        "runaway-duration error 1 largest 20000: long\n"
        "overlapping-kernels warning 8 total 8000 largest 1000: n0 n1 n2 n3 n4 n5 n6 n7\n");
    row("a function around everything", severalKernels(8, 2) << slice("python_function", "main", 1, 1, 0, 20), "");

    row("an event at 0 far before the others",
        {kernel("a", 7, 2000000000, 1, 1), kernel("b", 7, 2000000010, 1, 2), kernel("c", 7, 2000000020, 1, 3),
         kernel("d", 7, 2000000030, 1, 4), kernel("stray", 7, 0, 1, 5)},
        "clock-outlier warning 1: stray\n");
    row("an event 11 s after the others", severalKernels(5, 0) << kernel("stray", 7, 11000000, 1, 5),
        "clock-outlier warning 1: stray\n");
    row("an event 9 s after the others", severalKernels(5, 0) << kernel("later", 7, 9000000, 1, 5), "");
    row("two distant halves", severalKernels(5, 0) + severalKernels(4, 20000000), "");

    row("an arrow without end", {slice("cpu_op", "forward", 1, 1, 0, 10), flow('s', 1, 1, 1, 5, "fwdbwd")},
        "arrow-without-end warning 1: forward\n");
    row("an arrow without start", {slice("cpu_op", "backward", 1, 1, 0, 10), flow('f', 1, 1, 1, 5, "fwdbwd")},
        "arrow-without-start warning 1: backward\n");
    row("a launch whose kernel is missing", {call("cudaLaunchKernel", 1, 1, 0, 5, 1), flow('s', 1, 1, 1, 0)},
        "arrow-without-end warning 1: cudaLaunchKernel\n");
    row("a kernel whose launch is missing", {kernel("a", 7, 10, 1, 1), flow('f', 1, 0, 7, 10)},
        "arrow-without-start warning 1: a\n");
    row("the ends that kineto always writes",
        {call("cudaMalloc", 1, 1, 0, 5, 1), flow('f', 1, 1, 1, 0), call("cudaDeviceSynchronize", 1, 1, 10, 5, 2),
         flow('s', 2, 1, 1, 10)},
        "");
    row("an arrow of steps",
        {slice("cpu_op", "a", 1, 1, 0, 10), flow('s', 1, 1, 1, 5, "x"), flow('t', 1, 1, 1, 6, "x")}, "");

    row("an event twice", {slice("cpu_op", "a", 1, 1, 0, 10), slice("cpu_op", "a", 1, 1, 0, 10)},
        "duplicate-events error 1: a\n");
    row("the same event of another thread", {slice("cpu_op", "a", 1, 1, 0, 10), slice("cpu_op", "a", 1, 2, 0, 10)}, "");
    row("the same name one microsecond longer", {slice("cpu_op", "a", 1, 1, 0, 9), slice("cpu_op", "a", 1, 1, 0, 8)},
        "");

    row("two ranks with one process id",
        {call("cudaLaunchKernel", 1, 1, 0, 2, 1), call("cudaLaunchKernel", 1, 1, 5, 2, 1), kernel("a", 7, 10, 1, 1)},
        "mixed-ranks error 1: cudaLaunchKernel\n");
    row("a driver call inside a runtime call",
        {call("cudaLaunchKernel", 1, 1, 0, 9, 1), call("cuLaunchKernel", 1, 1, 5, 2, 1), kernel("a", 7, 10, 1, 1)}, "");
    row("two ranks on one stream",
        {call("cudaLaunchKernel", 1, 1, 0, 2, 1), call("cudaLaunchKernel", 2, 2, 0, 2, 2), kernel("a", 7, 10, 1, 1),
         kernel("b", 7, 12, 1, 2)},
        "mixed-ranks error 1: b\n");
    row("two ranks on one stream with equal correlations",
        {call("cudaLaunchKernel", 1, 1, 0, 2, 1), call("cudaLaunchKernel", 2, 2, 1, 2, 1), kernel("a", 7, 10, 1, 1),
         kernel("b", 7, 12, 1, 1)},
        "mixed-ranks error 1: b\n");
    row("two ranks on two GPUs with equal correlations",
        {call("cudaLaunchKernel", 1, 1, 0, 2, 1), call("cudaLaunchKernel", 2, 2, 1, 2, 1), kernel("a", 7, 10, 1, 1),
         kernel("b", 7, 12, 1, 1, 0, "", 1)},
        "");

    row("a replay lost a kernel",
        {graphKernel("a", 0, 1, 0), graphKernel("b", 2, 1, 1), graphKernel("a", 4, 2, 0), graphKernel("b", 6, 2, 1),
         graphKernel("c", 8, 3, 0)},
        "incomplete-replay warning 1: c\n");
    row("replays of equal work",
        {graphKernel("a", 0, 1, 0), graphKernel("b", 2, 1, 1), graphKernel("a", 4, 2, 0), graphKernel("b", 6, 2, 1)},
        "");
    row("replays that all differ, as loops in a graph make them",
        {graphKernel("a", 0, 1, 0), graphKernel("a", 2, 2, 0), graphKernel("b", 4, 2, 1), graphKernel("a", 6, 3, 0),
         graphKernel("b", 8, 3, 1), graphKernel("c", 10, 3, 2)},
        "incomplete-replay note 2: a a\n");
}

void TestDiagnose::eachDiagnosisFiresAndItsNearMissDoesNot()
{
    QFETCH(QByteArrayList, entries);
    QFETCH(QByteArray, expected);
    QCOMPARE(asText(diagnosed(entries)), expected);
}

void TestDiagnose::caseNineCountsItsOverlaps()
{
    // By hand: k00/k01 5 us, k01/k02 1, k04/k05 3, k04/k06 4, k11/k12 0.4; all but k03 and k10 of those with a length.
    const auto trace = readTraceFile("cases/09-overlap-one-stream/trace.json");
    QVERIFY(trace.has_value());
    const auto joined = joinOf(*trace, nullptr);
    const auto found = diagnose(*joined, (*trace)->loadReport().findings(), JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(asText(*found),
             QByteArray("zero-duration warning 3: k07 k08 k09\n"
                        "overlapping-kernels warning 5 total 13400 largest 5000: k01 k02 k05 k06 k12\n"));
    QVERIFY(found->back().message.find("8 pieces of GPU work in 5 pairs") != std::string::npos);
}

void TestDiagnose::overlapsLikeAProgrammaticLaunchAreANote()
{
    const QByteArray first = kernel("a", 7, 0, 10, 1);
    QCOMPARE(asText(diagnosed({first, kernel("b", 7, 8, 10, 2), kernel("c", 7, 18, 1, 3)})),
             QByteArray("overlapping-kernels note 1 total 2000 largest 2000: b\n"));
    // Longer; ending before the first; three at once.
    QCOMPARE(diagnosed({first, kernel("b", 7, 7, 10, 2)}).front().severity, Severity::Warning);
    QCOMPARE(diagnosed({first, kernel("b", 7, 8, 1, 2)}).front().severity, Severity::Warning);
    QCOMPARE(diagnosed({first, kernel("b", 7, 8, 10, 2), kernel("c", 7, 9, 10, 3)}).front().severity,
             Severity::Warning);
}

void TestDiagnose::aPlaceTellsEventTrackTimeAndByte()
{
    const auto found = diagnosed({kernel("a", 7, 100, 10, 1), kernel("b", 7, 105, 10, 2)});
    QCOMPARE(found.size(), std::size_t(1));
    const DiagnosedPlace& place = found.front().places.at(0);
    QCOMPARE(place.event, EventId{1});
    QVERIFY(place.isOnTimeline);
    QCOMPARE(place.track, std::string("stream 7"));
    QCOMPARE(place.atNs, std::optional<TimeNs>(5000)); // the trace's base is the first begin
    const std::size_t head = std::string_view("{\"traceEvents\": [").size();
    QCOMPARE(place.byte, std::optional<std::uint64_t>(head + std::size_t(kernel("a", 7, 100, 10, 1).size()) + 2));
    QVERIFY(!found.front().meaning.empty());
    QVERIFY(!found.front().unreliable.empty());
}

void TestDiagnose::onlyTheFirstPlacesOfTheFileAreKept()
{
    QByteArrayList entries; // by time they come in the opposite order
    for (int i = 0; i < 20; ++i)
        entries << kernel(("z" + QByteArray::number(i)).constData(), 7, 1000 - i, 0, i + 1);
    QCOMPARE(asText(diagnosed(entries)), QByteArray("zero-duration warning 20: z0 z1 z2 z3 z4 z5 z6 z7\n"));
}

void TestDiagnose::whatLoadingReportsIsThereWithItsEvents()
{
    const auto found = diagnosed({slice("cpu_op", "first", 1, 1, 0, 10),
                                  R"({"ph": "X", "name": "odd", "pid": 1, "tid": 1, "ts": 1, "dur": NaN})",
                                  R"({"ph": "X", "name": "no ts", "pid": 1, "tid": 1, "dur": 2})"});
    QCOMPARE(asText(found), QByteArray("time-missing error 1: no ts\nnon-json-number warning 1: odd\n"));
    QCOMPARE(found[0].source, Diagnosis::Source::Reading);
    QCOMPARE(found[0].places.at(0).event, EventId{2});
    QVERIFY(!found[0].places.at(0).isOnTimeline);
    QCOMPARE(found[1].places.at(0).event, EventId{1});
    QVERIFY(found[1].places.at(0).isOnTimeline);
}

void TestDiagnose::aFindingOfTheAnnotationFilePointsToNoEvent()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1)}), nullptr);
    const std::vector<Finding> warnings{{"annotation-key-not-an-id", "a key is no id", 1, {20}, {"x"}}};
    const auto found = diagnose(*joined, warnings, JobControl());
    QVERIFY(found.has_value());
    QCOMPARE(found->size(), std::size_t(1));
    QCOMPARE(found->front().source, Diagnosis::Source::Joining);
    QCOMPARE(found->front().places.at(0).event, kNoEvent);
    QCOMPARE(found->front().places.at(0).byte, std::optional<std::uint64_t>(20));
    QCOMPARE(lineOf(found->front()), std::string("a key is no id (at byte 20, \"x\")"));
}

void TestDiagnose::aStrayTimeIsToldOnceWithItsPlace()
{
    QByteArrayList entries;
    for (int i = 0; i < 40; ++i)
        entries << kernel("k", 7, 2000000000 + 10 * i, 1, i + 1);
    entries << kernel("stray", 7, 1, 1, 99);
    const auto trace = traceOf(entries);
    QVERIFY(trace->loadReport().find("stray-time") != nullptr);
    QCOMPARE(asText(diagnosed(entries)), QByteArray("clock-outlier warning 1: stray\n"));
}

void TestDiagnose::theWorstComesFirst()
{
    const auto found = diagnosed(
        {kernel("a", 7, 0, 10, 1), kernel("b", 7, 9, 10, 2), kernel("c", 7, 30, -1, 3), kernel("d", 7, 40, 0, 4)});
    QCOMPARE(asText(found), QByteArray("negative-duration error 1: c\n"
                                       "zero-duration warning 1: d\n"
                                       "overlapping-kernels note 1 total 1000 largest 1000: b\n"));
}

void TestDiagnose::aStopIsHeeded()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1)}), nullptr);
    std::stop_source stop;
    stop.request_stop();
    const auto found = diagnose(*joined, {}, JobControl(stop.get_token()));
    QVERIFY(!found.has_value());
    QCOMPARE(found.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestDiagnose)
#include "tst_diagnose.moc"
