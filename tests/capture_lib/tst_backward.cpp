// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

#include <thread>

using namespace lanescope::test;
using lanescope::capture::FreezesBackward;

// Regions frozen into autograd nodes, and what they tag when the nodes run.
class TestBackward : public QObject {
    Q_OBJECT

private slots:
    void aNodesBackwardGetsItsRegionAndThePhase();
    void nestedScopesFreezeAsOneRegion();
    void scopesThatDoNotFreezeArePartOfTheRegion();
    void aScopeThatDoesNotFreezeAloneFreezesNothing();
    void outsideScopesThereIsNoRegion();
    void aClosedScopeIsNoPartOfTheRegion();
    void aScopeInsideTheBackwardBeatsTheFrozenRegion();
    void theFrozenRegionBeatsTheScopeAroundBackward();
    void unmarkedNodesGetTheWrapperWithoutThePhase();
    void aLaterCaptureOfTheBackwardIsTagged();
    void anUncapturedBackwardTagsNothing();
    void nodesMadeInAnUncapturedBackwardInherit();
    void nodesMadeInACapturedBackwardInheritWithoutThePhase();
    void aClearedRegionNeitherRecordsNorPropagates();
    void aClearInsideABackwardEndsItsRegion();
    void nodesMadeInABackwardUnderAWrapperInheritTheFrozenRegion();
    void aSwitchedOffCaptureTagsNothingButPropagates();
    void retainedNodesRunAgain();
    void aMissingEndCostsOnlyThatRun();
    void aMissingEndBelowAnotherNodeIsDropped();
    void equalRegionsOfTwoNodesNest();
    void oneRegionRunsOnTwoThreads();
    void aMissingScopeEndDoesNotColourLaterRegions();
    void regionsOfOtherThreadsAreNotSeen();
    void anEndWithoutABeginIsAnError();
    void equalRegionsAreKeptOnce();
    void aProgramsOwnBackwardScopeGetsThePhase();
};

void TestBackward::aNodesBackwardGetsItsRegionAndThePhase()
{
    Program program;
    program.begin();
    const auto scope = program.open(R"({"name": "layer_0", "module": "layers.0"})");
    program.cuda.launch(program.stream, "forward");
    const auto region = program.recorder.freeze();
    program.close(scope);
    QCOMPARE(program.recorder.backwardBegin(program.stream, region).code, LSC_OK);
    program.cuda.launch(program.stream, "backward");
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_OK);
    program.cuda.launch(program.stream, "after");
    program.end();
    QCOMPARE(program.annotations(),
             "1:0 [{\"name\": \"layer_0\", \"module\": \"layers.0\"}]\n"
             "1:1 [{\"name\": \"layer_0\", \"module\": \"layers.0\", \"autograd_phase\": \"backward\"}]");
}

namespace {

// Runs a node's backward with one launch in it.
void runBackward(Program& program, std::uint64_t region, const std::string& kernel)
{
    program.note(program.recorder.backwardBegin(program.stream, region));
    program.cuda.launch(program.stream, kernel);
    program.note(program.recorder.backwardEnd(region));
}

// The region of a forward in a capture of its own, so that tests see the backward alone.
std::uint64_t frozenInForward(Program& program, const std::string& annotation)
{
    program.begin();
    const auto scope = program.open(annotation);
    program.cuda.launch(program.stream, "forward");
    const auto region = program.recorder.freeze();
    program.close(scope);
    program.cuda.endCapture(program.stream);
    program.recorder.captureEnd(program.captureId, nullptr).ok(); // forgets the forward's own nodes
    return region;
}

} // namespace

void TestBackward::nestedScopesFreezeAsOneRegion()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "outer", "color": "red"})");
    const auto inner = program.open(R"({"name": "inner"})");
    const auto region = program.recorder.freeze();
    program.close(inner);
    program.close(outer);
    runBackward(program, region, "k0");
    program.end();
    QCOMPARE(program.annotations(),
             "1:0 [{\"name\": \"inner\", \"color\": \"red\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::scopesThatDoNotFreezeArePartOfTheRegion()
{
    Program program;
    program.begin();
    const auto outer = program.open("outer");
    const auto inner = program.open(program.stream, R"({"op": "custom"})", FreezesBackward::No);
    const auto region = program.recorder.freeze();
    program.close(inner);
    program.close(outer);
    runBackward(program, region, "k0");
    program.end();
    QCOMPARE(program.annotations(),
             "1:0 [{\"name\": \"outer\", \"op\": \"custom\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::aScopeThatDoesNotFreezeAloneFreezesNothing()
{
    Program program;
    program.begin();
    const auto scope = program.open(program.stream, "forward only", FreezesBackward::No);
    QCOMPARE(program.recorder.freeze(), 0U);
    program.close(scope);
}

void TestBackward::outsideScopesThereIsNoRegion()
{
    Program program;
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.open("not capturing"), 0U);
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.recorder.backwardBegin(program.stream, 0).code, LSC_OK);
    QCOMPARE(program.recorder.backwardEnd(0).code, LSC_OK);
}

void TestBackward::aClosedScopeIsNoPartOfTheRegion()
{
    Program program;
    program.begin();
    program.close(program.open("closed"));
    QCOMPARE(program.recorder.freeze(), 0U);
}

void TestBackward::aScopeInsideTheBackwardBeatsTheFrozenRegion()
{
    Program program;
    const auto region = frozenInForward(program, R"({"name": "frozen", "module": "m"})");
    program.begin();
    program.recorder.backwardBegin(program.stream, region).ok();
    program.launch(R"({"name": "inside"})", "k0");
    program.cuda.launch(program.stream, "k1");
    program.recorder.backwardEnd(region).ok();
    program.end();
    QCOMPARE(program.annotations(),
             "2:0 [{\"name\": \"inside\", \"module\": \"m\", \"autograd_phase\": \"backward\"}]\n"
             "2:1 [{\"name\": \"frozen\", \"module\": \"m\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::theFrozenRegionBeatsTheScopeAroundBackward()
{
    Program program;
    const auto region = frozenInForward(program, R"({"name": "frozen"})");
    program.begin();
    const auto around = program.open(R"({"name": "around", "step": 3})");
    runBackward(program, region, "k0");
    program.close(around);
    program.end();
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"frozen\", \"step\": 3, \"autograd_phase\": \"backward\"}]");
}

void TestBackward::unmarkedNodesGetTheWrapperWithoutThePhase()
{
    Program program;
    program.begin();
    const auto around = program.open("wrapper");
    program.cuda.launch(program.stream, "of an unmarked node");
    program.close(around);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"wrapper\"}]");
}

void TestBackward::aLaterCaptureOfTheBackwardIsTagged()
{
    Program program;
    program.begin();
    const auto scope = program.open("layer");
    program.cuda.launch(program.stream, "forward");
    const auto region = program.recorder.freeze();
    program.close(scope);
    program.endAndInstantiate(); // graph 1, exec 2
    program.begin();             // graph 3
    runBackward(program, region, "backward");
    program.endAndInstantiate(); // exec 4
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"layer\"}]\n"
                                    "4:0 [{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::anUncapturedBackwardTagsNothing()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    QCOMPARE(program.recorder.backwardBegin(program.stream, region).code, LSC_OK);
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_OK);
    QCOMPARE(program.annotations(), "");
}

void TestBackward::nodesMadeInAnUncapturedBackwardInherit()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.recorder.backwardBegin(program.stream, region).ok();
    const auto inherited = program.recorder.freeze(); // a node of the double backward
    program.recorder.backwardEnd(region).ok();
    QCOMPARE(program.recorder.freeze(), 0U);
    program.begin();
    runBackward(program, inherited, "k0");
    program.end();
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::nodesMadeInACapturedBackwardInheritWithoutThePhase()
{
    // The phase belongs to the execution, not to the region: the lists of both runs are equal.
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.begin();
    program.recorder.backwardBegin(program.stream, region).ok();
    const auto scope = program.open(R"({"op": "recompute"})");
    const auto inherited = program.recorder.freeze();
    program.close(scope);
    program.recorder.backwardEnd(region).ok();
    runBackward(program, inherited, "k0");
    program.end();
    QCOMPARE(program.annotations(),
             "2:0 [{\"name\": \"layer\", \"op\": \"recompute\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::aClearedRegionNeitherRecordsNorPropagates()
{
    Program program;
    const auto region = frozenInForward(program, "old");
    program.recorder.clear().ok();
    program.begin();
    QCOMPARE(program.recorder.backwardBegin(program.stream, region).code, LSC_OK);
    program.cuda.launch(program.stream, "k0");
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_OK);
    // A region frozen after the clear has its own content, not the old one's.
    const auto scope = program.open("new");
    const auto fresh = program.recorder.freeze();
    program.close(scope);
    runBackward(program, fresh, "k1");
    runBackward(program, region, "k2, of the old region again");
    program.end();
    QCOMPARE(program.annotations(), "2:1 [{\"name\": \"new\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::aClearInsideABackwardEndsItsRegion()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.begin();
    program.recorder.backwardBegin(program.stream, region).ok();
    program.cuda.launch(program.stream, "k0");
    program.recorder.clear().ok();
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_OK);
    program.end();
    QCOMPARE(program.annotations(), "");
}

void TestBackward::nodesMadeInABackwardUnderAWrapperInheritTheFrozenRegion()
{
    Program program;
    const auto region = frozenInForward(program, R"({"name": "frozen"})");
    program.begin();
    const auto around = program.open(R"({"name": "around", "step": 3})");
    program.recorder.backwardBegin(program.stream, region).ok();
    const auto inherited = program.recorder.freeze();
    program.recorder.backwardEnd(region).ok();
    program.close(around);
    runBackward(program, inherited, "k0");
    program.end();
    QCOMPARE(program.annotations(), "2:0 [{\"name\": \"frozen\", \"step\": 3, \"autograd_phase\": \"backward\"}]");
}

void TestBackward::aSwitchedOffCaptureTagsNothingButPropagates()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.begin();
    program.recorder.setRecording(program.captureId, lanescope::capture::Recording::Off).ok();
    program.recorder.backwardBegin(program.stream, region).ok();
    program.cuda.launch(program.stream, "k0");
    const auto inherited = program.recorder.freeze();
    program.recorder.backwardEnd(region).ok();
    program.recorder.setRecording(program.captureId, lanescope::capture::Recording::On).ok();
    runBackward(program, inherited, "k1");
    program.end();
    QCOMPARE(program.annotations(), "2:1 [{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::retainedNodesRunAgain()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.begin();
    runBackward(program, region, "k0");
    runBackward(program, region, "k1");
    program.end();
    const QString tagged = "[{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]";
    QCOMPARE(program.annotations(), "2:0 " + tagged + "\n2:1 " + tagged);
}

void TestBackward::aMissingEndCostsOnlyThatRun()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    program.begin();
    runBackward(program, region, "k0");
    program.recorder.backwardBegin(program.stream, region).ok();
    program.cuda.launch(program.stream, "k1, throws");
    program.cuda.launch(program.stream, "k2, after it");
    runBackward(program, region, "k3");
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_ERROR_UNKNOWN);
    program.end();
    const QString tagged = "[{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]";
    QCOMPARE(program.annotations(), "2:0 " + tagged + "\n2:3 " + tagged);
}

void TestBackward::aMissingEndBelowAnotherNodeIsDropped()
{
    Program program;
    const auto outer = frozenInForward(program, "outer");
    const auto inner = frozenInForward(program, "inner");
    program.begin();
    program.recorder.backwardBegin(program.stream, outer).ok();
    program.recorder.backwardBegin(program.stream, inner).ok();
    program.cuda.launch(program.stream, "k0, throws");
    program.recorder.backwardEnd(outer).ok();
    QCOMPARE(program.recorder.freeze(), 0U);
    QCOMPARE(program.recorder.backwardEnd(inner).code, LSC_ERROR_UNKNOWN);
    program.end();
    QCOMPARE(program.annotations(), "3:0 [{\"name\": \"outer\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::equalRegionsOfTwoNodesNest()
{
    Program program;
    program.begin();
    const auto scope = program.open("layer");
    const auto first = program.recorder.freeze();
    const auto second = program.recorder.freeze();
    program.close(scope);
    QVERIFY(first != second);
    program.recorder.backwardBegin(program.stream, first).ok();
    runBackward(program, second, "k0");
    program.cuda.launch(program.stream, "k1");
    QCOMPARE(program.recorder.backwardEnd(first).code, LSC_OK);
    program.end();
    const QString tagged = "[{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]";
    QCOMPARE(program.annotations(), "1:0 " + tagged + "\n1:1 " + tagged);
}

void TestBackward::oneRegionRunsOnTwoThreads()
{
    // Each thread captures on its own stream; begins and ends interleave.
    Program program;
    const auto region = frozenInForward(program, "layer");
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.join(second, program.stream);
    program.cuda.launch(program.stream, "k0");
    program.cuda.launch(second, "k1");
    program.recorder.backwardBegin(program.stream, region).ok();
    std::thread([&] {
        program.recorder.backwardBegin(second, region).ok();
        program.cuda.launch(second, "k2");
        program.recorder.backwardEnd(region).ok();
    }).join();
    program.cuda.launch(program.stream, "k3");
    QCOMPARE(program.recorder.backwardEnd(region).code, LSC_OK);
    program.end();
    const QString tagged = "[{\"name\": \"layer\", \"autograd_phase\": \"backward\"}]";
    QCOMPARE(program.annotations(), "2:2 " + tagged + "\n2:3 " + tagged);
}

void TestBackward::aMissingScopeEndDoesNotColourLaterRegions()
{
    Program program;
    program.begin();
    const auto outer = program.open("outer");
    program.open(R"({"lost": true})");
    program.close(outer);
    const auto scope = program.open("later");
    const auto region = program.recorder.freeze();
    program.close(scope);
    runBackward(program, region, "k0");
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"later\", \"autograd_phase\": \"backward\"}]");
}

void TestBackward::regionsOfOtherThreadsAreNotSeen()
{
    Program program;
    program.begin();
    const auto scope = program.open("here");
    std::uint64_t there = 1;
    std::thread([&] { there = program.recorder.freeze(); }).join();
    QCOMPARE(there, 0U);
    // Closed by the other thread: no longer open here either.
    std::thread([&] { program.close(scope); }).join();
    QCOMPARE(program.recorder.freeze(), 0U);
}

void TestBackward::anEndWithoutABeginIsAnError()
{
    Program program;
    const auto region = frozenInForward(program, "layer");
    QCOMPARE(program.note(program.recorder.backwardEnd(region)), LSC_ERROR_UNKNOWN);
    QCOMPARE(program.lastText, "no backward of this region is open on this thread");
}

void TestBackward::equalRegionsAreKeptOnce()
{
    // The memory limit leaves room for one content; a thousand nodes with it freeze all the same.
    Program program;
    program.begin();
    const auto scope = program.open("layer");
    QVERIFY(program.recorder.freeze() != 0);
    lanescope::capture::RecorderOptions options;
    options.memoryLimitBytes = 1;
    program.recorder.configure(options).ok();
    for (int i = 0; i < 1000; ++i)
        QVERIFY(program.recorder.freeze() != 0);
    program.close(scope);
}

void TestBackward::aProgramsOwnBackwardScopeGetsThePhase()
{
    Program program;
    program.begin();
    const auto around = program.open(R"({"name": "around", "lane": 3})");
    std::uint64_t scope = 0;
    QCOMPARE(program.recorder
                 .markBackwardBegin(program.stream, R"({"name": "layer", "autograd_phase": "mine"})",
                                    lanescope::capture::AnnotationForm::Guess, scope)
                 .code,
             LSC_OK);
    program.cuda.launch(program.stream, "backward");
    program.close(scope);
    program.close(around);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"layer\", \"autograd_phase\": \"backward\", \"lane\": 3}]");
}

LANESCOPE_TEST(TestBackward)
#include "tst_backward.moc"
