// SPDX-License-Identifier: Apache-2.0
#include "capture_lib/recorder/trace_writer.h"
#include "tests/support/test_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <limits>

using namespace lanescope;
using namespace lanescope::record;

class TestTraceWriter : public QObject {
    Q_OBJECT

private slots:
    void aKernelOfAGraphIsWrittenWhole();
    void copiesAndFillsHaveTheirBytes();
    void workOutsideOfGraphsHasNoNode();
    void callsHaveTheNamesOfTheirFunctions_data();
    void callsHaveTheNamesOfTheirFunctions();
    void timesKeepEveryNanosecond_data();
    void timesKeepEveryNanosecond();
    void eachStreamAndThreadIsNamedOnce();
    void theRankIsToldWhereThereIsOne();
    void whatWasLostIsTold();
    void namesNeedNotBeText();
    void moreNamesThanAreKeptAreStillWritten();
};

namespace {

constexpr std::int64_t kBase = 1'730'000'000'000'000'000;

class Text : public capture::TextSink {
public:
    void write(std::string_view text) override { m_text.append(text.data(), static_cast<qsizetype>(text.size())); }
    QByteArray m_text;
};

RecordedProcess process()
{
    return {4242, "app", {}};
}

GpuWork kernel()
{
    GpuWork work = {};
    work.name = "_Z1kILi7EEvPf";
    work.beginNs = kBase + 1'500;
    work.endNs = kBase + 4'004;
    work.device = 1;
    work.context = 2;
    work.stream = 13;
    work.correlation = 99;
    work.graph = 5;
    work.graphNode = (5ULL << 32) | 3;
    work.grid = {8, 2, 1};
    work.block = {256, 1, 1};
    work.registers = 32;
    work.sharedBytes = 1024;
    return work;
}

// The line of the first event that is no metadata.
QByteArray firstLine(const QByteArray& text)
{
    for (QByteArray line : text.split('\n')) {
        if (line.startsWith("{\"ph\": \"X\""))
            return line.endsWith(',') ? line.chopped(1) : line;
    }
    return {};
}

template<typename Add>
QByteArray written(const Add& add, const RecordedProcess& by = process(), const Losses& losses = {})
{
    Text text;
    TraceWriter writer(text, by, kBase);
    add(writer);
    writer.finish({{"NVIDIA H200", 132, 9, 0}}, losses);
    return text.m_text;
}

QJsonObject parsed(const QByteArray& text)
{
    QJsonParseError error = {};
    const QJsonDocument document = QJsonDocument::fromJson(text, &error);
    return error.error == QJsonParseError::NoError ? document.object() : QJsonObject();
}

} // namespace

void TestTraceWriter::aKernelOfAGraphIsWrittenWhole()
{
    const QByteArray text = written([](TraceWriter& writer) { writer.addWork(kernel()); });
    const QByteArray wanted =
        R"json({"ph": "X", "cat": "kernel", "name": "void k<7>(float*)", "pid": 1, "tid": 13, "ts": 1.500, "dur": 2.504, )json"
        R"json("args": {"device": 1, "context": 2, "stream": 13, "correlation": 99, "registers per thread": 32, )json"
        R"json("shared memory": 1024, "grid": [8, 2, 1], "block": [256, 1, 1], "graph id": 5, "graph node id": 21474836483}})json";
    QCOMPARE(firstLine(text), wanted);
    const QJsonObject device = parsed(text)["deviceProperties"].toArray().at(0).toObject();
    QCOMPARE(device["name"].toString(), QString("NVIDIA H200"));
    QCOMPARE(device["numSms"].toInt(), 132);
}

void TestTraceWriter::copiesAndFillsHaveTheirBytes()
{
    GpuWork copy = kernel();
    copy.kind = GpuWork::Kind::Memcpy;
    const std::string copyTitle = memcpyTitle(1, 2, 3);
    copy.name = copyTitle;
    copy.bytes = 4096;
    GpuWork fill = copy;
    fill.kind = GpuWork::Kind::Memset;
    const std::string fillTitle = memsetTitle(3);
    fill.name = fillTitle;
    const QByteArray copyText = firstLine(written([&](TraceWriter& writer) { writer.addWork(copy); }));
    const QByteArray args = R"("args": {"device": 1, "context": 2, "stream": 13, "correlation": 99, "bytes": 4096, )"
                            R"("graph id": 5, "graph node id": 21474836483}})";
    QVERIFY2(
        copyText.startsWith(R"json({"ph": "X", "cat": "gpu_memcpy", "name": "Memcpy HtoD (Pinned -> Device)", )json"),
        copyText.constData());
    QVERIFY2(copyText.endsWith(args), copyText.constData());
    const QByteArray fillText = firstLine(written([&](TraceWriter& writer) { writer.addWork(fill); }));
    QVERIFY2(fillText.startsWith(R"json({"ph": "X", "cat": "gpu_memset", "name": "Memset (Device)", )json"),
             fillText.constData());
    QVERIFY2(fillText.endsWith(args), fillText.constData());
    QCOMPARE(memcpyTitle(200, 200, 8).c_str(), "Memcpy Unknown (Unknown -> Unknown)");
}

void TestTraceWriter::workOutsideOfGraphsHasNoNode()
{
    GpuWork work = kernel();
    work.graph = 0;
    work.graphNode = 0;
    const QByteArray text = written([&](TraceWriter& writer) { writer.addWork(work); });
    QVERIFY(firstLine(text).endsWith("\"block\": [256, 1, 1]}}"));
}

void TestTraceWriter::callsHaveTheNamesOfTheirFunctions_data()
{
    QTest::addColumn<bool>("ofRuntime");
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("wanted");
    QTest::newRow("runtime") << true << QByteArray("cudaGraphLaunch_v10000") << QByteArray("cudaGraphLaunch");
    QTest::newRow("per thread") << true << QByteArray("cudaLaunchKernel_ptsz_v7000") << QByteArray("cudaLaunchKernel");
    QTest::newRow("second version") << true << QByteArray("cudaStreamGetCaptureInfo_v2_v11030")
                                    << QByteArray("cudaStreamGetCaptureInfo_v2");
    QTest::newRow("driver") << false << QByteArray("cuMemcpyAsync_v2") << QByteArray("cuMemcpyAsync_v2");
    QTest::newRow("driver per thread") << false << QByteArray("cuGraphLaunch_ptsz") << QByteArray("cuGraphLaunch");
    QTest::newRow("nothing else") << true << QByteArray("_ptsz") << QByteArray("_ptsz");
}

void TestTraceWriter::callsHaveTheNamesOfTheirFunctions()
{
    QFETCH(bool, ofRuntime);
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, wanted);
    const ApiCall call = {ofRuntime ? ApiCall::Api::Runtime : ApiCall::Api::Driver,
                          std::string_view(given.constData(), static_cast<std::size_t>(given.size())),
                          kBase,
                          kBase + 7,
                          4243,
                          12};
    const QByteArray line = firstLine(written([&](TraceWriter& writer) { writer.addCall(call); }));
    QCOMPARE(line,
             "{\"ph\": \"X\", \"cat\": \"" + QByteArray(ofRuntime ? "cuda_runtime" : "cuda_driver") +
                 "\", \"name\": \"" + wanted +
                 "\", \"pid\": 4242, \"tid\": 4243, \"ts\": 0.000, \"dur\": 0.007, \"args\": {\"correlation\": 12}}");
}

void TestTraceWriter::timesKeepEveryNanosecond_data()
{
    QTest::addColumn<qint64>("beginNs");
    QTest::addColumn<qint64>("endNs");
    QTest::addColumn<QByteArray>("times");
    QTest::newRow("at the base") << qint64(kBase) << qint64(kBase) << QByteArray("\"ts\": 0.000, \"dur\": 0.000");
    QTest::newRow("104 days on") << qint64(kBase + 9'007'199'254'740'993) << qint64(kBase + 9'007'199'254'740'994)
                                 << QByteArray("\"ts\": 9007199254740.993, \"dur\": 0.001");
    QTest::newRow("before the base") << qint64(kBase - 5) << qint64(kBase)
                                     << QByteArray("\"ts\": -0.005, \"dur\": 0.005");
    QTest::newRow("an end before its begin")
        << qint64(kBase + 9) << qint64(kBase) << QByteArray("\"ts\": 0.009, \"dur\": 0.000");
}

void TestTraceWriter::timesKeepEveryNanosecond()
{
    QFETCH(qint64, beginNs);
    QFETCH(qint64, endNs);
    QFETCH(QByteArray, times);
    GpuWork work = kernel();
    work.beginNs = beginNs;
    work.endNs = endNs;
    const QByteArray line = firstLine(written([&](TraceWriter& writer) { writer.addWork(work); }));
    QVERIFY2(line.contains(times), line.constData());
}

void TestTraceWriter::eachStreamAndThreadIsNamedOnce()
{
    GpuWork other = kernel();
    other.stream = 14;
    const ApiCall call = {ApiCall::Api::Runtime, "cudaMalloc_v3020", kBase, kBase + 1, 4'000'000'000, 1};
    const QByteArray text = written([&](TraceWriter& writer) {
        for (int i = 0; i < 2; ++i) {
            writer.addWork(kernel());
            writer.addWork(other);
            writer.addCall(call);
        }
        QCOMPARE(writer.eventCount(), std::uint64_t(6));
    });
    QStringList named;
    for (const QJsonValue event : parsed(text)["traceEvents"].toArray()) {
        const QJsonObject args = event["args"].toObject();
        if (event["name"] == QJsonValue("thread_name") || event["name"] == QJsonValue("process_labels"))
            named << QString("%1/%2 %3")
                         .arg(event["pid"].toInt())
                         .arg(event["tid"].toInteger())
                         .arg(args[event["name"] == QJsonValue("thread_name") ? "name" : "labels"].toString());
    }
    QCOMPARE(named, QStringList({"4242/0 CPU", "1/0 GPU 1", "1/13 stream 13", "1/14 stream 14",
                                 "4242/4000000000 thread 4000000000"}));
}

void TestTraceWriter::theRankIsToldWhereThereIsOne()
{
    const auto nothing = [](TraceWriter&) {};
    QVERIFY(!parsed(written(nothing)).contains("distributedInfo"));
    const QJsonObject ranked = parsed(written(nothing, {1, "app", 3}));
    QCOMPARE(ranked["distributedInfo"].toObject()["rank"].toInt(-1), 3);
    QCOMPARE(ranked["baseTimeNanoseconds"].toInteger(), qint64(kBase));
}

void TestTraceWriter::whatWasLostIsTold()
{
    const QJsonObject lost = parsed(written([](TraceWriter& writer) { writer.addWork(kernel()); }, process(), {17, 4}));
    const QJsonObject told = lost["lanescope_record"].toObject();
    QCOMPARE(told["events"].toInt(), 1);
    QCOMPARE(told["dropped"].toInt(), 17);
    QCOMPARE(told["unfinished"].toInt(), 4);
}

void TestTraceWriter::namesNeedNotBeText()
{
    GpuWork work = kernel();
    work.name = "a\"b\\\n\xff";
    const QByteArray text = written([&](TraceWriter& writer) { writer.addWork(work); }, {1, "\"\xfe", {}});
    const QJsonArray events = parsed(text)["traceEvents"].toArray();
    QCOMPARE(events.last().toObject()["name"].toString(), QString("a\"b\\\n") + QChar(0xfffd));
}

void TestTraceWriter::moreNamesThanAreKeptAreStillWritten()
{
    Text text;
    TraceWriter writer(text, process(), kBase);
    GpuWork work = kernel();
    for (int i = 0; i < 70'000; ++i) {
        const std::string name = "k" + std::to_string(i);
        work.name = name;
        writer.addWork(work);
    }
    QVERIFY(text.m_text.contains("\"name\": \"k0\"") && text.m_text.contains("\"name\": \"k69999\""));
}

LANESCOPE_TEST(TestTraceWriter)
#include "tst_trace_writer.moc"
