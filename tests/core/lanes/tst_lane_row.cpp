// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/lane_row.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

class TestLaneRow : public QObject {
    Q_OBJECT
private slots:
    void aRowTellsTheTimesOfItsEvents();
};

void TestLaneRow::aRowTellsTheTimesOfItsEvents()
{
    const auto trace = traceOf({{"a", 0, 10}, {"b", 30, 0}, {"c", 40, 25}});
    const LaneRow row(*trace, {EventId{0}, EventId{1}, EventId{2}});
    QCOMPARE(row.size(), 3U);
    QCOMPARE(row.beginNs(2), 40);
    QCOMPARE(row.endNs(2), 65);
    QCOMPARE(row.endNs(1), 30);
    QCOMPARE(row.longest(0, 2), 0U);
    QCOMPARE(row.longest(0, 3), 2U);
    QCOMPARE(row.firstFrom(11, 0, 3), 1U);
    QCOMPARE(row.endAbout(0), (TimeRange{10, 10}));
}

LANESCOPE_TEST(TestLaneRow)
#include "tst_lane_row.moc"
