// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/diagnose.h"
#include "core/query/stats_caveat.h"

using namespace lanescope;
using namespace lanescope::test;

class TestStatsCaveat : public QObject {
    Q_OBJECT

private slots:
    void aSoundTraceMarksNothing();
    void overlapMarksTheTotalsThatCountTimeTwice();
    void workOfSeveralStreamsAtOnceIsNotDoubted();
    void shortOverlapsOnPurposeAreMarkedWhereTheyCount();
    void workBeforeItsLaunchMarksDelaysAlone();
    void workWithoutLengthMarksItsRow();
    void aFileThatEndsEarlyMarksAmounts();
    void recordsThatWereDroppedMarkAmounts();
    void annotationsThatDoNotFitMarkFiguresByRegionOnly();
    void aRangeMarksTheDurationsItCuts();
    void busyTimesOfARangeAreDoubtfulWhereWorkIs();
};

namespace {

// "code: row.field row.field …" of each caveat.
QByteArray marksOf(const JoinedTrace& joined, const StatsRequest& request, const std::vector<Finding>& warnings)
{
    const StatsTable table = *statsTable(joined, request, JobControl());
    const auto caveats = statsCaveats(joined, table, *diagnose(joined, warnings, JobControl()));
    QByteArray text;
    for (const StatsCaveat& caveat : caveats) {
        text += QByteArray::fromStdString(caveat.code) + ':';
        for (const std::uint32_t row : caveat.rows) {
            for (const StatsColumnText& texts : statsColumns()) {
                if (caveat.columns.contains(texts.column))
                    text += ' ' + QByteArray::fromStdString(table.rows[row].name) + '.' +
                            QByteArray::fromStdString(std::string(texts.title));
            }
        }
        text += '\n';
    }
    return text;
}

QByteArray marksByKernel(const JoinedTrace& joined)
{
    StatsRequest request;
    request.by = {StatsKey::Kernel};
    return marksOf(joined, request, joined.trace->loadReport().findings());
}

} // namespace

void TestStatsCaveat::aSoundTraceMarksNothing()
{
    QCOMPARE(marksByKernel(*joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 20, 10, 2)}), nullptr)),
             QByteArray());
}

void TestStatsCaveat::overlapMarksTheTotalsThatCountTimeTwice()
{
    const auto joined =
        joinOf(traceOf({kernel("a", 7, 0, 50, 1), kernel("a", 7, 20, 40, 2), kernel("b", 7, 70, 10, 3)}), nullptr);
    QCOMPARE(marksByKernel(*joined), QByteArray("overlapping-kernels: a.Total a.Self a.Gaps\n"));
}

// a runs on two streams at once, as it may: [0, 50) on 7 and [10, 60) on 8. On 7 b [40, 60) overlaps it: 10 us that the
// stream's total counts twice, and neither a's nor b's does.
void TestStatsCaveat::workOfSeveralStreamsAtOnceIsNotDoubted()
{
    const auto joined =
        joinOf(traceOf({kernel("a", 7, 0, 50, 1), kernel("a", 8, 10, 50, 2), kernel("b", 7, 40, 20, 3)}), nullptr);
    QCOMPARE(marksByKernel(*joined), QByteArray());
    StatsRequest request;
    request.by = {StatsKey::Stream};
    QCOMPARE(marksOf(*joined, request, {}),
             QByteArray("overlapping-kernels: GPU 0 stream 7.Total GPU 0 stream 7.Self GPU 0 stream 7.Gaps\n"));
    const StatsTable table = *statsTable(*joined, request, JobControl());
    QCOMPARE(table.countedTwiceNs(*joined->trace, 0), TimeNs{10000});
    QCOMPARE(table.countedTwiceNs(*joined->trace, 1), TimeNs{0});
}

// Of 40 us, 2 are counted twice; of 100, 1: that is a hundredth, which shows in no rounded figure.
void TestStatsCaveat::shortOverlapsOnPurposeAreMarkedWhereTheyCount()
{
    StatsRequest request;
    request.by = {StatsKey::Phase};
    const auto marks = [&](const QList<QByteArray>& entries) {
        return marksOf(*joinOf(traceOf(entries), nullptr), request, {});
    };
    QCOMPARE(marks({kernel("a", 7, 0, 20, 1), kernel("b", 7, 18, 20, 2)}),
             QByteArray("overlapping-kernels: none.Total none.Self\n"));
    QCOMPARE(marks({kernel("a", 7, 0, 50, 1), kernel("b", 7, 49, 50, 2)}), QByteArray());
}

void TestStatsCaveat::workBeforeItsLaunchMarksDelaysAlone()
{
    const auto joined = joinOf(traceOf({call("cudaLaunchKernel", 1, 1, 90, 2, 1), kernel("a", 7, 0, 10, 1)}), nullptr);
    QCOMPARE(marksByKernel(*joined), QByteArray("kernel-before-launch: a.Delay a.Max delay\n"));
}

void TestStatsCaveat::workWithoutLengthMarksItsRow()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 0, 1), kernel("b", 7, 20, 10, 2)}), nullptr);
    QCOMPARE(marksByKernel(*joined),
             QByteArray("zero-duration: a.Total a.Self a.Mean a.P50 a.P90 a.P99 a.Min a.Max a.Annotated\n"));
}

void TestStatsCaveat::aFileThatEndsEarlyMarksAmounts()
{
    const QByteArray whole = "{\"traceEvents\": [" + kernel("a", 7, 0, 10, 1) + ",\n" + kernel("b", 7, 20, 10, 2);
    const auto trace = readTraceText(whole.chopped(20).toStdString());
    QVERIFY(trace.has_value());
    const auto joined = joinOf(*trace, nullptr);
    QVERIFY(marksByKernel(*joined).startsWith("file-ends-early: a.Count a.Total a.Self a.Busy a.Share a.Span"));
}

void TestStatsCaveat::recordsThatWereDroppedMarkAmounts()
{
    const QByteArray recorded =
        "{\"traceEvents\": [" + kernel("a", 7, 0, 10, 1) + "], \"lanescope_record\": {\"dropped\": 3}}";
    const auto trace = readTraceText(recorded.toStdString());
    QVERIFY(trace.has_value());
    const auto joined = joinOf(*trace, nullptr);
    QVERIFY(marksByKernel(*joined).startsWith("records-dropped: a.Count a.Total a.Self a.Busy a.Share a.Span"));
}

void TestStatsCaveat::annotationsThatDoNotFitMarkFiguresByRegionOnly()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1)}), nullptr);
    const std::vector<Finding> warnings{{"graph-not-in-annotations", "graph 9 is not in the file", 1, {}, {}}};
    StatsRequest request;
    QVERIFY(marksOf(*joined, request, warnings).startsWith("graph-not-in-annotations: .Count .Total"));
    request.by = {StatsKey::Kernel};
    QCOMPARE(marksOf(*joined, request, warnings), QByteArray());
}

void TestStatsCaveat::aRangeMarksTheDurationsItCuts()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 20, 10, 2)}), nullptr);
    StatsRequest request;
    request.by = {StatsKey::Kernel};
    request.range = TimeRange{5000, 40000};
    QCOMPARE(marksOf(*joined, request, {}),
             QByteArray("range-cuts-work: a.Total a.Self a.Mean a.P50 a.P90 a.P99 a.Min a.Max a.Annotated\n"));
}

// Overlap does not change busy times, a file that ends early does; a duration that is wrong on the CPU does not.
void TestStatsCaveat::busyTimesOfARangeAreDoubtfulWhereWorkIs()
{
    const auto codesOf = [](const JoinedTrace& joined) {
        QByteArrayList codes;
        const auto diagnoses = *diagnose(joined, joined.trace->loadReport().findings(), JobControl());
        for (const StatsCaveat& caveat : rangeCaveats(joined, diagnoses, 0, 0))
            codes << QByteArray::fromStdString(caveat.code);
        return codes.join(' ');
    };
    QCOMPARE(codesOf(*joinOf(traceOf({kernel("a", 7, 0, 50, 1), kernel("a", 7, 20, 40, 2)}), nullptr)), QByteArray());
    const QByteArray cut = "{\"traceEvents\": [" + kernel("a", 7, 0, 10, 1) + ",\n" + kernel("b", 7, 20, 10, 2);
    QCOMPARE(codesOf(*joinOf(*readTraceText(cut.toStdString()), nullptr)), QByteArray("file-ends-early"));
    QCOMPARE(codesOf(*joinOf(traceOf({kernel("a", 7, 0, 50, 1), slice("cpu_op", "c", 1, 1, 5, -3)}), nullptr)),
             QByteArray());
    QCOMPARE(codesOf(*joinOf(traceOf({kernel("a", 7, 0, -3, 1), kernel("a", 7, 20, 40, 2)}), nullptr)),
             QByteArray("negative-duration"));
}

LANESCOPE_TEST(TestStatsCaveat)
#include "tst_stats_caveat.moc"
