// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/open/open_trace.h"
#include "core/query/summary.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace lanescope;
using namespace lanescope::test;

class TestSummary : public QObject {
    Q_OBJECT

private slots:
    void figuresOfRealTracesEqualTheGoldenOnes_data();
    void figuresOfRealTracesEqualTheGoldenOnes();
    void workOfLengthZeroNeedsALaneAndNoTime();
    void busyTimeIsTheUnionOfIntervals();
    void onlyXEntriesAreCountedByCategory();
    void devicesAreNamedByTheFileOrKnownByTheirWork();
    void aTraceWithoutEventsHasEmptyFigures();
};

static QJsonObject countsOf(const std::map<std::string, std::uint64_t>& counts)
{
    QJsonObject object;
    for (const auto& [name, count] : counts)
        object[QString::fromStdString(name)] = qint64(count);
    return object;
}

static QJsonValue idOf(const std::string& id, bool isNumber)
{
    const QString text = QString::fromStdString(id);
    return isNumber ? QJsonValue(text.toLongLong()) : QJsonValue(text);
}

// In the form of the golden files.
static QJsonObject asJson(const TraceSummary& summary, const MatchReport& match)
{
    QJsonObject arrows;
    QJsonObject loneEnds;
    for (const auto& [category, counts] : summary.flows) {
        if (counts.arrows > 0)
            arrows[QString::fromStdString(category)] = qint64(counts.arrows);
        loneEnds[QString::fromStdString(category)] = qint64(counts.loneEnds);
    }
    QJsonArray streams;
    for (const StreamSummary& stream : summary.streams)
        streams.append(QJsonObject{{"pid", idOf(stream.pid, stream.pidIsNumber)},
                                   {"tid", idOf(stream.tid, stream.tidIsNumber)},
                                   {"events", qint64(stream.events)},
                                   {"lanes", qint64(stream.lanes)},
                                   {"busy_ns", qint64(stream.busyNs)}});
    QJsonArray graphs;
    for (const GraphMatch& graph : match.graphs)
        graphs.append(QJsonObject{{"exec_graph_id", qint64(graph.execGraphId)},
                                  {"nodes", qint64(graph.nodesInTrace)},
                                  {"annotated_nodes", qint64(graph.matchedNodes)},
                                  {"replays", qint64(graph.replays)},
                                  {"nodes_in_file", qint64(graph.nodesInFile)}});
    QJsonObject object{{"events", qint64(summary.events)},
                       {"by_ph", countsOf(summary.byPhase)},
                       {"slices", qint64(summary.slices)},
                       {"arrows", arrows},
                       {"lone_flow_ends", loneEnds},
                       {"categories", countsOf(summary.categories)},
                       {"time_range_ns", QJsonArray{qint64(summary.beginNs), qint64(summary.endNs)}},
                       {"graphed", qint64(summary.graphed)},
                       {"annotated", qint64(summary.annotated)},
                       {"phases", countsOf(summary.phases)},
                       {"streams", streams},
                       {"graphs", graphs}};
    if (summary.rank)
        object["rank"] = qint64(*summary.rank);
    return object;
}

void TestSummary::figuresOfRealTracesEqualTheGoldenOnes_data()
{
    QTest::addColumn<QString>("trace");
    for (const char* name : {"compiled_train", "ddp_nccl_rank0", "decode_graph_200", "eager_train", "graph_fwdbwd",
                             "graph_train", "moe_overlap", "two_graphs"})
        QTest::newRow(name) << QString("%1.pt.trace.json.gz").arg(name);
    QTest::newRow("jax_matmul") << "jax_matmul.perfetto_trace.json.gz";
}

void TestSummary::figuresOfRealTracesEqualTheGoldenOnes()
{
    QFETCH(QString, trace);
    QFile golden(QString(LANESCOPE_TEST_DATA "/golden/info/%1.json").arg(QTest::currentDataTag()));
    QVERIFY(golden.open(QIODevice::ReadOnly));
    OpenRequest request;
    request.trace = (LANESCOPE_TEST_DATA "/real/" + trace).toStdString();
    const auto opened = openTrace(request, JobControl());
    QVERIFY(opened.has_value());
    const QJsonObject actual = asJson(summarize(*(*opened)->joined), (*opened)->joined->match);
    const QJsonObject expected = QJsonDocument::fromJson(golden.readAll()).object();
    QVERIFY(!expected.isEmpty());
    QCOMPARE(QJsonDocument(actual).toJson(), QJsonDocument(expected).toJson());
    QVERIFY((*opened)->warnings.empty());
}

static StreamSummary streamOf(const QList<QByteArray>& entries)
{
    const TraceSummary summary = summarize(*joinOf(traceOf(entries), nullptr));
    return summary.streams.size() == 1 ? summary.streams.front() : StreamSummary();
}

void TestSummary::workOfLengthZeroNeedsALaneAndNoTime()
{
    // Two marks at one instant inside a kernel, another where it ends.
    const StreamSummary stream = streamOf(
        {kernel("k", 7, 0, 10, 1), kernel("a", 7, 5, 0, 2), kernel("b", 7, 5, 0, 3), kernel("c", 7, 10, 0, 4)});
    QCOMPARE(stream.events, std::uint64_t(4));
    QCOMPARE(stream.lanes, std::uint32_t(3));
    QCOMPARE(stream.busyNs, TimeNs(10000));
}

void TestSummary::busyTimeIsTheUnionOfIntervals()
{
    const StreamSummary stream =
        streamOf({kernel("a", 7, 0, 10, 1), kernel("b", 7, 5, 10, 2), kernel("c", 7, 6, 1, 3), kernel("d", 7, 20, 5, 4),
                  kernel("e", 7, 25, 5, 5), slice("gpu_user_annotation", "step", 0, 7, 0, 100)});
    QCOMPARE(stream.busyNs, TimeNs(25000)); // [0, 15) and [20, 30)
    QCOMPARE(stream.lanes, std::uint32_t(3));
    QCOMPARE(stream.events, std::uint64_t(5));
}

void TestSummary::onlyXEntriesAreCountedByCategory()
{
    const auto trace =
        traceOf({slice("a", "x", 1, 1, 0, 10), R"({"ph": "B", "cat": "a", "name": "b", "pid": 1, "tid": 2, "ts": 0})",
                 R"({"ph": "E", "pid": 1, "tid": 2, "ts": 5})",
                 R"({"ph": "B", "cat": "a", "name": "never ends", "pid": 1, "tid": 2, "ts": 6})",
                 R"({"ph": "i", "cat": "a", "name": "mark", "pid": 1, "tid": 1, "ts": 7})"});
    const TraceSummary summary = summarize(*joinOf(trace, nullptr));
    QCOMPARE(summary.categories, (std::map<std::string, std::uint64_t>{{"a", 1}}));
    QCOMPARE(summary.slices, std::uint64_t(1));
    QCOMPARE(summary.byPhase, (std::map<std::string, std::uint64_t>{{"B", 2}, {"E", 1}, {"X", 1}, {"i", 1}}));
}

void TestSummary::devicesAreNamedByTheFileOrKnownByTheirWork()
{
    const auto trace = traceOf({kernel("k", 7, 0, 1, 1), slice("kernel", "l", 1, 7, 0, 1, R"("device": 1)")},
                               R"("deviceProperties": [{"id": 0, "name": "NVIDIA H200"}],)");
    const TraceSummary summary = summarize(*joinOf(trace, nullptr));
    QCOMPARE(summary.devices, (std::map<std::int64_t, std::string>{{0, "NVIDIA H200"}, {1, ""}}));
}

void TestSummary::aTraceWithoutEventsHasEmptyFigures()
{
    const TraceSummary summary = summarize(*joinOf(traceOf({}), nullptr));
    QCOMPARE(summary.events, std::uint64_t(0));
    QVERIFY(summary.streams.empty());
    QVERIFY(summary.phases.empty());
}

LANESCOPE_TEST(TestSummary)
#include "tst_summary.moc"
