// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_input.h"

#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QContextMenuEvent>
#include <QSignalSpy>
#include <QWheelEvent>

#include <memory>

using namespace lanescope;
using namespace lanescope::desktop;

class TestTimelineInput : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void keysZoomAndPan();
    void controlWheelZoomsAtTheMouse();
    void wheelScrollsTracks();
    void shiftWheelPans();
    void aDragMarksARange();
    void aMiddleDragZooms();
    void escapeClears();
    void fFitsTheSelectionThenAll();
    void clickingANameFolds();
    void bracketsWalkAlongArrows();
    void zoomingOutStopsAtTheWholeTrace();
    void thePeriodSelectsTheFirstSliceInViewAndGoesOn();
    void thePeriodGoesFromBarToBar();
    void upAndDownGoFromRowToRow();
    void upAndDownLeaveOutWhatAFilterHides();
    void pagesScrollTracksAndHomeAndEndMoveInTime();
    void theMenuKeyOpensTheMenuOfTheSelection();

private:
    [[nodiscard]] std::string selectedName() const;
    void wheel(QPoint point, QPoint delta, Qt::KeyboardModifiers modifiers);
    [[nodiscard]] TimelinePlot& plot() const { return m_view->plot(); }

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineView> m_view;
};

void TestTimelineInput::init()
{
    fixture::failOnQtWarnings();
    m_document = std::make_unique<TraceDocument>();
    m_view = std::make_unique<TimelineView>(*m_document);
    m_document->setTrace(fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations));
    m_view->resize(1000, 120); // low enough that there is something to scroll
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestTimelineInput::cleanup()
{
    m_view.reset();
    m_document.reset();
}

void TestTimelineInput::wheel(QPoint point, QPoint delta, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(point, plot().mapToGlobal(QPointF(point)), {}, delta, Qt::NoButton, modifiers, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&plot(), &event);
}

void TestTimelineInput::keysZoomAndPan()
{
    const TimeRange before = m_document->visibleRange();
    QTest::keyClick(&plot(), Qt::Key_W);
    const TimeRange closer = m_document->visibleRange();
    QVERIFY(closer.durationNs() < before.durationNs());
    QTest::keyClick(&plot(), Qt::Key_D);
    QVERIFY(m_document->visibleRange().beginNs > closer.beginNs);
    QCOMPARE(m_document->visibleRange().durationNs(), closer.durationNs());
    QTest::keyClick(&plot(), Qt::Key_A);
    QCOMPARE(m_document->visibleRange(), closer);
    QTest::keyClick(&plot(), Qt::Key_S, Qt::ShiftModifier);
    QVERIFY(m_document->visibleRange().durationNs() > closer.durationNs());
    QTest::keyClick(&plot(), Qt::Key_0);
    QCOMPARE(m_document->visibleRange(), before);
}

void TestTimelineInput::controlWheelZoomsAtTheMouse()
{
    const QPoint point(plot().canvasRect().left() + 200, plot().canvasRect().center().y());
    const TimeNs under = plot().timeAt(point.x());
    const TimeNs before = m_document->visibleRange().durationNs();
    wheel(point, {0, 120}, Qt::ControlModifier);
    QVERIFY(m_document->visibleRange().durationNs() < before);
    // The time under the mouse stays there to a pixel.
    QVERIFY(std::abs(plot().timeAt(point.x()) - under) <= before / plot().canvasRect().width() + 1);
}

void TestTimelineInput::wheelScrollsTracks()
{
    QVERIFY(plot().largestScrollPx() > 0);
    const TimeRange before = m_document->visibleRange();
    wheel(plot().canvasRect().center(), {0, -120}, Qt::NoModifier);
    QVERIFY(plot().scrollPx() > 0);
    QCOMPARE(m_document->visibleRange(), before);
    wheel(plot().canvasRect().center(), {0, 12000}, Qt::NoModifier);
    QCOMPARE(plot().scrollPx(), 0);
}

void TestTimelineInput::shiftWheelPans()
{
    const TimeRange before = m_document->visibleRange();
    wheel(plot().canvasRect().center(), {0, -120}, Qt::ShiftModifier);
    QVERIFY(m_document->visibleRange().beginNs > before.beginNs);
    QCOMPARE(m_document->visibleRange().durationNs(), before.durationNs());
    QCOMPARE(plot().scrollPx(), 0);
}

void TestTimelineInput::aDragMarksARange()
{
    const TimeRange before = m_document->visibleRange();
    const QPoint from = plot().canvasRect().center();
    const QPoint to = from + QPoint(-150, 5);
    QTest::mousePress(&plot(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&plot(), from + QPoint(-80, 0));
    QTest::mouseMove(&plot(), to);
    QTest::mouseRelease(&plot(), Qt::LeftButton, {}, to);
    const TimeRange expected{plot().timeAt(to.x()), plot().timeAt(from.x())};
    QVERIFY(m_document->markedRange().has_value());
    QCOMPARE(*m_document->markedRange(), expected);
    QCOMPARE(m_document->visibleRange(), before);
    QCOMPARE(m_document->selection().index(), std::size_t{0});
}

void TestTimelineInput::aMiddleDragZooms()
{
    const QPoint from = plot().canvasRect().center();
    const QPoint to = from + QPoint(100, 0);
    const TimeRange expected{plot().timeAt(from.x()), plot().timeAt(to.x())};
    QTest::mousePress(&plot(), Qt::MiddleButton, {}, from);
    QTest::mouseMove(&plot(), to);
    QTest::mouseRelease(&plot(), Qt::MiddleButton, {}, to);
    QCOMPARE(m_document->visibleRange(), expected);
    QVERIFY(!m_document->markedRange().has_value());
}

void TestTimelineInput::escapeClears()
{
    m_document->select(fixture::eventNamed(*m_document->opened()->trace, "mlp_kernel"));
    m_document->setMarkedRange(TimeRange{0, 100});
    QTest::keyClick(&plot(), Qt::Key_Escape);
    QCOMPARE(m_document->selection().index(), std::size_t{0});
    QVERIFY(!m_document->markedRange().has_value());
}

void TestTimelineInput::fFitsTheSelectionThenAll()
{
    const TimeRange all = m_document->visibleRange();
    m_document->select(fixture::eventNamed(*m_document->opened()->trace, "mlp_kernel"));
    QCOMPARE(m_document->visibleRange(), all);
    QTest::keyClick(&plot(), Qt::Key_F);
    QCOMPARE(m_document->visibleRange(), (TimeRange{19000, 31000})); // a tenth of 10 us at both ends
    QTest::keyClick(&plot(), Qt::Key_F);
    QCOMPARE(m_document->visibleRange(), all);
}

void TestTimelineInput::clickingANameFolds()
{
    const std::size_t rows = plot().scene().layout().rows.size();
    const TrackExtent& track = plot().scene().layout().tracks.front();
    const QPoint point = plot().headerRect().topLeft() + QPoint(40, track.yPx + 8);
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, point);
    QVERIFY(plot().scene().layout().rows.size() < rows);
}

void TestTimelineInput::bracketsWalkAlongArrows()
{
    m_document->setTrace(fixture::loadText(fixture::kTraceWithArrows));
    const Trace& trace = *m_document->opened()->trace;
    const auto named = [&](const char* name) { return Selection(fixture::eventNamed(trace, name)); };
    QTest::keyClick(&plot(), Qt::Key_BracketRight); // nothing is selected
    QVERIFY(m_document->selection() == Selection());
    m_document->select(named("op"));
    QTest::keyClick(&plot(), Qt::Key_BracketRight);
    QVERIFY(m_document->selection() == named("launch"));
    QTest::keyClick(&plot(), Qt::Key_BracketRight); // of two kernels the one that comes first
    QVERIFY(m_document->selection() == named("near"));
    QTest::keyClick(&plot(), Qt::Key_BracketRight); // nothing leaves it
    QVERIFY(m_document->selection() == named("near"));
    QTest::keyClick(&plot(), Qt::Key_BracketLeft);
    QVERIFY(m_document->selection() == named("launch"));
    QTest::keyClick(&plot(), Qt::Key_BracketLeft);
    QVERIFY(m_document->selection() == named("op"));
    // A slice that is out of sight is brought into view.
    m_document->setVisibleRange({0, 1000});
    QTest::keyClick(&plot(), Qt::Key_BracketRight);
    QVERIFY(m_document->visibleRange().contains(trace.beginNs(*m_document->selectedEvent())));
}

std::string TestTimelineInput::selectedName() const
{
    const auto event = m_document->selectedEvent();
    return event ? std::string(m_document->opened()->trace->name(*event)) : std::string("no slice");
}

void TestTimelineInput::zoomingOutStopsAtTheWholeTrace()
{
    const TimeRange whole = m_document->visibleRange();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(&plot(), Qt::Key_S, Qt::ShiftModifier);
    QCOMPARE(m_document->visibleRange(), whole);
    QTest::keyClick(&plot(), Qt::Key_W);
    QTest::keyClick(&plot(), Qt::Key_D);
    QTest::keyClick(&plot(), Qt::Key_S, Qt::ShiftModifier);
    QCOMPARE(m_document->visibleRange(), whole); // back where the trace is, however the view had been moved
}

void TestTimelineInput::thePeriodSelectsTheFirstSliceInViewAndGoesOn()
{
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(selectedName(), std::string("attn_kernel"));
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(selectedName(), std::string("attn_grad"));
    QTest::keyClick(&plot(), Qt::Key_Escape);
    m_document->setVisibleRange({21000, 29000});
    QTest::keyClick(&plot(), Qt::Key_Comma);
    QCOMPARE(selectedName(), std::string("mlp_kernel"));
    QCOMPARE(m_document->visibleRange(), (TimeRange{21000, 29000}));
}

void TestTimelineInput::thePeriodGoesFromBarToBar()
{
    m_document->select(RegionPlace{0, 0, 0, 0}); // attn forward, attn backward, mlp
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 1}));
    m_document->setVisibleRange({0, 15000});
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 2}));
    QCOMPARE(m_document->visibleRange(), (TimeRange{17500, 32500})); // moved, not zoomed
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 2})); // the last
    QTest::keyClick(&plot(), Qt::Key_Comma);
    QTest::keyClick(&plot(), Qt::Key_Comma);
    QTest::keyClick(&plot(), Qt::Key_Comma);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 0}));
}

void TestTimelineInput::upAndDownGoFromRowToRow()
{
    QTest::keyClick(&plot(), Qt::Key_Down);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 0}));
    m_document->select(RegionPlace{0, 0, 0, 2}); // mlp
    QTest::keyClick(&plot(), Qt::Key_Down);
    QCOMPARE(selectedName(), std::string("mlp_kernel")); // what runs when the bar begins
    QTest::keyClick(&plot(), Qt::Key_Down);
    QCOMPARE(selectedName(), std::string("launch")); // over the header of its group
    QVERIFY(plot().canvasRect().contains(plot().selectedRect().value_or(QRect()).center()));
    QTest::keyClick(&plot(), Qt::Key_Down);
    QCOMPARE(selectedName(), std::string("launch")); // nothing below
    QTest::keyClick(&plot(), Qt::Key_Up);
    QCOMPARE(selectedName(), std::string("attn_kernel")); // what runs when launch begins
    QTest::keyClick(&plot(), Qt::Key_Up);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 0}));
}

void TestTimelineInput::upAndDownLeaveOutWhatAFilterHides()
{
    TraceFilter filter;
    filter.text = "mlp";
    filter.effect = FilterEffect::Hide;
    m_document->setFilter(filter);
    QTRY_VERIFY(m_document->filtered() != nullptr);
    QTest::keyClick(&plot(), Qt::Key_Period);
    QCOMPARE(selectedName(), std::string("mlp_kernel"));
    m_document->select(fixture::eventNamed(*m_document->opened()->trace, "launch"));
    QTest::keyClick(&plot(), Qt::Key_Up);
    QCOMPARE(selectedName(), std::string("mlp_kernel"));
    QTest::keyClick(&plot(), Qt::Key_Up);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 2}));
    QTest::keyClick(&plot(), Qt::Key_Comma);
    QCOMPARE(m_document->selectedRegion(), std::optional(RegionPlace{0, 0, 0, 2})); // others are hidden
}

void TestTimelineInput::pagesScrollTracksAndHomeAndEndMoveInTime()
{
    QTest::keyClick(&plot(), Qt::Key_PageDown);
    QVERIFY(plot().scrollPx() > 0);
    QTest::keyClick(&plot(), Qt::Key_PageUp);
    QCOMPARE(plot().scrollPx(), 0);
    const TimeRange whole = m_document->visibleRange();
    m_document->setVisibleRange({10000, 20000});
    QTest::keyClick(&plot(), Qt::Key_Right);
    QCOMPARE(m_document->visibleRange(), (TimeRange{11000, 21000}));
    QTest::keyClick(&plot(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(m_document->visibleRange(), (TimeRange{6000, 16000}));
    QTest::keyClick(&plot(), Qt::Key_End);
    QCOMPARE(m_document->visibleRange(), (TimeRange{whole.endNs - 10000, whole.endNs}));
    QTest::keyClick(&plot(), Qt::Key_Home);
    QCOMPARE(m_document->visibleRange(), (TimeRange{whole.beginNs, whole.beginNs + 10000}));
}

void TestTimelineInput::theMenuKeyOpensTheMenuOfTheSelection()
{
    m_document->select(fixture::eventNamed(*m_document->opened()->trace, "mlp_kernel"));
    QSignalSpy asked(m_view.get(), &TimelineView::contextMenuRequested);
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QApplication::sendEvent(&plot(), &event);
    QCOMPARE(asked.size(), 1);
    const QPoint at = plot().mapFromGlobal(asked.first().first().toPoint());
    QVERIFY(plot().selectedRect().value_or(QRect()).contains(at));
}

LANESCOPE_TEST(TestTimelineInput)
#include "tst_timeline_input.moc"
