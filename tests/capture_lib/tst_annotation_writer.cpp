// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/src/annotation_writer.h"

#include "lanescope/annotation_format.h"
#include "lanescope/capture.h"
#include "tests/capture_lib/program.h"
#include "tests/support/test_main.h"

#include <unistd.h>

using namespace lanescope::test;
using lanescope::capture::FileFormat;
using lanescope::capture::NodeKind;

// The texts of FORMAT.md.
class TestAnnotationWriter : public QObject {
    Q_OBJECT

private slots:
    void init();
    void theFileHoldsGraphsScopesRegionsKernelsAndNodes();
    void aGraphWithNothingMarkedIsThereWithItsNodes();
    void aRunningGraphDoesNotClaimAllNodes();
    void backwardScopesAreTold();
    void theHeadTellsTheProcess();
    void withoutARankThereIsNone();
    void lanesAreExplained();
    void namesInAFolderTellRankHostPidAndStart();
    void thePlainMapHasExecKeysOnly();
    void thePlainMapOfNothingIsAnEmptyObject();
    void everyFileIsStrictJson();
    void aFileOfAHundredThousandNodesIsSmall();

private:
    QByteArray saved(Program& program, FileFormat format = FileFormat::Lanescope);
    // From "graphs" on.
    QByteArray savedGraphs(Program& program);

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAnnotationWriter::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

QByteArray TestAnnotationWriter::saved(Program& program, FileFormat format)
{
    const QString path = m_folder->filePath("file.json");
    if (!program.recorder.save(path.toStdString(), format).ok())
        return "not saved";
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("not there");
}

QByteArray TestAnnotationWriter::savedGraphs(Program& program)
{
    const QByteArray text = saved(program);
    return text.mid(text.indexOf("\"graphs\""));
}

void TestAnnotationWriter::theFileHoldsGraphsScopesRegionsKernelsAndNodes()
{
    Program program;
    program.begin();
    const auto outer = program.open(R"({"name": "layer_0", "module": "layers.0"})");
    program.launch("attn", "_Z1kILi1EEvPf");
    program.cuda.add(program.stream, NodeKind::Memset, "");
    program.close(outer);
    program.cuda.launch(program.stream, "triton_poi_fused_0");
    FakeGraph* graph = program.end();
    program.instantiate(graph, program.captureId);
    program.instantiate(graph, program.captureId);
    QCOMPARE(savedGraphs(program), QByteArray(R"json("graphs": [
  {"id": 1, "exec_ids": [2, 3], "all_nodes": true, "next_node": 3,
   "scopes": [
    {"opened": 2, "kind": "mark", "annotation": {"name": "attn"}},
    {"opened": 1, "kind": "mark", "annotation": {"name": "layer_0", "module": "layers.0"}}],
   "regions": [
    {"annotations": [{"name": "attn", "module": "layers.0"}], "scopes": [0, 1]},
    {"annotations": [{"name": "layer_0", "module": "layers.0"}], "scopes": [1]}],
   "kernels": [
    {"name": "void k<1>(float*)", "mangled": "_Z1kILi1EEvPf"},
    {"name": "triton_poi_fused_0"}],
   "edges": [[0,1,2]],
   "nodes": [
    {"id": 0, "kind": "kernel", "kernel": 0, "region": 0},
    {"id": 1, "kind": "memset", "region": 1},
    {"id": 2, "kind": "kernel", "kernel": 1}]}]}
)json"));
}

void TestAnnotationWriter::aGraphWithNothingMarkedIsThereWithItsNodes()
{
    Program program;
    program.begin();
    program.cuda.launch(program.stream, "k");
    program.end();
    QCOMPARE(savedGraphs(program), QByteArray(R"json("graphs": [
  {"id": 1, "exec_ids": [], "all_nodes": true, "next_node": 1,
   "scopes": [],
   "regions": [],
   "kernels": [
    {"name": "k"}],
   "nodes": [
    {"id": 0, "kind": "kernel", "kernel": 0}]}]}
)json"));
}

void TestAnnotationWriter::aRunningGraphDoesNotClaimAllNodes()
{
    Program program;
    program.begin();
    program.launch("a", "k");
    program.recorder.resolve(program.captureId).ok();
    QVERIFY(savedGraphs(program).contains(R"({"id": 1, "exec_ids": [], "all_nodes": false,)"));
}

void TestAnnotationWriter::backwardScopesAreTold()
{
    Program program;
    program.begin();
    const auto scope = program.open("a");
    const auto region = program.recorder.freeze();
    program.close(scope);
    program.recorder.backwardBegin(program.stream, region).ok();
    program.cuda.launch(program.stream, "k");
    program.recorder.backwardEnd(region).ok();
    program.end();
    QVERIFY(savedGraphs(program).contains(
        R"("scopes": [
    {"opened": 2, "kind": "backward", "annotation": {"name": "a", "autograd_phase": "backward"}}])"));
}

void TestAnnotationWriter::theHeadTellsTheProcess()
{
    Program program;
    lanescope::capture::RecorderOptions options;
    options.rank = 3;
    program.recorder.configure(options).ok();
    const QJsonObject head = QJsonDocument::fromJson(saved(program)).object();
    QVERIFY(
        saved(program).startsWith("{\"lanescope_annotations\": 1, \"producer\": {\"name\": \"liblanescope-capture\""));
    QCOMPARE(head["process"]["pid"].toInteger(), qint64(getpid()));
    QCOMPARE(head["process"]["rank"].toInteger(-1), 3);
    QVERIFY(!head["process"]["host"].toString().isEmpty());
    // Some day between 2024 and 2100.
    const qint64 start = head["process"]["start_unix_ns"].toInteger();
    QVERIFY(start > 1704067200000000000 && start < 4102444800000000000);
    QCOMPARE(head["driver"]["cuda_version"].toInteger(), 13000);
    QCOMPARE(head["driver"]["id_source"].toString(), LSC_ID_SOURCE_CUPTI);
    QVERIFY(!head.contains("dropped_scopes"));
}

void TestAnnotationWriter::withoutARankThereIsNone()
{
    qunsetenv("RANK");
    Program program;
    QVERIFY(!QJsonDocument::fromJson(saved(program)).object()["process"].toObject().contains("rank"));
    qputenv("RANK", "12");
    Program ranked;
    QCOMPARE(QJsonDocument::fromJson(saved(ranked)).object()["process"].toObject()["rank"].toInteger(), 12);
    qputenv("RANK", "12x");
    Program wrong;
    QVERIFY(!QJsonDocument::fromJson(saved(wrong)).object()["process"].toObject().contains("rank"));
    qunsetenv("RANK");
}

void TestAnnotationWriter::lanesAreExplained()
{
    Program program;
    program.recorder.streamId(std::string("tp"));
    program.recorder.streamId(reinterpret_cast<void*>(0x1234));
    QVERIFY(saved(program).contains(R"("streams": [{"id": 60, "group": "tp"}, {"id": 61, "stream": "0x1234"}])"));
}

void TestAnnotationWriter::namesInAFolderTellRankHostPidAndStart()
{
    lanescope::capture::ProcessIdentity identity;
    identity.pid = 42;
    identity.host = "node 7/a.b-c";
    identity.startUnixNs = 0x17f0;
    QCOMPARE(identity.fileStem(), "rankunknown_node-7-a.b-c_42_17f0");
    identity.rank = 5;
    QCOMPARE(identity.fileStem(), "rank5_node-7-a.b-c_42_17f0");

    Program program;
    lanescope::capture::RecorderOptions options;
    options.rank = 1;
    program.recorder.configure(options).ok();
    const QString file = QString::fromStdString(program.recorder.pathInFolder("/f", FileFormat::Lanescope));
    const QString map = QString::fromStdString(program.recorder.pathInFolder("/f", FileFormat::PlainMap));
    const QString tail = "rank1_[A-Za-z0-9.-]*_" + QString::number(getpid()) + "_[0-9a-f]+\\.json$";
    QVERIFY(QRegularExpression("^/f/lanescope_annotations_" + tail).match(file).hasMatch());
    // PyTorch's script looks for kernel_annotations_rank<r>_*.json.
    QVERIFY(QRegularExpression("^/f/kernel_annotations_" + tail).match(map).hasMatch());
    Program another; // as another process of the same pid would
    another.recorder.configure(options).ok();
    QVERIFY(QString::fromStdString(another.recorder.pathInFolder("/f", FileFormat::Lanescope)) != file);
}

void TestAnnotationWriter::thePlainMapHasExecKeysOnly()
{
    Program program;
    program.begin();
    program.launch("a", "k0");
    program.cuda.launch(program.stream, "k1");
    program.launch(R"({"n": [1, 2]})", "k2");
    program.endAndInstantiate(); // exec 2
    program.begin();             // graph 3: never instantiated
    program.launch("b", "k0");
    program.end();
    QCOMPARE(saved(program, FileFormat::PlainMap),
             "{\n \"8589934592\": [{\"name\": \"a\"}],\n \"8589934594\": [{\"n\": [1,2]}]}\n");
}

void TestAnnotationWriter::thePlainMapOfNothingIsAnEmptyObject()
{
    Program program;
    QCOMPARE(saved(program, FileFormat::PlainMap), "{}\n");
}

void TestAnnotationWriter::everyFileIsStrictJson()
{
    Program program;
    program.begin();
    program.launch("\xff\"\n", "\xfe");
    program.launch(R"({"a": "\ud800"})", "k");
    program.endAndInstantiate();
    for (const FileFormat format : {FileFormat::Lanescope, FileFormat::PlainMap}) {
        QJsonParseError error;
        QJsonDocument::fromJson(saved(program, format), &error);
        QCOMPARE(error.errorString(), "no error occurred");
    }
}

void TestAnnotationWriter::aFileOfAHundredThousandNodesIsSmall()
{
    Program program;
    program.begin();
    const auto scope = program.open(R"({"name": "all of them", "module": "a.long.module.path.that.is.kept.once"})");
    for (int i = 0; i < 100000; ++i)
        program.cuda.launch(program.stream, "k");
    program.close(scope);
    program.endAndInstantiate();
    const qsizetype size = saved(program).size();
    QVERIFY2(size < 7000000, qPrintable(QString::number(size)));
}

LANESCOPE_TEST(TestAnnotationWriter)
#include "tst_annotation_writer.moc"
