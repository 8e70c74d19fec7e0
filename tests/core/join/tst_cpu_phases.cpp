// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/cpu_phases.h"
#include "core/join/phase_table.h"

using namespace lanescope;
using namespace lanescope::test;

class TestCpuPhases : public QObject {
    Q_OBJECT

private slots:
    void aCallBelongsToTheOperatorsAroundIt_data();
    void aCallBelongsToTheOperatorsAroundIt();
    void operatorsOfOtherThreadsDoNotCount();
    void onlyContainingOperatorsCount();
};

// The phase of the call that every trace of this test has as its last entry.
static QByteArray phaseOfLast(const Trace& trace)
{
    const std::uint32_t row = trace.launchRow(idAt<EventId>(trace.eventCount() - 1));
    const std::string_view name = phaseName(cpuPhases(trace, JobControl())[row]);
    return QByteArray(name.data(), qsizetype(name.size()));
}

void TestCpuPhases::aCallBelongsToTheOperatorsAroundIt_data()
{
    QTest::addColumn<QList<QByteArray>>("around");
    QTest::addColumn<QByteArray>("phase");
    const char* forwardArgs = R"("Sequence number": 4, "Fwd thread id": 0)";
    const char* backwardArgs = R"("Sequence number": 4, "Fwd thread id": 1)";
    const auto op = [](const char* name, const char* args = "") { return slice("cpu_op", name, 1, 1, 0, 100, args); };
    QTest::newRow("nothing") << QList<QByteArray>{} << QByteArray("none");
    QTest::newRow("an operator of the forward pass")
        << QList<QByteArray>{op("aten::mm", forwardArgs)} << QByteArray("forward");
    QTest::newRow("an operator without a sequence number")
        << QList<QByteArray>{op("aten::zeros", R"("Fwd thread id": 0)")} << QByteArray("none");
    QTest::newRow("an operator of a backward thread alone")
        << QList<QByteArray>{op("aten::mm", backwardArgs)} << QByteArray("none");
    QTest::newRow("a function of autograd")
        << QList<QByteArray>{op("autograd::engine::evaluate_function: MmBackward0", backwardArgs)}
        << QByteArray("backward");
    QTest::newRow("gradient accumulation")
        << QList<QByteArray>{op("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad")}
        << QByteArray("accumulate_grad");
    QTest::newRow("accumulation before backward before forward")
        << QList<QByteArray>{op("aten::mm", forwardArgs), op("CompiledFunctionBackward"),
                             op("autograd::engine::evaluate_function: torch::autograd::AccumulateGrad")}
        << QByteArray("accumulate_grad");
    QTest::newRow("backward before forward")
        << QList<QByteArray>{op("autograd::engine::evaluate_function: MmBackward0"), op("aten::mm", forwardArgs)}
        << QByteArray("backward");
    QTest::newRow("a compiled backward") << QList<QByteArray>{op("CompiledFunctionBackward")} << QByteArray("backward");
    QTest::newRow("a compiled region") << QList<QByteArray>{op("Torch-Compiled Region: 0/0")} << QByteArray("forward");
    QTest::newRow("the same name on what is no operator")
        << QList<QByteArray>{slice("user_annotation", "CompiledFunctionBackward", 1, 1, 0, 100)} << QByteArray("none");
}

void TestCpuPhases::aCallBelongsToTheOperatorsAroundIt()
{
    QFETCH(QList<QByteArray>, around);
    const auto trace = traceOf(around + QList<QByteArray>{slice("cpu_op", "aten::empty", 1, 1, 40, 20),
                                                          call("cudaLaunchKernel", 1, 1, 50, 5, 7)});
    QTEST(phaseOfLast(*trace), "phase");
}

void TestCpuPhases::operatorsOfOtherThreadsDoNotCount()
{
    const auto trace =
        traceOf({slice("cpu_op", "CompiledFunctionBackward", 1, 2, 0, 100),
                 slice("cpu_op", "CompiledFunctionBackward", 2, 1, 0, 100), call("cudaLaunchKernel", 1, 1, 50, 5, 7)});
    QCOMPARE(phaseOfLast(*trace), QByteArray("none"));
}

void TestCpuPhases::onlyContainingOperatorsCount()
{
    const auto trace = traceOf({slice("cpu_op", "CompiledFunctionBackward", 1, 1, 0, 50),   // ends as the call begins
                                slice("cpu_op", "CompiledFunctionBackward", 1, 1, 49, 5),   // ends inside the call
                                slice("cpu_op", "CompiledFunctionBackward", 1, 1, 51, 100), // begins inside the call
                                slice("cpu_op", "Torch-Compiled Region: 0/0", 1, 1, 50, 5), // as long as the call
                                call("cudaLaunchKernel", 1, 1, 50, 5, 7)});
    QCOMPARE(phaseOfLast(*trace), QByteArray("forward"));
}

LANESCOPE_TEST(TestCpuPhases)
#include "tst_cpu_phases.moc"
