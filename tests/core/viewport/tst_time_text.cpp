// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/time_text.h"
#include "tests/support/test_main.h"

#include <limits>
#include <optional>
#include <set>

using namespace lanescope;

namespace {

// Labels with "." for each minor tick between, then the origin: "0 µs....5 µs.... @ 1.2 s".
QString ticksAsText(const Ticks& ticks)
{
    QString text;
    for (const Tick& tick : ticks.ticks)
        text +=
            tick.label.empty() ? QStringLiteral(".") : QStringLiteral("[%1]").arg(QString::fromStdString(tick.label));
    if (!ticks.originLabel.empty())
        text += QStringLiteral(" @ %1").arg(QString::fromStdString(ticks.originLabel));
    return text;
}

} // namespace

class TestTimeText : public QObject {
    Q_OBJECT
private slots:
    void durationsHaveAUnitAndFewDigits_data();
    void durationsHaveAUnitAndFewDigits();
    void exactTimesHaveEveryNanosecond_data();
    void exactTimesHaveEveryNanosecond();
    void ticksAreRoundTimes_data();
    void ticksAreRoundTimes();
    void labelsKeepTheirDistanceAtAnyZoom();
    void labelsAreDistinctAtAnyZoom();
    void panningALittleKeepsTheOrigin();
    void noViewHasNoTicks();
};

void TestTimeText::durationsHaveAUnitAndFewDigits_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<int>("digits");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << qint64{0} << 4 << "0 ns";
    QTest::newRow("ns") << qint64{850} << 4 << "850 ns";
    QTest::newRow("µs") << qint64{12'500} << 4 << "12.5 µs";
    QTest::newRow("ms") << qint64{3'204'000} << 4 << "3.204 ms";
    QTest::newRow("rounded") << qint64{3'204'567} << 4 << "3.205 ms";
    QTest::newRow("rounded down") << qint64{3'204'449} << 4 << "3.204 ms";
    QTest::newRow("s") << qint64{1'200'000'000} << 4 << "1.2 s";
    QTest::newRow("rounding reaches the next unit") << qint64{999'960} << 4 << "1 ms";
    QTest::newRow("rounding stays below the next unit") << qint64{999'940} << 4 << "999.9 µs";
    QTest::newRow("rounding reaches a minute") << qint64{59'999'000'000} << 4 << "1 min";
    QTest::newRow("min") << qint64{125'300'000'000} << 4 << "2 min 5.3 s";
    QTest::newRow("min, more digits") << qint64{125'304'000'000} << 6 << "2 min 5.304 s";
    QTest::newRow("min, rounded up") << qint64{119'990'000'000} << 4 << "2 min";
    QTest::newRow("h") << qint64{7'325'000'000'000} << 4 << "2 h 2 min";
    QTest::newRow("whole hours") << qint64{7'200'000'000'000} << 4 << "2 h";
    QTest::newRow("negative") << qint64{-12'500} << 4 << "-12.5 µs";
    QTest::newRow("one digit") << qint64{12'500} << 1 << "10 µs";
    QTest::newRow("all digits") << qint64{12'345'678'901} << 11 << "12.345678901 s";
    QTest::newRow("the smallest number") << std::numeric_limits<qint64>::min() << 4 << "-2562047 h 47 min";
}

void TestTimeText::durationsHaveAUnitAndFewDigits()
{
    QFETCH(qint64, ns);
    QFETCH(int, digits);
    QTEST(QString::fromStdString(durationText(ns, digits)), "text");
}

void TestTimeText::exactTimesHaveEveryNanosecond_data()
{
    QTest::addColumn<qint64>("ns");
    QTest::addColumn<QString>("text");
    QTest::newRow("an uptime") << qint64{5'104'215'567'485'791} << "5104215.567485791 s";
    QTest::newRow("zero") << qint64{0} << "0.000000000 s";
    QTest::newRow("negative") << qint64{-1} << "-0.000000001 s";
    QTest::newRow("the smallest number") << std::numeric_limits<qint64>::min() << "-9223372036.854775808 s";
}

void TestTimeText::exactTimesHaveEveryNanosecond()
{
    QFETCH(qint64, ns);
    QTEST(QString::fromStdString(exactSecondsText(ns)), "text");
}

void TestTimeText::ticksAreRoundTimes_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QString>("ticks"); // on 400 pixels, labels 100 apart
    QTest::newRow("10 ns") << qint64{0} << qint64{10} << "[0 ns]....[5 ns]....";
    QTest::newRow("100 µs") << qint64{0} << qint64{100'000} << "[0 µs]....[50 µs]....";
    QTest::newRow("decimals as the step needs")
        << qint64{0} << qint64{2'000'000} << "[0.0 ms]....[0.5 ms]....[1.0 ms]....[1.5 ms]....";
    QTest::newRow("from between ticks") << qint64{1'450'000} << qint64{2'250'000}
                                        << "...[1.6 ms]...[1.8 ms]...[2.0 ms]...[2.2 ms]";
    QTest::newRow("left of the trace") << qint64{-100'000} << qint64{100'000}
                                       << "[-100 µs]....[-50 µs]....[0 µs]....[50 µs]....";
    QTest::newRow("minutes") << qint64{0} << qint64{480'000'000'000} << "[0 min]...[2 min]...[4 min]...[6 min]...";
    QTest::newRow("hours") << qint64{0} << qint64{14'400'000'000'000} << "[0 h]....[1 h]....[2 h]....[3 h]....";
    QTest::newRow("six digits are written out") << qint64{1'234'567'000} << qint64{1'234'607'000}
                                                << ".[1.23457 s]....[1.23458 s]....[1.23459 s]....[1.23460 s]...";
    QTest::newRow("more are not") << qint64{11'234'567'000} << qint64{11'234'647'000}
                                  << "..[+180 µs]...[+200 µs]...[+220 µs]...[+240 µs]. @ 11.2344 s";
}

void TestTimeText::ticksAreRoundTimes()
{
    QFETCH(qint64, begin);
    QFETCH(qint64, end);
    QTEST(ticksAsText(ticksFor({begin, end}, 400, 100)), "ticks");
}

void TestTimeText::labelsKeepTheirDistanceAtAnyZoom()
{
    for (double length = 10; length < 4e14; length *= 1.37) {
        const TimeRange range{123'456'789, 123'456'789 + static_cast<TimeNs>(length)};
        const Ticks ticks = ticksFor(range, 1000, 90);
        std::optional<TimeNs> last;
        int labels = 0;
        for (const Tick& tick : ticks.ticks) {
            QVERIFY(range.contains(tick.atNs));
            if (tick.label.empty())
                continue;
            ++labels;
            if (last)
                QVERIFY(static_cast<double>(tick.atNs - *last) * 1000 / static_cast<double>(range.durationNs()) >=
                        89.999);
            QVERIFY2(tick.label.size() <= 12, tick.label.c_str());
            last = tick.atNs;
        }
        QVERIFY2(labels >= 2, qPrintable(QString::number(length)));
    }
}

void TestTimeText::labelsAreDistinctAtAnyZoom()
{
    for (double length = 10; length < 4e14; length *= 1.61) {
        for (const TimeNs begin : {TimeNs{0}, TimeNs{-7}, TimeNs{999'999'999}, TimeNs{5'104'215'567'485'791}}) {
            std::set<std::string> labels;
            std::size_t count = 0;
            for (const Tick& tick : ticksFor({begin, begin + static_cast<TimeNs>(length)}, 1000, 90).ticks) {
                if (!tick.label.empty()) {
                    labels.insert(tick.label);
                    ++count;
                }
            }
            QCOMPARE(labels.size(), count);
        }
    }
}

void TestTimeText::panningALittleKeepsTheOrigin()
{
    const TimeRange range{5'104'215'567'400'000, 5'104'215'567'480'000};
    const Ticks before = ticksFor(range, 1000, 90);
    const Ticks after = ticksFor({range.beginNs + 7'000, range.endNs + 7'000}, 1000, 90);
    QCOMPARE(before.originNs, 5'104'215'567'400'000);
    QCOMPARE(before.originLabel, std::string("5104215.5674 s"));
    QCOMPARE(after.originNs, before.originNs);
}

void TestTimeText::noViewHasNoTicks()
{
    QVERIFY(ticksFor({5, 5}, 1000, 90).ticks.empty());
    QVERIFY(ticksFor({0, 100}, 0, 90).ticks.empty());
    QVERIFY(!ticksFor({0, 100}, 100, 0).ticks.empty());
}

LANESCOPE_TEST(TestTimeText)
#include "tst_time_text.moc"
