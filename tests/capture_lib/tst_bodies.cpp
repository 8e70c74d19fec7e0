// SPDX-License-Identifier: Apache-2.0
#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace lanescope::test;

namespace {

QJsonArray savedGraphs(Program& program)
{
    QTemporaryDir folder;
    const QString path = folder.filePath("file.json");
    if (!program.recorder.save(path.toStdString(), lanescope::capture::FileFormat::Lanescope).ok())
        return {};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll())[LSC_KEY_GRAPHS].toArray();
}

// "k1 C[k2 k3=label]": a node is its kernel or kind, "=" its name annotation, "[a | b]" its bodies.
QString nodesAsText(const QJsonObject& graph, const QJsonArray& nodes)
{
    QStringList texts;
    for (const QJsonValue& value : nodes) {
        const QJsonObject node = value.toObject();
        QString text = node.contains(LSC_KEY_KERNEL)
                           ? graph[LSC_KEY_KERNELS][node[LSC_KEY_KERNEL].toInt()][LSC_KEY_NAME].toString()
                           : node[LSC_KEY_KIND].toString();
        if (node.contains(LSC_KEY_REGION))
            text +=
                "=" +
                graph[LSC_KEY_REGIONS][node[LSC_KEY_REGION].toInt()][LSC_KEY_ANNOTATIONS][0][LSC_KEY_NAME].toString();
        QStringList bodies;
        for (const QJsonValue& body : node[LSC_KEY_BODIES].toArray())
            bodies << nodesAsText(graph, body[LSC_KEY_NODES].toArray());
        if (!bodies.isEmpty())
            text += "[" + bodies.join(" | ") + "]";
        texts << text;
    }
    return texts.join(' ');
}

QString graphAsText(Program& program, int index = 0)
{
    const QJsonObject graph = savedGraphs(program)[index].toObject();
    return nodesAsText(graph, graph[LSC_KEY_NODES].toArray());
}

FakeGraph* bodyOf(Program& program, std::initializer_list<const char*> kernels)
{
    FakeGraph* body = program.cuda.makeBody();
    FakeStream* stream = program.cuda.makeStream();
    program.cuda.beginCaptureInto(stream, body);
    for (const char* kernel : kernels)
        program.cuda.launch(stream, kernel);
    program.cuda.endCapture(stream);
    return body;
}

} // namespace

// Graphs inside of graphs: what of them is recorded, and which scopes cover it.
class TestBodies : public QObject {
    Q_OBJECT

private slots:
    void childGraphsAreRecordedAndCoveredByTheScopeAround();
    void branchesThatWereToldAreRecordedInOrder();
    void behindABodyThatIsNotKnownNoneIsRecorded();
    void scopesInsideABodyWinOverTheScopeAround();
    void scopesOfTheGraphThatAChildIsACopyOfAreTakenOver();
    void aChildThatDiffersFromWhatItWasSaidToCopyKeepsTheScopeAroundAlone();
    void bodiesThatBecamePartOfAGraphAreNoGraphs();
    void keysOfBodiesAreNotInTheRegistry();
    void deletedNodesLeaveHolesInBodiesToo();
    void nodesDeletedAfterTheRecordingOfABodyCostOnlyThemselves();
    void behindDeletedLastNodesNoBodyHasANumber();
    void aResolveInBetweenLosesNothingInside();
    void dependenciesAreWrittenAsPaths();
    void bodiesOfNothingAreRefused();
};

void TestBodies::childGraphsAreRecordedAndCoveredByTheScopeAround()
{
    Program program;
    FakeGraph* inner = bodyOf(program, {"k1", "k2"});
    FakeGraph* middle = program.cuda.makeBody();
    FakeStream* stream = program.cuda.makeStream();
    program.cuda.beginCaptureInto(stream, middle);
    program.cuda.launch(stream, "k3");
    program.cuda.endCapture(stream);
    program.begin();
    program.cuda.launch(program.stream, "a");
    const auto scope = program.open("moe");
    program.cuda.addChild(program.stream, inner);
    program.cuda.launch(program.stream, "b");
    program.close(scope);
    program.cuda.addChild(program.stream, middle);
    program.end();
    QCOMPARE(graphAsText(program), "a child_graph[k1=moe k2=moe] b=moe child_graph[k3]");
}

void TestBodies::branchesThatWereToldAreRecordedInOrder()
{
    Program program;
    FakeGraph* first = bodyOf(program, {"k1", "k2"});
    FakeGraph* second = bodyOf(program, {"k3"});
    program.begin();
    const auto scope = program.open("choice");
    FakeNode* node = program.cuda.add(program.stream, NodeKind::Conditional, "");
    program.close(scope);
    QCOMPARE(program.recorder.nodeBodies(node, {first, second}).code, LSC_OK);
    program.cuda.launch(program.stream, "after");
    program.end();
    QCOMPARE(graphAsText(program), "conditional[k1=choice k2=choice | k3=choice] after");
}

void TestBodies::behindABodyThatIsNotKnownNoneIsRecorded()
{
    Program program;
    FakeGraph* child = bodyOf(program, {"k1"});
    program.begin();
    program.cuda.addChild(program.stream, child);
    program.cuda.add(program.stream, NodeKind::Conditional, "");
    program.cuda.addChild(program.stream, child);
    program.end();
    QCOMPARE(graphAsText(program), "child_graph[k1] conditional child_graph");
}

void TestBodies::scopesInsideABodyWinOverTheScopeAround()
{
    Program program;
    program.begin();
    const std::uint64_t outer = program.captureId;
    const auto around = program.open(R"({"name": "around", "module": "m"})");
    FakeNode* node = program.cuda.add(program.stream, NodeKind::Conditional, "");
    FakeGraph* body = program.cuda.makeBody();
    program.note(program.recorder.nodeBodies(node, {body}));
    FakeStream* inside = program.cuda.makeStream();
    program.cuda.beginCaptureInto(inside, body);
    std::uint64_t bodyCapture = 0;
    QCOMPARE(program.recorder.captureBegin(inside, bodyCapture).code, LSC_OK);
    const auto scope = program.open(inside, "inside");
    program.cuda.launch(inside, "k1");
    program.close(scope);
    program.cuda.launch(inside, "k2");
    QCOMPARE(program.recorder.captureEnd(bodyCapture, program.cuda.endCapture(inside)).code, LSC_OK);
    program.close(around);
    program.end(program.stream, outer);
    QCOMPARE(graphAsText(program), "conditional[k1=inside k2=around]");
    const QJsonObject graph = savedGraphs(program)[0].toObject();
    const int region = graph[LSC_KEY_NODES][0][LSC_KEY_BODIES][0][LSC_KEY_NODES][0][LSC_KEY_REGION].toInt();
    QCOMPARE(graph[LSC_KEY_REGIONS][region][LSC_KEY_ANNOTATIONS][0]["module"].toString(), "m");
}

void TestBodies::scopesOfTheGraphThatAChildIsACopyOfAreTakenOver()
{
    Program program;
    program.begin();
    program.launch("expert", "k1");
    program.cuda.launch(program.stream, "k2");
    FakeGraph* expert = program.end();
    program.begin();
    const auto scope = program.open("moe");
    FakeNode* child = program.cuda.addChild(program.stream, expert);
    program.close(scope);
    program.cuda.addChild(program.stream, expert);
    program.note(program.recorder.nodeBodies(child, {expert}));
    program.end();
    QCOMPARE(graphAsText(program, 1), "child_graph[k1=expert k2=moe] child_graph[k1 k2]");
    QCOMPARE(graphAsText(program, 0), "k1=expert k2");
}

void TestBodies::aChildThatDiffersFromWhatItWasSaidToCopyKeepsTheScopeAroundAlone()
{
    Program program;
    program.begin();
    program.launch("expert", "k1");
    FakeGraph* expert = program.end();
    FakeGraph* other = bodyOf(program, {"k2"});
    program.begin();
    const auto scope = program.open("moe");
    FakeNode* child = program.cuda.addChild(program.stream, other);
    program.close(scope);
    program.note(program.recorder.nodeBodies(child, {expert}));
    program.end();
    QCOMPARE(graphAsText(program, 1), "child_graph[k2=moe]");
}

void TestBodies::bodiesThatBecamePartOfAGraphAreNoGraphs()
{
    Program program;
    program.begin();
    const std::uint64_t outer = program.captureId;
    FakeNode* node = program.cuda.add(program.stream, NodeKind::Conditional, "");
    FakeGraph* body = program.cuda.makeBody();
    program.note(program.recorder.nodeBodies(node, {body}));
    FakeStream* inside = program.cuda.makeStream();
    program.cuda.beginCaptureInto(inside, body);
    program.begin(program.cuda.makeStream()); // another capture is no matter
    std::uint64_t bodyCapture = 0;
    program.note(program.recorder.captureBegin(inside, bodyCapture));
    program.cuda.launch(inside, "k");
    program.note(program.recorder.captureEnd(bodyCapture, program.cuda.endCapture(inside)));
    QCOMPARE(savedGraphs(program).size(), 1);
    program.end(program.stream, outer);
    QCOMPARE(savedGraphs(program).size(), 1);
    QCOMPARE(graphAsText(program), "conditional[k]");
}

void TestBodies::keysOfBodiesAreNotInTheRegistry()
{
    Program program;
    FakeGraph* child = bodyOf(program, {"k1", "k2"});
    program.begin();
    const auto scope = program.open("moe");
    program.cuda.addChild(program.stream, child);
    program.cuda.launch(program.stream, "b");
    program.close(scope);
    program.endAndInstantiate();
    QCOMPARE(program.annotations(), "4:1 [{\"name\": \"moe\"}]");
    std::string json;
    QCOMPARE(program.recorder.get((std::uint64_t{4} << 32) | 2, json).code, LSC_ERROR_UNKNOWN);
}

void TestBodies::deletedNodesLeaveHolesInBodiesToo()
{
    Program program;
    FakeGraph* child = bodyOf(program, {"k1", "gone", "k2"});
    program.cuda.destroyNode(child, child->nodes[1].get());
    program.begin();
    program.cuda.addChild(program.stream, child);
    program.end();
    const QJsonObject graph = savedGraphs(program)[0].toObject();
    const QJsonValue nodes = graph[LSC_KEY_NODES][0][LSC_KEY_BODIES][0][LSC_KEY_NODES];
    QCOMPARE(nodes.toArray().size(), 2);
    QCOMPARE(nodes[1][LSC_KEY_ID].toInt(), 2);
}

void TestBodies::nodesDeletedAfterTheRecordingOfABodyCostOnlyThemselves()
{
    Program program;
    program.begin();
    program.launch("first", "k1");
    program.launch("gone", "k2");
    program.launch("third", "k3");
    FakeGraph* expert = program.end();
    program.cuda.destroyNode(expert, expert->nodes[1].get());
    program.begin();
    FakeNode* child = program.cuda.addChild(program.stream, expert);
    program.note(program.recorder.nodeBodies(child, {expert}));
    program.end();
    QCOMPARE(graphAsText(program, 1), "child_graph[k1=first k3=third]");
}

void TestBodies::behindDeletedLastNodesNoBodyHasANumber()
{
    Program program;
    FakeGraph* child = bodyOf(program, {"k1"});
    program.begin();
    const auto scope = program.open("scope");
    FakeNode* hole = program.cuda.launch(program.stream, "a");
    program.cuda.addChild(program.stream, child);
    FakeNode* last = program.cuda.launch(program.stream, "b");
    program.close(scope);
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    program.cuda.destroyNode(graph, hole);
    program.cuda.destroyNode(graph, last);
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_OK);
    QCOMPARE(graphAsText(program), "child_graph");
}

void TestBodies::aResolveInBetweenLosesNothingInside()
{
    Program program;
    FakeGraph* child = bodyOf(program, {"k1"});
    program.begin();
    const auto first = program.open("first");
    program.cuda.addChild(program.stream, child);
    program.close(first);
    QCOMPARE(program.recorder.resolve(program.captureId).code, LSC_OK);
    const auto second = program.open("second");
    program.cuda.addChild(program.stream, child);
    program.close(second);
    program.end();
    QCOMPARE(graphAsText(program), "child_graph[k1=first] child_graph[k1=second]");
}

void TestBodies::dependenciesAreWrittenAsPaths()
{
    Program program;
    FakeStream* side = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "0");
    program.cuda.join(side, program.stream);
    program.cuda.launch(program.stream, "1");
    program.cuda.launch(side, "2");
    program.cuda.launch(side, "3");
    program.cuda.join(program.stream, side);
    program.cuda.launch(program.stream, "4");
    program.end();
    const QJsonArray paths = savedGraphs(program)[0].toObject()[LSC_KEY_EDGES].toArray();
    const QByteArray edges = QJsonDocument(paths).toJson(QJsonDocument::Compact);
    QCOMPARE(edges, "[[0,1,4],[0,2,3,4]]");
}

void TestBodies::bodiesOfNothingAreRefused()
{
    void* none[] = {nullptr};
    QCOMPARE(lsc_node_bodies(nullptr, nullptr, 0), LSC_ERROR_INVALID_ARGUMENT);
    QCOMPARE(lsc_node_bodies(none, none, 1), LSC_ERROR_INVALID_ARGUMENT);
    QCOMPARE(lsc_node_bodies(none, nullptr, 1), LSC_ERROR_INVALID_ARGUMENT);
}

LANESCOPE_TEST(TestBodies)
#include "tst_bodies.moc"
