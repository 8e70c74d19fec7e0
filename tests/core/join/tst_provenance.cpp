// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/provenance_pieces.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

// Rules of DESIGN §4.5, each on a small input. Times are microseconds.
class TestProvenance : public QObject {
    Q_OBJECT

private slots:
    void anOpLeadsToKernelsOverItsArrow();
    void withoutAnArrowAllKernelsOfItsExternalIdAreTheOps();
    void externalIdsOfTwoProcessesStayApart();
    void copiesAndMemsetsGetNoStack();
    void onlyOpsOfTheKindsThatCountLeadToKernels_data();
    void onlyOpsOfTheKindsThatCountLeadToKernels();
    void aBackwardTriesBackwardGraphsFirstThenForward();
    void aForwardTriesForwardGraphsFirstThenBackward();
    void backwardGraphsWithALongerNameCountWhenNoneIsExact();
    void aBackwardWithoutAnArrowIsSkippedAndReported();
    void aNameIsNeverAPrefix();
    void severalHandlesAreCandidates();
    void anExternCallNamesTheRecord();
    void theOnlyStackIsTakenForWhatIsNotRecorded();
    void aRecordedKernelThatIsNotTritonsTakesTheOnlyStackOrIsNamed();
    void aLaunchKnowsMoreThanAnOpAroundIt();
    void filesWithoutRegionsStandForAnyAndNeedNone();
    void thePhaseTellsWhichFileWhereNoRegionDoes();
    void graphNodesHaveTheirOwnStacks();
    void twoFilesThatSayTheSameAreOneCandidate();
    void nodesWithoutStacksAreKnownAsSuch();
    void withoutFilesNothingIsJoined();
    void aStoppedJoinIsStopped();
};

static QByteArray findingsAsText(const JoinedTrace& joined)
{
    QByteArray text;
    for (const Finding& finding : joined.provenance->report.findings)
        text += QByteArray::fromStdString(finding.code) + ' ' + QByteArray::number(qulonglong(finding.count)) + ' ' +
                QByteArray::fromStdString(finding.examples.empty() ? "" : finding.examples.front()) + '\n';
    return text;
}

static const char* const kForwardOnly = "{\"('Torch-Compiled Region: 0/0', False)\": {"
                                        "\"triton_a:1\": [\"f.py:1:a\"], \"triton_b:2\": [\"f.py:2:b\"]}}";

void TestProvenance::anOpLeadsToKernelsOverItsArrow()
{
    // The arrow leads to triton_a, although triton_b has the External id of the call.
    const auto trace = traceOf(
        {region(0, 100), slice("cuda_driver", "cuLaunchKernel", 9, 1, 10, 1, R"("correlation": 5, "External id": 3)"),
         flow('s', 5, 9, 1, 10), kernel("triton_a", 7, 50, 1, 5), flow('f', 5, 0, 7, 50),
         kernel("triton_b", 7, 60, 1, 6, 0, R"(, "External id": 3)")});
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(kForwardOnly))),
             QByteArray("triton_a: triton_a:1 f.py:1:a (by name)\ntriton_b: -\n"));
}

void TestProvenance::withoutAnArrowAllKernelsOfItsExternalIdAreTheOps()
{
    const auto trace = traceOf({region(0, 100), slice("cpu_op", "op", 9, 1, 10, 5, R"("External id": 3)"),
                                kernel("triton_a", 7, 50, 1, 5, 0, R"(, "External id": 3)"),
                                kernel("triton_b", 7, 60, 1, 6, 0, R"(, "External id": 3)"),
                                kernel("triton_b", 7, 70, 1, 7, 0, R"(, "External id": 4)")});
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(kForwardOnly))),
             QByteArray("triton_a: triton_a:1 f.py:1:a (by name)\ntriton_b: triton_b:2 f.py:2:b (by name)\n"
                        "triton_b: -\n"));
}

void TestProvenance::externalIdsOfTwoProcessesStayApart()
{
    const auto trace =
        traceOf(QList<QByteArray>{region(0, 100), slice("cpu_op", "op", 9, 1, 10, 5, R"("External id": 3)")} +
                // Process 8 launches a kernel with the same External id outside of compiled code.
                QList<QByteArray>{call("cuLaunchKernel", 8, 1, 20, 1, 5), flow('s', 5, 8, 1, 20),
                                  kernel("triton_a", 7, 50, 1, 5, 0, R"(, "External id": 3)"), flow('f', 5, 0, 7, 50)});
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(kForwardOnly))), QByteArray("triton_a: -\n"));
}

void TestProvenance::copiesAndMemsetsGetNoStack()
{
    const auto trace = traceOf({region(0, 100), slice("cpu_op", "op", 9, 1, 10, 5, R"("External id": 3)"),
                                slice("gpu_memset", "Memset", 0, 7, 50, 1, R"("External id": 3)"),
                                slice("gpu_memcpy", "Memcpy", 0, 7, 60, 1, R"("External id": 3)")});
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf("{\"mm:1\": [\"f.py:1:a\"]}"))), QByteArray("Memset: -\nMemcpy: -\n"));
}

void TestProvenance::onlyOpsOfTheKindsThatCountLeadToKernels_data()
{
    QTest::addColumn<QByteArray>("category");
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<bool>("counts");
    for (const char* category :
         {"cpu_op", "cuda_runtime", "cuda_driver", "cuLaunchKernel", "gpu_memset", "python_function"})
        QTest::newRow(category) << QByteArray(category) << QByteArray() << true;
    QTest::newRow("user_annotation") << QByteArray("user_annotation") << QByteArray() << false;
    QTest::newRow("python_function with CallFrom")
        << QByteArray("python_function") << QByteArray(R"(, "CallFrom": "x")") << false;
    QTest::newRow("python_function with its text")
        << QByteArray("python_function") << QByteArray(R"(, "a": "\"CallFrom\"")") << true;
}

void TestProvenance::onlyOpsOfTheKindsThatCountLeadToKernels()
{
    QFETCH(QByteArray, category);
    QFETCH(QByteArray, args);
    QFETCH(bool, counts);
    const QByteArray all = R"("External id": 3)" + args;
    const auto trace = traceOf({region(0, 100), slice(category.constData(), "op", 9, 1, 10, 5, all.constData()),
                                kernel("triton_a", 7, 50, 1, 5, 0, R"(, "External id": 3)")});
    const QByteArray sources = sourcesAsText(*joinOf(trace, setOf(kForwardOnly)));
    QCOMPARE(sources.mid(sources.indexOf("triton_a: ")), // a memset is GPU work itself
             counts ? QByteArray("triton_a: triton_a:1 f.py:1:a (by name)\n") : QByteArray("triton_a: -\n"));
}

static const char* const kBothWays = "{\"('Torch-Compiled Region: 0/0', False)\": {"
                                     "\"triton_a:1\": [\"f.py:1:a\"], \"triton_f:2\": [\"f.py:2:f\"]},"
                                     "\"('Torch-Compiled Region: 0/0', True)\": {"
                                     "\"triton_a:1\": [\"b.py:1:a\"], \"triton_b:2\": [\"b.py:2:b\"]}}";

void TestProvenance::aBackwardTriesBackwardGraphsFirstThenForward()
{
    const auto trace = traceOf(forwardAndBackward() + launch("triton_a", 11, 2, 210) + launch("triton_f", 12, 2, 220));
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(kBothWays))),
             QByteArray("triton_a: triton_a:1 b.py:1:a (by name)\ntriton_f: triton_f:2 f.py:2:f (by name)\n"));
}

void TestProvenance::aForwardTriesForwardGraphsFirstThenBackward()
{
    const auto trace = traceOf(forwardAndBackward() + launch("triton_a", 11, 1, 20) + launch("triton_b", 12, 1, 30));
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(kBothWays))),
             QByteArray("triton_a: triton_a:1 f.py:1:a (by name)\ntriton_b: triton_b:2 b.py:2:b (by name)\n"));
}

void TestProvenance::backwardGraphsWithALongerNameCountWhenNoneIsExact()
{
    const auto trace = traceOf(forwardAndBackward() + launch("triton_a", 11, 2, 210));
    const QByteArray longer = "\"('Torch-Compiled Region: 0/0_1', True)\": {\"triton_a:1\": [\"one.py:1:a\"]},"
                              "\"('Torch-Compiled Region: 0/0_2', True)\": {},"
                              "\"('Torch-Compiled Region: 0/01', True)\": {\"triton_a:1\": [\"other.py:1:a\"]}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf('{' + longer + '}'))),
             QByteArray("triton_a: triton_a:1 one.py:1:a (by name)\n"));
    const QByteArray exact = "\"('Torch-Compiled Region: 0/0', True)\": {\"triton_a:1\": [\"exact.py:1:a\"]}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf('{' + longer + ',' + exact + '}'))),
             QByteArray("triton_a: triton_a:1 exact.py:1:a (by name)\n"));
}

void TestProvenance::aBackwardWithoutAnArrowIsSkippedAndReported()
{
    // The second backward has its arrow: one slice alone is lost.
    const auto trace = traceOf(forwardAndBackward() + QList<QByteArray>{backward(400, 100)} +
                               launch("triton_b", 11, 2, 410) + launch("triton_b", 12, 2, 220));
    const auto joined = joinOf(trace, setOf(kBothWays));
    QCOMPARE(sourcesAsText(*joined), QByteArray("triton_b: -\ntriton_b: triton_b:2 b.py:2:b (by name)\n"));
    QCOMPARE(findingsAsText(*joined), QByteArray("provenance-backward-without-arrow 1 CompiledFunctionBackward\n"));
}

void TestProvenance::aNameIsNeverAPrefix()
{
    const auto trace = traceOf(QList<QByteArray>{region(0, 100)} + launch("triton_add_1", 11, 1, 20) +
                               launch("triton_add_10", 12, 1, 30));
    const QByteArray records = "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_add_10:1\": [\"f.py:1:a\"],"
                               "\"triton_x:2\": [\"f.py:2:a\"]}}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(records))),
             QByteArray("triton_add_1: -\ntriton_add_10: triton_add_10:1 f.py:1:a (by name)\n"));
}

void TestProvenance::severalHandlesAreCandidates()
{
    const auto trace = traceOf(QList<QByteArray>{region(0, 100)} + launch("triton_a", 11, 1, 20));
    const QByteArray records = "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_a:10\": [\"f.py:10:a\"],"
                               "\"triton_a:2\": [\"f.py:2:a\"], \"triton_a:3\": []}}";
    const auto joined = joinOf(trace, setOf(records));
    QCOMPARE(sourcesAsText(*joined), QByteArray("triton_a: triton_a:2 f.py:2:a, triton_a:10 f.py:10:a (by name)\n"));
    QCOMPARE(joined->provenance->report.withCandidates, std::uint64_t(1));
}

void TestProvenance::anExternCallNamesTheRecord()
{
    const auto trace =
        traceOf(QList<QByteArray>{region(0, 100), slice("python_function", "extern_kernels.mm , buf0", 9, 1, 10, 20),
                                  slice("cpu_op", "extern_kernels.bmm", 9, 1, 40, 20)} +
                launch("gemm", 11, 1, 15) + launch("gemm", 12, 1, 45) + launch("gemm", 13, 1, 70));
    const QByteArray records = "{\"('Torch-Compiled Region: 0/0', False)\": {\"extern_kernels.mm:1\": [\"f.py:1:mm\"],"
                               "\"extern_kernels.bmm:2\": [\"f.py:2:bmm\"]}}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(records))),
             QByteArray("gemm: extern_kernels.mm:1 f.py:1:mm (by extern call)\n"
                        "gemm: extern_kernels.bmm:2 f.py:2:bmm (by extern call)\n"
                        "gemm: -\n"));
}

void TestProvenance::theOnlyStackIsTakenForWhatIsNotRecorded()
{
    const auto trace =
        traceOf(QList<QByteArray>{region(0, 100)} + launch("gemm", 11, 1, 15) + launch("triton_", 12, 1, 25));
    const QByteArray one = "{\"('Torch-Compiled Region: 0/0', False)\": {\"extern_kernels.mm:1\": [\"f.py:1:mm\"],"
                           "\"triton_a:2\": []}}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(one))),
             QByteArray("gemm: extern_kernels.mm:1 f.py:1:mm (the only stack)\n"
                        "triton_: extern_kernels.mm:1 f.py:1:mm (the only stack)\n"));
}

void TestProvenance::aRecordedKernelThatIsNotTritonsTakesTheOnlyStackOrIsNamed()
{
    const auto trace = traceOf(QList<QByteArray>{region(0, 100)} + launch("custom", 11, 1, 15));
    const QByteArray one =
        "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_a:1\": [\"f.py:1:a\"], \"custom:2\": []}}";
    const auto single = joinOf(trace, setOf(one));
    QCOMPARE(sourcesAsText(*single), QByteArray("custom: triton_a:1 f.py:1:a (the only stack)\n"));
    QCOMPARE(findingsAsText(*single), QByteArray());
    const QByteArray two = "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_a:1\": [\"f.py:1:a\"],"
                           "\"custom:2\": [\"f.py:2:c\"]}}";
    const auto several = joinOf(trace, setOf(two));
    QCOMPARE(sourcesAsText(*several), QByteArray("custom: -\n"));
    QCOMPARE(findingsAsText(*several), QByteArray("provenance-kernel-not-recognized 1 custom\n"));
    QVERIFY(several->provenance->report.findings[0].message.find("profile with stacks") != std::string::npos);
}

void TestProvenance::aLaunchKnowsMoreThanAnOpAroundIt()
{
    // The op around the extern call has the kernel's External id too, and comes first.
    const auto trace = traceOf(
        {region(0, 100), slice("cpu_op", "aten::around", 9, 1, 5, 50, R"("External id": 3)"),
         slice("cpu_op", "extern_kernels.mm, x", 9, 1, 10, 20),
         slice("cuda_runtime", "cudaLaunchKernel", 9, 1, 15, 1, R"("correlation": 5, "External id": 3)"),
         flow('s', 5, 9, 1, 15), kernel("gemm", 7, 50, 1, 5, 0, R"(, "External id": 3)"), flow('f', 5, 0, 7, 50)});
    const QByteArray records = "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_a:1\": [\"f.py:1:a\"]},"
                               "\"('Torch-Compiled Region: 0/0', True)\": {\"extern_kernels.mm:1\": [\"b.py:1:mm\"],"
                               "\"triton_b:2\": [\"b.py:2:b\"]}}";
    QCOMPARE(sourcesAsText(*joinOf(trace, setOf(records))),
             QByteArray("gemm: extern_kernels.mm:1 b.py:1:mm (by extern call)\n"));
}

void TestProvenance::filesWithoutRegionsStandForAnyAndNeedNone()
{
    const ProvenanceSet set = setOf("{\"triton_a:1\": [\"f.py:1:a\"], \"mm:2\": [\"f.py:2:m\"]}");
    const auto inRegion = traceOf(QList<QByteArray>{region(0, 100)} + launch("triton_a", 11, 1, 20));
    QCOMPARE(sourcesAsText(*joinOf(inRegion, set)), QByteArray("triton_a: triton_a:1 f.py:1:a (by name)\n"));
    const auto alone = traceOf({kernel("triton_a", 7, 50, 1, 5), kernel("mm", 7, 60, 1, 6)});
    QCOMPARE(sourcesAsText(*joinOf(alone, set)), QByteArray("triton_a: triton_a:1 f.py:1:a (by name alone)\nmm: -\n"));
}

void TestProvenance::thePhaseTellsWhichFileWhereNoRegionDoes()
{
    ProvenanceSet set = setOf("{\"triton_a:1\": [\"f.py:1:a\"]}", CompiledPhase::Forward);
    set.graphs.push_back(setOf("{\"triton_a:1\": [\"b.py:1:a\"]}", CompiledPhase::Backward).graphs.front());
    // A backward op that is not compiled, and a kernel of which nothing is known.
    const auto trace =
        traceOf(QList<QByteArray>{slice("cpu_op", "autograd::engine::evaluate_function: X", 9, 1, 0, 50)} +
                launch("triton_a", 11, 1, 20) + QList<QByteArray>{kernel("triton_a", 7, 5000, 1, 99)});
    QCOMPARE(sourcesAsText(*joinOf(trace, set)),
             QByteArray("triton_a: triton_a:1 b.py:1:a (by name alone)\n"
                        "triton_a: triton_a:1 f.py:1:a, triton_a:1 b.py:1:a (by name alone)\n"));
}

void TestProvenance::graphNodesHaveTheirOwnStacks()
{
    const auto trace = traceOf({kernel("triton_a", 7, 50, 1, 5, 4294967301), kernel("gemm", 7, 60, 1, 5, 4294967302),
                                kernel("gemm", 7, 70, 1, 5, 4294967303)});
    ProvenanceSet set = setOf("{\"4294967301\": \"n.py:1:a\", \"0x100000006\": \"n.py:2:b\"}");
    set.graphs = setOf("{\"triton_a:1\": [\"f.py:1:a\"]}").graphs;
    const auto joined = joinOf(trace, set);
    QCOMPARE(
        sourcesAsText(*joined),
        QByteArray("triton_a: 4294967301 n.py:1:a (by its node)\ngemm: 0x100000006 n.py:2:b (by its node)\ngemm: -\n"));
    QCOMPARE(joined->provenance->report.othersWithStack, std::uint64_t(1));
    QCOMPARE(joined->provenance->report.tritonWithStack, std::uint64_t(1));
}

void TestProvenance::twoFilesThatSayTheSameAreOneCandidate()
{
    ProvenanceSet set = setOf("{\"triton_a:1\": [\"f.py:1:a\"]}");
    set.graphs.push_back(set.graphs.front());
    set.graphs.push_back(setOf("{\"triton_a:1\": [\"g.py:1:a\"]}").graphs.front());
    QCOMPARE(sourcesAsText(*joinOf(traceOf({kernel("triton_a", 7, 50, 1, 5)}), set)),
             QByteArray("triton_a: triton_a:1 f.py:1:a, triton_a:1 g.py:1:a (by name alone)\n"));
}

void TestProvenance::nodesWithoutStacksAreKnownAsSuch()
{
    const auto joined = joinOf(traceOf({kernel("triton_a", 7, 50, 1, 5)}), setOf("{\"triton_a\": [\"add\"]}"));
    QCOMPARE(sourcesAsText(*joined), QByteArray("triton_a: triton_a (by name alone)\n"));
    QCOMPARE(joined->provenance->report.withNodesOnly, std::uint64_t(1));
    QCOMPARE(joined->provenance->report.withStack(), std::uint64_t(0));
    QVERIFY(joined->provenance->report.problem.starts_with("the provenance files have names of nodes but no stacks"));
}

void TestProvenance::withoutFilesNothingIsJoined()
{
    QVERIFY(joinTrace(traceOf({kernel("triton_a", 7, 50, 1, 5)}), nullptr, JobControl()).value()->provenance ==
            nullptr);
}

void TestProvenance::aStoppedJoinIsStopped()
{
    const auto trace = traceOf(QList<QByteArray>{region(0, 100)} + launch("triton_a", 11, 1, 20));
    const auto joined = joinTrace(trace, nullptr, JobControl()).value();
    std::stop_source stop;
    stop.request_stop();
    const auto sources = joinProvenance(*joined, std::make_shared<const ProvenanceSet>(setOf(kForwardOnly)),
                                        JobControl(stop.get_token()));
    QVERIFY(!sources);
    QCOMPARE(sources.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestProvenance)
#include "tst_provenance.moc"
