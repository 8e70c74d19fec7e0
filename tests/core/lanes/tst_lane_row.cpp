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
    void aRowTellsTheTimesOfItsEvents();
    void aRowOfSomeItemsIsThatOfTheirEvents_data();
    void aRowOfSomeItemsIsThatOfTheirEvents();
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

void TestLaneRow::aRowOfSomeItemsIsThatOfTheirEvents_data()
{
    QTest::addColumn<unsigned>("gapBits");
    QTest::addColumn<unsigned>("oneOf");
    QTest::newRow("all of a dense row") << 3U << 1U;
    QTest::newRow("few of a dense row") << 3U << 9U;
    QTest::newRow("half of a row of kernels") << 14U << 2U;
    QTest::newRow("some of items far apart") << 30U << 3U;
    QTest::newRow("none") << 3U << 5000U;
}

void TestLaneRow::aRowOfSomeItemsIsThatOfTheirEvents()
{
    QFETCH(unsigned, gapBits);
    QFETCH(unsigned, oneOf);
    std::mt19937 random(gapBits * 100 + oneOf);
    std::vector<SampleEvent> samples;
    TimeNs at = 0;
    for (int i = 0; i < 2000; ++i) {
        at += static_cast<TimeNs>(random() % (1U << (random() % gapBits + 1)));
        const auto length = static_cast<TimeNs>(random() % (1U << (random() % gapBits + 1)));
        samples.push_back({"k", at, length});
        at += length;
    }
    const auto trace = traceOf(samples);
    std::vector<EventId> events;
    std::vector<EventId> someEvents;
    std::vector<std::uint32_t> someItems;
    for (std::uint32_t i = 0; i < samples.size(); ++i) {
        events.push_back(idAt<EventId>(i));
        if (random() % oneOf == oneOf / 2) {
            someItems.push_back(i);
            someEvents.push_back(idAt<EventId>(i));
        }
    }
    const LaneRow some(LaneRow(*trace, events), someItems);
    const LaneRow expected(*trace, someEvents);
    QCOMPARE(some.size(), expected.size());
    QVERIFY(some.size() > 0 || oneOf == 5000);
    for (std::uint32_t i = 0; i < some.size(); ++i) {
        QCOMPARE(some.event(i), expected.event(i));
        QCOMPARE(some.beginAbout(i), expected.beginAbout(i));
        QCOMPARE(some.endAbout(i), expected.endAbout(i));
        const std::uint32_t last = i + 1 + static_cast<std::uint32_t>(random() % (some.size() - i));
        QCOMPARE(some.longest(i, last), expected.longest(i, last));
        const TimeNs time = some.beginNs(i) + static_cast<TimeNs>(random() % 3) - 1;
        QCOMPARE(some.firstFrom(time, 0, some.size()), expected.firstFrom(time, 0, some.size()));
    }
}

LANESCOPE_TEST(TestLaneRow)
#include "tst_lane_row.moc"
