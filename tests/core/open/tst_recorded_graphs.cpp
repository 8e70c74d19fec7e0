// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/arrangement.h"
#include "core/open/open_trace.h"
#include "core/query/node_dependencies.h"
#include "tests/support/test_main.h"

#include <QDir>
#include <QMap>
#include <QRegularExpression>
#include <QSet>

#include <map>

using namespace lanescope;

namespace {

std::shared_ptr<const JoinedTrace> opened(const QString& fileName)
{
    OpenRequest request;
    request.trace = QString(LANESCOPE_TEST_DATA "/recorded/" + fileName).toStdString();
    const auto trace = openTrace(request, JobControl());
    return trace ? (*trace)->joined : nullptr;
}

QString titleOf(const JoinedTrace& joined, EventId event)
{
    const Annotation* annotation = joined.annotation(event);
    return annotation == nullptr ? QString() : QString::fromStdString(annotation->title());
}

} // namespace

// Traces and annotation files as they came from an H200 (tests/data/README.md).
class TestRecordedGraphs : public QObject {
    Q_OBJECT

private slots:
    void everyKernelOfANestedGraphHasTheLabelOfItsName_data();
    void everyKernelOfANestedGraphHasTheLabelOfItsName();
    void expertsLieOnTheLanesTheyWereCapturedOn();
    void dependenciesStayInTheirReplay();
    void eachModuleOfATrainingStepHasBothPhases();
    void stagesThatOverlapOnOneStreamGetLanes();
    void whatTheRecorderWroteIsJoinedNodeByNode();
};

void TestRecordedGraphs::everyKernelOfANestedGraphHasTheLabelOfItsName_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& name : QDir(LANESCOPE_TEST_DATA "/recorded").entryList({"nested_*.trace.json"}))
        QTest::newRow(qPrintable(name.section('.', 0, 0))) << name;
}

void TestRecordedGraphs::everyKernelOfANestedGraphHasTheLabelOfItsName()
{
    QFETCH(QString, file);
    const auto joined = opened(file);
    QVERIFY(joined);
    const Trace& trace = *joined->trace;
    QStringList wrong;
    int labelled = 0;
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        const QString name = QString::fromUtf8(trace.name(event).data(), static_cast<int>(trace.name(event).size()));
        const auto number = QRegularExpression("^void k<(\\d+)>").match(name);
        const QString wanted = number.hasMatch() ? "s" + number.captured(1) : QString();
        if (titleOf(*joined, event) != wanted)
            wrong << name + " is " + titleOf(*joined, event);
        labelled += wanted.isEmpty() ? 0 : 1;
    }
    QCOMPARE(wrong, QStringList());
    QVERIFY(labelled >= 4);
}

void TestRecordedGraphs::expertsLieOnTheLanesTheyWereCapturedOn()
{
    const auto joined = opened("streams.trace.json");
    QVERIFY(joined);
    const auto arrangement = arrange(joined, TrackView::Captured, JobControl());
    QVERIFY(arrangement);
    QStringList found;
    for (const ViewTrack& track : (*arrangement)->groups[0].tracks) {
        QSet<QString> titles;
        for (const LaneRow& lane : track.lanes) {
            for (const EventId event : lane.events()) {
                if (const QString title = titleOf(*joined, event); !title.isEmpty())
                    titles.insert(title);
            }
        }
        QStringList sorted = titles.values();
        sorted.sort();
        found << QString::fromStdString(track.title) + ": " + sorted.join(", ");
    }
    QCOMPARE(found, QStringList({"captured stream 0: combine, expert 0, router", "captured stream 1: expert 1",
                                 "captured stream 2: expert 2", "captured stream 3: expert 3"}));
}

void TestRecordedGraphs::dependenciesStayInTheirReplay()
{
    const auto joined = opened("streams.trace.json");
    QVERIFY(joined);
    const auto textOf = [&](EventId work, const std::vector<EventId>& events) {
        QSet<QString> titles;
        for (const EventId event : events)
            titles.insert(joined->replay(event) == joined->replay(work) ? titleOf(*joined, event) : "another replay");
        QStringList sorted = titles.values();
        sorted.sort();
        return sorted.join(", ");
    };
    QStringList found;
    for (std::size_t i = 0; i < joined->trace->eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        const NodeDependencies dependencies = nodeDependencies(*joined, event);
        if (dependencies.before.size() > 1 || dependencies.after.size() > 1)
            found << textOf(event, dependencies.before) + " -> " + titleOf(*joined, event) + " -> " +
                         textOf(event, dependencies.after);
    }
    found.sort();
    const QString experts = "expert 0, expert 1, expert 2, expert 3";
    // Two layers: a fork behind the router, a join before the combination. A side stream goes on behind its own work
    // too.
    QStringList replay = {" -> router -> " + experts, "combine -> router -> " + experts,
                          experts + " -> combine -> combine", experts + " -> combine -> combine"};
    for (const QString side : {"expert 1", "expert 2", "expert 3"})
        replay << side + " -> " + side + " -> combine, " + side << side + ", router -> " + side + " -> " + side;
    QStringList wanted = replay + replay;
    wanted.sort();
    QCOMPARE(found, wanted);
}

void TestRecordedGraphs::eachModuleOfATrainingStepHasBothPhases()
{
    const auto joined = opened("gpt_step.trace.json.gz");
    QVERIFY(joined);
    QMap<QString, QSet<QString>> phasesOf;
    for (std::size_t i = 0; i < joined->trace->eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        if (const QString title = titleOf(*joined, event); !title.isEmpty())
            phasesOf[title].insert(QString::fromStdString(joined->phase(event)));
    }
    const QSet<QString> both = {"forward", "backward"};
    for (const char* layer : {"0", "1"}) {
        for (const char* module : {"attn.qkv", "attn.out", "mlp.0", "mlp.1", "mlp.2", "norm1", "norm2"})
            QCOMPARE(phasesOf[QString("blocks.%1.%2").arg(layer, module)], both);
    }
    QCOMPARE(phasesOf["embed"], both);
    QCOMPARE(phasesOf["loss"], both);
    QCOMPARE(phasesOf["optimizer"], QSet<QString>({"optimizer"}));
}

// Programmatic dependent launch: on one stream the stages start 0.6 us one after the other and take some 21 us each.
void TestRecordedGraphs::stagesThatOverlapOnOneStreamGetLanes()
{
    const auto joined = opened("programmatic.trace.json");
    QVERIFY(joined);
    const auto arrangement = arrange(joined, TrackView::Recorded, JobControl());
    QVERIFY(arrangement);
    QCOMPARE((*arrangement)->groups[0].tracks.size(), std::size_t{1});
    QStringList lanes;
    for (const LaneRow& lane : (*arrangement)->groups[0].tracks[0].lanes) {
        QStringList titles;
        for (const EventId event : lane.events())
            titles << titleOf(*joined, event).section(' ', 1);
        lanes << titles.join(' ');
    }
    QCOMPARE(lanes, QStringList({"0 0", "1 1", "2 2", "3 3"}));
}

// Three replays of a graph that liblanescope-record wrote; kernels k<N> and their fills were captured as s<N>, k<0> as
// none.
void TestRecordedGraphs::whatTheRecorderWroteIsJoinedNodeByNode()
{
    const auto joined = opened("recorder_replays.trace.json");
    QVERIFY(joined);
    const Trace& trace = *joined->trace;
    QVERIFY(trace.loadReport().isClean());
    std::map<const Replay*, QStringList> found; // a replay's nodes, in the order of the file
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        const auto event = idAt<EventId>(i);
        const Replay* replay = joined->replay(event);
        if (!replay)
            continue;
        const QString name = QString::fromStdString(std::string(trace.name(event)));
        found[replay] << name.section('(', 0, 0) + " " + titleOf(*joined, event);
    }
    const QString nodes = "void k<1> s1, void k<1> s1, Memset  s1, void k<2> s2, void k<2> s2, Memset  s2, void k<0> , "
                          "void k<3> s3, void k<3> s3, Memset  s3";
    QStringList replays;
    for (const auto& [replay, texts] : found)
        replays << texts.join(", ");
    QCOMPARE(replays, QStringList({nodes, nodes, nodes}));
}

LANESCOPE_TEST(TestRecordedGraphs)
#include "tst_recorded_graphs.moc"
