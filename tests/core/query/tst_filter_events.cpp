// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/filter_events.h"

using namespace lanescope;
using namespace lanescope::test;

class TestFilterEvents : public QObject {
    Q_OBJECT

private slots:
    void keepsWhatMatches_data();
    void keepsWhatMatches();
    void answersDoNotDependOnThreads();
    void stopsWhenAsked();
    void aHostileRegexEnds();
};

namespace {

constexpr const char* kHeader = R"("distributedInfo": {"rank": 0}, )";

// Two GPUs with stream 7 each, a CPU thread. Replays of exec graph 2 by correlations 11 and 12.
std::shared_ptr<const JoinedTrace> sampleJoin()
{
    constexpr qulonglong kGraph = qulonglong(2) << 32;
    const QList<QByteArray> entries{
        kernel("gemm_a", 7, 0, 10, 11, kGraph + 1),
        kernel("gemm_b", 7, 20, 5, 11, kGraph + 2),
        kernel("ncclDevKernel", 20, 30, 100, 11, kGraph + 3),
        kernel("gemm_a", 7, 200, 12, 12, kGraph + 1),
        kernel("eager", 7, 300, 1, 13),
        kernel("far", 7, 310, 2, 14, 0, R"(, "device": 1)", 1),
        slice("gpu_memcpy", "Memcpy HtoD", 0, 7, 400, 3, R"("stream": 7, "correlation": 15, "bytes": 4)"),
        call("cudaGraphLaunch", 31, 5, 0, 9, 11),
        slice("cpu_op", "aten::mm", 31, 5, 100, 50),
        R"({"ph": "i", "name": "mark", "cat": "user", "pid": 31, "tid": 5, "ts": 160, "s": "t"})",
        R"({"ph": "M", "name": "thread_name", "pid": 31, "tid": 5, "args": {"name": "main loop"}})",
        R"({"ph": "M", "name": "process_name", "pid": 31, "args": {"name": "python3"}})",
    };
    return joinOf(traceOf(entries, kHeader),
                  R"({"8589934593": [{"name": "layer_1", "module": "encoder.layers.1.attn", "stream": 60}],
                      "8589934594": [{"name": "layer_10", "module": "encoder.layers.10",
                                      "autograd_phase": "backward"}],
                      "8589934595": [{"name": "all reduce", "module": "L.head + L.encoder.norm"}]})");
}

QByteArray matching(const JoinedTrace& joined, const QByteArray& text, const JobControl& job = JobControl())
{
    const auto expression = parseFilter(text.toStdString());
    if (!expression)
        return "problem: " + QByteArray::fromStdString(expression.error().message);
    const auto mask = matchingEvents(joined, *expression, job);
    if (!mask)
        return "error";
    QByteArrayList names;
    for (std::size_t i = 0; i < mask->size(); ++i) {
        const EventId event = idAt<EventId>(i);
        if ((*mask)[event])
            names << QByteArray::fromStdString(std::string(joined.trace->name(event))) + '@' +
                         QByteArray::number(qint64(joined.trace->beginNs(event) / 1000));
    }
    if (std::uint64_t(names.size()) != mask->count())
        return "count differs";
    return names.join(' ');
}

} // namespace

void TestFilterEvents::keepsWhatMatches_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("left");
    const auto row = [](const char* text, const char* left) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(left);
    };
    row("gemm", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("GEMM_A", "gemm_a@0 gemm_a@200");
    row("gemm_?", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("emm_?", "");
    row("*emm_b", "gemm_b@20");
    row("layer_10", "gemm_b@20");
    row("layer_1", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("ann:layer_1", "gemm_a@0 gemm_a@200");
    row("ann:LAYER_*", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("ann:*", "gemm_a@0 gemm_b@20 ncclDevKernel@30 gemm_a@200");
    row("ann:\"all reduce\"", "ncclDevKernel@30");
    row("ann:all\\ red*", "ncclDevKernel@30");
    row("ann.stream:60", "gemm_a@0 gemm_a@200");
    row("name:aten::*", "aten::mm@100");
    row("aten::mm", "aten::mm@100");
    row("kernel:*c*", "ncclDevKernel@30");
    row("name:Memcpy*", "Memcpy HtoD@400");
    row("cat:gpu_memcpy", "Memcpy HtoD@400");
    row("cat:kernel -gemm -nccl*", "eager@300 far@310");
    row("phase:backward", "gemm_b@20");
    row("phase:forward", "gemm_a@0 ncclDevKernel@30 gemm_a@200");
    row("phase:none", "eager@300 far@310 Memcpy HtoD@400");
    row("phase!=none cat:kernel", "gemm_a@0 gemm_b@20 ncclDevKernel@30 gemm_a@200");
    row("module:encoder", "gemm_a@0 gemm_b@20 ncclDevKernel@30 gemm_a@200");
    row("module:encoder.layers.1", "gemm_a@0 gemm_a@200");
    row("module:encoder.layers.*", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("module:*.attn", "gemm_a@0 gemm_a@200");
    row("module:head", "ncclDevKernel@30");
    row("module:enc", "");
    row("module:/^encoder.*1$/", "");
    row("module:/layers.10$/", "gemm_b@20");
    row("stream:20", "ncclDevKernel@30");
    row("stream:7 device:1", "far@310");
    row("stream:1..9 cat:kernel gemm_b OR stream:20", "gemm_b@20 ncclDevKernel@30");
    row("stream:20,30,0", "ncclDevKernel@30");
    row("device:1", "far@310");
    row("thread:\"main loop\" -name:*:*", "cudaGraphLaunch@0 mark@160");
    row("track:5 aten", "aten::mm@100");
    row("process:python3 dur>=50us", "aten::mm@100");
    row("replay:0", "gemm_a@0 gemm_b@20 ncclDevKernel@30");
    row("replay>0", "gemm_a@200");
    row("graph:2 replay:1..", "gemm_a@200");
    row("graph!=2 cat:kernel", "eager@300 far@310");
    row("stream!=7,20 dur>0", "cudaGraphLaunch@0 aten::mm@100");
    row("corr:11", "gemm_a@0 gemm_b@20 ncclDevKernel@30 cudaGraphLaunch@0");
    row("corr=13", "eager@300");
    row("dur>10us", "ncclDevKernel@30 gemm_a@200 aten::mm@100");
    row("dur>=10us cat:kernel", "gemm_a@0 ncclDevKernel@30 gemm_a@200");
    row("dur<2us", "eager@300");
    row("dur:3us", "Memcpy HtoD@400");
    row("dur:2us..0.005ms", "gemm_b@20 far@310 Memcpy HtoD@400");
    row("ts>=0.3ms", "eager@300 far@310 Memcpy HtoD@400");
    row("ts:160000ns", "mark@160");
    row("ts<1us", "gemm_a@0 cudaGraphLaunch@0");
    row("/^gemm_[ab]$/ -replay:1", "gemm_a@0 gemm_b@20");
    row("/GEMM/", "");
    row("/GEMM/i", "gemm_a@0 gemm_b@20 gemm_a@200");
    row("-(cat:kernel OR thread:5)", "Memcpy HtoD@400");
    row("gemm -(ann:layer_1 replay:0) OR mark", "gemm_b@20 gemm_a@200 mark@160");
    row("nothing", "");
}

void TestFilterEvents::keepsWhatMatches()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, left);
    QCOMPARE(matching(*sampleJoin(), text), left);
}

// More events than one block and one part, in which the last block is not full.
void TestFilterEvents::answersDoNotDependOnThreads()
{
    QList<QByteArray> entries;
    for (int i = 0; i < 70001; ++i)
        entries << slice("cpu_op", i % 3 == 0 ? "third" : "other", 1, 1, i, 1);
    const auto joined = joinOf(traceOf(entries), nullptr);
    for (const unsigned threads : {1U, 4U}) {
        JobControl job;
        job.setThreads(threads);
        const auto mask = matchingEvents(*joined, *parseFilter("third OR (other ts>=70ms)"), job);
        QVERIFY(mask.has_value());
        QCOMPARE(mask->size(), std::size_t{70001});
        QCOMPARE(mask->count(), std::uint64_t{23334 + 1}); // 0, 3, … 69999, and 70000
        QVERIFY((*mask)[idAt<EventId>(70000)]);
        QVERIFY(!(*mask)[idAt<EventId>(69998)]);
    }
}

void TestFilterEvents::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const JobControl job(source.get_token());
    QCOMPARE(matching(*sampleJoin(), "gemm", job), QByteArray("error"));
}

void TestFilterEvents::aHostileRegexEnds()
{
    const QByteArray longName(20000, 'a');
    const auto joined = joinOf(traceOf({slice("cpu_op", longName.constData(), 1, 1, 0, 1)}), nullptr);
    QCOMPARE(matching(*joined, "/^(a|aa)+$/").size(), longName.size() + 2);
    QCOMPARE(matching(*joined, "/(a*)*(a*)*(a*)*b/"), QByteArray());
    QCOMPARE(matching(*joined, "*a*a*a*a*a*a*a*a*b*a*a*a*a*a*a*c"), QByteArray());
}

LANESCOPE_TEST(TestFilterEvents)
#include "tst_filter_events.moc"
