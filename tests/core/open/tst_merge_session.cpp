// SPDX-License-Identifier: Apache-2.0
#include "tests/core/open/rank_folder.h"
#include "tests/support/test_main.h"

#include "core/join/launches.h"
#include "core/lanes/arrangement.h"
#include "core/query/replay_stats.h"
#include "core/viewport/row_layout.h"

using namespace lanescope;
using namespace lanescope::test;

// Two ranks whose files use the same process, thread, stream, correlation, flow and graph node ids.
class TestMergeSession : public QObject, private RankFolder {
    Q_OBJECT

private slots:
    void init() { makeFolder(); }
    void aFolderWithOneTraceIsThatTrace();
    void everyEventIsThereWithItsOwnBytes();
    void aLaunchBelongsToItsOwnFile();
    void arrowsStayInTheirFile();
    void replaysStayInTheirFile();
    void annotationsComeFromTheFileOfTheirOwnRank();
    void tracksOfEqualIdsStayApart();
    void groupsComeByRankAndNameIt();
    void theClocksPlaceTheFiles();
    void filesWithoutACommonTimeBeginTogether();
    void movingIsAsOpeningWithTheseTimes();
    void filesMeetAtASlice();
    void aFileThatCannotBeOpenedCostsItself();
    void titlesAreNeverTheSame();
    void anAnnotationFileIsRefused();
};

namespace {

EventId named(const Trace& trace, std::string_view name)
{
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (trace.name(idAt<EventId>(i)) == name)
            return idAt<EventId>(i);
    }
    qFatal("no event of that name");
}

// "name begin", nanoseconds, of all events.
QByteArray begins(const Trace& trace)
{
    QByteArray text;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        text += QByteArray::fromStdString(std::string(trace.name(event))) + ' ' +
                QByteArray::number(qlonglong(trace.beginNs(event))) + '\n';
    }
    return text;
}

} // namespace

void TestMergeSession::aFolderWithOneTraceIsThatTrace()
{
    writeRank(0, "k0", 10);
    OpenRequest alone;
    alone.trace = QDir(m_folder).filePath("rank0.json").toStdString();
    const auto opened = open();
    QCOMPARE(everythingAsText(*opened->trace), everythingAsText(*(*openTrace(alone, JobControl()))->trace));
    QVERIFY(opened->trace->parts().empty());
    QVERIFY(opened->parts == nullptr);
    QCOMPARE(opened->request.trace, alone.trace);
}

void TestMergeSession::everyEventIsThereWithItsOwnBytes()
{
    writeRank(1, "k1", 20);
    writeRank(0, "k0", 10);
    const auto opened = open();
    const Trace& trace = *opened->trace;
    QCOMPARE(trace.eventCount(), std::size_t(4));
    QCOMPARE(trace.entryCount(), std::uint64_t(8));
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const EventId event = idAt<EventId>(i);
        const auto text = trace.file().content->text(trace.bytes(event));
        QVERIFY(text.has_value());
        QVERIFY(text->find("\"name\": \"" + std::string(trace.name(event)) + '"') != std::string::npos);
    }
    for (const Flow& flow : trace.flows()) {
        const auto text = trace.file().content->text(flow.bytes());
        QVERIFY(text && text->front() == '{' && text->back() == '}' && text->find("ac2g") != std::string::npos);
    }
}

void TestMergeSession::aLaunchBelongsToItsOwnFile()
{
    // Rank 0's call began last before rank 1's kernel: by correlation and time alone it would be taken.
    writeRank(0, "k0", 19);
    writeRank(1, "k1", 12);
    const auto opened = open();
    const Trace& trace = *opened->trace;
    const LaunchIndex launches(trace, JobControl());
    QCOMPARE(trace.name(launches.launchOf(named(trace, "k0"))), std::string_view("launch k0"));
    QCOMPARE(trace.name(launches.launchOf(named(trace, "k1"))), std::string_view("launch k1"));
}

void TestMergeSession::arrowsStayInTheirFile()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    const auto opened = open();
    const FlowBindings& flows = opened->joined->flows;
    QByteArrayList arrows;
    for (const Arrow& arrow : flows.arrows) {
        const auto nameOf = [&](FlowId flow) { return std::string(opened->trace->name(flows.sliceOf[indexOf(flow)])); };
        arrows << QByteArray::fromStdString(nameOf(arrow.start) + " > " + nameOf(arrow.end));
    }
    QCOMPARE(arrows.join("; "), QByteArray("launch k0 > k0; launch k1 > k1"));
    QCOMPARE(flows.countsByCategory.at("ac2g").arrows, std::uint64_t(2));
}

void TestMergeSession::replaysStayInTheirFile()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 12);
    const auto opened = open();
    const JoinedTrace& joined = *opened->joined;
    QCOMPARE(joined.replays.size(), std::size_t(2));
    for (const char* name : {"k0", "k1"}) {
        const Replay* replay = joined.replay(named(*opened->trace, name));
        QVERIFY(replay != nullptr);
        QCOMPARE(replay->workCount, 1U);
        QCOMPARE(replay->number, 0U);
        QCOMPARE(std::string(opened->trace->name(replay->launch)), std::string("launch ") + name);
    }
    const auto stats = replayStats(joined, JobControl());
    QCOMPARE(stats->graphs.size(), std::size_t(2));
    QCOMPARE(stats->graphs.at({1, 2}).replays, std::uint64_t(1));
    QCOMPARE(replayTitle(*opened->trace, joined.replays[1]), std::string("rank 1 · graph 2 replay 0"));
}

void TestMergeSession::annotationsComeFromTheFileOfTheirOwnRank()
{
    const QByteArray node = QByteArray::number(kNode);
    for (int rank = 0; rank < 2; ++rank) {
        writeRank(rank, "k" + QByteArray::number(rank), 10);
        write(QStringLiteral("kernel_annotations_rank%1_h.json").arg(rank),
              "{\"" + node + "\": [{\"name\": \"title " + QByteArray::number(rank) + "\"}, {\"autograd_phase\": \"" +
                  (rank == 0 ? "forward" : "backward") + "\"}]}");
    }
    const auto opened = open();
    QCOMPARE(workAsText(*opened->joined), QByteArray("k0: title 0 forward\nk1: title 1 backward\n"));
    QCOMPARE(opened->joined->match.annotatedWork, std::uint64_t(2));
    QVERIFY(opened->annotationsWereDiscovered);
    QCOMPARE(opened->parts->at(1).annotations->annotations().size(), std::size_t(1));
}

void TestMergeSession::tracksOfEqualIdsStayApart()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    const auto opened = open();
    const auto arrangement = *arrange(opened->joined, TrackView::Recorded, JobControl());
    QByteArrayList keys;
    for (std::uint32_t group = 0; group < arrangement->groups.size(); ++group) {
        for (std::uint32_t track = 0; track < arrangement->groups[group].tracks.size(); ++track)
            keys << QByteArray::fromStdString(trackKey(*arrangement, group, track)) + " " +
                        QByteArray::number(qulonglong(arrangement->groups[group].tracks[track].eventCount));
    }
    QCOMPARE(keys.join("; "), QByteArray("rank 0:0/7 1; rank 0:1/1 1; rank 1:0/7 1; rank 1:1/1 1"));
}

void TestMergeSession::groupsComeByRankAndNameIt()
{
    writeRank(10, "k10", 10);
    writeRank(2, "k2", 10);
    const auto arrangement = *arrange(open()->joined, TrackView::Recorded, JobControl());
    QByteArrayList titles;
    for (const ViewGroup& group : arrangement->groups)
        titles << QByteArray::fromStdString(group.title);
    QCOMPARE(titles.join("; "), QByteArray("rank 2 · GPU 0; rank 2 · process 1; rank 10 · GPU 0; rank 10 · process 1"));
}

void TestMergeSession::theClocksPlaceTheFiles()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 14);
    const auto opened = open();
    QCOMPARE(begins(*opened->trace), QByteArray("launch k0 0\nk0 8000\nlaunch k1 4000\nk1 12000\n"));
    QCOMPARE(opened->trace->baseNs(), FileTimeNs(10000));
    QCOMPARE(opened->trace->fitRange().beginNs, TimeNs(0));
    QCOMPARE(opened->trace->fitRange().endNs, TimeNs(16000));
    QVERIFY(opened->warnings.empty());
    QVERIFY(opened->request.times.start == SessionTimes::Start::Clocks);
}

void TestMergeSession::filesWithoutACommonTimeBeginTogether()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 900);
    const auto opened = open();
    QCOMPARE(begins(*opened->trace), QByteArray("launch k0 0\nk0 8000\nlaunch k1 0\nk1 8000\n"));
    QCOMPARE(opened->warnings.back().code, std::string("clocks-differ"));
    QCOMPARE(diagnosesOf(*opened, JobControl())->back().code, std::string("clocks-differ"));
    // The times of the files stay known.
    QCOMPARE(opened->trace->fileBeginNs(named(*opened->trace, "k1")), FileTimeNs(908000));
    QCOMPARE(opened->trace->fileBeginNs(named(*opened->trace, "k0")), FileTimeNs(18000));
}

void TestMergeSession::movingIsAsOpeningWithTheseTimes()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 14);
    SessionTimes times;
    times.start = SessionTimes::Start::Clocks;
    times.offsetNs[QDir(m_folder).filePath("rank1.json").toStdString()] = -9500;
    const auto moved = withTimes(*open(), times, JobControl());
    QVERIFY(moved.has_value());
    QCOMPARE(begins(*(*moved)->trace), QByteArray("launch k0 0\nk0 8000\nlaunch k1 -5500\nk1 2500\n"));
    OpenRequest again = request();
    again.times = times;
    const auto opened = openTrace(again, JobControl());
    QVERIFY(opened.has_value());
    QCOMPARE(everythingAsText(*(*moved)->trace), everythingAsText(*(*opened)->trace));
    QCOMPARE((*moved)->trace->fitRange().beginNs, TimeNs(-5500));
    // Replays come by time: rank 1's is the earlier one now.
    const JoinedTrace& joined = *(*moved)->joined;
    QCOMPARE(joined.replays[0].range.beginNs, TimeNs(2500));
    QCOMPARE(joined.replay(named(*(*moved)->trace, "k1")), &joined.replays[0]);
    QCOMPARE(joined.replay(named(*(*moved)->trace, "k0")), &joined.replays[1]);
    QVERIFY((*moved)->request.times == times);
}

void TestMergeSession::filesMeetAtASlice()
{
    const auto two = [](int at) {
        return ",\n" + kernel("nccl", 7, at, 4, 6) + ",\n" + kernel("nccl", 7, at + 100, 10, 7);
    };
    writeRank(0, "k0", 10, two(40));
    writeRank(1, "k1", 14, two(45));
    writeRank(2, "k2", 16, ",\n" + kernel("nccl", 7, 50, 4, 6));
    const auto opened = open();
    const Trace& trace = *opened->trace;
    EventId second = kNoEvent; // the last one of rank 0
    for (std::size_t i = 0; i < trace.parts()[0].eventCount; ++i)
        second = trace.name(idAt<EventId>(i)) == "nccl" ? idAt<EventId>(i) : second;
    const auto aligned = alignedAt(*opened, second, SliceEdge::Begin, JobControl());
    QVERIFY(aligned.has_value());
    QCOMPARE(aligned->aligned, std::size_t(2)); // rank 2 has no second one
    const auto moved = *withTimes(*opened, aligned->times, JobControl());
    QCOMPARE(moved->trace->parts()[1].shiftNs, TimeNs(-1000)); // 4 µs by its clock, 5 µs back
    QCOMPARE(moved->trace->parts()[2].shiftNs, TimeNs(6000));
}

void TestMergeSession::aFileThatCannotBeOpenedCostsItself()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    write("rank2.json", "no trace");
    const auto opened = open();
    QCOMPARE(opened->trace->parts().size(), std::size_t(2));
    QCOMPARE(opened->warnings.back().code, std::string("trace-not-opened"));
}

void TestMergeSession::titlesAreNeverTheSame()
{
    QDir(m_folder).mkdir("a");
    QDir(m_folder).mkdir("b");
    const QByteArray text = "[" + slice("cpu_op", "op", 1, 1, 0, 5) + "]";
    OpenRequest asked;
    for (const char* name : {"a/t.json", "b/t.json", "u.json", "v.json", "w.pt.trace.json", "w.json"}) {
        write(name, text);
        asked.session.push_back(QDir(m_folder).filePath(name).toStdString());
    }
    asked.session.push_back(asked.session[2]);
    const auto opened = openTrace(asked, JobControl());
    QVERIFY(opened.has_value());
    QByteArrayList titles;
    for (const TracePart& part : (*opened)->trace->parts())
        titles << QByteArray::fromStdString(part.title);
    QCOMPARE(titles.join("; "), QByteArray("a/t; b/t; z/u; z/u (2); v; w.json; w.pt.trace.json"));
}

void TestMergeSession::anAnnotationFileIsRefused()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    OpenRequest asked = request();
    asked.annotations = "some.json";
    const auto opened = openTrace(asked, JobControl());
    QVERIFY(!opened);
    QVERIFY(opened.error().code == ErrorCode::WrongUsage);
    QVERIFY(opened.error().message.starts_with("some.json: belongs to one trace"));
}

LANESCOPE_TEST(TestMergeSession)
#include "tst_merge_session.moc"
