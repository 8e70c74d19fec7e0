// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/diff_answer.h"
#include "core/query/idle_before.h"

#include <QFile>

#include <algorithm>

using namespace lanescope;
using namespace lanescope::test;

class TestDiffAnswer : public QObject {
    Q_OBJECT

private slots:
    void replaysThatAreSlowerAreNamed();
    void replaysOfAParentModuleAreSummedOverItsChildren();
    void graphsAreComparedWithTheirOwn();
    void longerPiecesAndMorePiecesAreToldApart();
    void timeBesideOtherWorkIsTold();
    void idleTimeBelongsToTheWorkThatFollows();
    void idleTimesOfRealTracesEqualTheReference_data();
    void idleTimesOfRealTracesEqualTheReference();
    void workThatWaitsLongerIsNamed();
    void replaysFartherApartAreTold();
    void nothingChangedHasNoAnswer();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;
constexpr const char* kAnnotations = R"({"8589934593": [{"name": "x"}],
    "8589934594": [{"name": "x", "autograd_phase": "backward"}], "8589934595": [{"name": "y"}]})";

// One replay with nodes x forward, x backward, y.
QList<QByteArray> replay(int at, int correlation, int forward, int backward, int other)
{
    return {kernel("f", 7, at, forward, correlation, kGraph + 1),
            kernel("b", 7, at + 100, backward, correlation, kGraph + 2),
            kernel("o", 7, at + 200, other, correlation, kGraph + 3)};
}

QList<QByteArray> replaysOf(const QList<int>& backward)
{
    QList<QByteArray> entries;
    for (int i = 0; i < backward.size(); ++i)
        entries += replay(1000 * i, i + 1, 10, backward[i], 30);
    return entries;
}

DiffAnswer answerOf(const QList<QByteArray>& before, const QList<QByteArray>& after, StatsKey by,
                    const char* annotations)
{
    const auto first = joinOf(traceOf(before), annotations);
    const auto second = joinOf(traceOf(after), annotations);
    StatsRequest request;
    request.by = {by};
    return *diffAnswer(*diffAnswerSide(*first, request, JobControl()), *diffAnswerSide(*second, request, JobControl()),
                       DiffUnit::Trace, JobControl());
}

// "2:1 2:3-4" for replays 1, 3 and 4 of graph 2.
QByteArray runsText(const std::optional<SlowerReplays>& replays)
{
    QByteArrayList runs;
    if (replays) {
        for (const SlowerReplays::Run& run : replays->runs)
            runs << QByteArray::number(qulonglong(run.graph.execGraphId)) + ':' + QByteArray::number(run.first) +
                        (run.last == run.first ? QByteArray() : '-' + QByteArray::number(run.last));
    }
    return runs.join(' ');
}

QByteArray pathText(const StatsDiff& diff)
{
    QByteArrayList names;
    for (const std::uint32_t row : diff.slowest())
        names << QByteArray::fromStdString(diff.rows[row].name);
    return names.join('/');
}

} // namespace

// Five replays of x forward 10, backward 20; then 20, 20, 40, 21 and 40 backward: 21 is within a twentieth of 20.
void TestDiffAnswer::replaysThatAreSlowerAreNamed()
{
    const QList<QByteArray> before = replaysOf({20, 20, 20, 20, 20});
    const DiffAnswer some = answerOf(before, replaysOf({20, 20, 40, 21, 42}), StatsKey::Region, kAnnotations);
    QCOMPARE(pathText(some.work), QByteArray("x/backward/b"));
    QCOMPARE(runsText(some.slowerReplays), QByteArray("2:2 2:4"));
    QCOMPARE(some.slowerReplays->positions, (std::vector<std::uint32_t>{2, 4}));
    QCOMPARE(some.slowerReplays->all, std::uint64_t{5});
    QCOMPARE(some.slowerReplays->slowest, std::uint32_t{4});
    QCOMPARE(some.slowerReplays->typicalBeforeNs, TimeNs{20000});
    QCOMPARE(some.slowerReplays->typicalAfterNs, TimeNs{40000}); // nearest rank of 40 and 42
    const DiffAnswer all = answerOf(before, replaysOf({40, 40, 40, 40, 40}), StatsKey::Region, kAnnotations);
    QCOMPARE(runsText(all.slowerReplays), QByteArray("2:0-4"));
    QCOMPARE(all.slowerReplays->all, std::uint64_t{5});
    const DiffAnswer little = answerOf(before, replaysOf({21, 21, 21, 21, 21}), StatsKey::Region, kAnnotations);
    QVERIFY(!little.work.slowest().empty());
    QVERIFY(!little.slowerReplays.has_value());
}

// Three children of 10 each, all 15 in replays 1 and 2: none of them is half of it, so that layers.0 is named.
void TestDiffAnswer::replaysOfAParentModuleAreSummedOverItsChildren()
{
    const char* annotations = R"({"8589934593": [{"name": "a", "module": "layers.0.a"}],
        "8589934594": [{"name": "b", "module": "layers.0.b"}], "8589934595": [{"name": "c", "module": "layers.0.c"}]})";
    const auto replays = [](const QList<int>& each) {
        QList<QByteArray> entries;
        for (int i = 0; i < each.size(); ++i)
            entries += replay(1000 * i, i + 1, each[i], each[i], each[i]);
        return entries;
    };
    const DiffAnswer answer =
        answerOf(replays({10, 10, 10, 10}), replays({10, 15, 15, 10}), StatsKey::Module, annotations);
    QCOMPARE(pathText(answer.work), QByteArray("layers.0"));
    QCOMPARE(runsText(answer.slowerReplays), QByteArray("2:1-2"));
    QCOMPARE(answer.slowerReplays->typicalBeforeNs, TimeNs{30000});
    QCOMPARE(answer.slowerReplays->typicalAfterNs, TimeNs{45000});
}

// A short graph and a long one, under other ids than before. Without telling them apart every replay of the long one
// would be slower than the median of all.
void TestDiffAnswer::graphsAreComparedWithTheirOwn()
{
    const auto replays = [](qulonglong firstGraph, const QList<int>& shortOnes, const QList<int>& longOnes) {
        QList<QByteArray> entries;
        for (int i = 0; i < shortOnes.size(); ++i)
            entries << kernel("k", 7, 1000 * i, shortOnes[i], i + 1, firstGraph << 32);
        for (int i = 0; i < longOnes.size(); ++i)
            entries << kernel("k", 7, 100000 + 1000 * i, longOnes[i], 100 + i, (firstGraph + 1) << 32);
        return entries;
    };
    const DiffAnswer answer = answerOf(replays(2, {10, 10, 10, 10}, {100, 100, 100}),
                                       replays(5, {10, 10, 10, 10}, {100, 130, 100}), StatsKey::Kernel, nullptr);
    QCOMPARE(runsText(answer.slowerReplays), QByteArray("6:1"));
    QCOMPARE(answer.slowerReplays->all, std::uint64_t{7});
    // With one graph instead of two nothing tells which is which: the median is of all.
    const DiffAnswer other =
        answerOf(replays(2, {10, 10, 10, 10}, {}), replays(5, {10, 10}, {100}), StatsKey::Kernel, nullptr);
    QCOMPARE(runsText(other.slowerReplays), QByteArray("6:0"));
}

// 2 pieces of 10 become 3 of 12: of the 16 more, 10 are the third piece, 6 the longer ones.
void TestDiffAnswer::longerPiecesAndMorePiecesAreToldApart()
{
    const DiffAnswer answer = answerOf({kernel("k", 7, 0, 10, 1, 0, R"(, "grid": [4, 1, 1], "block": [64, 1, 1])"),
                                        kernel("k", 7, 100, 10, 2, 0, R"(, "grid": [4, 1, 1], "block": [64, 1, 1])")},
                                       {kernel("k", 7, 0, 12, 1, 0, R"(, "grid": [8, 1, 1], "block": [64, 1, 1])"),
                                        kernel("k", 7, 100, 12, 2, 0, R"(, "grid": [8, 1, 1], "block": [64, 1, 1])"),
                                        kernel("k", 7, 200, 12, 3, 0, R"(, "grid": [8, 1, 1], "block": [64, 1, 1])")},
                                       StatsKey::Kernel, nullptr);
    QVERIFY(answer.cause.has_value());
    QCOMPARE(answer.cause->moreNs, TimeNs{10000});
    QCOMPARE(answer.cause->longerNs, TimeNs{6000});
    QCOMPARE(answer.cause->shapesBefore.grid, (LaunchShape::Dimensions{4, 1, 1}));
    QCOMPARE(answer.cause->shapesAfter.grid, (LaunchShape::Dimensions{8, 1, 1}));
    QVERIFY(!answer.slowerReplays.has_value()); // in no replay
}

// k [0, 10) alone; then [0, 20) with o on another stream in [5, 15) and one on another GPU, which does not count.
void TestDiffAnswer::timeBesideOtherWorkIsTold()
{
    const DiffAnswer answer = answerOf(
        {kernel("k", 7, 0, 10, 1), kernel("o", 8, 50, 10, 2)},
        {kernel("k", 7, 0, 20, 1), kernel("o", 8, 5, 10, 2), kernel("p", 7, 0, 5, 3, 0, R"(, "device": 1)", 1)},
        StatsKey::Kernel, nullptr);
    QCOMPARE(pathText(answer.work), QByteArray("k"));
    QCOMPARE(answer.cause->besideBefore, 0.0);
    QCOMPARE(answer.cause->besideAfter, 0.5);
}

// a [0, 10) and b [15, 20) of a replay, c [16, 30) beside it, d [40, 50) of the next, e [60, 70) of no replay.
void TestDiffAnswer::idleTimeBelongsToTheWorkThatFollows()
{
    const auto joined = joinOf(
        traceOf({kernel("a", 7, 0, 10, 1, kGraph), kernel("b", 7, 15, 5, 1, kGraph + 1),
                 kernel("c", 8, 16, 14, 1, kGraph + 2), kernel("d", 7, 40, 10, 2, kGraph), kernel("e", 7, 60, 10, 3)}),
        nullptr);
    const auto work = gatherGpuWork(*joined, std::nullopt, JobControl());
    const IdleBefore idle = idleBefore(*joined, work->pieces);
    QList<qint64> waits;
    for (const WorkPiece& piece : idle.pieces)
        waits << piece.durationNs() / 1000;
    QCOMPARE(waits, (QList<qint64>{0, 5, 0, 0, 10}));
    QCOMPARE(idle.beforeReplays, (std::vector<TimeNs>{10000})); // from 30 to 40
}

void TestDiffAnswer::idleTimesOfRealTracesEqualTheReference_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"graph_fwdbwd", "moe_overlap", "decode_graph_200"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

// As tests/data/waits_reference.py writes them.
void TestDiffAnswer::idleTimesOfRealTracesEqualTheReference()
{
    QFETCH(const QString, name);
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/");
    OpenRequest open;
    open.trace = (folder + "real/" + name + ".pt.trace.json.gz").toStdString();
    const auto opened = openTrace(open, JobControl());
    QVERIFY(opened.has_value());
    const JoinedTrace& joined = *(*opened)->joined;
    StatsRequest request;
    request.by = {StatsKey::Region, StatsKey::Phase};
    request.of = StatsOf::IdleBefore;
    const StatsTable table = *statsTable(joined, request, JobControl());
    QByteArrayList lines;
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        if (table.rows[i].depth == 1)
            lines << QByteArray::fromStdString(table.pathOf(i)[0] + '\t' + table.pathOf(i)[1]) + '\t' +
                         QByteArray::number(qint64(table.rows[i].totalNs));
    }
    std::sort(lines.begin(), lines.end());
    TimeNs between = 0;
    for (const TimeNs idle :
         idleBefore(joined, gatherGpuWork(joined, std::nullopt, JobControl())->pieces).beforeReplays)
        between += idle;
    lines << "between replays\t\t" + QByteArray::number(qint64(between));
    QFile file(folder + "golden/stats/" + name + ".waits.tsv");
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(lines.join('\n') + '\n', file.readAll());
}

// x forward ends at 10, x backward begins at 100, y at 200, 20 after x; then x backward begins at 150 in replays 1 and
// 2: it waits 140 instead of 90 there, and y 30 instead of 80.
void TestDiffAnswer::workThatWaitsLongerIsNamed()
{
    const auto replays = [](const QList<int>& late) {
        QList<QByteArray> entries;
        for (int i = 0; i < late.size(); ++i) {
            const int at = 1000 * i;
            entries << kernel("f", 7, at, 10, i + 1, kGraph + 1)
                    << kernel("b", 7, at + 100 + late[i], 20, i + 1, kGraph + 2)
                    << kernel("o", 7, at + 200, 30, i + 1, kGraph + 3);
        }
        return entries;
    };
    const DiffAnswer answer = answerOf(replays({0, 0, 0}), replays({0, 50, 50}), StatsKey::Region, kAnnotations);
    QVERIFY(answer.work.slowest().empty());
    QVERIFY(answer.areWaitsLonger);
    QCOMPARE(pathText(answer.waits), QByteArray("x/backward/b"));
    QCOMPARE(answer.waits.rows[answer.waits.slowest().back()].differenceNs(), TimeNs{100000});
    QCOMPARE(runsText(answer.waitingReplays), QByteArray("2:1-2"));
    QCOMPARE(answer.waitingReplays->typicalBeforeNs, TimeNs{90000});
    QCOMPARE(answer.waitingReplays->typicalAfterNs, TimeNs{140000});
    QVERIFY(!answer.areReplaysFartherApart);
}

// Replays of 230 every 1000, then every 1200: the GPU idles 970 instead of 770 between them. Launches come 5 before.
void TestDiffAnswer::replaysFartherApartAreTold()
{
    const auto replays = [](int period) {
        QList<QByteArray> entries;
        for (int i = 0; i < 4; ++i)
            entries += replay(100 + period * i, i + 1, 10, 20, 30) +
                       QList<QByteArray>{call("cudaGraphLaunch", 1, 1, 95 + period * i, 2, i + 1)};
        return entries;
    };
    const DiffAnswer answer = answerOf(replays(1000), replays(1200), StatsKey::Region, kAnnotations);
    QVERIFY(answer.areReplaysFartherApart);
    QCOMPARE(answer.betweenBefore, std::optional<TimeNs>(770000));
    QCOMPARE(answer.betweenAfter, std::optional<TimeNs>(970000));
    QCOMPARE(answer.launchDelayAfter, std::optional<TimeNs>(5000));
    QVERIFY(!answer.areWaitsLonger);
}

void TestDiffAnswer::nothingChangedHasNoAnswer()
{
    const QList<QByteArray> entries = replaysOf({20, 20, 20});
    const DiffAnswer answer = answerOf(entries, entries, StatsKey::Region, kAnnotations);
    QVERIFY(answer.work.slowest().empty() && !answer.cause && !answer.slowerReplays);
    QVERIFY(!answer.areWaitsLonger && !answer.areReplaysFartherApart);
}

LANESCOPE_TEST(TestDiffAnswer)
#include "tst_diff_answer.moc"
