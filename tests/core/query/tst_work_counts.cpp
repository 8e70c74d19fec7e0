// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/query/work_counts.h"

using namespace lanescope;
using namespace lanescope::test;

class TestWorkCounts : public QObject {
    Q_OBJECT

private slots:
    void countsGpuWorkByPhaseKernelAndCategory();
    void stopsWhenAsked();
};

namespace {

// Two kernels a of 10 us forward, one b of 30 us backward, a copy of 5 us without an annotation, and a CPU slice that
// has the name of a kernel.
std::shared_ptr<const JoinedTrace> sample()
{
    constexpr qulonglong kGraph = qulonglong(2) << 32;
    return joinOf(traceOf({kernel("a", 7, 0, 10, 1, kGraph), kernel("a", 7, 10, 10, 1, kGraph),
                           kernel("b", 7, 20, 30, 1, kGraph + 1), slice("gpu_memcpy", "Memcpy HtoD", 0, 7, 60, 5),
                           slice("cpu_op", "a", 1, 1, 0, 100)}),
                  R"({"8589934592": [{"name": "x"}], "8589934593": [{"name": "x", "autograd_phase": "backward"}]})");
}

QByteArray asText(const std::vector<WorkCount>& counts)
{
    QByteArrayList list;
    for (const WorkCount& count : counts)
        list << QByteArray::fromStdString(count.name) + " " + QByteArray::number(qulonglong(count.workCount)) + " " +
                    QByteArray::number(qlonglong(count.totalNs));
    return list.join(", ");
}

} // namespace

void TestWorkCounts::countsGpuWorkByPhaseKernelAndCategory()
{
    const auto counts = countWork(*sample(), JobControl());
    QVERIFY(counts.has_value());
    QCOMPARE(asText(counts->phases), QByteArray("none 1 5000, forward 2 20000, backward 1 30000"));
    QCOMPARE(asText(counts->kernels), QByteArray("b 1 30000, a 2 20000, Memcpy HtoD 1 5000"));
    QCOMPARE(asText(counts->categories), QByteArray("kernel 3 50000, gpu_memcpy 1 5000"));
}

void TestWorkCounts::stopsWhenAsked()
{
    std::stop_source source;
    source.request_stop();
    const auto counts = countWork(*sample(), JobControl(source.get_token()));
    QVERIFY(!counts.has_value());
    QCOMPARE(counts.error().code, ErrorCode::Stopped);
}

LANESCOPE_TEST(TestWorkCounts)
#include "tst_work_counts.moc"
