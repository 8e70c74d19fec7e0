// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/lane_row.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;
using namespace lanescope::test;

class TestLaneRow : public QObject {
    Q_OBJECT
private slots:
    void theLongestOfAnyRangeIsFound_data();
    void theLongestOfAnyRangeIsFound();
    void theEarliestOfEqualsIsTheLongest();
    void aRowTellsTheTimesOfItsEvents();
};

void TestLaneRow::theLongestOfAnyRangeIsFound_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 15, 16, 17, 255, 256, 257, 4096, 5000})
        QTest::addRow("%d items", count) << count;
}

void TestLaneRow::theLongestOfAnyRangeIsFound()
{
    QFETCH(int, count);
    std::mt19937 random(static_cast<unsigned>(count));
    std::vector<TimeNs> durations;
    for (int i = 0; i < count; ++i)
        durations.push_back(random() % 50); // many equals
    const auto durationOf = [&](std::uint32_t i) { return durations[i]; };
    const auto size = static_cast<std::uint32_t>(count);
    const LongestIndex index(size, durationOf);
    for (int round = 0; round < 400; ++round) {
        const auto first = static_cast<std::uint32_t>(random() % size);
        const auto last = first + 1 + static_cast<std::uint32_t>(random() % (size - first));
        const auto longest = std::max_element(durations.begin() + first, durations.begin() + last);
        QCOMPARE(index.longest(first, last, durationOf), static_cast<std::uint32_t>(longest - durations.begin()));
    }
}

void TestLaneRow::theEarliestOfEqualsIsTheLongest()
{
    const LongestIndex index(1000, [](std::uint32_t) { return TimeNs{7}; });
    QCOMPARE(index.longest(3, 990, [](std::uint32_t) { return TimeNs{7}; }), 3U);
}

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
}

LANESCOPE_TEST(TestLaneRow)
#include "tst_lane_row.moc"
