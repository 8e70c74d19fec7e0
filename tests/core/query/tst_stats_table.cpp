// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/stats_table.h"

#include <QFile>

using namespace lanescope;
using namespace lanescope::test;

class TestStatsTable : public QObject {
    Q_OBJECT

private slots:
    void figuresOfRealTracesEqualTheReference_data();
    void figuresOfRealTracesEqualTheReference();
    void ranksAndRoundingAreTheDocumentedOnes();
    void overlapCountsOnceOnOneGpuAndTwiceOnTwo();
    void onlyMatchingWorkIsSummedUp();
    void streamsAndReplaysComeInTheirOrder();
    void aTraceWithoutWorkHasNoRows();
    void stopsWhenAsked();
};

namespace {

QByteArray figuresOf(const StatsRow& row)
{
    QByteArrayList list{QByteArray::number(qulonglong(row.count))};
    for (const TimeNs time : {row.totalNs, row.meanNs, row.p50Ns, row.p99Ns, row.minNs, row.maxNs, row.busyNs,
                              row.span.beginNs, row.span.durationNs()})
        list << QByteArray::number(qint64(time));
    return list.join('\t');
}

// As tests/data/stats_reference.py writes them; it does not name streams and replays.
QByteArrayList linesOf(const StatsTable& table)
{
    QByteArrayList lines;
    const bool isNamed = table.key == StatsKey::Region || table.key == StatsKey::Kernel;
    for (const StatsRow& row : table.rows)
        lines << QByteArray::fromStdString(std::string(nameOf(table.key))) + '\t' + figuresOf(row) + '\t' +
                     (isNamed ? QByteArray::fromStdString(row.name) : QByteArray());
    return lines;
}

StatsTable tableOf(const JoinedTrace& joined, StatsKey key, const char* filter = "")
{
    const auto mask = matchingEvents(joined, *parseFilter(filter), JobControl());
    return *statsTable(joined, key, &*mask, JobControl());
}

QByteArray namesOf(const StatsTable& table)
{
    QByteArrayList names;
    for (const StatsRow& row : table.rows)
        names << QByteArray::fromStdString(row.name);
    return names.join(" | ");
}

} // namespace

void TestStatsTable::figuresOfRealTracesEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"graph_fwdbwd", "moe_overlap", "eager_train"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestStatsTable::figuresOfRealTracesEqualTheReference()
{
    QFETCH(const QString, name);
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/");
    OpenRequest request;
    request.trace = (folder + "real/" + name + ".pt.trace.json.gz").toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    QFile file(folder + "golden/stats/" + name + ".tsv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArrayList expected = file.readAll().trimmed().split('\n');
    for (QByteArray& line : expected)
        line = line.endsWith('\r') ? line.chopped(1) : line;
    QByteArrayList got;
    for (const StatsKey key : {StatsKey::Region, StatsKey::Kernel, StatsKey::Stream, StatsKey::Replay}) {
        const auto table = statsTable(*(*opened)->joined, key, nullptr, JobControl());
        QVERIFY(table.has_value());
        got += linesOf(*table);
        if (key == StatsKey::Region)
            got << "gpu_busy_ns " + QByteArray::number(qint64(table->busyNs));
    }
    // Trailing empty names were cut off by trimmed() in the last line alone.
    for (QByteArrayList* lines : {&expected, &got}) {
        for (QByteArray& line : *lines)
            line = line.trimmed();
        std::sort(lines->begin(), lines->end());
    }
    QCOMPARE(got.size(), expected.size());
    for (qsizetype i = 0; i < got.size(); ++i)
        QCOMPARE(got[i], expected[i]);
}

// Durations 1, 2, 4 and 8 us: half of four are two; 99 % are all four; 15 / 4 = 3.75.
void TestStatsTable::ranksAndRoundingAreTheDocumentedOnes()
{
    const auto joined = joinOf(traceOf({kernel("k", 7, 0, 8, 1), kernel("k", 7, 10, 1, 2), kernel("k", 7, 20, 4, 3),
                                        kernel("k", 7, 30, 2, 4)}),
                               nullptr);
    const StatsTable table = tableOf(*joined, StatsKey::Kernel);
    QCOMPARE(table.rows.size(), std::size_t{1});
    QCOMPARE(figuresOf(table.rows[0]), QByteArray("4\t15000\t3750\t2000\t8000\t1000\t8000\t15000\t0\t32000"));
    const auto odd = joinOf(traceOf({R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":0,"dur":0.002})",
                                     R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":0.001})"}),
                            nullptr);
    QCOMPARE(tableOf(*odd, StatsKey::Kernel).rows[0].meanNs, TimeNs{2}); // 1.5
}

void TestStatsTable::overlapCountsOnceOnOneGpuAndTwiceOnTwo()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 20, 5, 10, 2), kernel("a", 7, 12, 2, 3),
                                        kernel("b", 7, 0, 10, 4, 0, "", 1)}),
                               nullptr);
    const StatsTable table = tableOf(*joined, StatsKey::Kernel);
    QCOMPARE(table.busyNs, TimeNs{25000}); // [0, 15) of GPU 0, [0, 10) of GPU 1
    QCOMPARE(namesOf(table), QByteArray("b | a"));
    QCOMPARE(table.rows[0].busyNs, TimeNs{20000});
    QCOMPARE(table.rows[1].busyNs, TimeNs{12000});
    QCOMPARE(table.shareOf(table.rows[0]), 0.8);
}

void TestStatsTable::onlyMatchingWorkIsSummedUp()
{
    const auto joined = joinOf(
        traceOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 20, 30, 2), slice("cpu_op", "a", 1, 1, 0, 99)}), nullptr);
    const StatsTable table = tableOf(*joined, StatsKey::Kernel, "name:a");
    QCOMPARE(namesOf(table), QByteArray("a"));
    QCOMPARE(table.work, std::uint64_t{2});
    QCOMPARE(table.matchingWork, std::uint64_t{1});
    QCOMPARE(table.shareOf(table.rows[0]), 0.25); // of the whole trace's busy time
}

void TestStatsTable::streamsAndReplaysComeInTheirOrder()
{
    constexpr qulonglong kGraph = qulonglong(2) << 32;
    const auto joined = joinOf(traceOf({kernel("a", 20, 50, 10, 12, kGraph + 1), kernel("a", 7, 0, 1, 11, kGraph + 1),
                                        kernel("eager", 7, 70, 30, 13)}),
                               R"({"8589934593": [{"name": "x", "module": "m.1"}]})");
    QCOMPARE(namesOf(tableOf(*joined, StatsKey::Replay)), QByteArray("graph 2 replay 0 | graph 2 replay 1 | "));
    QCOMPARE(namesOf(tableOf(*joined, StatsKey::Stream)), QByteArray("GPU 0 stream 7 | GPU 0 stream 20"));
    QCOMPARE(namesOf(tableOf(*joined, StatsKey::Region)), QByteArray(" | x"));
    QCOMPARE(namesOf(tableOf(*joined, StatsKey::Module)), QByteArray(" | m.1"));
    QCOMPARE(namesOf(tableOf(*joined, StatsKey::Phase)), QByteArray("none | forward"));
}

void TestStatsTable::aTraceWithoutWorkHasNoRows()
{
    const StatsTable table = tableOf(*joinOf(traceOf({slice("cpu_op", "a", 1, 1, 0, 9)}), nullptr), StatsKey::Region);
    QVERIFY(table.rows.empty());
    QCOMPARE(table.shareOf(StatsRow()), 0.0);
}

void TestStatsTable::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1)}), nullptr);
    const auto table = statsTable(*joined, StatsKey::Kernel, nullptr, JobControl(source.get_token()));
    QVERIFY(!table.has_value());
    QCOMPARE(table.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestStatsTable)
#include "tst_stats_table.moc"
