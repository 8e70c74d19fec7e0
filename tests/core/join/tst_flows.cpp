// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestFlows : public QObject {
    Q_OBJECT

private slots:
    void kernelsThatStartTogetherGetTheirOwnArrows();
    void idsAbove2To53StayApart();
    void equalStreamsOfTwoGpusDoNotMix();
    void anEndInsideASliceBelongsToTheInnermost();
    void anEndBesideEverySliceBelongsToNone();
    void anInnermostSliceIsFoundAmongCrossingOnes();
    void endsWithoutAStartAreCounted();
    void startsOfAnotherCategoryAreNone();
    void anIdUsedTwiceMeansTheLastStartBefore();
    void aFlowWithoutItsSliceTrackIsFine();
    void anEndWithoutATimeIsBoundToNothing();
    void aStartAtTheSameInstantCountsAsBefore();
};

// "start name -> end name", "-" for no slice.
static QByteArray arrowsAsText(const Trace& trace)
{
    const FlowBindings bindings = bindFlows(trace, JobControl()).value();
    const auto nameOf = [&](FlowId flow) {
        const EventId slice = bindings.sliceOf[indexOf(flow)];
        return slice == kNoEvent ? QByteArray("-") : QByteArray::fromStdString(std::string(trace.name(slice)));
    };
    QByteArray text;
    for (const Arrow& arrow : bindings.arrows)
        text += nameOf(arrow.start) + " -> " + nameOf(arrow.end) + '\n';
    return text;
}

static QByteArray arrowsOfCase(const char* path)
{
    const auto trace = readTraceFile(path);
    return trace ? arrowsAsText(**trace) : QByteArray("the trace does not load");
}

// cases/12: the ends come before their kernels and in swapped order; one launch has three kernels.
void TestFlows::kernelsThatStartTogetherGetTheirOwnArrows()
{
    QCOMPARE(arrowsOfCase("cases/12-flow-same-ts/trace.json"),
             QByteArray("launch_second -> secondary\nlaunch_first -> primary\ncudaGraphLaunch -> g_one\n"
                        "cudaGraphLaunch -> g_two\ncudaGraphLaunch -> g_three\n"));
}

// cases/08.
void TestFlows::idsAbove2To53StayApart()
{
    QCOMPARE(arrowsOfCase("cases/08-ids-beyond-2p53/trace.json"), QByteArray("launch_a -> k_0\nlaunch_b -> k_1\n"));
}

// cases/11: both ends have the same (thread, time).
void TestFlows::equalStreamsOfTwoGpusDoNotMix()
{
    const auto trace = readTraceFile("cases/11-two-gpus-stream-7/trace.json");
    QVERIFY(trace.has_value());
    QCOMPARE(arrowsAsText(**trace), QByteArray("cudaGraphLaunch -> gather_shards\ncudaGraphLaunch -> mlp_up_tile\n"));
    const FlowBindings bindings = bindFlows(**trace, JobControl()).value();
    QCOMPARE((*trace)->trackTitle((*trace)->flows()[indexOf(bindings.arrows[0].start)].track),
             std::string("thread 900"));
    QCOMPARE((*trace)->trackTitle((*trace)->flows()[indexOf(bindings.arrows[1].start)].track),
             std::string("thread 901"));
}

void TestFlows::anEndInsideASliceBelongsToTheInnermost()
{
    const auto trace =
        traceOf({slice("cpu_op", "outer", 1, 1, 0, 100), slice("cpu_op", "inner", 1, 1, 10, 20),
                 slice("cpu_op", "later", 1, 1, 40, 20), flow('s', 1, 1, 1, 15), flow('f', 1, 1, 1, 35)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("inner -> outer\n"));
}

void TestFlows::anEndBesideEverySliceBelongsToNone()
{
    const auto trace = traceOf({slice("cpu_op", "a", 1, 1, 10, 10), flow('s', 1, 1, 1, 5), flow('f', 1, 1, 1, 20)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("- -> -\n"));
}

void TestFlows::anInnermostSliceIsFoundAmongCrossingOnes()
{
    // "long" still runs when "short", which began later, has ended.
    const auto trace = traceOf({slice("kernel", "long", 0, 7, 0, 100), slice("kernel", "short", 0, 7, 50, 10),
                                flow('s', 1, 0, 7, 55), flow('f', 1, 0, 7, 70)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("short -> long\n"));
}

void TestFlows::endsWithoutAStartAreCounted()
{
    const auto trace = traceOf({flow('s', 1, 1, 1, 0), flow('f', 1, 1, 1, 5), flow('f', 1, 1, 1, 6),
                                flow('f', 2, 1, 1, 7), flow('s', 9, 1, 1, 8), flow('f', 3, 1, 1, 9, "fwdbwd")});
    const FlowBindings bindings = bindFlows(*trace, JobControl()).value();
    QCOMPARE(bindings.countsByCategory.size(), std::size_t(2));
    QCOMPARE(bindings.countsByCategory.at("ac2g").arrows, std::uint64_t(2));
    QCOMPARE(bindings.countsByCategory.at("ac2g").loneEnds, std::uint64_t(1));
    QCOMPARE(bindings.countsByCategory.at("fwdbwd").arrows, std::uint64_t(0));
    QCOMPARE(bindings.countsByCategory.at("fwdbwd").loneEnds, std::uint64_t(1));
}

void TestFlows::startsOfAnotherCategoryAreNone()
{
    const auto trace = traceOf({flow('s', 1, 1, 1, 0, "fwdbwd"), flow('f', 1, 1, 1, 5, "ac2g")});
    QVERIFY(bindFlows(*trace, JobControl()).value().arrows.empty());
}

void TestFlows::anIdUsedTwiceMeansTheLastStartBefore()
{
    const auto trace =
        traceOf({slice("cuda_runtime", "first", 1, 1, 0, 2), slice("cuda_runtime", "second", 1, 1, 10, 2),
                 slice("kernel", "k", 0, 7, 5, 2), slice("kernel", "l", 0, 7, 15, 2), flow('s', 1, 1, 1, 0),
                 flow('s', 1, 1, 1, 10), flow('f', 1, 0, 7, 5), flow('f', 1, 0, 7, 15)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("first -> k\nsecond -> l\n"));
}

void TestFlows::aFlowWithoutItsSliceTrackIsFine()
{
    const auto trace = traceOf({flow('s', 1, 55, 66, 0), flow('f', 1, 77, 88, 1)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("- -> -\n"));
}

void TestFlows::anEndWithoutATimeIsBoundToNothing()
{
    const auto trace = traceOf({slice("cuda_runtime", "call", 1, 1, 0, 5), flow('s', 1, 1, 1, 0),
                                R"({"ph": "f", "id": 1, "pid": 1, "tid": 1, "cat": "ac2g", "name": "a"})"});
    QCOMPARE(arrowsAsText(*trace), QByteArray("call -> -\n"));
}

void TestFlows::aStartAtTheSameInstantCountsAsBefore()
{
    const auto trace = traceOf({slice("cuda_runtime", "old", 1, 1, 0, 5), slice("cuda_runtime", "now", 1, 1, 10, 5),
                                slice("kernel", "k", 0, 7, 10, 5), flow('f', 1, 0, 7, 10), flow('s', 1, 1, 1, 10),
                                flow('s', 1, 1, 1, 0)});
    QCOMPARE(arrowsAsText(*trace), QByteArray("now -> k\n"));
}

LANESCOPE_TEST(TestFlows)
#include "tst_flows.moc"
