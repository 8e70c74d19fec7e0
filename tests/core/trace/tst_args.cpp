// SPDX-License-Identifier: Apache-2.0
#include "core/trace/args.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestArgs : public QObject {
    Q_OBJECT

private slots:
    void theGraphNodeKeyFollowsTheIds_data();
    void theGraphNodeKeyFollowsTheIds();
};

void TestArgs::theGraphNodeKeyFollowsTheIds_data()
{
    QTest::addColumn<int>("present");
    QTest::addColumn<quint64>("graph");
    QTest::addColumn<quint64>("node");
    QTest::addColumn<bool>("graphed");
    QTest::addColumn<quint64>("key");
    const int node = LaunchArgs::GraphNodeId;
    const int both = LaunchArgs::GraphNodeId | LaunchArgs::GraphId;
    QTest::newRow("no node id") << int{LaunchArgs::GraphId} << quint64{5} << quint64{0} << false << quint64{0};
    QTest::newRow("0 alone") << node << quint64{0} << quint64{0} << false << quint64{0};
    QTest::newRow("0 beside graph 0") << both << quint64{0} << quint64{0} << false << quint64{0};
    QTest::newRow("0 beside graph 5: node 0 of it") << both << quint64{5} << quint64{0} << true << quint64{21474836480};
    QTest::newRow("3 beside graph 5") << both << quint64{5} << quint64{3} << true << quint64{21474836483};
    QTest::newRow("bare 42") << node << quint64{0} << quint64{42} << true << quint64{42};
    QTest::newRow("2^32 - 1 is still bare") << node << quint64{0} << quint64{4294967295} << true << quint64{4294967295};
    QTest::newRow("64 bit beside its graph")
        << both << quint64{2} << quint64{8589934592} << true << quint64{8589934592};
    QTest::newRow("above int64") << both << quint64{9} << quint64{18446744069414584321U} << true
                                 << quint64{18446744069414584321U};
}

void TestArgs::theGraphNodeKeyFollowsTheIds()
{
    QFETCH(int, present);
    QFETCH(quint64, graph);
    QFETCH(quint64, node);
    QFETCH(bool, graphed);
    QFETCH(quint64, key);
    LaunchArgs args;
    args.present = static_cast<std::uint8_t>(present);
    args.graphId = graph;
    args.graphNodeId = node;
    const auto found = args.graphNodeKey();
    QCOMPARE(found.has_value(), graphed);
    QCOMPARE(quint64{found.value_or(0)}, key);
}

LANESCOPE_TEST(TestArgs)
#include "tst_args.moc"
