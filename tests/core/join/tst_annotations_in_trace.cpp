// SPDX-License-Identifier: Apache-2.0
#include "tests/core/annotate/annotation_text.h"
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/annotations_in_trace.h"

using namespace lanescope;
using namespace lanescope::test;

class TestAnnotationsInTrace : public QObject {
    Q_OBJECT

private slots:
    void argsThatOnlyAnnotationsHaveMakeATraceAnnotated();
    void aRecordedTraceIsNotAnnotated_data();
    void aRecordedTraceIsNotAnnotated();
    void aHeaderMakesUnknownArgsAnnotations();
    void theStreamComesBack_data();
    void theStreamComesBack();
    void aNameWrittenTwiceWasABareString();
    void exportsOfTorchsScriptShowTheirAnnotations();
};

constexpr qulonglong kNode = (qulonglong(2) << 32) + 1;

static std::shared_ptr<const AnnotationSet> found(const std::shared_ptr<const Trace>& trace)
{
    const auto set = annotationsInTrace(*trace, JobControl());
    if (!set)
        qFatal("reading the annotations failed: %s", set.error().message.c_str());
    return *set;
}

void TestAnnotationsInTrace::argsThatOnlyAnnotationsHaveMakeATraceAnnotated()
{
    const auto trace =
        traceOf({kernel("k", 7, 0, 1, 1, kNode, R"(, "grid": [1, 1, 1], "name": "attn", "flops": 1.50)"),
                 kernel("l", 7, 2, 1, 1, kNode + 1, R"(, "expert": {"id": 3})"), kernel("m", 7, 4, 1, 1, kNode + 2)});
    const auto set = found(trace);
    QVERIFY(set != nullptr);
    QCOMPARE(set->origin, AnnotationOrigin::TraceItself);
    QCOMPARE(nodeAsText(*set, kNode), QByteArray(R"(name="attn" flops=1.50)"));
    QCOMPARE(nodeAsText(*set, kNode + 1), QByteArray(R"(expert={"id": 3})"));
    QCOMPARE(nodeAsText(*set, kNode + 2), QByteArray("(not listed)"));
}

void TestAnnotationsInTrace::aRecordedTraceIsNotAnnotated_data()
{
    QTest::addColumn<QString>("path");
    for (const char* name : {"decode_graph_200.pt", "graph_fwdbwd.pt", "graph_train.pt", "moe_overlap.pt",
                             "two_graphs.pt", "eager_train.pt", "ddp_nccl_rank0.pt", "compiled_train.pt"})
        QTest::newRow(name) << QString("real/%1.trace.json.gz").arg(name);
    QTest::newRow("a dtype of a collective") << "cases/13-annotation-forms/trace.json";
}

void TestAnnotationsInTrace::aRecordedTraceIsNotAnnotated()
{
    QFETCH(QString, path);
    const auto trace = readTraceFile(path.toStdString());
    QVERIFY(trace.has_value());
    QVERIFY(found(*trace) == nullptr);
}

void TestAnnotationsInTrace::aHeaderMakesUnknownArgsAnnotations()
{
    const QList<QByteArray> entries{kernel("k", 7, 0, 1, 1, kNode, R"(, "expert": 3)")};
    QVERIFY(found(traceOf(entries)) == nullptr);
    for (const char* header : {R"("cudaGraphInlineAnnotated": true,)", R"("lanescope": {"version": "0.1.0"},)"}) {
        const auto set = found(traceOf(entries, header));
        QVERIFY2(set != nullptr, header);
        QCOMPARE(nodeAsText(*set, kNode), QByteArray("expert=3"));
    }
}

void TestAnnotationsInTrace::theStreamComesBack_data()
{
    QTest::addColumn<QByteArray>("args");
    QTest::addColumn<QByteArray>("fields");
    QTest::newRow("not moved") << QByteArray(R"(, "name": "a")") << QByteArray(R"(name="a")");
    QTest::newRow("moved") << QByteArray(R"(, "original_stream": 20, "name": "a")")
                           << QByteArray(R"(name="a" stream=7)");
    QTest::newRow("annotated while it was recorded")
        << QByteArray(R"(, "annotated_stream": 61, "name": "a")") << QByteArray(R"(name="a" stream=61)");
}

void TestAnnotationsInTrace::theStreamComesBack()
{
    QFETCH(QByteArray, args);
    const auto set = found(traceOf({kernel("k", 7, 0, 1, 1, kNode, args.constData())}));
    QVERIFY(set != nullptr);
    QTEST(nodeAsText(*set, kNode), "fields");
}

void TestAnnotationsInTrace::aNameWrittenTwiceWasABareString()
{
    const auto set = found(traceOf({kernel("k", 7, 0, 1, 1, kNode, R"(, "name": "a", "annotation": "a")"),
                                    kernel("l", 7, 2, 1, 1, kNode + 1, R"(, "name": "a", "annotation": "b")")}));
    QVERIFY(set != nullptr);
    QCOMPARE(nodeAsText(*set, kNode), QByteArray(R"(name="a")"));
    QVERIFY(set->find(kNode)->wasBareString());
    QCOMPARE(nodeAsText(*set, kNode + 1), QByteArray(R"(name="a" annotation="b")"));
    QVERIFY(!set->find(kNode + 1)->wasBareString());
}

// The golden output of torch's script for graph_fwdbwd has the annotations of golden/info/graph_fwdbwd.json.
void TestAnnotationsInTrace::exportsOfTorchsScriptShowTheirAnnotations()
{
    const auto trace = readTraceFile("golden/graph_fwdbwd.torch_compat.json.gz");
    QVERIFY(trace.has_value());
    const auto set = found(*trace);
    QVERIFY(set != nullptr);
    const auto joined = *joinTrace(*trace, set, JobControl());
    QCOMPARE(joined->match.graphedWork, std::uint64_t(2585));
    QCOMPARE(joined->match.annotatedWork, std::uint64_t(2585));
    QCOMPARE(joined->match.graphs.at(0).nodesInFile, std::uint64_t(517));
    QCOMPARE(joined->phases, (std::vector<std::string>{"none", "forward", "backward", "optimizer"}));
}

LANESCOPE_TEST(TestAnnotationsInTrace)
#include "tst_annotations_in_trace.moc"
