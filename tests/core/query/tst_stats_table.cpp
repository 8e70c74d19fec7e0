// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/stats_table.h"

#include <QFile>

#include <algorithm>
#include <array>

using namespace lanescope;
using namespace lanescope::test;

class TestStatsTable : public QObject {
    Q_OBJECT

private slots:
    void theOnlyPhaseOfARegionHasItsFigures();
    void severalPercentilesAreThoseOneByOne();
    void figuresOfRealTracesEqualTheReference_data();
    void figuresOfRealTracesEqualTheReference();
    void ranksAndRoundingAreTheDocumentedOnes();
    void overlapCountsOnceOnOneGpuAndTwiceOnTwo();
    void onlyMatchingWorkIsSummedUp();
    void streamsAndReplaysComeInTheirOrder();
    void modulesHoldWhatLiesInsideThem();
    void keysLieInsideEachOther();
    void shortNamesMakeOneKernelOfMany();
    void aRangeCutsWorkAtItsEnds();
    void gapsAreInsideInstances();
    void launchDelaysAreOfCallsAndOfTheFirstWorkOfReplays();
    void whatARowHoldsCanBeAsked();
    void keysAreReadAsTheyAreWritten();
    void aTraceWithoutWorkHasNoRows();
    void stopsWhenAsked();
};

namespace {

QByteArrayList figuresOf(const StatsRow& row)
{
    QByteArrayList list;
    for (const auto number : {std::uint64_t{row.count}, row.instances, row.launches})
        list << QByteArray::number(qulonglong(number));
    for (const TimeNs time :
         {row.totalNs, row.meanNs, row.p50Ns, row.p90Ns, row.p99Ns, row.minNs, row.maxNs, row.busyNs, row.span.beginNs,
          row.span.durationNs(), row.gapsNs, row.annotatedNs, row.launchDelayMeanNs, row.launchDelayMaxNs})
        list << QByteArray::number(qint64(time));
    // count total … span instances gaps annotated launches delays
    list.move(1, 12);
    list.move(1, 14);
    return list;
}

// As tests/data/stats_reference.py writes them; it does not name streams and replays.
QByteArrayList linesOf(const StatsTable& table)
{
    QByteArrayList lines;
    const StatsKey key = table.by.front();
    const bool isNamed = key != StatsKey::Stream && key != StatsKey::Replay;
    for (const StatsRow& row : table.rows)
        lines << QByteArray::fromStdString(std::string(nameOf(key))) + '\t' + figuresOf(row).join('\t') + '\t' +
                     (isNamed ? QByteArray::fromStdString(row.name) : QByteArray());
    return lines;
}

// Where the reference has "-" it does not know.
QByteArray onlyWhatIsKnown(const QByteArray& line, const QByteArray& expected)
{
    QByteArrayList fields = line.split('\t');
    const QByteArrayList known = expected.split('\t');
    for (qsizetype i = 0; i < std::min(fields.size(), known.size()); ++i) {
        if (known[i] == "-")
            fields[i] = "-";
    }
    return fields.join('\t');
}

StatsTable tableOf(const JoinedTrace& joined, const StatsRequest& request, const char* filter = "")
{
    const auto mask = matchingEvents(joined, *parseFilter(filter), JobControl());
    StatsRequest masked = request;
    masked.mask = &*mask;
    return *statsTable(joined, masked, JobControl());
}

StatsTable tableOf(const JoinedTrace& joined, StatsKey key, const char* filter = "")
{
    StatsRequest request;
    request.by = {key};
    return tableOf(joined, request, filter);
}

// "name count total" of each row, two spaces for each row it lies in; times in us.
QByteArray rowsAsText(const StatsTable& table)
{
    QByteArray text;
    for (const StatsRow& row : table.rows)
        text += QByteArray(2 * qsizetype(row.depth), ' ') + QByteArray::fromStdString(row.name) + ' ' +
                QByteArray::number(qulonglong(row.count)) + ' ' + QByteArray::number(qint64(row.totalNs / 1000)) + '/' +
                QByteArray::number(qint64(row.selfNs / 1000)) + '\n';
    return text;
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
    for (const StatsKey key :
         {StatsKey::Region, StatsKey::Kernel, StatsKey::Stream, StatsKey::Replay, StatsKey::Module}) {
        StatsRequest asked;
        asked.by = {key};
        const auto table = statsTable(*(*opened)->joined, asked, JobControl());
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
        QCOMPARE(onlyWhatIsKnown(got[i], expected[i]), expected[i]);
}

// Durations 1, 2, 4 and 8 us: half of four are two; 99 % are all four; 15 / 4 = 3.75.
void TestStatsTable::ranksAndRoundingAreTheDocumentedOnes()
{
    const auto joined = joinOf(traceOf({kernel("k", 7, 0, 8, 1), kernel("k", 7, 10, 1, 2), kernel("k", 7, 20, 4, 3),
                                        kernel("k", 7, 30, 2, 4)}),
                               nullptr);
    const StatsTable table = tableOf(*joined, StatsKey::Kernel);
    QCOMPARE(table.rows.size(), std::size_t{1});
    QCOMPARE(figuresOf(table.rows[0]).join(' '),
             QByteArray("4 15000 3750 2000 8000 8000 1000 8000 15000 0 32000 1 17000 0 0 0 0"));
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

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Work of layers 0 and 1, of a module inside layer 1, of a fused kernel and of no module.
std::shared_ptr<const JoinedTrace> modulesTrace()
{
    return joinOf(traceOf({kernel("q", 7, 0, 10, 1, kGraph + 1), kernel("q", 7, 10, 20, 1, kGraph + 2),
                           kernel("v", 7, 30, 30, 1, kGraph + 3), kernel("n", 7, 60, 40, 1, kGraph + 4),
                           kernel("x", 7, 100, 50, 2)}),
                  R"({"8589934593": [{"name": "a", "module": "m.layers.0.attn"}],
                      "8589934594": [{"name": "b", "module": "m.layers.1", "autograd_phase": "backward"}],
                      "8589934595": [{"name": "c", "module": "m.layers.1.attn"}],
                      "8589934596": [{"name": "d", "module": "m.layers.0.attn + m.layers.1.attn"}]})");
}

} // namespace

// "m" holds all modules; "m.layers" only numbers; "m.layers.0" just what "m.layers.0.attn" holds. The fused kernel
// counts once in "m", and in each layer.
void TestStatsTable::modulesHoldWhatLiesInsideThem()
{
    QCOMPARE(rowsAsText(tableOf(*modulesTrace(), StatsKey::Module)), QByteArray("m 4 100/0\n"
                                                                                "  m.layers.1 3 90/20\n"
                                                                                "    m.layers.1.attn 2 70/70\n"
                                                                                "  m.layers.0.attn 2 50/50\n"
                                                                                " 1 50/50\n"));
}

void TestStatsTable::keysLieInsideEachOther()
{
    StatsRequest request;
    request.by = {StatsKey::Phase, StatsKey::Kernel};
    QCOMPARE(rowsAsText(tableOf(*modulesTrace(), request)), QByteArray("forward 3 80/80\n"
                                                                       "  n 1 40/40\n"
                                                                       "  v 1 30/30\n"
                                                                       "  q 1 10/10\n"
                                                                       "none 1 50/50\n"
                                                                       "  x 1 50/50\n"
                                                                       "backward 1 20/20\n"
                                                                       "  q 1 20/20\n"));
}

void TestStatsTable::shortNamesMakeOneKernelOfMany()
{
    const auto joined = joinOf(
        traceOf({kernel("void a::f<1>(int)", 7, 0, 10, 1), kernel("void b::f<2>(float)", 7, 20, 30, 2)}), nullptr);
    QCOMPARE(tableOf(*joined, StatsKey::Kernel).rows.size(), std::size_t{2});
    StatsRequest request;
    request.by = {StatsKey::Kernel};
    request.names = KernelNames::Short;
    QCOMPARE(rowsAsText(tableOf(*joined, request)), QByteArray("f 2 40/40\n"));
}

// [10, 40) of the file: 5 of a, all of b, 10 of c; d begins at the end. The first zero-length piece lies in it, the
// second does not.
void TestStatsTable::aRangeCutsWorkAtItsEnds()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 5, 10, 1), kernel("b", 7, 20, 3, 2), kernel("c", 7, 30, 30, 3),
                                        kernel("d", 7, 40, 5, 4), kernel("z", 8, 10, 0, 5), kernel("z", 8, 40, 0, 6)}),
                               nullptr);
    StatsRequest request;
    request.by = {StatsKey::Kernel};
    request.range = TimeRange{5000, 35000}; // times count from the first begin
    const StatsTable table = tableOf(*joined, request);
    QCOMPARE(rowsAsText(table), QByteArray("c 1 10/10\na 1 5/5\nb 1 3/3\nz 1 0/0\n"));
    QCOMPARE(table.work, std::uint64_t{4});
    QCOMPARE(table.cutWork, std::uint64_t{2});
    QCOMPARE(table.busyNs, TimeNs{18000});
    QCOMPARE(table.rows[0].cutCount, std::uint64_t{1});
    QCOMPARE(table.rows[2].cutCount, std::uint64_t{0});
}

// Two replays of one region: 5 us idle in the first, none in the second, 30 us between them that do not count. What
// another stream fills is no gap.
void TestStatsTable::gapsAreInsideInstances()
{
    const char* annotations = R"({"8589934593": [{"name": "x"}], "8589934594": [{"name": "x"}],
                                  "8589934595": [{"name": "x"}]})";
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1, kGraph + 1), kernel("a", 7, 20, 10, 1, kGraph + 2),
                                        kernel("a", 8, 5, 10, 1, kGraph + 3), kernel("a", 7, 60, 10, 2, kGraph + 1),
                                        kernel("a", 7, 70, 10, 2, kGraph + 2)}),
                               annotations);
    const StatsTable table = tableOf(*joined, StatsKey::Region);
    QCOMPARE(table.rows[0].instances, std::uint64_t{2});
    QCOMPARE(table.rows[0].gapsNs, TimeNs{5000});
    QCOMPARE(table.annotatedWork, std::uint64_t{5});
    QCOMPARE(table.annotatedNs, TimeNs{50000});
}

void TestStatsTable::launchDelaysAreOfCallsAndOfTheFirstWorkOfReplays()
{
    const auto joined =
        joinOf(traceOf({call("cudaLaunchKernel", 1, 1, 0, 2, 1), call("cudaGraphLaunch", 1, 1, 10, 2, 2),
                        call("cudaLaunchKernel", 1, 1, 20, 2, 3), kernel("a", 7, 6, 3, 1),
                        kernel("a", 7, 30, 5, 2, kGraph + 1), kernel("a", 7, 35, 5, 2, kGraph + 2),
                        kernel("a", 7, 61, 1, 3), kernel("a", 7, 70, 1, 99)}),
               nullptr);
    const StatsTable table = tableOf(*joined, StatsKey::Kernel);
    QCOMPARE(table.rows[0].launches, std::uint64_t{3}); // 6, 20 and 41 us
    QCOMPARE(table.rows[0].launchDelayMeanNs, TimeNs{22333});
    QCOMPARE(table.rows[0].launchDelayMaxNs, TimeNs{41000});
}

void TestStatsTable::whatARowHoldsCanBeAsked()
{
    StatsRequest request;
    request.by = {StatsKey::Phase, StatsKey::Kernel};
    const StatsTable table = tableOf(*modulesTrace(), request);
    QCOMPARE(table.workOf(0), (std::vector<EventId>{EventId{0}, EventId{2}, EventId{3}}));
    QCOMPARE(table.durationsOf(0), (std::vector<TimeNs>{10000, 30000, 40000}));
    QCOMPARE(table.rows[0].longest, EventId{3});
    QCOMPARE(table.durationIn(0, EventId{2}), std::optional<TimeNs>(30000));
    QCOMPARE(table.durationIn(0, EventId{1}), std::optional<TimeNs>());
    QCOMPARE(table.firstLasting(0, 10001, 30001), EventId{2});
    QCOMPARE(table.firstLasting(0, 10001, 30000), kNoEvent);
    QCOMPARE(table.pathOf(2), (std::vector<std::string>{"forward", "v"}));
}

void TestStatsTable::keysAreReadAsTheyAreWritten()
{
    QCOMPARE(*statsKeysNamed("module,phase"), (std::vector<StatsKey>{StatsKey::Module, StatsKey::Phase}));
    for (const char* wrong : {"", "colour", "phase,", "phase,phase", "phase, kernel"}) {
        const auto keys = statsKeysNamed(wrong);
        QVERIFY2(!keys.has_value(), wrong);
        QCOMPARE(keys.error().code, ErrorCode::WrongUsage);
    }
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
    const auto table = statsTable(*joined, StatsRequest(), JobControl(source.get_token()));
    QVERIFY(!table.has_value());
    QCOMPARE(table.error().code, ErrorCode::Stopped);
}

// Nearest ranks of what a full sort gives, of 1 to 300 durations with many equal ones.
void TestStatsTable::severalPercentilesAreThoseOneByOne()
{
    constexpr std::array<std::uint64_t, 4> kPercents{1, 50, 90, 99};
    for (std::size_t count = 1; count <= 300; ++count) {
        std::vector<TimeNs> durations;
        for (std::size_t i = 0; i < count; ++i)
            durations.push_back(static_cast<TimeNs>(i * 7919 % 101));
        std::vector<TimeNs> sorted = durations;
        std::sort(sorted.begin(), sorted.end());
        std::vector<TimeNs> expected;
        for (const std::uint64_t percent : kPercents)
            expected.push_back(sorted[(percent * count + 99) / 100 - 1]);
        QCOMPARE(percentilesOf(durations, kPercents), expected);
    }
}

// x has one phase, with pieces of 10 and 20 us and 5 us between them; y two.
void TestStatsTable::theOnlyPhaseOfARegionHasItsFigures()
{
    constexpr qulonglong kNode = qulonglong(2) << 32;
    const auto joined =
        joinOf(traceOf({kernel("a", 7, 0, 10, 1, kNode + 1), kernel("b", 7, 15, 20, 1, kNode + 2),
                        kernel("c", 7, 40, 4, 1, kNode + 3), kernel("d", 7, 50, 6, 1, kNode + 4)}),
               R"({"8589934593": [{"name": "x"}], "8589934594": [{"name": "x"}], "8589934595": [{"name": "y"}],
                   "8589934596": [{"name": "y", "autograd_phase": "backward"}]})");
    StatsRequest request;
    request.by = {StatsKey::Region, StatsKey::Phase};
    const StatsTable table = *statsTable(*joined, request, JobControl());
    QByteArray text;
    for (const StatsRow& row : table.rows)
        text += QByteArray::fromStdString(row.name) + ' ' + QByteArray::number(qulonglong(row.count)) + ' ' +
                QByteArray::number(qint64(row.totalNs)) + ' ' + QByteArray::number(qint64(row.selfNs)) + ' ' +
                QByteArray::number(qint64(row.maxNs)) + ' ' + QByteArray::number(qint64(row.gapsNs)) + '\n';
    QCOMPARE(text, QByteArray("x 2 30000 30000 20000 5000\nforward 2 30000 30000 20000 5000\n"
                              "y 2 10000 10000 6000 0\nbackward 1 6000 6000 6000 0\nforward 1 4000 4000 4000 0\n"));
}

LANESCOPE_TEST(TestStatsTable)
#include "tst_stats_table.moc"
