// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

using namespace lanescope::test;

// The life of captured graphs in the registry: ids, exec graphs, generations.
class TestCaptures : public QObject {
    Q_OBJECT

private slots:
    void nodesAreKeyedByTheCaptureUntilInstantiated();
    void severalGraphsInstantiateInAnyOrder();
    void reinstantiationMovesTheKeysAgain();
    void theSameExecAgainChangesNothing();
    void theFileKeepsEveryExec();
    void aCaptureWithAnnotationsOffIsLeftAlone();
    void recapturingAStreamIsAnotherGraph();
    void execsThatShareAnIdAddUp();
    void captureBeginNeedsACapture();
    void captureBeginTwiceIsOneCapture();
    void captureEndNeedsItsOwnGraph();
    void captureEndTwiceIsAnError();
    void captureEndBeforeTheEndReadsTheRunningGraph();
    void captureEndOfAFailedCaptureRecordsNothing();
    void instantiatingAnUnknownCaptureIsAnError();
    void idsTheDriverRefusesAreAnError();
    void graphsAreFoundByTheirHandle();
    void numbersKeepTheHolesOfDeletedNodes();
    void aNodeDeletedBeforeTheEndIsLeftOut();
    void nodesThatComeOutOfOrderAreSorted();
    void everyIdIsRightWhereverTheHolesAre_data();
    void everyIdIsRightWhereverTheHolesAre();
};

void TestCaptures::nodesAreKeyedByTheCaptureUntilInstantiated()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeGraph* graph = program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
    program.instantiate(graph, program.captureId);
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]");
}

void TestCaptures::severalGraphsInstantiateInAnyOrder()
{
    Program program;
    program.begin(); // graph 1
    program.launch("a", "k0");
    const auto first = program.captureId;
    FakeGraph* firstGraph = program.end();
    program.begin(); // graph 2
    program.launch("b", "k0");
    const auto second = program.captureId;
    FakeGraph* secondGraph = program.end();
    program.begin(); // graph 3, never instantiated
    program.launch("c", "k0");
    program.end();
    program.instantiate(secondGraph, second); // exec 4
    program.instantiate(firstGraph, first);   // exec 5
    QCOMPARE(program.annotations(), "3:0 [{\"name\": \"c\"}]\n4:0 [{\"name\": \"b\"}]\n5:0 [{\"name\": \"a\"}]");
}

void TestCaptures::reinstantiationMovesTheKeysAgain()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeGraph* graph = program.end();
    program.instantiate(graph, program.captureId); // exec 2
    program.instantiate(graph, program.captureId); // exec 3
    QCOMPARE(program.annotations(), "3:0 [{\"name\": \"a\"}]");
}

void TestCaptures::theSameExecAgainChangesNothing()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeExec* exec = program.endAndInstantiate();
    QCOMPARE(program.recorder.instantiated(program.captureId, exec).code, LSC_OK);
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]");
}

void TestCaptures::theFileKeepsEveryExec()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeGraph* graph = program.end();
    program.instantiate(graph, program.captureId);
    program.instantiate(graph, program.captureId);
    QTemporaryDir folder;
    const QString path = folder.filePath("map.json");
    QCOMPARE(program.recorder.save(path.toStdString(), lanescope::capture::FileFormat::PlainMap).code, LSC_OK);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), "{\n \"8589934592\": [{\"name\": \"a\"}],\n \"12884901888\": [{\"name\": \"a\"}]}\n");
}

void TestCaptures::aCaptureWithAnnotationsOffIsLeftAlone()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    const QString before = program.annotations();
    program.cuda.beginCapture(program.stream); // without captureBegin
    program.launch("b", "k0");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    FakeExec* exec = program.cuda.instantiate(graph);
    QCOMPARE(program.recorder.captureEnd(0, graph).code, LSC_OK);
    QCOMPARE(program.recorder.instantiated(0, exec).code, LSC_OK);
    QCOMPARE(program.annotations(), before);
}

void TestCaptures::recapturingAStreamIsAnotherGraph()
{
    Program program;
    program.begin(); // graph 1
    program.launch("a", "k0");
    program.endAndInstantiate(); // exec 2
    program.begin();             // graph 3
    program.launch("b", "k0");
    program.end();
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]\n3:0 [{\"name\": \"b\"}]");
    program.instantiate(nullptr, program.captureId); // exec 4
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]\n4:0 [{\"name\": \"b\"}]");
}

void TestCaptures::execsThatShareAnIdAddUp()
{
    // An exec graph that was updated from a second graph belongs to both.
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeExec* exec = program.endAndInstantiate(); // exec 2
    program.begin();
    program.launch("b", "k0");
    program.end();
    QCOMPARE(program.recorder.instantiated(program.captureId, exec).code, LSC_OK);
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}, {\"name\": \"b\"}]");
}

void TestCaptures::captureBeginNeedsACapture()
{
    Program program;
    std::uint64_t capture = 9;
    QCOMPARE(program.recorder.captureBegin(program.stream, capture).code, LSC_ERROR_NOT_CAPTURING);
    QCOMPARE(capture, 0U);
}

void TestCaptures::captureBeginTwiceIsOneCapture()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    std::uint64_t again = 0;
    QCOMPARE(program.recorder.captureBegin(program.stream, again).code, LSC_OK);
    QCOMPARE(again, program.captureId);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

void TestCaptures::captureEndNeedsItsOwnGraph()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.launch("a", "k0");
    program.cuda.beginCapture(second);
    FakeGraph* other = program.cuda.endCapture(second);
    FakeGraph* own = program.cuda.endCapture(program.stream);
    QCOMPARE(program.note(program.recorder.captureEnd(program.captureId, other)), LSC_ERROR_INVALID_ARGUMENT);
    QCOMPARE(program.lastText, "this graph is not the capture's: its id is 2, the capture's 1");
    QCOMPARE(program.recorder.captureEnd(program.captureId, own).code, LSC_OK);
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

void TestCaptures::captureEndTwiceIsAnError()
{
    Program program;
    program.begin();
    FakeGraph* graph = program.end();
    QCOMPARE(program.lastCode, LSC_OK);
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_ERROR_UNKNOWN);
}

void TestCaptures::captureEndBeforeTheEndReadsTheRunningGraph()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    QCOMPARE(program.recorder.captureEnd(program.captureId, nullptr).code, LSC_OK);
    program.launch("too late", "k1");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    FakeExec* exec = program.cuda.instantiate(graph);
    program.cuda.destroyGraph(graph);
    QCOMPARE(program.recorder.instantiated(program.captureId, exec).code, LSC_OK);
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]");
}

void TestCaptures::captureEndOfAFailedCaptureRecordsNothing()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.cuda.invalidateCapture(program.stream);
    QCOMPARE(program.recorder.captureEnd(program.captureId, nullptr).code, LSC_ERROR_NOT_CAPTURING);
    QCOMPARE(program.annotations(), "");
    QVERIFY(lanescope::capture::Recorder::isOff());
}

void TestCaptures::instantiatingAnUnknownCaptureIsAnError()
{
    Program program;
    FakeExec* exec = program.cuda.instantiate(nullptr);
    QCOMPARE(program.recorder.instantiated(5, exec).code, LSC_ERROR_UNKNOWN);
    QCOMPARE(program.recorder.instantiated(std::uint64_t{1} << 32, exec).code, LSC_ERROR_UNKNOWN);
    program.begin();
    program.end();
    QCOMPARE(program.recorder.instantiated(program.captureId, nullptr).code, LSC_ERROR_INVALID_ARGUMENT);
}

void TestCaptures::idsTheDriverRefusesAreAnError()
{
    Program program;
    program.cuda.failIds = true;
    program.begin();
    QCOMPARE(program.lastCode, LSC_ERROR_DRIVER);
    QCOMPARE(program.captureId, 0U);
    program.cuda.failIds = false;
    QCOMPARE(program.recorder.captureBegin(program.stream, program.captureId).code, LSC_OK);
    program.launch("a", "k0");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    program.cuda.failIds = true;
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_ERROR_DRIVER);
    program.cuda.failIds = false;
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_OK);
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

void TestCaptures::graphsAreFoundByTheirHandle()
{
    Program program;
    program.begin();
    FakeGraph* graph = program.end();
    program.cuda.beginCapture(program.stream);
    FakeGraph* off = program.cuda.endCapture(program.stream);
    std::uint64_t capture = 0;
    QCOMPARE(program.recorder.captureOfGraph(graph, capture).code, LSC_OK);
    QCOMPARE(capture, program.captureId);
    QCOMPARE(program.recorder.captureOfGraph(off, capture).code, LSC_OK);
    QCOMPARE(capture, 0U);
}

void TestCaptures::numbersKeepTheHolesOfDeletedNodes()
{
    Program program;
    program.begin();
    FakeNode* gone = program.cuda.launch(program.stream, "k0");
    program.launch("a", "k1");
    program.cuda.launch(program.stream, "k2");
    program.launch("b", "k3");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    program.cuda.destroyNode(graph, gone);
    program.recorder.captureEnd(program.captureId, graph).ok();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"a\"}]\n1:3 [{\"name\": \"b\"}]");
}

void TestCaptures::aNodeDeletedBeforeTheEndIsLeftOut()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    FakeNode* gone = program.cuda.launch(program.stream, "k0");
    program.cuda.launch(program.stream, "k1");
    program.close(scope);
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    program.cuda.destroyNode(graph, gone);
    program.recorder.captureEnd(program.captureId, graph).ok();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"a\"}]");
}

void TestCaptures::nodesThatComeOutOfOrderAreSorted()
{
    Program program;
    program.cuda.source = lanescope::capture::IdSource::Driver; // asks for every id
    program.begin();
    program.launch("a", "k0");
    program.launch("b", "k1");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    std::swap(graph->nodes[0], graph->nodes[1]);
    program.recorder.captureEnd(program.captureId, graph).ok();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]\n1:1 [{\"name\": \"b\"}]");
}

void TestCaptures::everyIdIsRightWhereverTheHolesAre_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<int>>("deleted");
    QTest::newRow("none of one") << 1 << QList<int>{};
    QTest::newRow("none of a stride") << 17 << QList<int>{};
    QTest::newRow("none of many") << 100 << QList<int>{};
    QTest::newRow("the first") << 40 << QList<int>{0};
    QTest::newRow("inside a stride") << 40 << QList<int>{5};
    QTest::newRow("two in a row") << 40 << QList<int>{20, 21};
    QTest::newRow("in the last stride") << 40 << QList<int>{38};
    QTest::newRow("the last") << 40 << QList<int>{39};
}

void TestCaptures::everyIdIsRightWhereverTheHolesAre()
{
    QFETCH(int, count);
    QFETCH(QList<int>, deleted);
    Program program;
    program.begin();
    std::vector<FakeNode*> nodes;
    const auto scope = program.open("all");
    for (int i = 0; i < count; ++i)
        nodes.push_back(program.cuda.launch(program.stream, "k"));
    program.close(scope);
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    QStringList expected;
    for (int i = 0; i < count; ++i) {
        if (deleted.contains(i))
            program.cuda.destroyNode(graph, nodes[static_cast<std::size_t>(i)]);
        else
            expected << QStringLiteral("1:%1 [{\"name\": \"all\"}]").arg(i);
    }
    program.recorder.captureEnd(program.captureId, graph).ok();
    QCOMPARE(program.annotations(), expected.join(u'\n'));
}

LANESCOPE_TEST(TestCaptures)
#include "tst_captures.moc"
