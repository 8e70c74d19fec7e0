// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/arrangement.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"
#include "tests/support/trace_text.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

std::shared_ptr<const Arrangement> arranged(std::shared_ptr<const JoinedTrace> joined,
                                            TrackView view = TrackView::Recorded)
{
    auto arrangement = arrange(std::move(joined), view, JobControl());
    return arrangement ? *arrangement : nullptr;
}

QString rowAsText(const Trace& trace, const LaneRow& row)
{
    QStringList names;
    for (const EventId event : row.events())
        names << QString::fromUtf8(trace.name(event).data(), static_cast<qsizetype>(trace.name(event).size()));
    return names.join(u' ');
}

// A line for each group and track: "stream 7: lanes a c / b; bands u; regions 1; marks 1".
QStringList lanesAsText(const Arrangement& arrangement)
{
    const Trace& trace = *arrangement.joined->trace;
    QStringList lines;
    for (const ViewGroup& group : arrangement.groups) {
        lines << QString::fromStdString(group.title);
        for (const ViewTrack& track : group.tracks) {
            QStringList parts;
            const auto add = [&](const QString& what, const std::vector<LaneRow>& rows) {
                QStringList texts;
                for (const LaneRow& row : rows)
                    texts << rowAsText(trace, row);
                if (!texts.isEmpty())
                    parts << what + texts.join(u" / ");
            };
            add(QStringLiteral("lanes "), track.lanes);
            add(QStringLiteral("bands "), track.bands);
            if (!track.regions.empty())
                parts << QStringLiteral("regions %1").arg(track.regions.size());
            if (!track.marks.empty())
                parts << QStringLiteral("marks %1").arg(track.marks.size());
            lines << QStringLiteral("  %1: %2").arg(QString::fromStdString(track.title), parts.join(u"; "));
        }
    }
    return lines;
}

SampleAnnotation onStream(int stream, const std::string& processGroup = {})
{
    SampleAnnotation annotation = named("a");
    annotation.fields.push_back({"stream", std::to_string(stream)});
    if (!processGroup.empty())
        annotation.fields.push_back({"Process Group Name", '"' + processGroup + '"'});
    return annotation;
}

} // namespace

class TestArrangement : public QObject {
    Q_OBJECT
private slots:
    void overlappingWorkGoesToLanesOfItsStream();
    void reportedCasesShowEveryEvent_data();
    void reportedCasesShowEveryEvent();
    void annotationCopiesAreBandsAndNotWork();
    void slicesOfAThreadNestAndInstantsAreMarks();
    void aTrackWithOnlyMarksIsShown();
    void gpusComeFirstThenProcessesThenTheProfilersOwn();
    void tracksComeByNumber();
    void theSameStreamOfTwoGpusStaysApart();
    void annotatedWorkMovesToItsStream();
    void annotatedWorkMovesToARecordedStreamInTimeOrder();
    void aStreamLeftWithoutWorkIsNotShown();
    void recordedViewMovesNothing();
    void regionsHaveTracksOfTheirOwn();
    void processGroupsHaveTracksOfTheirOwn();
    void busyTimeIsTheUnionOfTheLanes();
    void aStoppedJobGivesNothing();
};

void TestArrangement::overlappingWorkGoesToLanesOfItsStream()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"a", 0, 10}, {"b", 5, 3}, {"c", 10, 2}}), {}));
    QCOMPARE(lanesAsText(*arrangement), QStringList({"GPU 0", "  stream 7: lanes a c / b"}));
    QCOMPARE(arrangement->groups[0].tracks[0].eventCount, 3U);
}

void TestArrangement::reportedCasesShowEveryEvent_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("lanes");
    QTest::newRow("kernels that overlap on one stream")
        << "cases/09-overlap-one-stream/trace.json"
        << QStringList({"GPU 0", "  stream 7: lanes k00 k02 k03 k04 k07 k10 k11 / k01 k05 k06 k08 k12 / k09"});
    QTest::newRow("spans that start at the same time")
        << "cases/10-same-start-nesting/trace.json"
        << QStringList({"process 60", "  thread 60: lanes outer twin_a holder top late_written_parent / inner twin_b "
                                      "zero_at_start child early_child outlasts_parent / same_as_child; marks 1"});
    QTest::newRow("spans that cross") << "cases/17-begin-end-crossing/d-crossing-by-name.json"
                                      << QStringList({"process 80", "  thread 1: lanes P / Q"});
}

void TestArrangement::reportedCasesShowEveryEvent()
{
    QFETCH(QString, file);
    const auto trace = readTraceFile(file.toStdString());
    QVERIFY(trace.has_value());
    QTEST(lanesAsText(*arranged(joinedOf(*trace, {}))), "lanes");
}

void TestArrangement::annotationCopiesAreBandsAndNotWork()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"step", 0, 30, "gpu_user_annotation"},
                                                        {"fwd", 0, 12, "gpu_user_annotation"},
                                                        {"a", 0, 10},
                                                        {"sync", 20, 2, "other"}}),
                                               {{2, named("layer")}}));
    QCOMPARE(lanesAsText(*arrangement),
             QStringList({"GPU 0", "  stream 7: lanes a / sync; bands step / fwd; regions 1"}));
}

void TestArrangement::slicesOfAThreadNestAndInstantsAreMarks()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"inner", 2, 3, "cpu_op", "60", "61"},
                                                        {"outer", 0, 10, "cpu_op", "60", "61"},
                                                        {"crosses", 8, 4, "cpu_op", "60", "61"},
                                                        {"mark", 2, 0, "", "60", "61", 0, "i"}},
                                                       {{"60", "python3"}}),
                                               {}));
    QCOMPARE(lanesAsText(*arrangement),
             QStringList({"python3 (60)", "  thread 61: lanes outer / inner crosses; marks 1"}));
}

void TestArrangement::aTrackWithOnlyMarksIsShown()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"start", 0, 0, "", "Traces", "t", 0, "i"}}), {}));
    QCOMPARE(lanesAsText(*arrangement), QStringList({"Traces", "  t: marks 1"}));
}

void TestArrangement::gpusComeFirstThenProcessesThenTheProfilersOwn()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"a", 0, 1, "cpu_op", "Spans", "1"},
                                                        {"b", 0, 1, "cpu_op", "900", "1"},
                                                        {"c", 0, 1, "overhead", "-1", "1"},
                                                        {"d", 0, 1, "cpu_op", "81", "1"},
                                                        {"e", 0, 1, "kernel", "10", "7"},
                                                        {"f", 0, 1, "kernel", "2", "7"}},
                                                       {{"900", "python3"}, {"81", "python3"}, {"5", "not used"}}),
                                               {}));
    QStringList titles;
    for (const ViewGroup& group : arrangement->groups)
        titles << QString::fromStdString(group.title);
    QCOMPARE(titles, QStringList({"GPU 2", "GPU 10", "python3 (81)", "python3 (900)", "process -1", "Spans"}));
}

void TestArrangement::tracksComeByNumber()
{
    const auto arrangement = arranged(joinedOf(
        traceOf({{"a", 0, 1, "kernel", "0", "142"}, {"b", 0, 1, "kernel", "0", "20"}, {"c", 0, 1, "kernel", "0", "7"}}),
        {}));
    QCOMPARE(lanesAsText(*arrangement),
             QStringList({"GPU 0", "  stream 7: lanes c", "  stream 20: lanes b", "  stream 142: lanes a"}));
}

void TestArrangement::theSameStreamOfTwoGpusStaysApart()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"a", 0, 10, "kernel", "0"}, {"b", 5, 10, "kernel", "1"}}),
                                               {{0, onStream(60)}, {1, onStream(60)}}),
                                      TrackView::Annotated);
    QCOMPARE(lanesAsText(*arrangement),
             QStringList({"GPU 0", "  stream 60: lanes a; regions 1", "GPU 1", "  stream 60: lanes b; regions 1"}));
}

void TestArrangement::annotatedWorkMovesToItsStream()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"a", 0, 10}, {"b", 5, 10}, {"c", 6, 10}}),
                                               {{1, onStream(60, "tp")}, {2, onStream(60, "tp")}}),
                                      TrackView::Annotated);
    QCOMPARE(lanesAsText(*arrangement),
             QStringList({"GPU 0", "  stream 7: lanes a", "  stream 60 · tp: lanes b / c; regions 1"}));
    QCOMPARE(arrangement->groups[0].tracks[1].source, kNoTrack);
}

void TestArrangement::annotatedWorkMovesToARecordedStreamInTimeOrder()
{
    const auto arrangement = arranged(joinedOf(traceOf({{"b", 10, 5, "kernel", "0", "8"},
                                                        {"d", 30, 5, "kernel", "0", "8"},
                                                        {"c", 20, 5, "kernel", "0", "7"},
                                                        {"a", 0, 5, "kernel", "0", "7"}}),
                                               {{2, onStream(8)}, {3, onStream(8)}}),
                                      TrackView::Annotated);
    QCOMPARE(lanesAsText(*arrangement), QStringList({"GPU 0", "  stream 8: lanes a b c d; regions 1"}));
}

void TestArrangement::aStreamLeftWithoutWorkIsNotShown()
{
    const auto joined = joinedOf(traceOf({{"a", 0, 10}}), {{0, onStream(60)}});
    QCOMPARE(lanesAsText(*arranged(joined, TrackView::Annotated)),
             QStringList({"GPU 0", "  stream 60: lanes a; regions 1"}));
}

void TestArrangement::recordedViewMovesNothing()
{
    const auto joined = joinedOf(traceOf({{"a", 0, 10}}), {{0, onStream(60)}});
    QCOMPARE(lanesAsText(*arranged(joined)), QStringList({"GPU 0", "  stream 7: lanes a; regions 1"}));
}

void TestArrangement::regionsHaveTracksOfTheirOwn()
{
    const auto joined =
        joinedOf(traceOf({{"a", 0, 10}, {"b", 20, 10, "kernel", "0", "8"}, {"c", 5, 10}, {"d", 40, 10}}),
                 {{0, named("mlp")}, {1, named("attn", {}, "backward")}, {3, named("attn")}});
    QCOMPARE(
        lanesAsText(*arranged(joined, TrackView::ByRegion)),
        QStringList({"GPU 0", "  mlp: lanes a; regions 1", "  attn: lanes b d; regions 1", "  stream 7: lanes c"}));
}

void TestArrangement::processGroupsHaveTracksOfTheirOwn()
{
    const auto trace = readTraceText(R"json({"traceEvents": [
        {"ph": "X", "cat": "kernel", "name": "ncclA", "pid": 0, "tid": 7, "ts": 0, "dur": 5,
         "args": {"device": 0, "stream": 7, "correlation": 1, "Process Group Name": "t\u0070 \"0\""}},
        {"ph": "X", "cat": "kernel", "name": "gemm", "pid": 0, "tid": 7, "ts": 10, "dur": 5,
         "args": {"device": 0, "stream": 7, "correlation": 2, "Process Group Name": "not asked"}},
        {"ph": "X", "cat": "kernel", "name": "ncclB", "pid": 0, "tid": 8, "ts": 20, "dur": 5,
         "args": {"device": 0, "stream": 8, "correlation": 3, "Process Group Name": "t\u0070 \"0\""}}]})json");
    QVERIFY(trace.has_value());
    QCOMPARE(lanesAsText(*arranged(joinedOf(*trace, {}), TrackView::ByProcessGroup)),
             QStringList({"GPU 0", "  process group tp \"0\": lanes ncclA ncclB", "  stream 7: lanes gemm"}));
}

void TestArrangement::busyTimeIsTheUnionOfTheLanes()
{
    const auto arrangement =
        arranged(joinedOf(traceOf({{"a", 0, 10}, {"b", 5, 3}, {"c", 8, 4}, {"d", 20, 0}, {"e", 30, 5}}), {}));
    QCOMPARE(arrangement->groups[0].tracks[0].busyNs, 17);
}

void TestArrangement::aStoppedJobGivesNothing()
{
    std::stop_source stop;
    stop.request_stop();
    const auto result =
        arrange(joinedOf(traceOf({{"a", 0, 10}}), {}), TrackView::Recorded, JobControl(stop.get_token()));
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestArrangement)
#include "tst_arrangement.moc"
