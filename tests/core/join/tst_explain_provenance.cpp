// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_provenance.h"
#include "tests/core/join/provenance_pieces.h"
#include "tests/support/test_main.h"

#include <QDir>

using namespace lanescope;
using namespace lanescope::test;

class TestExplainProvenance : public QObject {
    Q_OBJECT

private slots:
    void whyNothingMatchedIsSaid_data();
    void whyNothingMatchedIsSaid();
    void aRealCompiledStepGetsItsStacks_data();
    void aRealCompiledStepGetsItsStacks();
    void everyVersionOfCase16GivesItsCandidates_data();
    void everyVersionOfCase16GivesItsCandidates();
};

void TestExplainProvenance::whyNothingMatchedIsSaid_data()
{
    QTest::addColumn<QByteArray>("records");
    QTest::addColumn<QByteArray>("kernelName");
    QTest::addColumn<QByteArray>("regionName");
    QTest::addColumn<QByteArray>("reason");
    const QByteArray keyed = "{\"('Torch-Compiled Region: 0/0', False)\": {\"triton_a:1\": [\"f.py:1:a\"],"
                             "\"triton_b:2\": [\"f.py:2:b\"]}}";
    QTest::newRow("no records") << QByteArray("{\"version\": 2}") << QByteArray("triton_a") << QByteArray(kRegion)
                                << QByteArray("the provenance files record no kernel");
    QTest::newRow("unique names off") << keyed << QByteArray("triton_") << QByteArray(kRegion)
                                      << QByteArray("all Triton kernels of the trace have one name");
    QTest::newRow("unique names off, older Triton") << keyed << QByteArray("triton__0d1d2d") << QByteArray(kRegion)
                                                    << QByteArray("all Triton kernels of the trace have one name");
    QTest::newRow("C++ wrapper")
        << QByteArray("{\"('Torch-Compiled Region: 0/0', False)\": {\"aoti_torch_cuda_mm_out:1\": [\"f.py:1:a\"],"
                      "\"triton_b:2\": [\"f.py:2:b\"]}}")
        << QByteArray("triton_a") << QByteArray(kRegion)
        << QByteArray("the code was compiled with Inductor's C++ wrapper");
    QTest::newRow("no region in the trace")
        << keyed << QByteArray("triton_a") << QByteArray("aten::add") << QByteArray("the trace has no compiled region");
    QTest::newRow("other regions") << keyed << QByteArray("triton_a") << QByteArray("Torch-Compiled Region: 7/0")
                                   << QByteArray(
                                          "the compiled regions of the trace (\"Torch-Compiled Region: 7/0\" …) "
                                          "are not those of the provenance files (\"Torch-Compiled Region: 0/0\"");
    QTest::newRow("other kernels") << keyed << QByteArray("triton_c") << QByteArray(kRegion)
                                   << QByteArray("none of the trace's kernels is in the provenance files");
}

void TestExplainProvenance::whyNothingMatchedIsSaid()
{
    QFETCH(QByteArray, records);
    QFETCH(QByteArray, kernelName);
    QFETCH(QByteArray, regionName);
    QFETCH(QByteArray, reason);
    const auto trace = traceOf(QList<QByteArray>{region(0, 100, 1, regionName.constData())} +
                               launch(kernelName.constData(), 11, 1, 20));
    const auto joined = joinOf(trace, setOf(records));
    QCOMPARE(sourcesAsText(*joined), kernelName + ": -\n");
    QCOMPARE(QByteArray::fromStdString(joined->provenance->report.problem).left(reason.size()), reason);
}

static ProvenanceSet readSet(const QStringList& paths)
{
    ProvenanceSet set;
    for (const QString& path : paths) {
        const auto read = readProvenance(path.toStdString(), set, JobControl());
        if (!read)
            qFatal("%s", read.error().message.c_str());
    }
    return set;
}

void TestExplainProvenance::aRealCompiledStepGetsItsStacks_data()
{
    QTest::addColumn<QStringList>("files");
    QTest::newRow("by compiled graph") << QStringList{"kernel_information.json"};
    QTest::newRow("by phase") << QStringList{"forward.inductor_provenance_tracking_kernel_stack_traces.json",
                                             "backward.inductor_provenance_tracking_kernel_stack_traces.json"};
}

// Numbers counted by another program, which goes from each kernel to its launch by correlation id: 94 Triton kernels,
// all recorded, 70 of them under several handles; 174 others, none recorded and the trace has no extern_kernels slices.
void TestExplainProvenance::aRealCompiledStepGetsItsStacks()
{
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/real/compiled_train.");
    QFETCH(QStringList, files);
    for (QString& file : files)
        file.prepend(folder);
    const auto trace = readTraceFile("real/compiled_train.pt.trace.json.gz").value();
    const auto joined = joinOf(trace, readSet(files));
    const ProvenanceReport& report = joined->provenance->report;
    QCOMPARE(report.kernels, std::uint64_t(268));
    QCOMPARE(report.tritonKernels, std::uint64_t(94));
    QCOMPARE(report.tritonWithStack, std::uint64_t(94));
    QCOMPARE(report.withCandidates, std::uint64_t(70));
    QCOMPARE(report.othersWithStack, std::uint64_t(0));
    QCOMPARE(report.withNodesOnly, std::uint64_t(0));
    QCOMPARE(report.compiledRegions, std::uint64_t(4)); // 2 forward, 2 backward
    QCOMPARE(report.findings.size(), std::size_t(0));
    QCOMPARE(report.problem, std::string());
    // By hand: the embedding of the first step was launched in the first region, record 1 of its forward.
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        const auto e = idAt<EventId>(i);
        if (!trace->isGpuWork(e) || trace->name(e) != "triton_per_fused_embedding_native_layer_norm_0")
            continue;
        const ProvenanceMatch* match = joined->provenance->match(*trace, e);
        QCOMPARE(match->candidates.size(), std::size_t(1));
        QCOMPARE(match->candidates[0]->label(), std::string("triton_per_fused_embedding_native_layer_norm_0:1"));
        QCOMPARE(match->candidates[0]->stacks.size(), std::size_t(2));
        QCOMPARE(match->candidates[0]->stacks[0],
                 std::string("  File \"gpt/train.py\", line 92, in forward\n    x = s.e(x)\n"));
    }
}

void TestExplainProvenance::everyVersionOfCase16GivesItsCandidates_data()
{
    QTest::addColumn<QByteArray>("relu"); // both calls of triton_poi_fused_add_relu_0
    QTest::addColumn<QByteArray>("mean");
    const QByteArray twoHandles = "triton_poi_fused_add_relu_0:1 triton_poi_fused_add_relu_0:4";
    for (const char* version : {"v2", "tlparse-names", "kernel-information"})
        QTest::newRow(version) << twoHandles << QByteArray("triton_red_fused_mean_1:2");
    for (const char* version : {"v1-no-handles", "v0-flat"})
        QTest::newRow(version) << QByteArray("triton_poi_fused_add_relu_0") << QByteArray("triton_red_fused_mean_1");
    QTest::newRow("no-kernels") << QByteArray("-") << QByteArray("-");
}

// expect.md of the case.
void TestExplainProvenance::everyVersionOfCase16GivesItsCandidates()
{
    const QString folder = QStringLiteral(LANESCOPE_TEST_DATA "/cases/16-provenance-versions/");
    QStringList paths;
    const QDir dir(folder + QString::fromUtf8(QTest::currentDataTag()));
    for (const QString& file : dir.entryList(QDir::Files))
        paths << dir.filePath(file);
    const auto trace = readTraceFile("cases/16-provenance-versions/trace.json").value();
    const auto joined = joinOf(trace, readSet(paths));
    QByteArrayList candidates;
    for (std::size_t i = 0; i < trace->eventCount(); ++i) {
        const ProvenanceMatch* match = joined->provenance->match(*trace, idAt<EventId>(i));
        QByteArrayList labels;
        if (match != nullptr) {
            for (const ProvenanceRecord* record : match->candidates)
                labels << QByteArray::fromStdString(record->label());
        }
        candidates << (match == nullptr ? QByteArray("-") : labels.join(' '));
    }
    QFETCH(QByteArray, relu);
    QFETCH(QByteArray, mean);
    QCOMPARE(candidates, (QByteArrayList{relu, mean, "-", relu, "-"}));
}

LANESCOPE_TEST(TestExplainProvenance)
#include "tst_explain_provenance.moc"
