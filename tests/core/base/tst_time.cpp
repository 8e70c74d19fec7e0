// SPDX-License-Identifier: Apache-2.0
#include "core/base/time.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestTime : public QObject {
    Q_OBJECT

private slots:
    void rangesAreHalfOpen();
    void touchingRangesDoNotOverlap();
    void anEmptyRangeAddsNothingToAUnion();
};

void TestTime::rangesAreHalfOpen()
{
    constexpr TimeRange range{10, 20};
    QVERIFY(range.contains(10));
    QVERIFY(range.contains(19));
    QVERIFY(!range.contains(20));
    QCOMPARE(range.durationNs(), TimeNs{10});
    QVERIFY((TimeRange{5, 5}).isEmpty());
    QVERIFY((TimeRange{6, 5}).isEmpty());
}

void TestTime::touchingRangesDoNotOverlap()
{
    QVERIFY(!(TimeRange{0, 10}).overlaps({10, 20}));
    QVERIFY((TimeRange{0, 11}).overlaps({10, 20}));
    QVERIFY((TimeRange{0, 100}).overlaps({10, 20}));
}

void TestTime::anEmptyRangeAddsNothingToAUnion()
{
    QCOMPARE((TimeRange{10, 20}).united({0, 0}), (TimeRange{10, 20}));
    QCOMPARE((TimeRange{}).united({10, 20}), (TimeRange{10, 20}));
    QCOMPARE((TimeRange{10, 20}).united({40, 50}), (TimeRange{10, 50}));
}

LANESCOPE_TEST(TestTime)
#include "tst_time.moc"
