// SPDX-License-Identifier: Apache-2.0
#include "core/trace/time_spread.h"
#include "tests/support/test_main.h"

using namespace lanescope;

class TestTimeSpread : public QObject {
    Q_OBJECT

private slots:
    void noTimesGiveNoRange();
    void aStrayZeroLiesOutsideAnEpochTrace();
    void aStrayZeroLiesOutsideAFewTimes();
    void warmUpFarBeforeTheRestIsNoStray();
    void extremeTimesDoNotOverflow();
};

void TestTimeSpread::noTimesGiveNoRange()
{
    std::vector<FileTimeNs> times;
    QVERIFY(plausibleRange(times).isEmpty());
}

void TestTimeSpread::aStrayZeroLiesOutsideAnEpochTrace()
{
    std::vector<FileTimeNs> times{0};
    for (int i = 0; i < 100; ++i)
        times.push_back(1'790'000'000'000'000'000 + i * 1'000'000LL);
    const TimeRange range = plausibleRange(times);
    QVERIFY(!range.contains(0));
    QVERIFY(range.contains(1'790'000'000'000'000'000));
    QVERIFY(range.contains(1'790'000'000'099'000'000));
}

void TestTimeSpread::aStrayZeroLiesOutsideAFewTimes()
{
    constexpr FileTimeNs kEpoch = 1'790'000'000'000'000'000;
    std::vector<FileTimeNs> four{kEpoch, 0, kEpoch + 1'000, kEpoch + 2'000};
    const TimeRange range = plausibleRange(four);
    QVERIFY(!range.contains(0) && range.contains(kEpoch) && range.contains(kEpoch + 2'000));
    // Two against two, and three or fewer, have no bulk.
    std::vector<FileTimeNs> twoAndTwo{0, kEpoch, 5, kEpoch + 5};
    QVERIFY(plausibleRange(twoAndTwo).contains(0));
    std::vector<FileTimeNs> three{0, kEpoch, kEpoch + 1};
    QVERIFY(plausibleRange(three).contains(0));
}

void TestTimeSpread::warmUpFarBeforeTheRestIsNoStray()
{
    std::vector<FileTimeNs> times{0}; // 100 s before 1 s of work
    for (int i = 0; i < 100; ++i)
        times.push_back(100'000'000'000 + i * 10'000'000LL);
    QVERIFY(plausibleRange(times).contains(0));
}

void TestTimeSpread::extremeTimesDoNotOverflow()
{
    std::vector<FileTimeNs> times{-kLargestFileTimeNs, kLargestFileTimeNs, 0, 5};
    const TimeRange range = plausibleRange(times);
    QVERIFY(range.beginNs < range.endNs);
    QVERIFY(range.contains(0));
}

LANESCOPE_TEST(TestTimeSpread)
#include "tst_time_spread.moc"
