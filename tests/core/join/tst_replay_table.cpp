// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestReplayTable : public QObject {
    Q_OBJECT

private slots:
    void replaysAreNumberedPerGraphByTime();
    void oneLaunchOnTwoGpusIsOneReplay();
    void twoProcessesWithTheSameIdsAreTwoReplays();
    void workWithoutAGraphBelongsToNone();
};

constexpr qulonglong kGraph2 = qulonglong(2) << 32;
constexpr qulonglong kGraph3 = qulonglong(3) << 32;

// "graph#number begin-end work launch" in microseconds, one a line.
static QByteArray replaysAsText(const JoinedTrace& joined)
{
    QByteArray text;
    for (const Replay& replay : joined.replays) {
        const auto fileUs = [&](TimeNs t) {
            return QByteArray::number(qlonglong((joined.trace->baseNs() + t) / 1000));
        };
        text +=
            QByteArray::number(qulonglong(replay.execGraphId)) + '#' + QByteArray::number(replay.number) + ' ' +
            fileUs(replay.range.beginNs) + '-' + fileUs(replay.range.endNs) + ' ' +
            QByteArray::number(replay.workCount) + ' ' +
            (replay.launch == kNoEvent ? QByteArray("-")
                                       : QByteArray::fromStdString(std::string(joined.trace->name(replay.launch)))) +
            '\n';
    }
    return text;
}

void TestReplayTable::replaysAreNumberedPerGraphByTime()
{
    // In the file the second replay of graph 2 comes first, and replays interleave.
    const auto trace = traceOf({kernel("k", 7, 300, 10, 12, kGraph2 + 1), kernel("k", 7, 100, 10, 10, kGraph2 + 1),
                                kernel("m", 8, 105, 50, 11, kGraph3), kernel("l", 7, 120, 10, 10, kGraph2 + 2),
                                kernel("l", 7, 320, 10, 12, kGraph2 + 2), call("second", 1, 1, 290, 5, 12),
                                call("first", 1, 1, 90, 5, 10)});
    const auto joined = joinOf(trace, nullptr);
    QCOMPARE(replaysAsText(*joined), QByteArray("2#0 100-130 2 first\n3#0 105-155 1 -\n2#1 300-330 2 second\n"));
    QCOMPARE(joined->replay(idAt<EventId>(0)), &joined->replays[2]);
    QCOMPARE(joined->replay(idAt<EventId>(3)), &joined->replays[0]);
}

void TestReplayTable::oneLaunchOnTwoGpusIsOneReplay()
{
    const auto trace = traceOf({kernel("k", 7, 100, 10, 10, kGraph2), kernel("l", 7, 105, 10, 10, kGraph2 + 1, "", 1),
                                call("launch", 900, 1, 90, 5, 10)});
    QCOMPARE(replaysAsText(*joinOf(trace, nullptr)), QByteArray("2#0 100-115 2 launch\n"));
}

void TestReplayTable::twoProcessesWithTheSameIdsAreTwoReplays()
{
    const auto trace = traceOf({kernel("k", 7, 100, 10, 10, kGraph2), kernel("l", 7, 105, 10, 10, kGraph2 + 1, "", 1),
                                call("launch_a", 900, 1, 90, 5, 10), call("launch_b", 901, 1, 102, 5, 10)});
    QCOMPARE(replaysAsText(*joinOf(trace, nullptr)), QByteArray("2#0 100-110 1 launch_a\n2#1 105-115 1 launch_b\n"));
}

void TestReplayTable::workWithoutAGraphBelongsToNone()
{
    const auto joined = joinOf(traceOf({kernel("k", 7, 100, 10, 10)}), nullptr);
    QVERIFY(joined->replays.empty());
    QVERIFY(joined->replay(idAt<EventId>(0)) == nullptr);
}

LANESCOPE_TEST(TestReplayTable)
#include "tst_replay_table.moc"
