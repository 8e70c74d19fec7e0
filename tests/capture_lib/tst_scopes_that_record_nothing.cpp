// SPDX-License-Identifier: Apache-2.0
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

using namespace lanescope::test;

// Scopes outside of captures, of captures that are over or switched off, broken ones: each costs itself at most.
class TestScopesThatRecordNothing : public QObject {
    Q_OBJECT

private slots:
    void aStreamThatDoesNotCaptureAtEntryMakesTheScopeNothing();
    void theLegacyStreamCountsAsNotCapturing();
    void aScopeLeftOpenPastTheCaptureRecordsNothing();
    void aScopeOfAnEarlierCaptureRecordsNothingInTheNext();
    void aMissingEndCostsOnlyItself();
    void captureWithoutBeginRecordsNothing();
    void marksOfASwitchedOffCaptureDoNothing();
    void aScopeOpenWhenSwitchedOffStillCloses();
    void anUnavailableDriverRecordsNothing();
    void aScopeClosedTwiceIsAnError();
    void aBrokenDictIsRefusedWithTheByte();
    void aDriverThatRefusesCostsTheScopeOnly();
};

namespace {

const char* const kNoNode = "";

} // namespace

void TestScopesThatRecordNothing::aStreamThatDoesNotCaptureAtEntryMakesTheScopeNothing()
{
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    const auto scope = program.open(second, "outside");
    QCOMPARE(program.lastCode, LSC_OK);
    QCOMPARE(scope, 0);
    program.cuda.join(second, program.stream);
    program.cuda.launch(second, "k0");
    QCOMPARE(program.close(scope), LSC_OK);
    program.cuda.join(program.stream, second);
    program.end();
    QCOMPARE(program.annotations(), kNoNode);
}

void TestScopesThatRecordNothing::theLegacyStreamCountsAsNotCapturing()
{
    Program program;
    program.begin();
    QCOMPARE(program.open(nullptr, "legacy"), 0);
    QCOMPARE(program.lastCode, LSC_OK);
}

void TestScopesThatRecordNothing::aScopeLeftOpenPastTheCaptureRecordsNothing()
{
    Program program;
    program.begin();
    const auto scope = program.open("late");
    program.cuda.launch(program.stream, "k0");
    FakeGraph* graph = program.cuda.endCapture(program.stream);
    QCOMPARE(program.close(scope), LSC_ERROR_NOT_CAPTURING);
    QCOMPARE(program.recorder.captureEnd(program.captureId, graph).code, LSC_OK);
    QCOMPARE(program.annotations(), kNoNode);

    program.begin();
    const auto later = program.open("later");
    program.cuda.launch(program.stream, "k0");
    program.end();
    QCOMPARE(program.close(later), LSC_ERROR_UNKNOWN);
    QCOMPARE(program.annotations(), kNoNode);
}

void TestScopesThatRecordNothing::aScopeOfAnEarlierCaptureRecordsNothingInTheNext()
{
    Program program;
    program.begin();
    const auto scope = program.open("first capture");
    program.cuda.invalidateCapture(program.stream);
    program.cuda.beginCapture(program.stream);
    program.cuda.launch(program.stream, "k0");
    QCOMPARE(program.close(scope), LSC_ERROR_NOT_CAPTURING);
    QCOMPARE(program.recorder.captureBegin(program.stream, program.captureId).code, LSC_OK);
    program.end();
    QCOMPARE(program.annotations(), kNoNode);
}

void TestScopesThatRecordNothing::aMissingEndCostsOnlyItself()
{
    Program program;
    program.begin();
    const auto outer = program.open("outer");
    program.open("never closed");
    program.cuda.launch(program.stream, "k0");
    program.launch("sibling", "k1");
    program.close(outer);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"outer\"}]\n1:1 [{\"name\": \"sibling\"}]");
}

void TestScopesThatRecordNothing::captureWithoutBeginRecordsNothing()
{
    // Another capture records at the same time, so marks are not off as a whole.
    Program program;
    FakeStream* second = program.cuda.makeStream();
    program.begin();
    program.cuda.beginCapture(second);
    QCOMPARE(program.open(second, "not begun"), 0);
    QCOMPARE(program.lastCode, LSC_OK);
}

void TestScopesThatRecordNothing::marksOfASwitchedOffCaptureDoNothing()
{
    Program program;
    program.begin(program.cuda.makeStream()); // another capture records all the time, so marks are not off as a whole
    program.begin();
    QCOMPARE(program.recorder.setRecording(program.captureId, lanescope::capture::Recording::Off).code, LSC_OK);
    program.launch("off", "k0");
    QCOMPARE(program.recorder.setRecording(program.captureId, lanescope::capture::Recording::On).code, LSC_OK);
    program.launch("on", "k1");
    program.end();
    QCOMPARE(program.annotations(), "2:1 [{\"name\": \"on\"}]");
    QCOMPARE(program.recorder.setRecording(77, lanescope::capture::Recording::On).code, LSC_ERROR_UNKNOWN);
}

void TestScopesThatRecordNothing::aScopeOpenWhenSwitchedOffStillCloses()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    program.recorder.setRecording(program.captureId, lanescope::capture::Recording::Off).ok();
    program.cuda.launch(program.stream, "k0");
    QCOMPARE(program.close(scope), LSC_OK);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]");
}

void TestScopesThatRecordNothing::anUnavailableDriverRecordsNothing()
{
    Program program;
    program.cuda.answer = {false, true, "no device"};
    program.begin();
    QCOMPARE(program.lastCode, LSC_OK);
    QCOMPARE(program.captureId, 0);
    program.launch("a", "k0");
    QCOMPARE(program.lastCode, LSC_OK);
    program.endAndInstantiate();
    QCOMPARE(program.lastCode, LSC_OK);
    QCOMPARE(program.annotations(), kNoNode);
}

void TestScopesThatRecordNothing::aScopeClosedTwiceIsAnError()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    program.cuda.launch(program.stream, "k0");
    QCOMPARE(program.close(scope), LSC_OK);
    const auto reusesItsPlace = program.open("b");
    QCOMPARE(program.close(scope), LSC_ERROR_UNKNOWN);
    program.cuda.launch(program.stream, "k1");
    QCOMPARE(program.close(reusesItsPlace), LSC_OK);
    program.end();
    QCOMPARE(program.annotations(), "1:0 [{\"name\": \"a\"}]\n1:1 [{\"name\": \"b\"}]");
}

void TestScopesThatRecordNothing::aBrokenDictIsRefusedWithTheByte()
{
    Program program;
    program.begin();
    QCOMPARE(program.open(R"({"name": nan})"), 0);
    QCOMPARE(program.lastCode, LSC_ERROR_INVALID_ANNOTATION);
    QCOMPARE(QString::fromStdString(program.lastText),
             "the annotation begins like a JSON object but is none: a value is missing or is none of JSON's (byte 9); "
             "pass LSC_TEXT if it is a name");
}

void TestScopesThatRecordNothing::aDriverThatRefusesCostsTheScopeOnly()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    program.cuda.launch(program.stream, "k0");
    program.cuda.failDependents = true;
    QCOMPARE(program.close(scope), LSC_ERROR_DRIVER);
    QCOMPARE(program.lastText, "fake: refused");
    program.cuda.failDependents = false;
    program.launch("b", "k1");
    program.end();
    QCOMPARE(program.annotations(), "1:1 [{\"name\": \"b\"}]");
}

LANESCOPE_TEST(TestScopesThatRecordNothing)
#include "tst_scopes_that_record_nothing.moc"
