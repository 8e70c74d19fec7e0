// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/pack_lanes.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <map>
#include <random>

using namespace lanescope;

namespace {

using Intervals = std::vector<TimeRange>;
using Placing = std::vector<std::uint32_t> (*)(std::span<const TimeRange>);

QString lanesAsText(const std::vector<std::uint32_t>& lanes)
{
    QStringList texts;
    for (const std::uint32_t lane : lanes)
        texts << QString::number(lane);
    return texts.join(u' ');
}

TimeNs takenUntil(TimeRange interval)
{
    return std::max(interval.endNs, interval.beginNs + 1);
}

Intervals randomIntervals(unsigned seed, int count, int longest, int span)
{
    std::mt19937 random(seed);
    Intervals intervals;
    for (int i = 0; i < count; ++i) {
        const auto begin = static_cast<TimeNs>(random() % static_cast<unsigned>(span));
        intervals.push_back({begin, begin + static_cast<TimeNs>(random() % static_cast<unsigned>(longest))});
    }
    std::ranges::stable_sort(intervals, [](TimeRange a, TimeRange b) {
        return a.beginNs != b.beginNs ? a.beginNs < b.beginNs : a.endNs > b.endNs;
    });
    return intervals;
}

// The pair of intervals that share a lane and overlap, or an empty text.
QString overlapInALane(const Intervals& intervals, const std::vector<std::uint32_t>& lanes)
{
    std::map<std::uint32_t, std::size_t> lastOf;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const auto last = lastOf.find(lanes[i]);
        if (last != lastOf.end() && takenUntil(intervals[last->second]) > intervals[i].beginNs)
            return QStringLiteral("%1 and %2").arg(last->second).arg(i);
        lastOf[lanes[i]] = i;
    }
    return {};
}

std::size_t mostAtOnce(const Intervals& intervals)
{
    std::map<TimeNs, int> changes;
    for (const TimeRange interval : intervals) {
        ++changes[interval.beginNs];
        --changes[takenUntil(interval)];
    }
    int now = 0;
    int most = 0;
    for (const auto& [at, change] : changes)
        most = std::max(most, now += change);
    return static_cast<std::size_t>(most);
}

// Those that the current test row describes.
Intervals intervalsOfRow()
{
    QFETCH(unsigned, seed);
    QFETCH(int, longest);
    QFETCH(int, span);
    return randomIntervals(seed, 700, longest, span);
}

} // namespace

Q_DECLARE_METATYPE(Intervals)

class TestPackLanes : public QObject {
    Q_OBJECT
private slots:
    void overlappingIntervalsGetTheFirstFreeLane_data();
    void overlappingIntervalsGetTheFirstFreeLane();
    void slicesNestByDepth_data();
    void slicesNestByDepth();
    void noTwoOfALaneOverlap_data() { seeds(); }
    void noTwoOfALaneOverlap();
    void lanesAreAsManyAsIntervalsAtOnce_data() { seeds(); }
    void lanesAreAsManyAsIntervalsAtOnce();
    void theLowestFreeLaneIsTaken_data() { seeds(); }
    void theLowestFreeLaneIsTaken();
    void whatContainsASliceLiesAboveIt_data() { seeds(); }
    void whatContainsASliceLiesAboveIt();
    void aHundredThousandAtOnceAreQuick();

private:
    static void seeds();
};

void TestPackLanes::overlappingIntervalsGetTheFirstFreeLane_data()
{
    QTest::addColumn<Intervals>("intervals");
    QTest::addColumn<QString>("lanes");
    QTest::newRow("nothing") << Intervals{} << "";
    QTest::newRow("touching") << Intervals{{0, 10}, {10, 12}, {12, 20}} << "0 0 0";
    QTest::newRow("overlap by 1 ns") << Intervals{{0, 10}, {9, 12}} << "0 1";
    QTest::newRow("the lower of two free lanes") << Intervals{{0, 3}, {1, 2}, {5, 6}, {5, 6}} << "0 1 0 1";
    QTest::newRow("length 0 lasts 1 ns") << Intervals{{5, 5}, {5, 5}, {6, 8}} << "0 1 0";
    QTest::newRow("length 0 where another ends") << Intervals{{0, 10}, {10, 10}} << "0 0";
    QTest::newRow("length 0 inside") << Intervals{{0, 10}, {4, 4}} << "0 1";
    // Case 09, k00 to k12 in display order (k10 before k08 and k09), in tenths of a microsecond.
    QTest::newRow("case 09") << Intervals{{0, 100},   {50, 120},  {100, 110}, {120, 150}, {200, 300},
                                          {220, 250}, {250, 290}, {300, 300}, {400, 450}, {400, 400},
                                          {400, 400}, {500, 600}, {596, 700}}
                             << "0 1 0 0 0 1 1 0 0 1 2 0 1";
    QTest::newRow("negative times") << Intervals{{-20, -5}, {-10, 0}, {-5, 3}} << "0 1 0";
}

void TestPackLanes::overlappingIntervalsGetTheFirstFreeLane()
{
    QFETCH(Intervals, intervals);
    QTEST(lanesAsText(packLanes(intervals)), "lanes");
}

void TestPackLanes::slicesNestByDepth_data()
{
    QTest::addColumn<Intervals>("intervals");
    QTest::addColumn<QString>("depths");
    QTest::newRow("one in one") << Intervals{{0, 10}, {2, 5}, {5, 9}, {10, 11}} << "0 1 1 0";
    QTest::newRow("twins") << Intervals{{0, 10}, {0, 10}} << "0 1";
    QTest::newRow("child ends with its parent") << Intervals{{0, 10}, {4, 10}, {6, 10}} << "0 1 2";
    QTest::newRow("length 0 in length 0") << Intervals{{5, 5}, {5, 5}} << "0 1";
    // Case 10: outer inner twin_a twin_b holder zero_at_start top child same_as_child late_written_parent early_child
    // outlasts_parent.
    QTest::newRow("case 10") << Intervals{{100, 122}, {100, 114}, {200, 210}, {200, 210}, {300, 350}, {300, 300},
                                          {400, 450}, {400, 430}, {400, 430}, {500, 600}, {520, 540}, {560, 610}}
                             << "0 1 0 1 0 1 0 1 2 0 1 1";
    QTest::newRow("case 17d: P and Q cross") << Intervals{{0, 8}, {5, 10}} << "0 1";
    QTest::newRow("inside of what crosses") << Intervals{{0, 8}, {5, 10}, {6, 9}, {9, 10}, {10, 12}} << "0 1 2 2 0";
    QTest::newRow("after a crossing the outer depth is free again") << Intervals{{0, 8}, {5, 10}, {9, 12}} << "0 1 0";
    QTest::newRow("crossing inside a parent") << Intervals{{0, 20}, {1, 5}, {3, 8}, {6, 7}} << "0 1 2 3";
}

void TestPackLanes::slicesNestByDepth()
{
    QFETCH(Intervals, intervals);
    QTEST(lanesAsText(nestLanes(intervals)), "depths");
}

void TestPackLanes::seeds()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<int>("longest");
    QTest::addColumn<int>("span");
    for (unsigned seed = 1; seed <= 8; ++seed) {
        QTest::addRow("short, seed %u", seed) << seed << 4 << 3000;
        QTest::addRow("crowded, seed %u", seed) << seed << 60 << 400;
        QTest::addRow("long, seed %u", seed) << seed << 2000 << 2000;
    }
}

void TestPackLanes::noTwoOfALaneOverlap()
{
    const Intervals intervals = intervalsOfRow();
    QCOMPARE(overlapInALane(intervals, packLanes(intervals)), QString());
    QCOMPARE(overlapInALane(intervals, nestLanes(intervals)), QString());
}

void TestPackLanes::lanesAreAsManyAsIntervalsAtOnce()
{
    const Intervals intervals = intervalsOfRow();
    QCOMPARE(std::size_t{std::ranges::max(packLanes(intervals))} + 1, mostAtOnce(intervals));
}

void TestPackLanes::theLowestFreeLaneIsTaken()
{
    const Intervals intervals = intervalsOfRow();
    const std::vector<std::uint32_t> lanes = packLanes(intervals);
    std::vector<TimeNs> ends;
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        const auto isFree = [&](TimeNs end) { return end <= intervals[i].beginNs; };
        const auto lane = static_cast<std::size_t>(std::ranges::find_if(ends, isFree) - ends.begin());
        QCOMPARE(std::size_t{lanes[i]}, lane);
        ends.resize(std::max(ends.size(), lane + 1));
        ends[lane] = takenUntil(intervals[i]);
    }
}

void TestPackLanes::whatContainsASliceLiesAboveIt()
{
    const Intervals intervals = intervalsOfRow();
    const std::vector<std::uint32_t> depths = nestLanes(intervals);
    for (std::size_t i = 0; i < intervals.size(); ++i) {
        int deepest = -1;
        std::vector<bool> taken(intervals.size() + 1);
        for (std::size_t k = 0; k < i; ++k) {
            if (takenUntil(intervals[k]) <= intervals[i].beginNs)
                continue;
            taken[depths[k]] = true;
            if (takenUntil(intervals[k]) >= takenUntil(intervals[i]))
                deepest = std::max(deepest, static_cast<int>(depths[k]));
        }
        auto expected = static_cast<std::size_t>(deepest + 1);
        while (taken[expected])
            ++expected;
        QCOMPARE(std::size_t{depths[i]}, expected);
    }
}

void TestPackLanes::aHundredThousandAtOnceAreQuick()
{
    Intervals intervals;
    for (TimeNs i = 0; i < 100'000; ++i)
        intervals.push_back({i, 200'000 + i}); // each crosses all earlier ones
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(packLanes(intervals).back(), 99'999U);
    QCOMPARE(nestLanes(intervals).back(), 99'999U);
    QVERIFY2(timer.elapsed() < 5000, "a scan over all lanes takes minutes here");
}

LANESCOPE_TEST(TestPackLanes)
#include "tst_pack_lanes.moc"
