// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/overview_strip.h"

#include "app/desktop/timeline/timeline_view.h"
#include "core/viewport/time_scale.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QImage>

#include <memory>

using namespace lanescope;
using namespace lanescope::desktop;

// The strip as a person uses it: what they press, drag and see.
class TestOverviewStrip : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void itLiesAboveTheCanvas();
    void draggingTheWindowMovesTheView();
    void draggingAnEdgeResizesTheView();
    void aDragBesideTheWindowZooms();
    void aDragZoomsWhenAllIsShown();
    void aClickCentres();
    void aDoubleClickFitsAll();
    void keysMoveAndZoom();
    void itSaysWhatItIs();
    void workIsSeenWhereItIs();
    void withoutATraceItTakesNoInput();

private:
    void drag(int fromPx, int toPx);
    [[nodiscard]] OverviewStrip& strip() const { return m_view->overview(); }
    [[nodiscard]] int pixelOf(TimeNs time) const; // of the canvas
    // A view of an eighth of the trace, from a quarter on.
    [[nodiscard]] TimeRange showAPart();

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineView> m_view;
};

void TestOverviewStrip::init()
{
    fixture::failOnQtWarnings();
    m_document = std::make_unique<TraceDocument>();
    m_view = std::make_unique<TimelineView>(*m_document);
    m_document->setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    m_view->resize(1000, 400);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    QTRY_VERIFY(strip().hasColumns());
}

void TestOverviewStrip::cleanup()
{
    m_view.reset();
    m_document.reset();
}

int TestOverviewStrip::pixelOf(TimeNs time) const
{
    return static_cast<int>(TimeScale(m_document->fittedRange(), strip().canvasRect().width()).toPx(time));
}

TimeRange TestOverviewStrip::showAPart()
{
    const TimeRange whole = m_document->fittedRange();
    const TimeNs beginNs = whole.beginNs + whole.durationNs() / 4;
    m_document->setVisibleRange({beginNs, beginNs + whole.durationNs() / 8});
    return m_document->visibleRange();
}

void TestOverviewStrip::drag(int fromPx, int toPx)
{
    const QPoint from(strip().canvasRect().left() + fromPx, 20);
    const QPoint to(strip().canvasRect().left() + toPx, 20);
    QTest::mousePress(&strip(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&strip(), (from + to) / 2);
    QTest::mouseMove(&strip(), to);
    QTest::mouseRelease(&strip(), Qt::LeftButton, {}, to);
}

void TestOverviewStrip::itLiesAboveTheCanvas()
{
    const QRect canvas = m_view->plot().canvasRect().translated(m_view->plot().pos());
    const QRect columns = strip().canvasRect().translated(strip().pos());
    QCOMPARE(columns.left(), canvas.left());
    QCOMPARE(columns.right(), canvas.right());
    QVERIFY(columns.bottom() < canvas.top());
    QCOMPARE(strip().windowRect(), strip().canvasRect());
}

void TestOverviewStrip::draggingTheWindowMovesTheView()
{
    const TimeRange before = showAPart();
    const int middlePx = strip().windowRect().center().x() - strip().canvasRect().left();
    drag(middlePx, middlePx + 100);
    const TimeRange after = m_document->visibleRange();
    QCOMPARE(after.durationNs(), before.durationNs());
    const int movedPx = pixelOf(after.beginNs) - pixelOf(before.beginNs);
    QVERIFY2(std::abs(movedPx - 100) <= 1, qPrintable(QString::number(movedPx)));
    drag(middlePx + 100, 5000);
    QCOMPARE(m_document->visibleRange().endNs, m_document->fittedRange().endNs);
}

void TestOverviewStrip::draggingAnEdgeResizesTheView()
{
    const TimeRange before = showAPart();
    const int rightPx = strip().windowRect().right() - strip().canvasRect().left();
    drag(rightPx, rightPx + 60);
    QCOMPARE(m_document->visibleRange().beginNs, before.beginNs);
    const int grownPx = pixelOf(m_document->visibleRange().endNs) - pixelOf(before.endNs);
    QVERIFY2(std::abs(grownPx - 60) <= 1, qPrintable(QString::number(grownPx)));
    const TimeNs endNs = m_document->visibleRange().endNs;
    const int leftPx = strip().windowRect().left() - strip().canvasRect().left();
    drag(leftPx, leftPx - 30);
    QCOMPARE(m_document->visibleRange().endNs, endNs);
    QVERIFY(m_document->visibleRange().beginNs < before.beginNs);
}

void TestOverviewStrip::aDragBesideTheWindowZooms()
{
    (void)showAPart(); // 25 % to 37.5 %
    const int fromPx = pixelOf(30000);
    const int toPx = pixelOf(20000);
    drag(fromPx, toPx);
    const TimeScale scale(m_document->fittedRange(), strip().canvasRect().width());
    QCOMPARE(m_document->visibleRange(), (TimeRange{scale.toNs(toPx), scale.toNs(fromPx)}));
    QVERIFY(!m_document->markedRange().has_value());
}

void TestOverviewStrip::aDragZoomsWhenAllIsShown()
{
    const TimeScale scale(m_document->fittedRange(), strip().canvasRect().width());
    drag(100, 300);
    QCOMPARE(m_document->visibleRange(), (TimeRange{scale.toNs(100), scale.toNs(300)}));
}

void TestOverviewStrip::aClickCentres()
{
    const TimeRange before = showAPart();
    const int px = pixelOf(30000);
    QTest::mouseClick(&strip(), Qt::LeftButton, {}, QPoint(strip().canvasRect().left() + px, 20));
    const TimeRange after = m_document->visibleRange();
    QCOMPARE(after.durationNs(), before.durationNs());
    QVERIFY(std::abs(pixelOf(after.beginNs + after.durationNs() / 2) - px) <= 1);
}

void TestOverviewStrip::aDoubleClickFitsAll()
{
    (void)showAPart();
    QTest::mouseDClick(&strip(), Qt::LeftButton, {}, strip().canvasRect().center());
    QCOMPARE(m_document->visibleRange(), m_document->fittedRange());
}

void TestOverviewStrip::keysMoveAndZoom()
{
    const TimeRange before = showAPart();
    QTest::keyClick(&strip(), Qt::Key_Right);
    QCOMPARE(m_document->visibleRange().beginNs, before.beginNs + before.durationNs() / 10);
    QTest::keyClick(&strip(), Qt::Key_Left);
    QCOMPARE(m_document->visibleRange(), before);
    QTest::keyClick(&strip(), Qt::Key_Up);
    QVERIFY(m_document->visibleRange().durationNs() < before.durationNs());
    QTest::keyClick(&strip(), Qt::Key_Home);
    QCOMPARE(m_document->visibleRange().beginNs, m_document->fittedRange().beginNs);
    QTest::keyClick(&strip(), Qt::Key_End);
    QCOMPARE(m_document->visibleRange().endNs, m_document->fittedRange().endNs);
}

void TestOverviewStrip::itSaysWhatItIs()
{
    QCOMPARE(strip().accessibleName(), QStringLiteral("Overview of the whole trace"));
    m_document->setVisibleRange({10000, 20000});
    QCOMPARE(strip().accessibleDescription(), QStringLiteral("10 µs from 10 µs on are shown"));
    QVERIFY(strip().focusPolicy() & Qt::TabFocus);
}

void TestOverviewStrip::workIsSeenWhereItIs()
{
    // Kernels lie from 0 to 40 us without a gap: the first 20 us in the colour of attn, then mlp's; beside them is the
    // room of a fitted view.
    const QImage image = strip().grab().toImage();
    const int left = strip().canvasRect().left();
    const QColor attn = image.pixelColor(left + pixelOf(5000), 30);
    const QColor backward = image.pixelColor(left + pixelOf(15000), 30);
    const QColor mlp = image.pixelColor(left + pixelOf(25000), 30);
    const QColor unannotated = image.pixelColor(left + pixelOf(35000), 30);
    const QColor above = image.pixelColor(left + pixelOf(25000), 2);
    QCOMPARE(attn, backward);
    QVERIFY(attn != mlp && mlp != unannotated && attn != unannotated && mlp != above);
}

void TestOverviewStrip::withoutATraceItTakesNoInput()
{
    m_document->close();
    const TimeRange before = m_document->visibleRange();
    drag(100, 300);
    QTest::mouseDClick(&strip(), Qt::LeftButton, {}, strip().canvasRect().center());
    for (const Qt::Key key : {Qt::Key_Right, Qt::Key_Up, Qt::Key_Home, Qt::Key_End})
        QTest::keyClick(&strip(), key);
    QCOMPARE(m_document->visibleRange(), before);
    QVERIFY(strip().windowRect().isNull());
}

LANESCOPE_TEST(TestOverviewStrip)
#include "tst_overview_strip.moc"
