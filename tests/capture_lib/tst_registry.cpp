// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

using namespace lanescope::test;

// The live registry: resolve, get, clear, remove, limits.
class TestRegistry : public QObject {
    Q_OBJECT

private slots:
    void clearForgetsAndRevokesOpenScopes();
    void clearDuringACaptureLetsItGoOn();
    void removeForgetsTheGraphsOfLatestExecs();
    void removeOfNothingIsNoop();
    void removeOfAnOlderExecIsNoop();
    void getGivesOneNodesList();
    void visitingStopsWhenAsked();
    void theMemoryLimitStopsRecordingAndIsCounted();
    void manyFailedCapturesDoNotPileUp();
    void resolveOfARunningCaptureShowsWhatIsClosed();
    void aLaterResolveOfANodeAppendsADict();
    void resolveMergesOneDictANode();
    void resolveAfterTheCaptureLosesNothing();
};

void TestRegistry::clearForgetsAndRevokesOpenScopes()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    program.begin();
    const auto scope = program.open("open before the clear");
    program.cuda.launch(program.stream, "k0");
    QCOMPARE(program.recorder.clear().code, LSC_OK);
    QCOMPARE(program.close(scope), LSC_ERROR_UNKNOWN);
    program.end();
    QCOMPARE(program.annotations(), "");
}

void TestRegistry::clearDuringACaptureLetsItGoOn()
{
    Program program;
    program.begin();
    program.launch("before", "k0");
    QCOMPARE(program.recorder.clear().code, LSC_OK);
    program.launch("after", "k1");
    program.end();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"after\"}]");
}

void TestRegistry::removeForgetsTheGraphsOfLatestExecs()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate(); // exec 2
    program.begin();
    program.launch("b", "k0");
    program.endAndInstantiate(); // exec 4
    QCOMPARE(program.recorder.remove({2, 99}).code, LSC_OK);
    QCOMPARE(program.annotations(), "4:0 [{\"name\": \"b\"}]");
}

void TestRegistry::removeOfNothingIsNoop()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.endAndInstantiate();
    QCOMPARE(program.recorder.remove({}).code, LSC_OK);
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"a\"}]");
}

void TestRegistry::removeOfAnOlderExecIsNoop()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeGraph* graph = program.end();
    program.instantiate(graph, program.captureId); // exec 2
    program.instantiate(graph, program.captureId); // exec 3
    QCOMPARE(program.recorder.remove({1, 2}).code, LSC_OK);
    QCOMPARE(program.annotations(), "3:0 [{\"name\": \"a\"}]");
}

void TestRegistry::getGivesOneNodesList()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.cuda.launch(program.stream, "k1");
    program.endAndInstantiate();
    std::string json;
    QCOMPARE(program.recorder.get(0x200000000U, json).code, LSC_OK);
    QCOMPARE(json, "[{\"name\": \"a\"}]");
    QCOMPARE(program.recorder.get(0x200000001U, json).code, LSC_ERROR_UNKNOWN);
    QCOMPARE(program.recorder.get(0x100000000U, json).code, LSC_ERROR_UNKNOWN);
}

void TestRegistry::visitingStopsWhenAsked()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.launch("b", "k1");
    program.end();
    int visits = 0;
    program.recorder.forEach([&visits](std::uint64_t, const std::string&) { return ++visits; });
    QCOMPARE(visits, 1);
}

void TestRegistry::theMemoryLimitStopsRecordingAndIsCounted()
{
    Program program;
    lanescope::capture::RecorderOptions options;
    options.memoryLimitBytes = 100;
    program.recorder.configure(options).ok();
    program.begin();
    program.launch("a", "k0");
    QCOMPARE(program.lastCode, LSC_OK);
    program.launch("b", "k1"); // the first scope is held now: more than 100 bytes
    QCOMPARE(program.open("c"), 0U);
    QCOMPARE(program.lastCode, LSC_ERROR_LIMIT);
    program.end();
    QCOMPARE(program.lastCode, LSC_ERROR_LIMIT);
    QCOMPARE(program.annotations(), "");
    QTemporaryDir folder;
    program.recorder.save(folder.filePath("a.json").toStdString(), lanescope::capture::FileFormat::Lanescope).ok();
    QFile file(folder.filePath("a.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    // a and whatever came in before the limit are dropped with the graph; b or c at the mark.
    QVERIFY2(file.readAll().contains("\"dropped_scopes\": 3"), "all three scopes are counted");
}

void TestRegistry::manyFailedCapturesDoNotPileUp()
{
    // Each on a stream of its own, none ended: the newest 1024 are kept.
    Program program;
    std::vector<std::uint64_t> captures;
    for (int i = 0; i < 1100; ++i) {
        FakeStream* stream = program.cuda.makeStream();
        program.begin(stream);
        program.open(stream, "left open");
        captures.push_back(program.captureId);
    }
    QCOMPARE(program.recorder.captureEnd(captures.front(), nullptr).code, LSC_ERROR_UNKNOWN);
    QCOMPARE(program.recorder.captureEnd(captures.back(), nullptr).code, LSC_OK);
}

void TestRegistry::resolveOfARunningCaptureShowsWhatIsClosed()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    QCOMPARE(program.annotations(), "");
    QCOMPARE(program.recorder.resolve(program.captureId).code, LSC_OK);
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
    program.launch("b", "k1");
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]\n1:1 [{\"name\": \"b\"}]");
}

void TestRegistry::aLaterResolveOfANodeAppendsADict()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "x": 1})");
    program.launch("inner", "k0");
    program.recorder.resolve(program.captureId).ok();
    program.close(outer);
    program.endAndInstantiate();
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"inner\"}, {\"name\": \"outer\", \"x\": 1}]");
}

void TestRegistry::resolveMergesOneDictANode()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "x": 1})");
    program.launch("inner", "k0");
    program.close(outer);
    QCOMPARE(program.recorder.resolve(program.captureId).code, LSC_OK);
    QCOMPARE(program.recorder.resolve(program.captureId).code, LSC_OK);
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"inner\", \"x\": 1}]");
}

void TestRegistry::resolveAfterTheCaptureLosesNothing()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    QCOMPARE(program.recorder.resolve(program.captureId).code, LSC_ERROR_NOT_CAPTURING);
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_OK);
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

LANESCOPE_TEST(TestRegistry)
#include "tst_registry.moc"
