// SPDX-License-Identifier: Apache-2.0
#include "core/join/compiled_regions.h"
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestCompiledRegions : public QObject {
    Q_OBJECT

private slots:
    void onlyCpuOpsWithARegionsNameAreRegions();
    void anOpBelongsToTheNearestRegionThatStartsBeforeItIfThatContainsIt();
    void threadsAndProcessesAreApart();
    void theInnermostExternCallIsTold();
    void aBackwardFindsTheNearestRegionThatStrictlyContainsItsArrowsSource();
    void anArrowsEndIsTheBackwardThatBeginsThere();
    void aThousandNestedRegionsAreSearchedQuickly();
};

static QByteArray op(const char* name, int ts, int dur, int tid = 1, int pid = 9)
{
    return slice("cpu_op", name, pid, tid, ts, dur);
}

static CompiledRegions regionsOf(const Trace& trace)
{
    return findCompiledRegions(trace, bindFlows(trace, JobControl()).value(), JobControl()).value();
}

static QByteArray nameOf(const Trace& trace, EventId e)
{
    return e == kNoEvent ? QByteArray("-") : QByteArray::fromStdString(std::string(trace.name(e)));
}

// "op in region" or "op in region by extern call", a line each.
static QByteArray opsAsText(const Trace& trace)
{
    QByteArray text;
    for (const CompiledOp& found : regionsOf(trace).ops) {
        text += nameOf(trace, found.op) + " in " + nameOf(trace, found.region).replace("Torch-Compiled Region: ", "");
        text += found.externCall == kNoEvent ? QByteArray("\n") : " by " + nameOf(trace, found.externCall) + '\n';
    }
    return text;
}

void TestCompiledRegions::onlyCpuOpsWithARegionsNameAreRegions()
{
    const auto trace = traceOf({op("Torch-Compiled Region: 0/0", 0, 10), op("CompiledFunctionBackward", 20, 10),
                                op("autograd::engine::evaluate_function: CompiledFunctionBackward", 19, 20),
                                slice("user_annotation", "Torch-Compiled Region: 1/0", 9, 1, 40, 10),
                                slice("python_function", "CompiledFunctionBackward", 9, 1, 60, 10)});
    const CompiledRegions regions = regionsOf(*trace);
    QCOMPARE(regions.forward, std::vector<EventId>{idAt<EventId>(0)});
    QCOMPARE(regions.backward, std::vector<EventId>{idAt<EventId>(1)});
}

void TestCompiledRegions::anOpBelongsToTheNearestRegionThatStartsBeforeItIfThatContainsIt()
{
    const auto trace = traceOf({op("Torch-Compiled Region: a", 0, 100), op("with", 0, 5), op("after", 1, 5),
                                op("Torch-Compiled Region: b", 20, 10), op("inner", 21, 9), op("crossing", 25, 10),
                                op("behind b", 50, 5), op("outside", 200, 5)});
    // What begins with its region is no op of it; behind b the nearest region is b, which does not contain it.
    QCOMPARE(opsAsText(*trace), QByteArray("after in a\nTorch-Compiled Region: b in a\ninner in b\n"));
}

void TestCompiledRegions::threadsAndProcessesAreApart()
{
    const auto trace = traceOf({op("Torch-Compiled Region: a", 0, 100), op("mine", 10, 5), op("other thread", 10, 5, 2),
                                op("other process", 10, 5, 1, 8)});
    QCOMPARE(opsAsText(*trace), QByteArray("mine in a\n"));
}

void TestCompiledRegions::theInnermostExternCallIsTold()
{
    const auto trace = traceOf({op("Torch-Compiled Region: a", 0, 100), op("extern_kernels.mm, x", 10, 30),
                                op("in mm", 12, 5), slice("python_function", "extern_kernels.bmm", 9, 1, 20, 5),
                                op("in bmm", 21, 4), op("behind bmm", 22, 10), op("out", 50, 5),
                                slice("user_annotation", "extern_kernels.addmm", 9, 1, 60, 20), op("in none", 61, 5)});
    QCOMPARE(opsAsText(*trace), QByteArray("extern_kernels.mm, x in a by extern_kernels.mm, x\n"
                                           "in mm in a by extern_kernels.mm, x\n"
                                           "extern_kernels.bmm in a by extern_kernels.bmm\n"
                                           "in bmm in a by extern_kernels.bmm\n"
                                           "behind bmm in a by extern_kernels.mm, x\n"
                                           "out in a\nin none in a\n"));
}

static QByteArray forwardsAsText(const Trace& trace)
{
    const CompiledRegions regions = regionsOf(trace);
    QByteArray text;
    for (const EventId backward : regions.backward) {
        const auto forward = regions.forwardOf.find(backward);
        text += QByteArray::number(qlonglong(trace.beginNs(backward) / 1000)) + ": " +
                nameOf(trace, forward == regions.forwardOf.end() ? kNoEvent : forward->second) + '\n';
    }
    return text;
}

void TestCompiledRegions::aBackwardFindsTheNearestRegionThatStrictlyContainsItsArrowsSource()
{
    const auto arrow = [](int id, int from, int to) {
        return QList<QByteArray>{flow('s', id, 9, 1, from, "fwdbwd"), flow('f', id, 9, 2, to, "fwdbwd")};
    };
    const auto trace = traceOf(
        QList<QByteArray>{op("Torch-Compiled Region: a", 0, 100), op("Torch-Compiled Region: b", 20, 10),
                          op("in b", 22, 3), op("behind b", 40, 3), op("to the end of a", 60, 40), op("out", 120, 3),
                          // Another thread's region around the same times is none.
                          op("Torch-Compiled Region: c", 0, 1000, 3), op("CompiledFunctionBackward", 500, 10, 2),
                          op("CompiledFunctionBackward", 520, 10, 2), op("CompiledFunctionBackward", 540, 10, 2),
                          op("CompiledFunctionBackward", 560, 10, 2), op("CompiledFunctionBackward", 580, 10, 2)} +
        arrow(1, 22, 500) + arrow(2, 40, 520) + arrow(3, 60, 540) + arrow(4, 120, 560));
    QCOMPARE(forwardsAsText(*trace), QByteArray("500: Torch-Compiled Region: b\n520: Torch-Compiled Region: a\n"
                                                "540: -\n560: -\n580: -\n"));
}

void TestCompiledRegions::anArrowsEndIsTheBackwardThatBeginsThere()
{
    // The engine's slice begins at the same instant and stands first in the file.
    const auto trace = traceOf({op("Torch-Compiled Region: a", 0, 100), op("CompiledFunction", 10, 20),
                                op("autograd::engine::evaluate_function: CompiledFunctionBackward", 500, 30, 2),
                                op("CompiledFunctionBackward", 500, 20, 2), flow('s', 1, 9, 1, 10, "fwdbwd"),
                                flow('f', 1, 9, 2, 500, "fwdbwd")});
    QCOMPARE(forwardsAsText(*trace), QByteArray("500: Torch-Compiled Region: a\n"));
}

void TestCompiledRegions::aThousandNestedRegionsAreSearchedQuickly()
{
    // 1000 regions inside each other; the source at 2000 ends with the 700th.
    QList<QByteArray> entries;
    for (int i = 0; i < 1000; ++i)
        entries << op(("Torch-Compiled Region: " + QByteArray::number(i)).constData(), i, 9000 - 2 * i);
    entries << op("source", 2000, 9000 - 700 - 2000) << op("CompiledFunctionBackward", 20000, 10, 2)
            << flow('s', 1, 9, 1, 2000, "fwdbwd") << flow('f', 1, 9, 2, 20000, "fwdbwd");
    QCOMPARE(forwardsAsText(*traceOf(entries)), QByteArray("20000: Torch-Compiled Region: 699\n"));
}

LANESCOPE_TEST(TestCompiledRegions)
#include "tst_compiled_regions.moc"
