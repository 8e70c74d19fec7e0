// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/overview_window.h"

#include "core/viewport/time_scale.h"
#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;

namespace {

constexpr TimeRange kWhole{0, 1000000};
constexpr int kWidthPx = 1000; // 1000 ns a pixel

QString textOf(OverviewWindow window)
{
    return QStringLiteral("%1-%2").arg(window.x0).arg(window.x1);
}

QString partAt(OverviewWindow window, int px)
{
    static const QStringList names{"empty", "left", "right", "window"};
    return names.at(static_cast<int>(overviewPartAt(window, px, kWidthPx)));
}

} // namespace

class TestOverviewWindow : public QObject {
    Q_OBJECT
private slots:
    void theWindowCoversTheView_data();
    void theWindowCoversTheView();
    void everyPixelHasAPart_data();
    void everyPixelHasAPart();
    void dragsChangeTheView_data();
    void dragsChangeTheView();
    void clicksCentre();
    void anyDragGivesAViewThatOverlapsTheTrace();
};

void TestOverviewWindow::theWindowCoversTheView_data()
{
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    QTest::addColumn<QString>("expected");
    QTest::newRow("all") << qint64{0} << qint64{1000000} << "0-1000";
    QTest::newRow("whole pixels") << qint64{100000} << qint64{300000} << "100-300";
    QTest::newRow("parts of pixels") << qint64{100999} << qint64{300001} << "100-301";
    QTest::newRow("very narrow") << qint64{500000} << qint64{500010} << "498-504";
    QTest::newRow("narrow at the begin") << qint64{0} << qint64{10} << "0-6";
    QTest::newRow("narrow at the end") << qint64{999990} << qint64{1000000} << "994-1000";
    QTest::newRow("more than all") << qint64{-500000} << qint64{2000000} << "0-1000";
    QTest::newRow("before") << qint64{-500000} << qint64{-400000} << "0-6";
    QTest::newRow("behind") << qint64{1400000} << qint64{1500000} << "994-1000";
}

void TestOverviewWindow::theWindowCoversTheView()
{
    QFETCH(const qint64, begin);
    QFETCH(const qint64, end);
    QFETCH(const QString, expected);
    QCOMPARE(textOf(overviewWindow(kWhole, {begin, end}, kWidthPx)), expected);
}

void TestOverviewWindow::everyPixelHasAPart_data()
{
    QTest::addColumn<int>("x0");
    QTest::addColumn<int>("x1");
    QTest::addColumn<int>("px");
    QTest::addColumn<QString>("expected");
    QTest::newRow("far left") << 100 << 300 << 94 << "empty";
    QTest::newRow("just outside left") << 100 << 300 << 95 << "left";
    QTest::newRow("just inside left") << 100 << 300 << 104 << "left";
    QTest::newRow("inside") << 100 << 300 << 105 << "window";
    QTest::newRow("inside, right") << 100 << 300 << 294 << "window";
    QTest::newRow("just inside right") << 100 << 300 << 295 << "right";
    QTest::newRow("just outside right") << 100 << 300 << 304 << "right";
    QTest::newRow("far right") << 100 << 300 << 305 << "empty";
    QTest::newRow("the middle of a narrow one") << 100 << 106 << 102 << "window";
    QTest::newRow("inside, all shown") << 0 << 1000 << 500 << "empty";
    QTest::newRow("the edge, all shown") << 0 << 1000 << 2 << "left";
    QTest::newRow("the other edge, all shown") << 0 << 1000 << 999 << "right";
}

void TestOverviewWindow::everyPixelHasAPart()
{
    QFETCH(const int, x0);
    QFETCH(const int, x1);
    QFETCH(const int, px);
    QFETCH(const QString, expected);
    QCOMPARE(partAt({x0, x1}, px), expected);
}

void TestOverviewWindow::dragsChangeTheView_data()
{
    QTest::addColumn<int>("part");
    QTest::addColumn<int>("from");
    QTest::addColumn<int>("to");
    QTest::addColumn<qint64>("begin");
    QTest::addColumn<qint64>("end");
    const auto row = [](const char* name, OverviewPart part, int from, int to, qint64 begin, qint64 end) {
        QTest::newRow(name) << static_cast<int>(part) << from << to << begin << end;
    };
    // The view is 200000 to 400000: 200 px to 400 px.
    row("move right", OverviewPart::Window, 250, 300, 250000, 450000);
    row("move beyond the begin", OverviewPart::Window, 250, -900, 0, 200000);
    row("move beyond the end", OverviewPart::Window, 250, 1900, 800000, 1000000);
    row("the left edge", OverviewPart::LeftEdge, 201, 151, 150000, 400000);
    row("the left edge beyond the begin", OverviewPart::LeftEdge, 200, -50, 0, 400000);
    row("the left edge over the right one", OverviewPart::LeftEdge, 200, 700, 399990, 400000);
    row("the right edge", OverviewPart::RightEdge, 400, 500, 200000, 500000);
    row("the right edge over the left one", OverviewPart::RightEdge, 400, 100, 200000, 200010);
    row("the right edge beyond the end", OverviewPart::RightEdge, 400, 5000, 200000, 1000000);
    row("a new range", OverviewPart::Empty, 600, 700, 600000, 700000);
    row("a new range, leftwards", OverviewPart::Empty, 600, 500, 500000, 600000);
    row("a new range to beyond the end", OverviewPart::Empty, 900, 1200, 900000, 1000000);
    row("nowhere", OverviewPart::Empty, 600, 600, 200000, 400000);
}

void TestOverviewWindow::dragsChangeTheView()
{
    QFETCH(const int, part);
    QFETCH(const int, from);
    QFETCH(const int, to);
    QFETCH(const qint64, begin);
    QFETCH(const qint64, end);
    const TimeRange view = draggedView(static_cast<OverviewPart>(part), kWhole, {200000, 400000}, from, to, kWidthPx);
    QCOMPARE(view.beginNs, begin);
    QCOMPARE(view.endNs, end);
}

void TestOverviewWindow::clicksCentre()
{
    QCOMPARE(centredView(kWhole, {200000, 400000}, 600, kWidthPx), (TimeRange{500000, 700000}));
    QCOMPARE(centredView(kWhole, {200000, 400000}, 10, kWidthPx), (TimeRange{0, 200000}));
    QCOMPARE(centredView(kWhole, {200000, 400000}, 990, kWidthPx), (TimeRange{800000, 1000000}));
    QCOMPARE(centredView(kWhole, kWhole, 10, kWidthPx), kWhole);
}

void TestOverviewWindow::anyDragGivesAViewThatOverlapsTheTrace()
{
    std::mt19937_64 random(7);
    const auto number = [&random](std::int64_t below) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
    };
    for (int round = 0; round < 20000; ++round) {
        const TimeNs wholeNs = 1 + number(TimeNs{1} << (round % 50));
        const TimeRange whole{number(1000000) - 500000, 0};
        const TimeRange trace{whole.beginNs, whole.beginNs + wholeNs};
        const TimeNs lengthNs = kShortestViewNs + number(wholeNs * 2);
        const TimeNs beginNs = trace.beginNs - lengthNs + 1 + number(wholeNs + lengthNs - 1);
        const TimeRange view{beginNs, beginNs + lengthNs};
        const int width = 1 + static_cast<int>(number(3000));
        const int from = static_cast<int>(number(width));
        const int to = static_cast<int>(number(3 * width)) - width;
        const OverviewWindow window = overviewWindow(trace, view, width);
        QVERIFY(0 <= window.x0 && window.x0 < window.x1 && window.x1 <= width);
        const auto part = overviewPartAt(window, from, width);
        const TimeRange dragged = draggedView(part, trace, view, from, to, width);
        QVERIFY2(dragged.durationNs() >= kShortestViewNs, qPrintable(QString::number(round)));
        if (part == OverviewPart::Window)
            QCOMPARE(dragged.durationNs(), view.durationNs());
        if (part == OverviewPart::LeftEdge)
            QCOMPARE(dragged.endNs, view.endNs);
        if (part == OverviewPart::RightEdge)
            QCOMPARE(dragged.beginNs, view.beginNs);
        QVERIFY(dragged.beginNs <= trace.endNs && dragged.endNs >= trace.beginNs);
        QCOMPARE(draggedView(part, trace, view, from, from, width), view);
        QCOMPARE(centredView(trace, view, from, width).durationNs(), view.durationNs());
    }
}

LANESCOPE_TEST(TestOverviewWindow)
#include "tst_overview_window.moc"
