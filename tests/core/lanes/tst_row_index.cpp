// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/row_index.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <random>

using namespace lanescope;

namespace {

struct SampleTimes {
    std::vector<TimeRange> items;

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(items.size()); }
    [[nodiscard]] TimeNs beginNs(std::uint32_t i) const { return items[i].beginNs; }
    [[nodiscard]] TimeNs durationNs(std::uint32_t i) const { return items[i].durationNs(); }
};

// `count` items; gaps and durations up to 2^gapBits and 2^durationBits.
SampleTimes randomTimes(int count, unsigned gapBits, unsigned durationBits)
{
    std::mt19937_64 random(static_cast<unsigned>(count) * 64 + gapBits);
    SampleTimes times;
    TimeNs at = -1000;
    for (int i = 0; i < count; ++i) {
        at += static_cast<TimeNs>(random() >> (64 - gapBits));
        times.items.push_back({at, at + static_cast<TimeNs>(random() >> (64 - durationBits))});
    }
    return times;
}

// The first item of [first, last) that begins at or after a time, looked for in the items themselves.
std::uint32_t expectedFirst(const SampleTimes& times, TimeNs at, std::uint32_t first, std::uint32_t last)
{
    const auto found = std::partition_point(times.items.begin() + first, times.items.begin() + last,
                                            [&](TimeRange item) { return item.beginNs < at; });
    return static_cast<std::uint32_t>(found - times.items.begin());
}

// About the begin of any item.
TimeNs anyTime(const SampleTimes& times, std::mt19937& random)
{
    return times.beginNs(static_cast<std::uint32_t>(random()) % times.size()) + static_cast<TimeNs>(random() % 3) - 1;
}

} // namespace

class TestRowIndex : public QObject {
    Q_OBJECT
private slots:
    void theLongestOfAnyRangeIsFound_data() { sizes(); }
    void theLongestOfAnyRangeIsFound();
    void nearlyEqualItemsGoByOrder();
    void aTimeIsFoundAmongTheItems_data() { sizes(); }
    void aTimeIsFoundAmongTheItems();
    void severalTimesAreFoundAsEachAloneIs_data() { sizes(); }
    void severalTimesAreFoundAsEachAloneIs();
    void itemsBeginAndEndAboutWhenTheIndexSays_data() { sizes(); }
    void itemsBeginAndEndAboutWhenTheIndexSays();
    void itemsThatBeginTogetherAreKept();
    void anEmptyRowFindsNothing();

private:
    static void sizes();
};

void TestRowIndex::sizes()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<unsigned>("gapBits");
    QTest::addColumn<unsigned>("durationBits");
    for (const int count : {1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 4096, 5000}) {
        QTest::addRow("%d dense items", count) << count << 3U << 5U;
        QTest::addRow("%d kernels", count) << count << 13U << 13U;
        QTest::addRow("%d items, years apart", count) << count << 46U << 50U;
    }
}

void TestRowIndex::theLongestOfAnyRangeIsFound()
{
    QFETCH(int, count);
    QFETCH(unsigned, gapBits);
    QFETCH(unsigned, durationBits);
    const SampleTimes times = randomTimes(count, gapBits, durationBits);
    const RowIndex index(times);
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
        const std::uint32_t first = static_cast<std::uint32_t>(random()) % times.size();
        const std::uint32_t last = first + 1 + static_cast<std::uint32_t>(random()) % (times.size() - first);
        const std::uint32_t found = index.longest(first, last);
        QVERIFY(first <= found && found < last);
        const auto longest = std::max_element(times.items.begin() + first, times.items.begin() + last,
                                              [](TimeRange a, TimeRange b) { return a.durationNs() < b.durationNs(); });
        QVERIFY(times.durationNs(found) >= longest->durationNs() - longest->durationNs() / 512);
        if (longest->durationNs() < 1024)
            QCOMPARE(found, static_cast<std::uint32_t>(longest - times.items.begin()));
    }
}

void TestRowIndex::nearlyEqualItemsGoByOrder()
{
    // 0.2 % is 8 ns here.
    const SampleTimes times{{{0, 10}, {100, 4196}, {5000, 9100}, {10'000, 14'200}}};
    const RowIndex index(times);
    QCOMPARE(index.longest(0, 3), 1U);
    QCOMPARE(index.longest(0, 4), 3U);
    QCOMPARE(index.longest(2, 3), 2U);
}

void TestRowIndex::aTimeIsFoundAmongTheItems()
{
    QFETCH(int, count);
    QFETCH(unsigned, gapBits);
    QFETCH(unsigned, durationBits);
    const SampleTimes times = randomTimes(count, gapBits, durationBits);
    const RowIndex index(times);
    std::mt19937 random(7);
    for (int round = 0; round < 400; ++round) {
        const std::uint32_t first = static_cast<std::uint32_t>(random()) % times.size();
        const std::uint32_t last = first + static_cast<std::uint32_t>(random()) % (times.size() - first + 1);
        const TimeNs at = anyTime(times, random);
        QCOMPARE(index.firstFrom(at, first, last, times), expectedFirst(times, at, first, last));
    }
}

void TestRowIndex::severalTimesAreFoundAsEachAloneIs()
{
    QFETCH(int, count);
    QFETCH(unsigned, gapBits);
    QFETCH(unsigned, durationBits);
    const SampleTimes times = randomTimes(count, gapBits, durationBits);
    const RowIndex index(times);
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round) {
        const std::uint32_t first = static_cast<std::uint32_t>(random()) % times.size();
        const std::uint32_t last = first + static_cast<std::uint32_t>(random()) % (times.size() - first + 1);
        std::vector<TimeNs> at;
        for (int i = 0; i < 20; ++i)
            at.push_back(anyTime(times, random));
        std::ranges::sort(at);
        std::vector<std::uint32_t> items(at.size());
        index.firstFromEach(at, first, last, times, items);
        for (std::size_t i = 0; i < at.size(); ++i)
            QCOMPARE(items[i], expectedFirst(times, at[i], first, last));
    }
}

void TestRowIndex::itemsBeginAndEndAboutWhenTheIndexSays()
{
    QFETCH(int, count);
    QFETCH(unsigned, gapBits);
    QFETCH(unsigned, durationBits);
    const SampleTimes times = randomTimes(count, gapBits, durationBits);
    const RowIndex index(times);
    for (std::uint32_t i = 0; i < times.size(); ++i) {
        const auto [beginNs, endNs] = times.items[i];
        const TimeRange begin = index.beginAbout(i);
        const TimeRange end = index.endAbout(i);
        QVERIFY(begin.beginNs <= beginNs && beginNs <= begin.endNs);
        QVERIFY(end.beginNs <= endNs && endNs <= end.endNs);
        // Not far off either: a 32768th of its block's time, a 512th of its duration.
        const std::uint32_t blockBegin = i / 16 * 16;
        const std::uint32_t blockEnd = std::min(blockBegin + 16, times.size() - 1);
        const TimeNs span = times.beginNs(blockEnd) - times.beginNs(blockBegin);
        QVERIFY(begin.durationNs() <= span / 32768);
        QVERIFY(end.durationNs() <= span / 32768 + (endNs - beginNs) / 512);
    }
}

void TestRowIndex::itemsThatBeginTogetherAreKept()
{
    SampleTimes times;
    for (int i = 0; i < 100; ++i)
        times.items.push_back({i < 40 ? 5 : 6, 6});
    const RowIndex index(times);
    QCOMPARE(index.firstFrom(5, 0, 100, times), 0U);
    QCOMPARE(index.firstFrom(6, 0, 100, times), 40U);
    QCOMPARE(index.firstFrom(7, 0, 100, times), 100U);
}

void TestRowIndex::anEmptyRowFindsNothing()
{
    const SampleTimes times;
    const RowIndex index(times);
    QCOMPARE(index.firstFrom(5, 0, 0, times), 0U);
}

LANESCOPE_TEST(TestRowIndex)
#include "tst_row_index.moc"
