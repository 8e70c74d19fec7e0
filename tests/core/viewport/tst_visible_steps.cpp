// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/visible_steps.h"

#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;

class TestVisibleSteps : public QObject {
    Q_OBJECT

private slots:
    void valuesHoldUntilTheNext_data();
    void valuesHoldUntilTheNext();
    void everySampleInViewIsInItsPixel_data();
    void everySampleInViewIsInItsPixel();
    void theCostDoesNotGrowWithTheSamples();
};

namespace {

CounterSeries seriesOf(const std::vector<std::pair<TimeNs, double>>& values)
{
    std::vector<CounterSample> samples;
    for (const auto& [atNs, value] : values)
        samples.push_back({atNs, value, EventId{}});
    return CounterSeries("value", std::move(samples));
}

} // namespace

void TestVisibleSteps::valuesHoldUntilTheNext_data()
{
    using Values = std::vector<std::pair<TimeNs, double>>;
    QTest::addColumn<Values>("values");
    QTest::addColumn<QString>("steps"); // of [100, 200) on 10 px: 10 ns a pixel
    QTest::newRow("none") << Values{} << QString();
    QTest::newRow("one in view holds to the end") << Values{{130, 5}} << QStringLiteral("3-10:5");
    QTest::newRow("one before the view holds") << Values{{20, 1}, {50, 2}} << QStringLiteral("0-10:2");
    QTest::newRow("after the view") << Values{{200, 1}} << QString();
    QTest::newRow("at the begin of the view") << Values{{50, 2}, {100, 3}} << QStringLiteral("0-10:3");
    QTest::newRow("one after the other") << Values{{110, 1}, {150, 4}, {170, 2}}
                                         << QStringLiteral("1-5:1 5-7:4 7-10:2");
    QTest::newRow("many in a pixel: lowest and highest, with what held before")
        << Values{{110, 9}, {150, 4}, {152, 1}, {154, 3}} << QStringLiteral("1-5:9 5-6:1..9x3 6-10:3");
    QTest::newRow("the same value again") << Values{{110, 1}, {150, 1}} << QStringLiteral("1-5:1 5-10:1");
    QTest::newRow("negative") << Values{{110, -1.5}} << QStringLiteral("1-10:-1.5");
}

void TestVisibleSteps::valuesHoldUntilTheNext()
{
    using Values = std::vector<std::pair<TimeNs, double>>;
    QFETCH(Values, values);
    QFETCH(QString, steps);
    std::vector<Step> found;
    visibleSteps(seriesOf(values), TimeScale({100, 200}, 10), found);
    QCOMPARE(QString::fromStdString(stepsAsText(found)), steps);
}

void TestVisibleSteps::everySampleInViewIsInItsPixel_data()
{
    QTest::addColumn<qint64>("beginNs");
    QTest::addColumn<qint64>("endNs");
    QTest::newRow("all") << qint64(0) << qint64(100'000);
    QTest::newRow("middle") << qint64(40'001) << qint64(41'003);
    QTest::newRow("beyond the end") << qint64(99'000) << qint64(200'000);
}

void TestVisibleSteps::everySampleInViewIsInItsPixel()
{
    QFETCH(qint64, beginNs);
    QFETCH(qint64, endNs);
    std::mt19937 random(7);
    std::vector<std::pair<TimeNs, double>> values;
    for (TimeNs atNs = 0; atNs < 100'000; atNs += 1 + static_cast<TimeNs>(random() % 60))
        values.emplace_back(atNs, static_cast<double>(random() % 1000));
    const TimeScale scale({beginNs, endNs}, 333);
    std::vector<Step> steps;
    visibleSteps(seriesOf(values), scale, steps);
    std::uint32_t counted = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QVERIFY(steps[i].x0 < steps[i].x1 && steps[i].x1 <= 333);
        QVERIFY(i == 0 || steps[i].x0 == steps[i - 1].x1);
        counted += steps[i].count;
    }
    std::uint32_t inView = 0;
    for (const auto& [atNs, value] : values) {
        if (atNs < beginNs || atNs >= endNs)
            continue;
        ++inView;
        const auto step = stepAt(steps, static_cast<int>(scale.toPx(atNs)));
        QVERIFY(step.has_value());
        QVERIFY(step->values.lowest <= value && value <= step->values.highest);
    }
    QCOMPARE(counted, inView);
}

void TestVisibleSteps::theCostDoesNotGrowWithTheSamples()
{
    std::vector<CounterSample> samples;
    for (TimeNs atNs = 0; atNs < 2'000'000; ++atNs)
        samples.push_back({atNs, static_cast<double>(atNs % 1000), EventId{}});
    const CounterSeries series("value", std::move(samples));
    std::vector<Step> steps;
    visibleSteps(series, TimeScale({0, 2'000'000}, 1000), steps);
    QCOMPARE(steps.size(), std::size_t{1000});
    QCOMPARE(steps.back().values, (ValueRange{0, 999}));
    QCOMPARE(steps.back().count, std::uint32_t{2000});
}

LANESCOPE_TEST(TestVisibleSteps)
#include "tst_visible_steps.moc"
