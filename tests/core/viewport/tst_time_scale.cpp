// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/time_scale.h"
#include "tests/support/test_main.h"

#include <cmath>
#include <limits>
#include <random>

using namespace lanescope;

namespace {

constexpr TimeRange kLimits{0, 1'000'000};

QString rangeAsText(TimeRange range)
{
    return QStringLiteral("%1-%2").arg(range.beginNs).arg(range.endNs);
}

} // namespace

class TestTimeScale : public QObject {
    Q_OBJECT
private slots:
    void timesBecomePixelsExactly();
    void toNsIsTheFirstNanosecondOfAPixel_data();
    void toNsIsTheFirstNanosecondOfAPixel();
    void aViewMovedByPixelsKeepsThePixelsOfEveryTime_data() { toNsIsTheFirstNanosecondOfAPixel_data(); }
    void aViewMovedByPixelsKeepsThePixelsOfEveryTime();
    void anEmptyRangeIsOneNanosecond();
    void zoomingKeepsTheTimeUnderTheCursor();
    void zoomingStopsAtTenNanosecondsAndFourTimesTheTrace();
    void zoomingInAndOutComesBack();
    void panningKeepsATenthInSight();
    void extremeValuesDoNotOverflow();
};

void TestTimeScale::timesBecomePixelsExactly()
{
    // Near 2^61 a double steps by 512: the difference must be taken first.
    const TimeNs base = (TimeNs{1} << 61) - 1000;
    const TimeScale scale({base, base + 1000}, 500);
    QCOMPARE(scale.toPx(base), 0.0);
    QCOMPARE(scale.toPx(base + 1), 0.5);
    QCOMPARE(scale.toPx(base + 1000), 500.0);
    QCOMPARE(scale.toPx(base - 2), -1.0);
    QCOMPARE(scale.toNs(250), base + 500);
}

void TestTimeScale::toNsIsTheFirstNanosecondOfAPixel_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("length");
    QTest::addColumn<int>("width");
    QTest::newRow("more pixels than ns") << qint64{5} << qint64{10} << 1000;
    QTest::newRow("one to one") << qint64{-50} << qint64{1000} << 1000;
    QTest::newRow("thirds") << qint64{0} << qint64{1000} << 3000;
    QTest::newRow("a second") << qint64{7'654'321} << qint64{1'000'000'000} << 1537;
    QTest::newRow("a year") << qint64{123} << qint64{31'536'000'000'000'000} << 1919;
    QTest::newRow("70 years") << -(qint64{1} << 61) + 1 << (qint64{1} << 61) << 2560;
}

void TestTimeScale::toNsIsTheFirstNanosecondOfAPixel()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, length);
    QFETCH(int, width);
    const TimeScale scale({begin, begin + length}, width);
    std::mt19937 random(1);
    for (int i = 0; i < 500; ++i) {
        const double px = static_cast<int>(random() % (2 * static_cast<unsigned>(width))) - width / 2;
        const TimeNs at = scale.toNs(px);
        QVERIFY(scale.toPx(at) >= px);
        QVERIFY(scale.toPx(at - 1) < px);
    }
}

void TestTimeScale::aViewMovedByPixelsKeepsThePixelsOfEveryTime()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, length);
    QFETCH(int, width);
    const TimeScale scale({begin, begin + length}, width);
    TimeScale moved = scale;
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
        const TimeScale& from = std::abs(moved.originPx()) > width / 4 ? scale : moved; // times end somewhere
        moved = from.movedByPx(static_cast<int>(random() % 200) - 99);
        const TimeNs at = begin + static_cast<TimeNs>(random() % static_cast<std::uint64_t>(length));
        QCOMPARE(std::floor(moved.toPx(at)), std::floor(scale.toPx(at)) - moved.originPx());
        QCOMPARE(moved.toNs(0), moved.range().beginNs);
        QVERIFY(moved.toPx(moved.range().beginNs) >= 0);
        QVERIFY(moved.toPx(moved.range().beginNs - 1) < 0);
        QVERIFY(moved.toPx(moved.range().endNs) >= width);
    }
    QCOMPARE(rangeAsText(TimeScale({100, 200}, 50).movedByPx(7).range()), QStringLiteral("114-214"));
    QCOMPARE(rangeAsText(TimeScale({100, 200}, 50).movedByPx(-60).range()), QStringLiteral("-20-80"));
}

void TestTimeScale::anEmptyRangeIsOneNanosecond()
{
    QCOMPARE(rangeAsText(TimeScale({5, 5}, 0).range()), QStringLiteral("5-6"));
    QCOMPARE(rangeAsText(TimeScale({5, 2}, 10).range()), QStringLiteral("5-6"));
    QCOMPARE(TimeScale({5, 5}, 0).widthPx(), 1);
}

void TestTimeScale::zoomingKeepsTheTimeUnderTheCursor()
{
    QCOMPARE(rangeAsText(zoomed({1000, 2000}, 0.5, 1250, kLimits)), QStringLiteral("1125-1625"));
    QCOMPARE(rangeAsText(zoomed({1000, 2000}, 2, 1500, kLimits)), QStringLiteral("500-2500"));
    QCOMPARE(rangeAsText(zoomed({1000, 2000}, 0.5, 1000, kLimits)), QStringLiteral("1000-1500"));
    QCOMPARE(rangeAsText(zoomed({1000, 2000}, 0.5, 2000, kLimits)), QStringLiteral("1500-2000"));
}

void TestTimeScale::zoomingStopsAtTenNanosecondsAndFourTimesTheTrace()
{
    QCOMPARE(zoomed({1000, 2000}, 1e-9, 1500, kLimits).durationNs(), 10);
    QCOMPARE(zoomed({1000, 2000}, 1e9, 1500, kLimits).durationNs(), 4'000'000);
    QCOMPARE(zoomed({1000, 2000}, 1e300, 1500, kLimits).durationNs(), 4'000'000);
    QCOMPARE(zoomed({1000, 2000}, std::numeric_limits<double>::quiet_NaN(), 1500, kLimits).durationNs(), 10);
    QVERIFY(zoomed({900'000, 5'000'000}, 0.001, 4'999'000, kLimits).overlaps(kLimits));
}

void TestTimeScale::zoomingInAndOutComesBack()
{
    TimeRange range{100'000, 900'000};
    for (int i = 0; i < 30; ++i)
        range = zoomed(range, 0.8, 345'678, kLimits);
    QVERIFY(range.contains(345'678));
    for (int i = 0; i < 30; ++i)
        range = zoomed(range, 1.25, 345'678, kLimits);
    // 30 roundings of half a nanosecond each, magnified by the steps that follow.
    QVERIFY(std::abs(range.beginNs - 100'000) < 3000);
    QVERIFY(std::abs(range.endNs - 900'000) < 3000);
}

void TestTimeScale::panningKeepsATenthInSight()
{
    QCOMPARE(rangeAsText(panned({1000, 2000}, 500, kLimits)), QStringLiteral("1500-2500"));
    QCOMPARE(rangeAsText(panned({1000, 2000}, -5000, kLimits)), QStringLiteral("-900-100"));
    QCOMPARE(rangeAsText(panned({1000, 2000}, 5'000'000, kLimits)), QStringLiteral("999900-1000900"));
    QCOMPARE(rangeAsText(panned({-1'000'000, 3'000'000}, -9'000'000, kLimits)), QStringLiteral("-3600000-400000"));
}

void TestTimeScale::extremeValuesDoNotOverflow()
{
    constexpr TimeNs kMin = std::numeric_limits<TimeNs>::min();
    constexpr TimeNs kMax = std::numeric_limits<TimeNs>::max();
    const TimeRange everything{kMin, kMax};
    for (const TimeRange range : {everything, TimeRange{kMax, kMax}, TimeRange{kMin, kMin}, TimeRange{0, 1}}) {
        const TimeScale scale(range, 1000);
        QVERIFY(scale.nsPerPx() > 0);
        QVERIFY(scale.toNs(500) >= scale.toNs(499));
        for (const TimeRange limits : {everything, TimeRange{kMax, kMin}, TimeRange{0, 1}}) {
            for (const double factor : {0.0, 0.5, 2.0, 1e300}) {
                const TimeRange zoomedRange = zoomed(range, factor, kMax, limits);
                QVERIFY(zoomedRange.durationNs() >= kShortestViewNs);
            }
            for (const TimeNs by : {kMin, TimeNs{1}, kMax})
                QVERIFY(!panned(range, by, limits).isEmpty());
        }
    }
}

LANESCOPE_TEST(TestTimeScale)
#include "tst_time_scale.moc"
