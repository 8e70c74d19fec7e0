// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include <QFile>

using namespace lanescope;
using namespace lanescope::test;

class TestJoin : public QObject {
    Q_OBJECT

private slots:
    void idsAbove2To53FindTheirOwnAnnotation();
    void everyFormOfEntryIsJoined();
    void twoGpusAreJoinedEachByItsOwnNode();
    void theKeyCombinesGraphAndNode();
    void lanescopesOwnFileMatchesExecAndCaptureGraphs();
    void phasesComeFromAnnotationsOrFromOperators();
    void countsOfWorkAreRight();
    void withoutAnnotationsNothingIsAnnotated();
    void aStopIsObeyed();
};

static std::shared_ptr<const JoinedTrace> joinCase(const QString& folder)
{
    QFile annotations(LANESCOPE_TEST_DATA "/cases/" + folder + "/annotations.json");
    if (!annotations.open(QIODevice::ReadOnly))
        qFatal("no annotations in this case");
    const auto trace = readTraceFile(("cases/" + folder + "/trace.json").toStdString());
    if (!trace)
        qFatal("the case does not load");
    return joinOf(*trace, annotations.readAll().constData());
}

void TestJoin::idsAbove2To53FindTheirOwnAnnotation()
{
    QCOMPARE(workAsText(*joinCase("08-ids-beyond-2p53")),
             QByteArray("k_0: qkv_proj forward\nk_1: attn_core forward\nk_2: out_proj forward\nk_3: dp_reduce forward\n"
                        "k_4: dp_gather forward\nk_5: norm forward\nk_plain: - none\n"));
}

void TestJoin::everyFormOfEntryIsJoined()
{
    const auto joined = joinCase("13-annotation-forms");
    QCOMPARE(workAsText(*joined),
             QByteArray("k01: inner forward\nk02: phase_a forward\nk03: phase_b forward\nk04: not_in_a_list forward\n"
                        "k05: bare forward\nk06: hex_key forward\nk07: - none\nk08: lane forward\n"
                        "k09: bad_stream forward\nk10: with_list forward\nk11: proj backward\nk12: - none\n"
                        "k_plain: - none\n"));
    QCOMPARE(joined->annotation(idAt<EventId>(7))->stream(), std::optional<std::int64_t>(61));
    QVERIFY(!joined->annotation(idAt<EventId>(8))->stream());
}

void TestJoin::twoGpusAreJoinedEachByItsOwnNode()
{
    const auto joined = joinCase("11-two-gpus-stream-7");
    QCOMPARE(workAsText(*joined), QByteArray("gather_shards: shard_gather forward\nmlp_up_tile: mlp_up forward\n"
                                             "copy_back: - none\nplain_bias: - none\n"));
}

void TestJoin::theKeyCombinesGraphAndNode()
{
    const auto trace = traceOf({kernel("whole_key", 7, 0, 1, 1, 8589934593U), // graph 2, node 1
                                slice("kernel", "apart", 0, 7, 10, 1, R"("graph id": 2, "graph node id": 1)"),
                                slice("kernel", "node_0", 0, 7, 20, 1, R"("graph id": 2, "graph node id": 0)"),
                                slice("kernel", "bare", 0, 7, 30, 1, R"("graph node id": 1)"),
                                slice("kernel", "eager", 0, 7, 40, 1, R"("graph id": 0, "graph node id": 0)")});
    const auto joined = joinOf(trace, R"({"8589934593": ["n1"], "8589934592": ["n0"], "1": ["bare"], "0": ["zero"]})");
    QCOMPARE(workAsText(*joined), QByteArray("whole_key: n1 forward\napart: n1 forward\nnode_0: n0 forward\n"
                                             "bare: bare forward\neager: - none\n"));
}

void TestJoin::lanescopesOwnFileMatchesExecAndCaptureGraphs()
{
    constexpr const char* kFile = R"({"lanescope_annotations": 1, "graphs": [{"id": 2, "exec_ids": [5, 9],
        "regions": [{"annotations": [{"name": "attn"}]}], "nodes": [{"id": 1, "region": 0}]}]})";
    const auto byExec = joinOf(traceOf({kernel("k", 7, 0, 1, 1, (qulonglong(5) << 32) + 1)}), kFile);
    QCOMPARE(workAsText(*byExec), QByteArray("k: attn forward\n"));
    QCOMPARE(byExec->match.graphs.size(), std::size_t(2)); // 5, and 9 which did not run; never the captured graph
    const auto byCapture = joinOf(traceOf({kernel("k", 7, 0, 1, 1, (qulonglong(2) << 32) + 1)}), kFile);
    QCOMPARE(workAsText(*byCapture), QByteArray("k: attn forward\n"));
    QCOMPARE(byCapture->match.graphs[0].execGraphId, std::uint64_t(2));
    QCOMPARE(byCapture->match.graphs[0].nodesInFile, std::uint64_t(1));
}

void TestJoin::phasesComeFromAnnotationsOrFromOperators()
{
    const auto trace = traceOf({kernel("graphed", 7, 100, 1, 1, 8589934593U), kernel("eager", 7, 110, 1, 2),
                                kernel("lone", 7, 120, 1, 3), slice("cpu_op", "CompiledFunctionBackward", 1, 1, 0, 50),
                                call("launch", 1, 1, 10, 5, 2)});
    const auto joined = joinOf(trace, R"({"8589934593": [{"name": "a", "autograd_phase": "optimizer"}]})");
    QCOMPARE(joined->phases, (std::vector<std::string>{"none", "backward", "optimizer"}));
    QCOMPARE(workAsText(*joined), QByteArray("graphed: a optimizer\neager: - backward\nlone: - none\n"));
    const auto sourceOf = [&](std::size_t event) {
        return joined->phaseSourceOf[trace->launchRow(idAt<EventId>(event))];
    };
    QCOMPARE(sourceOf(0), PhaseSource::Annotation);
    QCOMPARE(sourceOf(1), PhaseSource::CpuOps);
    QCOMPARE(sourceOf(2), PhaseSource::None);
    QCOMPARE(joined->phase(idAt<EventId>(3)), std::string("none")); // no GPU work
}

void TestJoin::countsOfWorkAreRight()
{
    const auto joined = joinCase("13-annotation-forms");
    QVERIFY(joined->match.hadAnnotations);
    QCOMPARE(joined->match.gpuWork, std::uint64_t(13));
    QCOMPARE(joined->match.graphedWork, std::uint64_t(12));
    QCOMPARE(joined->match.listedWork, std::uint64_t(11)); // k07 with its empty list, not k12
    QCOMPARE(joined->match.annotatedWork, std::uint64_t(10));
    QCOMPARE(joined->match.graphs.size(), std::size_t(1));
    QCOMPARE(joined->match.graphs[0].nodesInTrace, std::uint64_t(12));
    QCOMPARE(joined->match.graphs[0].nodesInFile, std::uint64_t(11));
    QCOMPARE(joined->match.graphs[0].matchedNodes, std::uint64_t(10));
    QCOMPARE(joined->match.graphs[0].replays, std::uint64_t(12)); // twelve correlation ids
}

void TestJoin::withoutAnnotationsNothingIsAnnotated()
{
    const auto joined = joinOf(traceOf({kernel("k", 7, 0, 1, 1, 8589934593U)}), nullptr);
    QVERIFY(!joined->match.hadAnnotations);
    QCOMPARE(joined->match.problem, std::string());
    QCOMPARE(workAsText(*joined), QByteArray("k: - none\n"));
}

void TestJoin::aStopIsObeyed()
{
    std::stop_source stop;
    stop.request_stop();
    const auto joined = joinTrace(traceOf({kernel("k", 7, 0, 1, 1)}), nullptr, JobControl(stop.get_token()));
    QVERIFY(!joined.has_value());
    QCOMPARE(joined.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestJoin)
#include "tst_join.moc"
