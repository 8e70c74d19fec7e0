// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/other_keys.h"

using namespace lanescope;
using namespace lanescope::test;

class TestOtherKeys : public QObject {
    Q_OBJECT

private slots:
    void aNodeIsFoundByTheNodeItWasClonedFrom_data();
    void aNodeIsFoundByTheNodeItWasClonedFrom();
    void aListedNodeIsNotLookedForElsewhere();
    void withoutMoreKeysThereIsNothing();
    void nothingIsGuessedUnasked();
    void aGraphThatWasInstantiatedAgainIsGuessed();
    void aKernelOfAnotherNameForbidsTheGuess();
    void kernelNamesOfTheFileCount();
    void withoutNamesTheNumbersMustCoverTheFile_data();
    void withoutNamesTheNumbersMustCoverTheFile();
    void twoGraphsThatFitEquallyGiveNoGuess();
    void twoGraphsThatSayTheSameAreNoRiddle();
};

// Joins again with the keys that were found; the first join when there are none.
static std::shared_ptr<const JoinedTrace> joinAgain(const std::shared_ptr<const JoinedTrace>& first,
                                                    GuessGraphs guess = GuessGraphs::No)
{
    const auto more = annotationsByOtherKeys(*first, guess, JobControl());
    if (!more)
        qFatal("keys were not found: %s", more.error().message.c_str());
    return *more ? *joinTrace(first->trace, *more, JobControl()) : first;
}

constexpr qulonglong kGraph5 = qulonglong(5) << 32;
constexpr qulonglong kGraph9 = qulonglong(9) << 32;

// Node 1 of graph 2 is listed; the trace ran its clone, node 1 of exec graph 5.
void TestOtherKeys::aNodeIsFoundByTheNodeItWasClonedFrom_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<bool>("isFound");
    QTest::newRow("64 bits") << QByteArray(R"(, "source graph node id": 8589934593)") << true;
    QTest::newRow("as text") << QByteArray(R"(, "source graph node id": "8589934593")") << true;
    QTest::newRow("in two parts") << QByteArray(R"(, "source graph id": 2, "source graph node id": 1)") << true;
    QTest::newRow("in two parts, the other way round")
        << QByteArray(R"(, "source graph node id": 1, "source graph id": 2)") << true;
    QTest::newRow("another node") << QByteArray(R"(, "source graph id": 2, "source graph node id": 7)") << false;
    QTest::newRow("no graph") << QByteArray(R"(, "source graph id": 0, "source graph node id": 0)") << false;
    QTest::newRow("none") << QByteArray() << false;
}

void TestOtherKeys::aNodeIsFoundByTheNodeItWasClonedFrom()
{
    QFETCH(QByteArray, args);
    QFETCH(bool, isFound);
    const auto joined = joinAgain(
        joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph5 + 1, args.constData())}), R"({"8589934593": ["a"]})"));
    QCOMPARE(workAsText(*joined), QByteArray(isFound ? "k: a forward\n" : "k: - none\n"));
    const GraphMatch& graph = joined->match.graphs.back();
    QCOMPARE(graph.execGraphId, std::uint64_t(5));
    QCOMPARE(graph.matchedNodes, std::uint64_t(isFound ? 1 : 0));
    QCOMPARE(QByteArray::fromStdString(graph.how),
             QByteArray(isFound ? "joined by the nodes of the captured graph 2 that the trace names" : ""));
    QCOMPARE(graph.reason.empty(), isFound);
}

void TestOtherKeys::aListedNodeIsNotLookedForElsewhere()
{
    const auto joined =
        joinAgain(joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph5 + 1, R"(, "source graph node id": 8589934593)"),
                                  kernel("l", 7, 1, 1, 1, kGraph5 + 2, R"(, "source graph node id": 8589934594)")}),
                         R"({"8589934593": ["captured"], "8589934594": ["other"], "21474836481": ["exec"]})"));
    QCOMPARE(workAsText(*joined), QByteArray("k: exec forward\nl: other forward\n"));
}

void TestOtherKeys::withoutMoreKeysThereIsNothing()
{
    const auto all = joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph5 + 1)}), R"({"21474836481": ["a"]})");
    QVERIFY(*annotationsByOtherKeys(*all, GuessGraphs::Yes, JobControl()) == nullptr);
    const auto without = joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph5 + 1)}), nullptr);
    QVERIFY(*annotationsByOtherKeys(*without, GuessGraphs::Yes, JobControl()) == nullptr);
}

// Exec graph 5 is in the file and ran once; then it was instantiated again as 9.
static std::shared_ptr<const JoinedTrace> instantiatedAgain(const char* lastKernel)
{
    return joinOf(traceOf({kernel("gemm", 7, 0, 1, 1, kGraph5 + 1), kernel("norm", 7, 1, 1, 1, kGraph5 + 2),
                           kernel("gemm", 7, 2, 1, 2, kGraph9 + 1), kernel(lastKernel, 7, 3, 1, 2, kGraph9 + 2)}),
                  R"({"21474836481": ["a"], "21474836482": ["b"]})");
}

void TestOtherKeys::nothingIsGuessedUnasked()
{
    const auto joined = joinAgain(instantiatedAgain("norm"));
    QCOMPARE(workAsText(*joined), QByteArray("gemm: a forward\nnorm: b forward\ngemm: - none\nnorm: - none\n"));
}

void TestOtherKeys::aGraphThatWasInstantiatedAgainIsGuessed()
{
    const auto joined = joinAgain(instantiatedAgain("norm"), GuessGraphs::Yes);
    QCOMPARE(workAsText(*joined), QByteArray("gemm: a forward\nnorm: b forward\ngemm: a forward\nnorm: b forward\n"));
    const GraphMatch& guessed = joined->match.graphs.back();
    QVERIFY(guessed.isGuessed);
    QVERIFY2(guessed.how.starts_with("a guess: the nodes of graph 5 of the annotation file"), guessed.how.c_str());
    QVERIFY(!joined->match.graphs.front().isGuessed);
    // The mark goes wherever the annotation's fields go: details, exports.
    QCOMPARE(joined->annotation(idAt<EventId>(2))->json(kGuessedField), std::optional<std::string_view>("true"));
    QVERIFY(!joined->annotation(idAt<EventId>(0))->json(kGuessedField));
}

void TestOtherKeys::aKernelOfAnotherNameForbidsTheGuess()
{
    const auto joined = joinAgain(instantiatedAgain("softmax"), GuessGraphs::Yes);
    QCOMPARE(workAsText(*joined), QByteArray("gemm: a forward\nnorm: b forward\ngemm: - none\nsoftmax: - none\n"));
}

// Lanescope's own file: captured graph 2 with exec graph 3, which never ran in the trace.
void TestOtherKeys::kernelNamesOfTheFileCount()
{
    const char* file = R"({"lanescope_annotations": 1, "graphs": [{"id": 2, "exec_ids": [3],
        "regions": [{"annotations": [{"name": "a"}]}], "kernels": [{"name": "gemm"}, {"name": "norm"}],
        "nodes": [{"id": 1, "kernel": 0, "region": 0}, {"id": 2, "kernel": 1}]}]})";
    const auto fits = joinAgain(
        joinOf(traceOf({kernel("gemm", 7, 0, 1, 1, kGraph9 + 1), kernel("norm", 7, 1, 1, 1, kGraph9 + 2)}), file),
        GuessGraphs::Yes);
    QCOMPARE(workAsText(*fits), QByteArray("gemm: a forward\nnorm: - none\n"));
    const auto differs = joinAgain(
        joinOf(traceOf({kernel("gemm", 7, 0, 1, 1, kGraph9 + 1), kernel("gemm", 7, 1, 1, 1, kGraph9 + 2)}), file),
        GuessGraphs::Yes);
    QCOMPARE(workAsText(*differs), QByteArray("gemm: - none\ngemm: - none\n"));
}

// The file lists nodes 1 to 5 of exec graph 5, which never ran in the trace: 4 of 5 are enough.
void TestOtherKeys::withoutNamesTheNumbersMustCoverTheFile_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<bool>("isGuessed");
    QTest::newRow("5 of 5") << 5 << true;
    QTest::newRow("4 of 5") << 4 << true;
    QTest::newRow("3 of 5") << 3 << false;
}

void TestOtherKeys::withoutNamesTheNumbersMustCoverTheFile()
{
    QFETCH(int, nodes);
    QFETCH(bool, isGuessed);
    QList<QByteArray> entries;
    for (int node = 1; node <= nodes; ++node)
        entries += kernel("k", 7, node, 1, 1, kGraph9 + qulonglong(node));
    const auto joined = joinAgain(joinOf(traceOf(entries), R"({"21474836481": ["a"], "21474836482": ["a"],
        "21474836483": ["a"], "21474836484": ["a"], "21474836485": ["a"]})"),
                                  GuessGraphs::Yes);
    QCOMPARE(joined->match.annotatedWork, std::uint64_t(isGuessed ? nodes : 0));
}

void TestOtherKeys::twoGraphsThatFitEquallyGiveNoGuess()
{
    const auto joined = joinAgain(
        joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph9 + 1)}), R"({"21474836481": ["a"], "25769803777": ["b"]})"),
        GuessGraphs::Yes);
    QCOMPARE(workAsText(*joined), QByteArray("k: - none\n"));
}

void TestOtherKeys::twoGraphsThatSayTheSameAreNoRiddle()
{
    const auto joined = joinAgain(
        joinOf(traceOf({kernel("k", 7, 0, 1, 1, kGraph9 + 1)}), R"({"21474836481": ["a"], "25769803777": ["a"]})"),
        GuessGraphs::Yes);
    QCOMPARE(workAsText(*joined), QByteArray("k: a forward\n"));
}

LANESCOPE_TEST(TestOtherKeys)
#include "tst_other_keys.moc"
