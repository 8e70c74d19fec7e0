// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/diagnose.h"
#include "core/query/replay_caveat.h"

using namespace lanescope;
using namespace lanescope::test;

class TestReplayCaveat : public QObject {
    Q_OBJECT

private slots:
    void soundReplaysAreNotMarked();
    void aReplayThatLostWorkIsDoubtful();
    void aReplayBeforeItsLaunchHasADoubtfulDelay();
    void workWithoutLengthMarksItsReplay();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Four replays of nodes 1 [0, 10) and 2 [20, 30), 1000 apart, launched 50 before.
QList<QByteArray> replays()
{
    QList<QByteArray> entries;
    for (int i = 0; i < 4; ++i) {
        const int at = 1000 * (i + 1);
        entries << call("cudaGraphLaunch", 1, 1, at - 50, 2, i + 1) << kernel("a", 7, at, 10, i + 1, kGraph + 1)
                << kernel("b", 7, at + 20, 10, i + 1, kGraph + 2);
    }
    return entries;
}

// "code: replay.column …" of each caveat.
QByteArray marksOf(const QList<QByteArray>& entries)
{
    const auto joined = joinOf(traceOf(entries), nullptr);
    const ReplayStats stats = *replayStats(*joined, JobControl());
    QByteArrayList texts;
    for (const StatsCaveat& caveat : replayCaveats(*joined, stats, *diagnose(*joined, {}, JobControl()))) {
        QByteArrayList marks;
        for (const std::uint32_t row : caveat.rows) {
            for (const StatsColumnText& column : statsColumns()) {
                if (caveat.columns.contains(column.column))
                    marks << QByteArray::number(row) + '.' + QByteArray::fromStdString(std::string(column.title));
            }
        }
        texts << QByteArray::fromStdString(caveat.code) + ": " + marks.join(' ');
    }
    return texts.join('\n');
}

} // namespace

void TestReplayCaveat::soundReplaysAreNotMarked()
{
    QCOMPARE(marksOf(replays()), QByteArray());
}

void TestReplayCaveat::aReplayThatLostWorkIsDoubtful()
{
    QList<QByteArray> entries = replays();
    entries.removeAt(5); // node 2 of the second replay
    QCOMPARE(marksOf(entries), QByteArray("incomplete-replay: 1.Count 1.Busy 1.Span"));
}

void TestReplayCaveat::aReplayBeforeItsLaunchHasADoubtfulDelay()
{
    QList<QByteArray> entries = replays();
    entries[6] = call("cudaGraphLaunch", 1, 1, 3005, 2, 3);
    QCOMPARE(marksOf(entries), QByteArray("kernel-before-launch: 2.Delay"));
}

void TestReplayCaveat::workWithoutLengthMarksItsReplay()
{
    QList<QByteArray> entries = replays();
    entries[11] = kernel("b", 7, 4020, 0, 4, kGraph + 2);
    QCOMPARE(marksOf(entries), QByteArray("zero-duration: 3.Busy"));
}

LANESCOPE_TEST(TestReplayCaveat)
#include "tst_replay_caveat.moc"
