// SPDX-License-Identifier: Apache-2.0
#include "core/annotate/captured_lanes.h"
#include "tests/support/test_main.h"

#include <QString>
#include <QStringList>

using namespace lanescope;

namespace {

// "0,1 1,2": dependencies; the lanes of nodes 0 … as text.
QString lanesOf(std::size_t nodes, const QString& dependencies)
{
    std::vector<NodeDependency> list;
    for (const QString& text : dependencies.split(' ', Qt::SkipEmptyParts))
        list.emplace_back(text.section(',', 0, 0).toUInt(), text.section(',', 1, 1).toUInt());
    QStringList lanes;
    for (const std::uint32_t lane : capturedLanes(nodes, list))
        lanes << QString::number(lane);
    return lanes.join(' ');
}

} // namespace

// Lanes of a captured graph's nodes, from what each waits for.
class TestCapturedLanes : public QObject {
    Q_OBJECT

private slots:
    void lanesBringBackWhatRanSideBySide_data();
    void lanesBringBackWhatRanSideBySide();
    void veryManyLanesShareTheLast();
};

void TestCapturedLanes::lanesBringBackWhatRanSideBySide_data()
{
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QString>("dependencies");
    QTest::addColumn<QString>("lanes");
    QTest::newRow("nothing") << 0 << ""
                             << "";
    QTest::newRow("one stream") << 4 << "0,1 1,2 2,3"
                                << "0 0 0 0";
    QTest::newRow("two that never meet") << 4 << "0,2 1,3"
                                         << "0 1 0 1";
    // main 0 1 4, side 2 3
    QTest::newRow("fork and join") << 5 << "0,1 0,2 2,3 1,4 3,4"
                                   << "0 0 1 1 0";
    QTest::newRow("the same, given backwards") << 5 << "3,4 1,4 2,3 0,2 0,1"
                                               << "0 0 1 1 0";
    // main 0 1 3 4 6, side 2, later side 5: on the lane that is free
    QTest::newRow("a second fork takes the lane of the first") << 7 << "0,1 0,2 1,3 2,3 3,4 3,5 4,6 5,6"
                                                               << "0 0 1 0 0 1 0";
    // main 0 1 2 4, side 3 that waits for 0 only: 1 and 2 are no reason to wait
    QTest::newRow("a late fork from early work") << 5 << "0,1 1,2 0,3 2,4 3,4"
                                                 << "0 0 0 1 0";
    // side 2 is not joined: 4, forked from 1, must not stand behind it
    QTest::newRow("a lane that may still be busy is not taken") << 5 << "0,1 0,2 1,3 1,4"
                                                                << "0 0 1 0 2";
    // two layers of four
    QTest::newRow("experts") << 12 << "0,1 0,2 0,3 0,4 1,5 2,5 3,5 4,5 5,6 6,7 6,8 6,9 6,10 7,11 8,11 9,11 10,11"
                             << "0 0 1 2 3 0 0 0 1 2 3 0";
    QTest::newRow("twice the same dependency") << 2 << "0,1 0,1"
                                               << "0 0";
    QTest::newRow("backwards and out of range are ignored") << 2 << "1,0 0,7 9,1 0,0"
                                                            << "0 1";
}

void TestCapturedLanes::lanesBringBackWhatRanSideBySide()
{
    QFETCH(int, nodes);
    QFETCH(QString, dependencies);
    QFETCH(QString, lanes);
    QCOMPARE(lanesOf(static_cast<std::size_t>(nodes), dependencies), lanes);
}

void TestCapturedLanes::veryManyLanesShareTheLast()
{
    const std::vector<std::uint32_t> lanes = capturedLanes(300, {});
    QCOMPARE(lanes[127], 127U);
    QCOMPARE(lanes[299], 127U);
}

LANESCOPE_TEST(TestCapturedLanes)
#include "tst_captured_lanes.moc"
