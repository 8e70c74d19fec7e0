// SPDX-License-Identifier: Apache-2.0
#include "tests/core/join/trace_pieces.h"
#include "tests/support/test_main.h"

#include "core/join/match_details.h"

using namespace lanescope;
using namespace lanescope::test;

class TestMatchDetails : public QObject {
    Q_OBJECT

private slots:
    void modulesSumTheirWorkAndThatInsideThem();
    void modulesAreOrderedByTheNumbersInThem();
    void aFusedKernelCountsForBothModules();
    void nodesWithoutAnAnnotationAreShownByNumber();
    void theLongestKernelsWithoutAnAnnotationComeFirst();
};

constexpr qulonglong kGraph = qulonglong(2) << 32;

static QByteArray modulesAsText(const MatchDetails& details)
{
    QByteArray text;
    for (const MatchDetails::Module& module : details.modules)
        text += QByteArray::fromStdString(module.path) + ' ' + QByteArray::number(qulonglong(module.work)) + ' ' +
                QByteArray::number(qlonglong(module.gpuNs)) + '\n';
    return text;
}

void TestMatchDetails::modulesSumTheirWorkAndThatInsideThem()
{
    const auto joined = joinOf(
        traceOf({kernel("a", 7, 0, 1, 1, kGraph + 1), kernel("a", 7, 2, 2, 2, kGraph + 1),
                 kernel("b", 7, 5, 4, 2, kGraph + 2), kernel("c", 7, 10, 8, 2, kGraph + 3), kernel("d", 7, 20, 16, 3)}),
        R"({"8589934593": [{"module": "L.layers.0.attn"}], "8589934594": [{"module_fqn": "layers.0"}],
            "8589934595": [{"name": "no module"}]})");
    const MatchDetails details = matchDetails(*joined);
    QCOMPARE(modulesAsText(details), QByteArray("layers 3 7000\nlayers.0 3 7000\nlayers.0.attn 2 3000\n"));
    QCOMPARE(details.gpuNs, std::int64_t(31000));
    QCOMPARE(details.graphedNs, std::int64_t(15000));
    QCOMPARE(details.annotatedNs, std::int64_t(15000));
    QCOMPARE(details.namedModuleNs, std::int64_t(7000));
}

void TestMatchDetails::modulesAreOrderedByTheNumbersInThem()
{
    const auto joined = joinOf(
        traceOf({kernel("a", 7, 0, 1, 1, kGraph + 1), kernel("b", 7, 2, 1, 1, kGraph + 2),
                 kernel("c", 7, 4, 1, 1, kGraph + 3)}),
        R"({"8589934593": [{"module": "m.10"}], "8589934594": [{"module": "m.2.b"}], "8589934595": [{"module": "m-x"}]})");
    QCOMPARE(modulesAsText(matchDetails(*joined)),
             QByteArray("m 2 2000\nm.2 1 1000\nm.2.b 1 1000\nm.10 1 1000\nm-x 1 1000\n"));
}

void TestMatchDetails::aFusedKernelCountsForBothModules()
{
    const auto joined = joinOf(traceOf({kernel("a", 7, 0, 1, 1, kGraph + 1)}),
                               R"({"8589934593": [{"module": "m.norm + L.m.linear"}]})");
    QCOMPARE(modulesAsText(matchDetails(*joined)), QByteArray("m 1 1000\nm.linear 1 1000\nm.norm 1 1000\n"));
}

void TestMatchDetails::nodesWithoutAnAnnotationAreShownByNumber()
{
    QList<QByteArray> entries;
    for (int node = 9; node >= 1; --node)
        entries += kernel("k", 7, node, 1, 1, kGraph + qulonglong(node));
    entries += kernel("k", 7, 20, 1, 2, kGraph + 2);
    const MatchDetails details = matchDetails(*joinOf(traceOf(entries), R"({"8589934593": ["a"], "8589934595": []})"));
    QByteArray text;
    for (const MatchDetails::Node& node : details.nodesWithout.at(2))
        text += QByteArray::number(qulonglong(node.key - kGraph)) + ' ' + QByteArray::fromStdString(node.kernel) + ' ' +
                QByteArray::number(qulonglong(node.work)) + '\n';
    QCOMPARE(text, QByteArray("2 k 2\n3 k 1\n4 k 1\n5 k 1\n6 k 1\n"));
}

void TestMatchDetails::theLongestKernelsWithoutAnAnnotationComeFirst()
{
    QList<QByteArray> entries{kernel("long", 7, 0, 50, 1, kGraph + 1), kernel("named", 7, 60, 99, 1, kGraph + 2),
                              kernel("not graphed", 7, 200, 99, 2)};
    for (int i = 0; i < 25; ++i)
        entries += kernel(("short" + QByteArray::number(i)).constData(), 7, 400 + i, 1, 1, kGraph + 10 + qulonglong(i));
    const MatchDetails details = matchDetails(*joinOf(traceOf(entries), R"({"8589934594": ["a"]})"));
    QCOMPARE(details.kernelNamesWithout, std::uint64_t(26));
    QCOMPARE(details.kernelsWithout.size(), MatchDetails::kKernels);
    QCOMPARE(details.kernelsWithout.front().name, std::string("long"));
    QCOMPARE(details.kernelsWithout.front().gpuNs, std::int64_t(50000));
    QCOMPARE(details.kernelsWithout.front().work, std::uint64_t(1));
}

LANESCOPE_TEST(TestMatchDetails)
#include "tst_match_details.moc"
