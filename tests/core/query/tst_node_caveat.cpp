// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/diagnose.h"
#include "core/query/node_caveat.h"

using namespace lanescope;
using namespace lanescope::test;

class TestNodeCaveat : public QObject {
    Q_OBJECT

private slots:
    void aSoundReplayMarksNothing();
    void onlyNodesThatOverlapAreDoubtful();
    void aNodeWithoutLengthIsDoubtful();
    void aNodeThatIsMissingIsDoubtfulWhereTheFileIsCut();
    void guessedAnnotationsMarkRegions();
    void aStoppedJobHasNoMarks();
};

namespace {

constexpr qulonglong kGraph = qulonglong(2) << 32;

// Nodes 1 [0, 10), 2 and 3 [40, 50) of each replay; 2 begins at `begins` and takes `durations`.
QList<QByteArray> replays(const QList<int>& begins, const QList<int>& durations)
{
    QList<QByteArray> entries;
    for (int i = 0; i < begins.size(); ++i) {
        const int at = 1000 * i;
        entries << kernel("a", 7, at, 10, i + 1, kGraph + 1)
                << kernel("b", 7, at + begins[i], durations[i], i + 1, kGraph + 2)
                << kernel("c", 7, at + 40, 10, i + 1, kGraph + 3);
    }
    return entries;
}

// "code: node.column …" of each caveat.
QByteArray marksOf(const JoinedTrace& joined, std::uint32_t replay, const std::vector<Finding>& warnings)
{
    const auto nodes = *replayNodes(joined, replay, JobControl());
    const auto caveats = *nodeCaveats(joined, replay, nodes, *diagnose(joined, warnings, JobControl()), JobControl());
    QByteArrayList texts;
    for (const StatsCaveat& caveat : caveats) {
        QByteArrayList marks;
        for (const std::uint32_t row : caveat.rows) {
            for (const StatsColumnText& column : statsColumns()) {
                if (caveat.columns.contains(column.column))
                    marks << QByteArray::fromStdString(nodes[row].name + '.' + std::string(column.title));
            }
        }
        std::sort(marks.begin(), marks.end());
        texts << QByteArray::fromStdString(caveat.code) + ": " + marks.join(' ');
    }
    return texts.join('\n');
}

} // namespace

void TestNodeCaveat::aSoundReplayMarksNothing()
{
    const auto joined = joinOf(traceOf(replays({20, 20}, {10, 10})), nullptr);
    QCOMPARE(marksOf(*joined, 0, {}), QByteArray());
}

// b overlaps a by 5 us in the second replay: in the first all is well.
void TestNodeCaveat::onlyNodesThatOverlapAreDoubtful()
{
    const auto joined = joinOf(traceOf(replays({20, 5}, {10, 10})), nullptr);
    QCOMPARE(marksOf(*joined, 0, {}), QByteArray());
    QCOMPARE(marksOf(*joined, 1, {}), QByteArray("overlapping-kernels: a.Total b.Total"));
}

void TestNodeCaveat::aNodeWithoutLengthIsDoubtful()
{
    const auto joined = joinOf(traceOf(replays({20, 20}, {10, 0})), nullptr);
    QCOMPARE(marksOf(*joined, 0, {}), QByteArray());
    QCOMPARE(marksOf(*joined, 1, {}), QByteArray("zero-duration: b.Total"));
}

void TestNodeCaveat::aNodeThatIsMissingIsDoubtfulWhereTheFileIsCut()
{
    const QByteArray text = "{\"traceEvents\": [" + replays({20, 20}, {10, 10}).join(",\n");
    const auto trace = readTraceText(text.chopped(20).toStdString());
    QVERIFY(trace.has_value());
    const auto joined = joinOf(*trace, nullptr);
    QCOMPARE(marksOf(*joined, 0, joined->trace->loadReport().findings()), QByteArray());
    QVERIFY(marksOf(*joined, 1, joined->trace->loadReport().findings()).contains("file-ends-early: c.Count"));
}

void TestNodeCaveat::guessedAnnotationsMarkRegions()
{
    const auto joined = joinOf(traceOf(replays({20}, {10})), nullptr);
    const std::vector<Finding> warnings{{"annotations-guessed", "taken from another graph", 1, {}, {}}};
    QCOMPARE(marksOf(*joined, 0, warnings), QByteArray("annotations-guessed: a.Annotated b.Annotated c.Annotated"));
}

void TestNodeCaveat::aStoppedJobHasNoMarks()
{
    const auto joined = joinOf(traceOf(replays({5}, {10})), nullptr);
    const auto nodes = *replayNodes(*joined, 0, JobControl());
    const auto diagnoses = *diagnose(*joined, {}, JobControl());
    std::stop_source stop;
    stop.request_stop();
    const auto result = nodeCaveats(*joined, 0, nodes, diagnoses, JobControl(stop.get_token()));
    QVERIFY(!result && result.error().code == ErrorCode::Stopped);
}

LANESCOPE_TEST(TestNodeCaveat)
#include "tst_node_caveat.moc"
