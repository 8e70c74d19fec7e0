// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/replay_stats.h"

using namespace lanescope;
using namespace lanescope::test;

class TestReplayStats : public QObject {
    Q_OBJECT

private slots:
    void aReplayThatTakesLongerIsAnOutlier();
    void fewReplaysHaveNoOutliers();
    void nodesAreComparedWithTheirMedian();
    void aNodeThatDidNotRunIsListed();
    void replaysAreFoundByTheirNumber();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Replays of nodes 1 and 2, every 1000 us; node 2 takes `durations`.
std::shared_ptr<const JoinedTrace> replaysOf(const QList<int>& durations)
{
    QList<QByteArray> entries;
    for (int i = 0; i < durations.size(); ++i) {
        const int at = 1000 * i;
        entries << call("cudaGraphLaunch", 1, 1, at, 2, i + 1) << kernel("a", 7, at + 10, 10, i + 1, kGraph + 1)
                << kernel("b", 7, at + 25, durations[i], i + 1, kGraph + 2);
    }
    return joinOf(traceOf(entries), R"({"8589934594": [{"name": "x", "autograd_phase": "backward"}]})");
}

} // namespace

// Durations 115, 116, 114, 115, 115, 135: median 115, distances 0, 0, 0, 1, 1, 20, median distance 0; a twentieth is 5.
void TestReplayStats::aReplayThatTakesLongerIsAnOutlier()
{
    const auto joined = replaysOf({100, 101, 99, 100, 100, 120});
    const ReplayStats stats = *replayStats(*joined, JobControl());
    const GraphReplays& graph = stats.graphs.at({0, 2});
    QCOMPARE(graph.replays, std::uint64_t{6});
    QCOMPARE(graph.medianNs, TimeNs{115000});
    QCOMPARE(graph.limitNs, TimeNs{5750});
    QByteArray outliers;
    for (const ReplayRow& row : stats.rows)
        outliers += row.isOutlier ? '1' : '0';
    QCOMPARE(outliers, QByteArray("000001"));
    QCOMPARE(stats.rows[5].deviationNs, TimeNs{20000});
    QCOMPARE(stats.rows[5].busyNs, TimeNs{130000});
    QCOMPARE(stats.rows[5].launchDelayNs, std::optional<TimeNs>(10000));
}

void TestReplayStats::fewReplaysHaveNoOutliers()
{
    const ReplayStats stats = *replayStats(*replaysOf({100, 100, 100, 900}), JobControl());
    QCOMPARE(stats.graphs.at({0, 2}).limitNs, TimeNs{0});
    QVERIFY(!stats.rows[3].isOutlier);
}

void TestReplayStats::nodesAreComparedWithTheirMedian()
{
    const auto joined = replaysOf({100, 130, 90});
    const auto rows = *replayNodes(*joined, 1, JobControl());
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].nodeKey, std::uint64_t{kGraph + 2});
    QCOMPARE(rows[0].name, std::string("b"));
    QCOMPARE(rows[0].title, std::string("x"));
    QCOMPARE(rows[0].phase, std::string("backward"));
    QCOMPARE(rows[0].durationNs, TimeNs{130000});
    QCOMPARE(rows[0].medianNs, TimeNs{100000});
    QCOMPARE(rows[0].differenceNs, TimeNs{30000});
    QCOMPARE(rows[0].beginNs, TimeNs{15000});
    QCOMPARE(rows[0].beginMedianNs, TimeNs{15000});
    QCOMPARE(rows[0].event, EventId{5});
    QCOMPARE(rows[1].differenceNs, TimeNs{0});
}

// Node 3 runs twice in the first replay, and not in the second.
void TestReplayStats::aNodeThatDidNotRunIsListed()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1, kGraph + 1), kernel("c", 7, 10, 5, 1, kGraph + 3),
                                        kernel("c", 7, 20, 6, 1, kGraph + 3), kernel("a", 7, 50, 10, 2, kGraph + 1)}),
                               nullptr);
    const auto rows = *replayNodes(*joined, 1, JobControl());
    QCOMPARE(rows[1].name, std::string("c"));
    QCOMPARE(rows[1].count, std::uint64_t{0});
    QCOMPARE(rows[1].replays, std::uint64_t{1});
    QCOMPARE(rows[1].medianNs, TimeNs{11000});
    QCOMPARE(rows[1].differenceNs, TimeNs{0});
    QCOMPARE((*replayNodes(*joined, 0, JobControl()))[1].count, std::uint64_t{2});
}

void TestReplayStats::replaysAreFoundByTheirNumber()
{
    constexpr qulonglong kOther = qulonglong(5) << 32;
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 10, 1, kGraph + 1), kernel("b", 7, 20, 10, 2, kOther + 1),
                                        kernel("a", 7, 40, 10, 3, kGraph + 1)}),
                               nullptr);
    QCOMPARE(*replayNumbered(*joined, 1, std::nullopt), std::uint32_t{2});
    QCOMPARE(*replayNumbered(*joined, 0, 5), std::uint32_t{1});
    QCOMPARE(replayNumbered(*joined, 0, std::nullopt).error().message,
             std::string("several graphs have a replay 0, graph 2 among them: name one with --graph"));
    QCOMPARE(replayNumbered(*joined, 7, 5).error().message,
             std::string("there is no replay 7 of graph 5: --by replay lists them"));
    QCOMPARE(replayNumbered(*joinOf(traceOf({kernel("a", 7, 0, 1, 1)}), nullptr), 0, std::nullopt).error().message,
             std::string("the trace has no graph launches"));
}

LANESCOPE_TEST(TestReplayStats)
#include "tst_replay_stats.moc"
