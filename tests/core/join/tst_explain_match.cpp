// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/explain_match.h"

using namespace lanescope;
using namespace lanescope::test;

class TestExplainMatch : public QObject {
    Q_OBJECT

private slots:
    void aProblemNamesTheMistake_data();
    void aProblemNamesTheMistake();
    void ranksThatDifferAreNamedFirst();
    void anotherProcessIsNamed();
    void everyGraphTellsWhyItDoesNotMatch();
    void longListsOfGraphsAreCut();
};

constexpr qulonglong kGraph2 = qulonglong(2) << 32;
constexpr qulonglong kGraph9 = qulonglong(9) << 32;

void TestExplainMatch::aProblemNamesTheMistake_data()
{
    QTest::addColumn<QList<QByteArray>>("entries");
    QTest::addColumn<QByteArray>("annotations");
    QTest::addColumn<QByteArray>("problem");
    const QByteArray graph2 = R"({"8589934593": ["a"]})";
    QTest::newRow("all is well") << QList<QByteArray>{kernel("k", 7, 0, 1, 1, kGraph2 + 1)} << graph2 << QByteArray();
    QTest::newRow("another graph")
        << QList<QByteArray>{kernel("k", 7, 0, 1, 1, kGraph9 + 1)} << graph2
        << QByteArray(
               "nothing matches: the annotation file has exec graph 2, the trace has exec graph 9: a file of "
               "another run or process, keyed by the captured graph, or the graph was instantiated again after the "
               "annotations were saved (--guess tries kernel names and node numbers)");
    QTest::newRow("the same graph, other nodes")
        << QList<QByteArray>{kernel("k", 7, 0, 1, 1, kGraph2 + 5)} << graph2
        << QByteArray("nothing matches: file and trace both have exec graph 2, but no node in common: annotations of "
                      "another run?");
    QTest::newRow("a profiler without node ids")
        << QList<QByteArray>{slice("kernel", "k", 0, 7, 0, 1), call("cudaGraphLaunch", 1, 1, 0, 1, 1)} << graph2
        << QByteArray("nothing matches: the trace has no graph node ids, so it was written by a profiler that does not "
                      "record them (PyTorch's does from 2.12 on)");
    QTest::newRow("no graph at all") << QList<QByteArray>{slice("kernel", "k", 0, 7, 0, 1)} << graph2
                                     << QByteArray("nothing matches: the trace has no launch of a CUDA graph");
    QTest::newRow("no GPU work") << QList<QByteArray>{slice("cpu_op", "k", 1, 1, 0, 1)} << graph2
                                 << QByteArray("the trace has no GPU work to annotate: was the profiler started with "
                                               "CUDA activities?");
    QTest::newRow("an empty file") << QList<QByteArray>{kernel("k", 7, 0, 1, 1, kGraph2 + 1)} << QByteArray("{}")
                                   << QByteArray("the annotation file lists no graph node");
}

void TestExplainMatch::aProblemNamesTheMistake()
{
    QFETCH(QList<QByteArray>, entries);
    QFETCH(QByteArray, annotations);
    const auto joined = joinOf(traceOf(entries), annotations.constData());
    QTEST(QByteArray::fromStdString(joined->match.problem), "problem");
}

void TestExplainMatch::ranksThatDifferAreNamedFirst()
{
    const auto trace = traceOf({kernel("k", 7, 0, 1, 1, kGraph9 + 1)}, R"("distributedInfo": {"rank": 0},)");
    auto set = std::make_shared<AnnotationSet>(*readAnnotationsJson(R"({"8589934593": ["a"]})"));
    set->rank = 1;
    const auto joined = *joinTrace(trace, set, JobControl());
    QCOMPARE(joined->match.problem,
             std::string("nothing matches: the annotations are of rank 1, the trace is of rank 0"));
}

void TestExplainMatch::anotherProcessIsNamed()
{
    auto set = std::make_shared<AnnotationSet>(*readAnnotationsJson(R"({"8589934593": ["a"]})"));
    const auto problemWith = [&](std::int64_t pid, int tracePid) {
        set->processId = pid;
        const auto trace =
            traceOf({call("cudaGraphLaunch", tracePid, 1, 0, 1, 1), kernel("k", 7, 2, 1, 1, kGraph9 + 1)});
        return (*joinTrace(trace, set, JobControl()))->match.problem;
    };
    QCOMPARE(problemWith(4242, 77), std::string("nothing matches: the annotations are of process 4242, which is not in "
                                                "the trace: a file of another run or process"));
    QVERIFY(problemWith(4242, 4242).find("process 4242") == std::string::npos);
}

void TestExplainMatch::everyGraphTellsWhyItDoesNotMatch()
{
    // Graph 2 matches but for one node, 3 has other nodes, 5 is in the file alone, 9 in the trace alone.
    const qulonglong graph3 = qulonglong(3) << 32;
    const auto trace = traceOf({kernel("a", 7, 0, 1, 1, kGraph2 + 1), kernel("b", 7, 1, 1, 1, kGraph2 + 2),
                                kernel("c", 7, 2, 1, 2, graph3 + 7), kernel("d", 7, 3, 1, 3, kGraph9 + 1)});
    const auto joined = joinOf(trace, R"({"8589934593": ["a"], "0x300000001": ["b"], "0x500000001": ["c"]})");
    QByteArray text;
    for (const GraphMatch& graph : joined->match.graphs)
        text +=
            QByteArray::number(qulonglong(graph.execGraphId)) + ": " + QByteArray::fromStdString(graph.reason) + '\n';
    QCOMPARE(text,
             QByteArray("2: 1 of 2 nodes was captured outside of every annotation\n"
                        "3: none of its 1 nodes is among the 1 of the annotation file: a file of another run?\n"
                        "5: not in the trace: never replayed while the profiler ran, or instantiated again before\n"
                        "9: not in the annotation file, which has exec graphs 2, 3 and 5: captured without "
                        "annotations, or instantiated again after they were saved?\n"));
    QCOMPARE(joined->match.problem, std::string());
}

void TestExplainMatch::longListsOfGraphsAreCut()
{
    QByteArray file;
    for (qulonglong graph = 11; graph <= 30; ++graph)
        file += (file.isEmpty() ? "{\"" : ", \"") + QByteArray::number(graph << 32) + "\": [\"a\"]";
    const auto joined = joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph2)}), (file + "}").constData());
    QVERIFY2(joined->match.problem.find("exec graphs 11, 12, 13, 14, 15, 16 and 14 more,") != std::string::npos,
             joined->match.problem.c_str());
}

LANESCOPE_TEST(TestExplainMatch)
#include "tst_explain_match.moc"
