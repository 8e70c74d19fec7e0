// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/visible_boxes.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

#include <algorithm>
#include <random>

using namespace lanescope;
using namespace lanescope::test;

namespace {

using Intervals = std::vector<TimeRange>;

// A row whose items are these intervals. The trace begins at 0.
struct SampleRow {
    std::shared_ptr<const Trace> trace;
    LaneRow row;
};

SampleRow rowOf(const Intervals& intervals)
{
    std::vector<SampleEvent> events{{"begin of the trace", 0, 0, "other", "9", "9"}};
    std::vector<EventId> items;
    for (const TimeRange interval : intervals) {
        items.push_back(idAt<EventId>(events.size()));
        events.push_back({"k", interval.beginNs, interval.durationNs()});
    }
    auto trace = traceOf(events);
    LaneRow row(*trace, std::move(items));
    return {std::move(trace), std::move(row)};
}

// Lengths and gaps of very different sizes, some items of length 0.
Intervals randomIntervals(unsigned seed, int count)
{
    std::mt19937 random(seed);
    Intervals intervals;
    TimeNs at = random() % 100;
    for (int i = 0; i < count; ++i) {
        const TimeNs length = random() % (1U << (random() % 12));
        intervals.push_back({at, at + length - (random() % 6 == 0 ? length : 0)});
        at = std::max(intervals.back().endNs, at + 1);
        at += random() % 3 == 0 ? 0 : random() % (1U << (random() % 11));
    }
    return intervals;
}

QString boxesText(const Intervals& intervals, TimeRange view, int widthPx)
{
    std::vector<Box> boxes;
    visibleBoxes(rowOf(intervals).row, PixelTimes(TimeScale(view, widthPx)), boxes);
    return QString::fromStdString(boxesAsText(boxes));
}

} // namespace

Q_DECLARE_METATYPE(Intervals)

class TestVisibleBoxes : public QObject {
    Q_OBJECT
private slots:
    void itemsBecomeBoxes_data();
    void itemsBecomeBoxes();
    void itemsThatShareAPixelAreOneBox_data();
    void itemsThatShareAPixelAreOneBox();
    void everyItemInViewIsInExactlyOneBox_data() { views(); }
    void everyItemInViewIsInExactlyOneBox();
    void boxesAreDisjointInOrderAndInside_data() { views(); }
    void boxesAreDisjointInOrderAndInside();
    void aBoxStandsForItsLongestItem_data() { views(); }
    void aBoxStandsForItsLongestItem();
    void aBoxLiesWhereItsItemsAre_data() { views(); }
    void aBoxLiesWhereItsItemsAre();
    void theHitTestInvertsTheDrawing_data() { views(); }
    void theHitTestInvertsTheDrawing();
    void movedBoxesAreThoseOfTheMovedView_data() { views(); }
    void movedBoxesAreThoseOfTheMovedView();
    void aSmallMoveLeavesMostOfARowUnchanged();
    void theHitTestReachesTheNearestBox();
    void theCostDoesNotGrowWithTheItems();
    void regionsAndMarksBecomeBoxesToo();

private:
    static void views();
};

void TestVisibleBoxes::itemsBecomeBoxes_data()
{
    QTest::addColumn<Intervals>("items");
    QTest::addColumn<QString>("boxes"); // of the view [100, 200) on 100 pixels
    QTest::newRow("nothing") << Intervals{} << "";
    QTest::newRow("one") << Intervals{{110, 120}} << "10-20:0";
    QTest::newRow("touching items stay apart") << Intervals{{110, 120}, {120, 130}} << "10-20:0 20-30:1";
    QTest::newRow("cut at both sides") << Intervals{{50, 110}, {190, 300}} << "0-10:0 90-100:1";
    QTest::newRow("over the whole view") << Intervals{{50, 300}} << "0-100:0";
    QTest::newRow("outside") << Intervals{{50, 99}, {200, 210}} << "";
    QTest::newRow("touching the view from outside") << Intervals{{50, 100}, {200, 210}} << "";
    QTest::newRow("one ns inside") << Intervals{{50, 101}, {199, 210}} << "0-1:0 99-100:1";
    QTest::newRow("length 0") << Intervals{{100, 100}, {150, 150}, {199, 199}, {200, 200}} << "0-1:0 50-51:1 99-100:2";
}

void TestVisibleBoxes::itemsThatShareAPixelAreOneBox_data()
{
    QTest::addColumn<Intervals>("items");
    QTest::addColumn<QString>("boxes"); // of the view [0, 1000) on 100 pixels
    QTest::newRow("within one pixel") << Intervals{{50, 52}, {52, 57}, {57, 59}} << "5-6:1x3";
    QTest::newRow("the earliest of equals") << Intervals{{50, 52}, {52, 54}} << "5-6:0x2";
    QTest::newRow("a long one gives up the pixel of a short one") << Intervals{{50, 52}, {55, 200}} << "5-6:0 6-20:1";
    QTest::newRow("a long one does not swallow a short one")
        << Intervals{{50, 205}, {205, 207}, {208, 300}} << "5-20:0 20-21:1 21-30:2";
    QTest::newRow("one that has no pixel of its own") << Intervals{{50, 52}, {55, 68}} << "5-6:1x2";
    QTest::newRow("length 0 where another begins") << Intervals{{50, 50}, {51, 90}} << "5-6:0 6-9:1";
    QTest::newRow("at the right edge") << Intervals{{985, 992}, {993, 994}, {995, 2000}, {2000, 2001}}
                                       << "98-99:0 99-100:2x2";
}

void TestVisibleBoxes::itemsThatShareAPixelAreOneBox()
{
    QFETCH(Intervals, items);
    QTEST(boxesText(items, {0, 1000}, 100), "boxes");
}

void TestVisibleBoxes::itemsBecomeBoxes()
{
    QFETCH(Intervals, items);
    QTEST(boxesText(items, {100, 200}, 100), "boxes");
}

void TestVisibleBoxes::views()
{
    QTest::addColumn<unsigned>("seed");
    QTest::addColumn<double>("from"); // parts of the whole row's time
    QTest::addColumn<double>("to");
    QTest::addColumn<int>("widthPx");
    for (unsigned seed = 1; seed <= 6; ++seed) {
        QTest::addRow("all on 50 px, seed %u", seed) << seed << -0.1 << 1.1 << 50;
        QTest::addRow("all on 1 px, seed %u", seed) << seed << 0.0 << 1.0 << 1;
        QTest::addRow("all on 3000 px, seed %u", seed) << seed << 0.0 << 1.0 << 3000;
        QTest::addRow("a third, seed %u", seed) << seed << 0.3 << 0.6 << 777;
        QTest::addRow("little, seed %u", seed) << seed << 0.5 << 0.5005 << 1000;
        QTest::addRow("beside, seed %u", seed) << seed << 1.1 << 1.2 << 100;
    }
}

namespace {

struct View {
    Intervals intervals;
    TimeScale scale;
    std::vector<Box> boxes;

    [[nodiscard]] bool isInView(std::size_t i) const
    {
        const TimeNs taken = std::max(intervals[i].endNs, intervals[i].beginNs + 1);
        return intervals[i].beginNs < scale.range().endNs && taken > scale.range().beginNs;
    }
};

// The view that the current test row describes.
View currentView()
{
    QFETCH(unsigned, seed);
    QFETCH(double, from);
    QFETCH(double, to);
    QFETCH(int, widthPx);
    Intervals intervals = randomIntervals(seed, 2000);
    const auto length = static_cast<double>(intervals.back().endNs);
    const TimeScale scale({static_cast<TimeNs>(from * length), static_cast<TimeNs>(to * length)}, widthPx);
    std::vector<Box> boxes{Box{-5, 7, 1, 1, 1}}; // left over from another view
    visibleBoxes(rowOf(intervals).row, PixelTimes(scale), boxes);
    return {std::move(intervals), scale, std::move(boxes)};
}

} // namespace

void TestVisibleBoxes::everyItemInViewIsInExactlyOneBox()
{
    const View view = currentView();
    std::vector<int> boxesOf(view.intervals.size());
    for (const Box& box : view.boxes) {
        for (std::uint32_t i = box.first; i < box.first + box.count; ++i)
            ++boxesOf[i];
    }
    for (std::size_t i = 0; i < view.intervals.size(); ++i)
        QCOMPARE(boxesOf[i], view.isInView(i) ? 1 : 0);
}

void TestVisibleBoxes::boxesAreDisjointInOrderAndInside()
{
    const View view = currentView();
    int freePx = 0;
    for (const Box& box : view.boxes) {
        QVERIFY(box.x0 >= freePx);
        QVERIFY(box.x1 > box.x0);
        freePx = box.x1;
    }
    QVERIFY(freePx <= view.scale.widthPx());
}

void TestVisibleBoxes::aBoxStandsForItsLongestItem()
{
    const View view = currentView();
    for (const Box& box : view.boxes) {
        const auto first = view.intervals.begin() + box.first;
        const auto longest = std::max_element(first, first + box.count,
                                              [](TimeRange a, TimeRange b) { return a.durationNs() < b.durationNs(); });
        const auto item = view.intervals.begin() + box.item;
        QVERIFY(first <= item && item < first + box.count);
        QVERIFY(item->durationNs() * 512 >= longest->durationNs() * 511);
        if (longest->durationNs() < 1024)
            QVERIFY(item == longest); // the earliest of equals
    }
}

void TestVisibleBoxes::aBoxLiesWhereItsItemsAre()
{
    const View view = currentView();
    for (const Box& box : view.boxes) {
        for (std::uint32_t i = box.first; i < box.first + box.count; ++i) {
            const double beginPx = std::max(view.scale.toPx(view.intervals[i].beginNs), 0.0);
            const double endPx = std::min<double>(view.scale.toPx(view.intervals[i].endNs), view.scale.widthPx());
            // Pixels that earlier items hold are given up at the begin; the pixel an item ends in, at the end.
            if (i == box.first)
                QVERIFY(box.x0 < beginPx + 1 + 1e-6);
            QVERIFY(box.x0 <= std::max(endPx, beginPx) + 1e-6);
            QVERIFY(box.x1 > endPx - 1 - 1e-6);
            QVERIFY(box.x1 > beginPx - 1e-6);
        }
    }
}

void TestVisibleBoxes::theHitTestInvertsTheDrawing()
{
    const View view = currentView();
    std::vector<int> boxAtPx(static_cast<std::size_t>(view.scale.widthPx()), -1);
    for (std::size_t i = 0; i < view.boxes.size(); ++i) {
        for (int px = view.boxes[i].x0; px < view.boxes[i].x1; ++px)
            boxAtPx[static_cast<std::size_t>(px)] = static_cast<int>(i);
    }
    for (int px = 0; px < view.scale.widthPx(); ++px) {
        const std::optional<Box> hit = boxAt(view.boxes, px);
        const int drawn = boxAtPx[static_cast<std::size_t>(px)];
        QCOMPARE(hit.has_value(), drawn >= 0);
        if (hit)
            QCOMPARE(*hit, view.boxes[static_cast<std::size_t>(drawn)]);
    }
}

namespace {

// Which box covers each pixel; -1: none.
std::vector<std::optional<Box>> pixelsOf(const std::vector<Box>& boxes, int widthPx)
{
    std::vector<std::optional<Box>> pixels(static_cast<std::size_t>(widthPx));
    for (const Box& box : boxes)
        std::fill(pixels.begin() + box.x0, pixels.begin() + box.x1, box);
    return pixels;
}

} // namespace

void TestVisibleBoxes::movedBoxesAreThoseOfTheMovedView()
{
    const View view = currentView();
    const SampleRow sample = rowOf(view.intervals);
    const int width = view.scale.widthPx();
    TimeScale scale = view.scale;
    std::vector<Box> boxes = view.boxes;
    std::mt19937 random(5);
    for (int round = 0; round < 60; ++round) {
        const int reach = round % 2 == 0 ? 9 : 2 * width + 3;
        const int byPx = static_cast<int>(random() % static_cast<unsigned>(2 * reach + 1)) - reach;
        const auto before = pixelsOf(boxes, width);
        scale = scale.movedByPx(byPx);
        const PixelTimes times(scale);
        const PixelRange unchanged = moveBoxes(sample.row, times, byPx, boxes);
        std::vector<Box> expected;
        visibleBoxes(sample.row, times, expected);
        QCOMPARE(boxesAsText(boxes), boxesAsText(expected));
        const auto after = pixelsOf(boxes, width);
        for (int px = unchanged.x0; px < unchanged.x1; ++px) {
            QVERIFY(px + byPx >= 0 && px + byPx < width);
            const auto& now = after[static_cast<std::size_t>(px)];
            const auto& then = before[static_cast<std::size_t>(px + byPx)];
            QCOMPARE(now.has_value(), then.has_value());
            if (!now)
                continue;
            QCOMPARE(now->item, then->item);
            QCOMPARE(now->x0 + byPx, then->x0);
            QCOMPARE(now->x1 + byPx, then->x1);
        }
    }
}

void TestVisibleBoxes::aSmallMoveLeavesMostOfARowUnchanged()
{
    Intervals intervals;
    for (TimeNs i = 0; i < 4000; ++i)
        intervals.push_back({7 * i, 7 * i + 5});
    const SampleRow sample = rowOf(intervals);
    const TimeScale scale({7000, 17'000}, 1000);
    for (const int byPx : {3, -3}) {
        std::vector<Box> boxes;
        visibleBoxes(sample.row, PixelTimes(scale), boxes);
        const PixelRange unchanged = moveBoxes(sample.row, PixelTimes(scale.movedByPx(byPx)), byPx, boxes);
        QVERIFY(unchanged.x0 < 10);
        QVERIFY(unchanged.x1 > 990);
    }
}

void TestVisibleBoxes::theHitTestReachesTheNearestBox()
{
    const std::vector<Box> boxes{{10, 12, 0, 1, 0}, {20, 30, 1, 1, 1}};
    const auto itemAt = [&](int px, int reachPx) {
        const std::optional<Box> hit = boxAt(boxes, px, reachPx);
        return hit ? static_cast<int>(hit->item) : -1;
    };
    QCOMPARE(itemAt(9, 0), -1);
    QCOMPARE(itemAt(9, 1), 0);
    QCOMPARE(itemAt(12, 0), -1);
    QCOMPARE(itemAt(14, 3), 0);
    QCOMPARE(itemAt(14, 2), -1);
    QCOMPARE(itemAt(15, 9), 0); // 4 from the left, 5 from the right
    QCOMPARE(itemAt(16, 9), 1);
    QCOMPARE(itemAt(19, 1), 1);
    QCOMPARE(itemAt(31, 1), -1);
    QCOMPARE(itemAt(1'000'000, 2'000'000'000), 1);
    QVERIFY(!boxAt({}, 5, 100));
}

void TestVisibleBoxes::theCostDoesNotGrowWithTheItems()
{
    Intervals intervals;
    for (TimeNs i = 0; i < 400'000; ++i)
        intervals.push_back({3 * i, 3 * i + 2});
    const SampleRow sample = rowOf(intervals);
    std::vector<Box> boxes;
    visibleBoxes(sample.row, PixelTimes(TimeScale({0, 1'200'000}, 4)), boxes);
    QCOMPARE(boxesAsText(boxes), std::string("0-1:0x100000 1-2:100000x100000 2-3:200000x100000 3-4:300000x100000"));
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 10'000; ++i)
        visibleBoxes(sample.row, PixelTimes(TimeScale({0, 1'200'000}, 4)), boxes);
    QVERIFY2(timer.elapsed() < 4000, "a scan of 4 billion items takes longer");
}

void TestVisibleBoxes::regionsAndMarksBecomeBoxesToo()
{
    Region a;
    a.range = {0, 30};
    a.barEndNs = 20;
    Region b;
    b.range = {20, 60};
    b.barEndNs = 60;
    std::vector<Box> boxes;
    visibleBoxes(RegionRow({a, b}), PixelTimes(TimeScale({0, 100}, 100)), boxes);
    QCOMPARE(boxesAsText(boxes), std::string("0-20:0 20-60:1"));

    const auto trace = traceOf(
        {{"m0", 0, 0, "", "1", "1", 0, "i"}, {"m1", 50, 0, "", "1", "1", 0, "i"}, {"m2", 50, 0, "", "1", "1", 0, "i"}});
    const std::vector<EventId> marks{EventId{0}, EventId{1}, EventId{2}};
    visibleMarks(*trace, marks, PixelTimes(TimeScale({0, 100}, 10)), boxes);
    QCOMPARE(boxesAsText(boxes), std::string("0-1:0 5-6:1x2"));
}

LANESCOPE_TEST(TestVisibleBoxes)
#include "tst_visible_boxes.moc"
