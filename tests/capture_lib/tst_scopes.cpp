// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

using namespace lanescope::test;
using lanescope::capture::NodeKind;

// Which nodes a scope tags, and with what. Graph ids count from 1 in every test.
class TestScopes : public QObject {
    Q_OBJECT

private slots:
    void aScopeTagsWhatIsCapturedInIt();
    void aScopeBeforeAnyWorkStartsAtTheRoots();
    void rootsOfBeforeAreNotTaggedByALaterRootScope();
    void workForkedAndJoinedInsideIsTagged();
    void workForkedInsideAndNotJoinedIsTagged();
    void workOnAnotherStreamIsOnlyTaggedIfReachable();
    void whatHungOnTheFrontierBeforeIsNotTagged();
    void aJoinInsideTheScopeIsTagged();
    void nestedScopesMergeAndTheInnerWins();
    void scopesOverTheSameRangeMergeAndTheInnerWins();
    void crossingPairsLetTheFirstClosedWin();
    void aNameIsADictWithTheName();
    void textBesideADictMergesAsAName();
    void onlyWorkNodesAreTagged_data();
    void onlyWorkNodesAreTagged();
    void aScopeWithoutWorkLeavesNothing();
    void aStreamScopeAddsTheLaneToACopy();
    void aStreamScopeOverItsOwnStreamIsAPlainScope();
    void lanesAreStableAndShareOneCounter();
    void lanesCanStartClearOfRealStreams();
    void theCostOfAScopeDoesNotDependOnTheGraph();
};

namespace {

const char* const kNoNode = "";

} // namespace

void TestScopes::aScopeTagsWhatIsCapturedInIt()
{
    Program program;
    program.begin();
    program.cuda.launch(program.stream, "before");
    const auto scope = program.open("a");
    program.cuda.launch(program.stream, "in");
    program.cuda.launch(program.stream, "in too");
    QCOMPARE(program.close(scope), LSC_OK);
    program.cuda.launch(program.stream, "after");
    program.end();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"a\"}]\n1:2 [{\"name\": \"a\"}]");
}

void TestScopes::aScopeBeforeAnyWorkStartsAtTheRoots()
{
    Program program;
    program.begin();
    const auto scope = program.open("first");
    program.cuda.launch(program.stream, "root");
    program.cuda.launch(program.stream, "next");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"first\"}]\n1:1 [{\"name\": \"first\"}]");
}

void TestScopes::rootsOfBeforeAreNotTaggedByALaterRootScope()
{
    // A second stream joins with an empty frontier, so its scope starts at the roots; one root is there already.
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.join(second, program.stream);
    program.cuda.launch(program.stream, "root before");
    const auto scope = program.open(second, "b");
    program.cuda.launch(program.stream, "child of the root before");
    program.cuda.launch(second, "new root");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:2 [{\"name\": \"b\"}]");
}

void TestScopes::workForkedAndJoinedInsideIsTagged()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    const auto scope = program.open("fork");
    program.cuda.join(second, program.stream);
    program.cuda.launch(program.stream, "k1");
    program.cuda.launch(second, "k2");
    program.cuda.join(program.stream, second);
    program.cuda.launch(program.stream, "k3");
    program.close(scope);
    program.cuda.launch(program.stream, "k4");
    program.end();
    QCOMPARE(program.annotations(),
             "1:1 [{\"name\": \"fork\"}]\n1:2 [{\"name\": \"fork\"}]\n1:3 [{\"name\": \"fork\"}]");
}

void TestScopes::workForkedInsideAndNotJoinedIsTagged()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    const auto scope = program.open("fork");
    program.cuda.join(second, program.stream);
    program.cuda.launch(second, "k1 in time");
    program.close(scope);
    program.cuda.launch(second, "k2 too late");
    program.cuda.join(program.stream, second);
    program.end();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"fork\"}]");
}

void TestScopes::workOnAnotherStreamIsOnlyTaggedIfReachable()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    program.cuda.join(second, program.stream);
    program.cuda.launch(second, "k1");
    program.cuda.launch(program.stream, "k2");
    const auto scope = program.open("main only");
    program.cuda.launch(second, "k3, after k1: not reachable from k2");
    program.cuda.launch(program.stream, "k4");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:4 [{\"name\": \"main only\"}]");
}

void TestScopes::whatHungOnTheFrontierBeforeIsNotTagged()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    program.cuda.join(second, program.stream);
    program.cuda.launch(second, "k1 hangs on k0");
    const auto scope = program.open("late");
    program.cuda.launch(second, "k2 after k1");
    program.cuda.launch(program.stream, "k3");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:3 [{\"name\": \"late\"}]");
}

void TestScopes::aJoinInsideTheScopeIsTagged()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    program.cuda.join(second, program.stream);
    program.cuda.launch(second, "k1");
    const auto scope = program.open("join");
    program.cuda.launch(program.stream, "k2");
    program.cuda.join(program.stream, second);
    program.cuda.launch(program.stream, "k3 after k1 and k2");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:2 [{\"name\": \"join\"}]\n1:3 [{\"name\": \"join\"}]");
}

void TestScopes::nestedScopesMergeAndTheInnerWins()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "color": "red"})");
    const auto inner = program.open(R"({"name": "inner", "depth": 2})");
    program.cuda.launch(program.stream, "k0");
    program.close(inner);
    program.cuda.launch(program.stream, "k1");
    program.close(outer);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"inner\", \"depth\": 2, \"color\": \"red\"}]\n"
                                    "1:1 [{\"name\": \"outer\", \"color\": \"red\"}]");
}

void TestScopes::scopesOverTheSameRangeMergeAndTheInnerWins()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "a": 1})");
    const auto inner = program.open(R"({"name": "inner", "b": 2})");
    program.cuda.launch(program.stream, "k0");
    program.close(inner);
    program.close(outer);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"inner\", \"b\": 2, \"a\": 1}]");
}

void TestScopes::crossingPairsLetTheFirstClosedWin()
{
    Program program;
    program.begin();
    const auto first = program.open("first");
    program.cuda.launch(program.stream, "k0");
    const auto second = program.open("second");
    program.cuda.launch(program.stream, "k1");
    program.close(first);
    program.cuda.launch(program.stream, "k2");
    QCOMPARE(program.close(second), LSC_OK);
    program.end();
    QCOMPARE(program.annotations(),
             "1:0 [{\"name\": \"first\"}]\n1:1 [{\"name\": \"first\"}]\n1:2 [{\"name\": \"second\"}]");
}

void TestScopes::aNameIsADictWithTheName()
{
    Program program;
    program.begin();
    program.launch("say \"hi\"", "k0");
    program.end();
    QCOMPARE(program.annotations(), R"(1:0 [{"name": "say \"hi\""}])");
}

void TestScopes::textBesideADictMergesAsAName()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "dtype": "bf16"})");
    program.launch("inner", "k0");
    program.close(outer);
    program.end();
    QCOMPARE(program.annotations(), R"(1:0 [{"name": "inner", "dtype": "bf16"}])");
}

void TestScopes::onlyWorkNodesAreTagged_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("tagged");
    const auto row = [](const char* name, NodeKind kind, bool tagged) {
        QTest::newRow(name) << static_cast<int>(kind) << tagged;
    };
    row("kernel", NodeKind::Kernel, true);
    row("memcpy", NodeKind::Memcpy, true);
    row("memset", NodeKind::Memset, true);
    row("host", NodeKind::Host, true);
    row("event wait", NodeKind::EventWait, true);
    row("event record", NodeKind::EventRecord, true);
    row("batch memory operation", NodeKind::BatchMemOp, true);
    row("child graph", NodeKind::ChildGraph, false);
    row("conditional", NodeKind::Conditional, false);
    row("empty", NodeKind::Empty, false);
    row("memory allocation", NodeKind::MemAlloc, false);
    row("memory release", NodeKind::MemFree, false);
    row("semaphore signal", NodeKind::SemaphoreSignal, false);
    row("semaphore wait", NodeKind::SemaphoreWait, false);
    row("unknown", NodeKind::Unknown, false);
}

void TestScopes::onlyWorkNodesAreTagged()
{
    QFETCH(int, kind);
    QFETCH(bool, tagged);
    Program program;
    program.begin();
    const auto scope = program.open("a");
    program.cuda.add(program.stream, static_cast<NodeKind>(kind), "");
    program.cuda.launch(program.stream, "behind it");
    program.close(scope);
    program.end();
    const QString behind = "1:1 [{\"name\": \"a\"}]";
    QCOMPARE(program.annotations(), tagged ? "1:0 [{\"name\": \"a\"}]\n" + behind : behind);
}

void TestScopes::aScopeWithoutWorkLeavesNothing()
{
    Program program;
    program.begin();
    QCOMPARE(program.close(program.open("empty")), LSC_OK);
    program.cuda.launch(program.stream, "k0");
    program.end();
    QCOMPARE(program.annotations(), kNoNode);
}

void TestScopes::aStreamScopeAddsTheLaneToACopy()
{
    Program program;
    FakeStream* comm = program.cuda.makeStream();
    program.begin();
    program.cuda.launch(program.stream, "k0");
    const auto scope = program.openStream(program.stream, comm, R"({"name": "all_gather", "stream": 5})");
    program.cuda.join(comm, program.stream);
    program.cuda.launch(comm, "k1");
    program.close(scope);
    program.cuda.join(program.stream, comm);
    program.launch(R"({"name": "all_gather"})", "k2");
    program.end();
    QCOMPARE(program.annotations(),
             "1:1 [{\"name\": \"all_gather\", \"stream\": 60}]\n1:2 [{\"name\": \"all_gather\"}]");
}

void TestScopes::aStreamScopeOverItsOwnStreamIsAPlainScope()
{
    Program program;
    program.begin();
    const auto scope = program.openStream(program.stream, program.stream, "same");
    program.cuda.launch(program.stream, "k0");
    program.close(scope);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"same\"}]");
}

void TestScopes::lanesAreStableAndShareOneCounter()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    QCOMPARE(program.recorder.streamId(static_cast<void*>(second)), 60U);
    QCOMPARE(program.recorder.streamId(std::string("tp")), 61U);
    QCOMPARE(program.recorder.streamId(static_cast<void*>(program.stream)), 62U);
    QCOMPARE(program.recorder.streamId(std::string("tp")), 61U);
    QCOMPARE(program.recorder.streamId(static_cast<void*>(second)), 60U);
}

void TestScopes::lanesCanStartClearOfRealStreams()
{
    Program program;
    lanescope::capture::RecorderOptions options;
    options.firstStreamId = 100000;
    QCOMPARE(program.recorder.configure(options).code, LSC_OK);
    QCOMPARE(program.recorder.streamId(std::string("dp")), 100000U);
    options.firstStreamId = 60;
    QCOMPARE(program.recorder.configure(options).code, LSC_ERROR_INVALID_ARGUMENT);
    QCOMPARE(program.recorder.streamId(std::string("pp")), 100001U);
}

void TestScopes::theCostOfAScopeDoesNotDependOnTheGraph()
{
    const auto questionsOfAScope = [](int nodesBefore) {
        Program program;
        program.begin();
        for (int i = 0; i < nodesBefore; ++i)
            program.cuda.launch(program.stream, "k");
        const std::uint64_t before = program.cuda.questions();
        const auto scope = program.open("a");
        program.cuda.launch(program.stream, "in");
        program.cuda.launch(program.stream, "in");
        program.close(scope);
        return program.cuda.questions() - before;
    };
    // Entry: dependents of the frontier (1 question, none found). End: of the frontier and of two nodes (3 questions,
    // 2 found).
    QCOMPARE(questionsOfAScope(1), 6U);
    QCOMPARE(questionsOfAScope(20000), 6U);
}

LANESCOPE_TEST(TestScopes)
#include "tst_scopes.moc"
