// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/launches.h"
#include "core/lanes/arrangement.h"
#include "core/open/merge_session.h"
#include "core/query/filter_events.h"
#include "core/query/filter_expression.h"
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_filter.h"
#include "core/query/stats_table.h"
#include "core/viewport/row_layout.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

// Two ranks whose files use the same process, thread, stream, correlation, flow and graph node ids.
class TestMergeSession : public QObject {
    Q_OBJECT

private slots:
    void init();
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
    void aFilterKnowsRanksAndFiles();
    void figuresCanBeSummedUpByRank();
    void aRowsFilterMatchesItsFileAlone();
    void idleGapsAreExplainedByTheirOwnRank();
    void findingsNameTheirRank();
    void aFileThatCannotBeOpenedCostsItself();
    void titlesAreNeverTheSame();
    void anAnnotationFileIsRefused();

private:
    void write(const QString& name, const QByteArray& content);
    void writeRank(int rank, const QByteArray& kernelName, int atUs, const QByteArray& more = {});
    [[nodiscard]] OpenRequest request() const;
    [[nodiscard]] std::shared_ptr<const OpenedTrace> open() const;

    std::unique_ptr<QTemporaryDir> m_outer;
    QString m_folder;
};

namespace {

constexpr qulonglong kNode = (qulonglong(2) << 32) + 1;

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

// Three folders down: discovery finds nothing of the machine.
void TestMergeSession::init()
{
    m_outer = std::make_unique<QTemporaryDir>();
    m_folder = m_outer->filePath("x/y/z");
    QDir().mkpath(m_folder);
}

void TestMergeSession::write(const QString& name, const QByteArray& content)
{
    QFile file(QDir(m_folder).filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
}

// A launch at `atUs` on thread 1 of process 1, an arrow, and its kernel 8 µs later on stream 7 of process 0.
void TestMergeSession::writeRank(int rank, const QByteArray& kernelName, int atUs, const QByteArray& more)
{
    const QByteArray launch = "launch " + kernelName;
    const QByteArrayList entries{call(launch.constData(), 1, 1, atUs, 3, 5), flow('s', 9, 1, 1, atUs),
                                 kernel(kernelName.constData(), 7, atUs + 8, 4, 5, kNode),
                                 flow('f', 9, 0, 7, atUs + 8)};
    write(QStringLiteral("rank%1.json").arg(rank), "{\"distributedInfo\": {\"rank\": " + QByteArray::number(rank) +
                                                       "}, \"traceEvents\": [" + entries.join(",\n") + more + "]}");
}

OpenRequest TestMergeSession::request() const
{
    OpenRequest request;
    request.session = {m_folder.toStdString()};
    return request;
}

std::shared_ptr<const OpenedTrace> TestMergeSession::open() const
{
    auto opened = openTrace(request(), JobControl());
    if (!opened)
        qFatal("a test's session does not open: %s", opened.error().message.c_str());
    return *opened;
}

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

void TestMergeSession::aFilterKnowsRanksAndFiles()
{
    writeRank(0, "k0", 10);
    writeRank(3, "k3", 10);
    const auto opened = open();
    const auto matches = [&](const char* text) {
        const auto expression = parseFilter(text);
        const auto mask = matchingEvents(*opened->joined, *expression, JobControl());
        QByteArrayList names;
        for (std::size_t i = 0; i < opened->trace->eventCount(); ++i) {
            if ((*mask)[idAt<EventId>(i)] && opened->trace->isGpuWork(idAt<EventId>(i)))
                names << QByteArray::fromStdString(std::string(opened->trace->name(idAt<EventId>(i))));
        }
        return names.join(' ');
    };
    QCOMPARE(matches("rank:3"), QByteArray("k3"));
    QCOMPARE(matches("rank:0..2"), QByteArray("k0"));
    QCOMPARE(matches("-rank:3"), QByteArray("k0"));
    QCOMPARE(matches("file:rank3.*"), QByteArray("k3"));
    QCOMPARE(matches("file:\"rank 0\""), QByteArray("k0"));
    QCOMPARE(matches("stream:7"), QByteArray("k0 k3"));
}

void TestMergeSession::figuresCanBeSummedUpByRank()
{
    writeRank(0, "k0", 10, ",\n" + kernel("k0", 7, 40, 6, 6));
    writeRank(1, "k1", 10);
    StatsRequest asked;
    asked.by = {StatsKey::Rank};
    const auto table = statsTable(*open()->joined, asked, JobControl());
    QVERIFY(table.has_value());
    QCOMPARE(table->rows.size(), std::size_t(2));
    QCOMPARE(table->rows[0].name, std::string("rank 0"));
    QCOMPARE(table->rows[0].totalNs, TimeNs(10000));
    QCOMPARE(table->rows[1].name, std::string("rank 1"));
    QCOMPARE(table->rows[1].totalNs, TimeNs(4000));
}

void TestMergeSession::aRowsFilterMatchesItsFileAlone()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10);
    const auto opened = open();
    const auto filters = [&](StatsKey key) {
        StatsRequest asked;
        asked.by = {key};
        const auto table = statsTable(*opened->joined, asked, JobControl());
        QByteArrayList texts;
        for (std::size_t i = 0; i < table->rows.size(); ++i)
            texts << QByteArray::fromStdString(table->rows[i].name + " = " +
                                               filterOfRow(*opened->joined, *table, i).value_or("none"));
        return texts.join("; ");
    };
    QCOMPARE(filters(StatsKey::Stream), QByteArray("rank 0 · GPU 0 stream 7 = stream:7 device:0 rank:0; "
                                                   "rank 1 · GPU 0 stream 7 = stream:7 device:0 rank:1"));
    QCOMPARE(filters(StatsKey::Replay), QByteArray("rank 0 · graph 2 replay 0 = graph:2 rank:0 replay:0; "
                                                   "rank 1 · graph 2 replay 0 = graph:2 rank:1 replay:0"));
    QCOMPARE(filters(StatsKey::Rank), QByteArray("rank 0 = rank:0; rank 1 = rank:1"));
}

void TestMergeSession::idleGapsAreExplainedByTheirOwnRank()
{
    // Rank 0's GPU waits from 22 µs to 60 µs; only rank 1's CPU does anything then.
    writeRank(0, "k0", 10, ",\n" + kernel("late", 7, 60, 4, 6));
    writeRank(1, "k1", 10, ",\n" + slice("cpu_op", "busy elsewhere", 1, 1, 25, 30));
    RangeRequest asked;
    const auto summary = summarizeRange(*open()->joined, asked, JobControl());
    QVERIFY(summary.has_value());
    QCOMPARE(summary->gpus.size(), std::size_t(2));
    QCOMPARE(summary->gpus[1].name, std::string("rank 1 · GPU 0"));
    bool isFound = false;
    for (const IdleGap& gap : summary->gaps) {
        if (gap.range.beginNs != 12000 || gap.range.endNs != 50000)
            continue;
        isFound = true;
        QVERIFY(gap.cpu.empty());
    }
    QVERIFY(isFound);
}

void TestMergeSession::findingsNameTheirRank()
{
    writeRank(0, "k0", 10);
    writeRank(1, "k1", 10, ",\n{\"ph\": \"X\", \"name\": \"odd\", \"pid\": 1, \"tid\": 1, \"ts\": NaN, \"dur\": 1}");
    const auto opened = open();
    QVERIFY(!opened->warnings.empty());
    for (const Finding& finding : opened->warnings)
        QVERIFY(finding.message.ends_with(" (rank 1)"));
    bool isPlaced = false;
    const auto diagnoses = diagnosesOf(*opened, JobControl());
    for (const Diagnosis& diagnosis : *diagnoses) {
        for (const DiagnosedPlace& place : diagnosis.places) {
            isPlaced = isPlaced || place.event != kNoEvent;
            QVERIFY(place.event == kNoEvent || opened->trace->name(place.event) == "odd");
        }
    }
    QVERIFY(isPlaced);
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
    for (const char* name : {"a/t.json", "b/t.json", "u.json"}) {
        write(name, text);
        asked.session.push_back(QDir(m_folder).filePath(name).toStdString());
    }
    asked.session.push_back(asked.session.back());
    const auto opened = openTrace(asked, JobControl());
    QVERIFY(opened.has_value());
    QByteArrayList titles;
    for (const TracePart& part : (*opened)->trace->parts())
        titles << QByteArray::fromStdString(part.title);
    QCOMPARE(titles.join("; "), QByteArray("a/t.json; b/t.json; z/u.json; z/u.json (2)"));
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
