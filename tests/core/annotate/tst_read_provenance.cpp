// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/read_provenance.h"
#include "tests/core/annotate/provenance_text.h"
#include "tests/support/test_main.h"

#include <QTemporaryDir>

using namespace lanescope;
using namespace lanescope::test;

class TestReadProvenance : public QObject {
    Q_OBJECT

private slots:
    void aNameOrFolderTellsThePhase_data();
    void aNameOrFolderTellsThePhase();
    void everyVersionOfCase16IsRead_data();
    void everyVersionOfCase16IsRead();
    void onlyTheTwoHalvesOfOneGraphAreMerged();
    void realFilesAreReadWhole();
    void aFileThatCannotBeUsedLeavesTheSetAsItWas_data();
    void aFileThatCannotBeUsedLeavesTheSetAsItWas();

private:
    QString write(const QString& name, const QByteArray& content);

    QTemporaryDir m_folder;
};

QString TestReadProvenance::write(const QString& name, const QByteArray& content)
{
    QFile file(m_folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("cannot write a test file");
    return file.fileName();
}

void TestReadProvenance::aNameOrFolderTellsThePhase_data()
{
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("phase");
    const auto row = [](const char* path, CompiledPhase phase) {
        QTest::newRow(path) << QByteArray(path) << int(phase);
    };
    row("/a/x.forward.inductor_y.json", CompiledPhase::Forward);
    row("/a/kernel_information_backward_0.json", CompiledPhase::Backward);
    row("/a/inference.json", CompiledPhase::Forward);
    row("/a/model__0_backward_1.0/inductor_y.json", CompiledPhase::Backward);
    row("/a/model__0_backward_1.0/forward.json", CompiledPhase::Forward);
    row("/a/inductor_y_16.json", CompiledPhase::Unknown);
    row("/a/forwarded_backwards.json", CompiledPhase::Unknown);
    row("/a/forward_backward.json", CompiledPhase::Unknown);
}

void TestReadProvenance::aNameOrFolderTellsThePhase()
{
    QFETCH(QByteArray, path);
    QTEST(int(phaseInPath(path.toStdString())), "phase");
}

static QByteArray case16(const char* folder)
{
    QByteArray name = QByteArray(LANESCOPE_TEST_DATA) + "/cases/16-provenance-versions/" + folder;
    ProvenanceSet set;
    QDir dir(QString::fromUtf8(name));
    for (const QString& file : dir.entryList(QDir::Files, QDir::Name)) {
        const auto read = readProvenance(dir.filePath(file).toStdString(), set, JobControl());
        if (!read)
            return QByteArray::fromStdString(read.error().message);
    }
    QByteArray text;
    for (const ProvenanceGraph& graph : set.graphs) {
        for (const char* kernel :
             {"triton_poi_fused_add_relu_0", "triton_red_fused_mean_1", "triton_poi_fused_add_1"}) {
            for (const std::uint32_t position : graph.find(kernel)) {
                const ProvenanceRecord& record = graph.records()[position];
                QByteArray lines;
                for (const std::string& stack : record.stacks) {
                    const QByteArray line = QByteArray::fromStdString(stack).split('\n').at(0);
                    lines += ' ' + line.mid(line.indexOf("line ") + 5, 2);
                }
                ProvenanceRecord bare = record;
                bare.stacks.clear();
                text += recordAsText(bare) + (lines.isEmpty() ? QByteArray() : " lines" + lines) + '\n';
            }
        }
    }
    for (const Finding& finding : set.findings)
        text += QByteArray::fromStdString(finding.line()) + '\n';
    return text;
}

// The values of its expect.md.
void TestReadProvenance::everyVersionOfCase16IsRead_data()
{
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("v2") << QByteArray("triton_poi_fused_add_relu_0:1 post add|relu pre add|relu lines 12\n"
                                      "triton_poi_fused_add_relu_0:4 post add_1|relu_1 pre add_1|relu_1 lines 31\n"
                                      "triton_red_fused_mean_1:2 post mean|sub pre mean|sub lines 15 16\n");
    QTest::newRow("kernel-information") << QByteArray(
        "triton_poi_fused_add_relu_0:1 post add|relu pre add|relu lines 12\n"
        "triton_poi_fused_add_relu_0:4 post add_1|relu_1 pre add_1|relu_1 lines 31\n"
        "triton_red_fused_mean_1:2 post mean|sub pre mean|sub lines 15 16\n");
    QTest::newRow("tlparse-names") << QByteArray("triton_poi_fused_add_relu_0:1 lines 12\n"
                                                 "triton_poi_fused_add_relu_0:4 lines 31\n"
                                                 "triton_red_fused_mean_1:2 lines 15 16\n");
    QTest::newRow("v1-no-handles") << QByteArray(
        "triton_poi_fused_add_relu_0 post add|relu|add_1|relu_1 pre add|relu|add_1|relu_1 lines 12 31\n"
        "triton_red_fused_mean_1 post mean|sub pre mean|sub lines 15 16\n");
    QTest::newRow("v0-flat") << QByteArray("triton_poi_fused_add_relu_0 post add|relu|add_1|relu_1\n"
                                           "triton_red_fused_mean_1 post mean|sub\n");
    QTest::newRow("no-kernels") << QByteArray("inductor_provenance_tracking_node_mappings.json: the provenance file "
                                              "has no kernels\n");
}

void TestReadProvenance::everyVersionOfCase16IsRead()
{
    QTEST(case16(QTest::currentDataTag()), "expected");
}

void TestReadProvenance::onlyTheTwoHalvesOfOneGraphAreMerged()
{
    ProvenanceSet set;
    const JobControl job;
    const QByteArray stacks = R"({"k:1": ["a.py:1:f"]})";
    const QByteArray nodes = R"({"cppCodeToPost": {"k:1": ["add"]}})";
    QVERIFY(
        readProvenance(write("m.inductor_provenance_tracking_node_mappings_3.json", nodes).toStdString(), set, job));
    QVERIFY(readProvenance(write("m.inductor_provenance_tracking_kernel_stack_traces_4.json", stacks).toStdString(),
                           set, job));
    // A second graph of the same folder, another graph's nodes, and another phase.
    QVERIFY(readProvenance(write("m.inductor_provenance_tracking_kernel_stack_traces_9.json", stacks).toStdString(),
                           set, job));
    QVERIFY(readProvenance(write("m.inductor_x.json", R"({"other:1": ["mul"]})").toStdString(), set, job));
    QVERIFY(readProvenance(write("n.inductor_x.json", R"({"k:1": ["mul"]})").toStdString(), set, job));
    QCOMPARE(graphsAsText(set.graphs), QByteArray("(any region) of any phase:\nk:1 [a.py:1:f] post add\n"
                                                  "(any region) of any phase:\nk:1 [a.py:1:f]\n"
                                                  "(any region) of any phase:\nother:1 post mul\n"
                                                  "(any region) of any phase:\nk:1 post mul\n"));
    QCOMPARE(set.files.size(), std::size_t(5));
}

void TestReadProvenance::realFilesAreReadWhole()
{
    const std::string folder = std::string(LANESCOPE_TEST_DATA) + "/real/compiled_train.";
    ProvenanceSet set;
    for (const char* name : {"kernel_information.json", "forward.inductor_provenance_tracking_kernel_stack_traces.json",
                             "forward.inductor_provenance_tracking_node_mappings.json",
                             "backward.inductor_provenance_tracking_kernel_stack_traces.json"})
        QVERIFY(readProvenance(folder + name, set, JobControl()));
    QCOMPARE(set.findings.size(), std::size_t(0));
    QByteArray graphs;
    for (const ProvenanceGraph& graph : set.graphs)
        graphs += QByteArray::fromStdString(graph.region()) + ' ' + QByteArray::number(int(graph.phase())) + ' ' +
                  QByteArray::number(int(graph.records().size())) + (graph.hasNodes() ? " nodes\n" : "\n");
    // 18 and 60 kernels: counted with another program.
    QCOMPARE(
        graphs,
        QByteArray("Torch-Compiled Region: 0/0 0 18\nTorch-Compiled Region: 0/0 1 60 nodes\n 0 18 nodes\n 1 60\n"));
}

void TestReadProvenance::aFileThatCannotBeUsedLeavesTheSetAsItWas_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QByteArray>("message");
    QTest::newRow("empty") << QByteArray() << QByteArray("the provenance file is empty");
    QTest::newRow("pickle") << QByteArray("\x80\x04}q\x00.")
                            << QByteArray("not a provenance file: it is a Python pickle");
    QTest::newRow("trace") << QByteArray(R"({"traceEvents": []})") << QByteArray("a trace, not a provenance file");
}

void TestReadProvenance::aFileThatCannotBeUsedLeavesTheSetAsItWas()
{
    QFETCH(QByteArray, content);
    QFETCH(QByteArray, message);
    const QString path = write("kernel_information.json", content);
    ProvenanceSet set;
    const auto read = readProvenance(path.toStdString(), set, JobControl());
    QVERIFY(!read);
    QCOMPARE(QByteArray::fromStdString(read.error().message), path.toUtf8() + ": " + message);
    QVERIFY(set.files.empty() && set.graphs.empty() && set.findings.empty());
    const auto missing = readProvenance(m_folder.filePath("none").toStdString(), set, JobControl());
    QCOMPARE(missing.error().code, ErrorCode::NotFound);
}

LANESCOPE_TEST(TestReadProvenance)
#include "tst_read_provenance.moc"
