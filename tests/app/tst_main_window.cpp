// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/main_window.h"

#include "app/desktop/filter/filter_field.h"
#include "app/desktop/panels/details_panel.h"
#include "app/desktop/panels/filter_panel.h"
#include "app/desktop/panels/message_bar.h"
#include "app/desktop/panels/progress_strip.h"
#include "app/desktop/panels/timeline_tool_bar.h"
#include "app/desktop/panels/warnings_panel.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QDropEvent>
#include <QLineEdit>
#include <QListView>
#include <QMimeData>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>

using namespace lanescope;
using namespace lanescope::desktop;

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void theSampleShowsItsStreamsAndRegions();
    void aClickedSliceShowsAllItsArgs();
    void aClickedRegionIsSummedUp();
    void clickingDoesNotMoveTheView();
    void typingInTheFilterLeavesTheTimelineAlone();
    void thePhaseSwitchFilters();
    void uncheckingAnAnnotationFilters();
    void commaAndPeriodWalkTheTrack();
    void aDroppedTraceOpens();
    void aWrongFileIsOneLineAndTheOldTraceStays();
    void cancelKeepsTheOldTrace();
    void exportWritesAnOpenableTrace();
    void theAnnotatedViewCanBeSwitchedTo();
    void closingTakesEverythingAway();
    void bothThemesApply();
    void theReportIsInWords();
};

namespace {

QString detailsText(MainWindow& window)
{
    return window.detailsPanel().model().textOf({});
}

EventId firstKernel(MainWindow& window)
{
    const auto& arrangement = *window.document().arrangement();
    return arrangement.groups.front().tracks.front().lanes.front().event(0);
}

} // namespace

void TestMainWindow::theSampleShowsItsStreamsAndRegions()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const Arrangement& arrangement = *window.document().arrangement();
    const ViewTrack& stream = arrangement.groups.front().tracks.front();
    QCOMPARE(QString::fromStdString(stream.title), QStringLiteral("stream 7"));
    QVERIFY(!stream.regions.empty());
    QCOMPARE(window.document().opened()->joined->match.annotatedWork, std::uint64_t{2585});
    QVERIFY(window.windowTitle().contains(QStringLiteral("graph_fwdbwd")));
    QVERIFY(!window.messageBar().isVisible());
    QVERIFY(window.document().opened()->warnings.empty());
}

void TestMainWindow::aClickedSliceShowsAllItsArgs()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const EventId kernel = firstKernel(window);
    window.document().select(kernel);
    window.document().fitSelection();
    window.document().select({});
    const QPoint point = fixture::pointOn(window, kernel);
    QVERIFY(!point.isNull());
    QTest::mouseClick(&window.timeline().plot(), Qt::LeftButton, {}, point);
    QVERIFY(window.document().selectedEvent() == kernel);
    QTRY_VERIFY(detailsText(window).contains(QStringLiteral("blocks per SM: 2.424242")));
    const QString text = detailsText(window);
    for (const char* line :
         {"registers per thread: 28", "graph node id: 8589934592", "name: zero_grad", "block: [512, 1, 1]",
          "Exec graph: 2", "Duration: 10.432 µs", "Phase: Forward, from the annotation"})
        QVERIFY2(text.contains(QString::fromUtf8(line)),
                 qPrintable(QString::fromUtf8(line) + QStringLiteral(" in ") + text));
}

void TestMainWindow::aClickedRegionIsSummedUp()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    TimelinePlot& plot = window.timeline().plot();
    const auto& rows = plot.scene().layout().rows;
    const auto row = std::find_if(rows.begin(), rows.end(), [](const Row& r) { return r.kind == RowKind::Region; });
    QVERIFY(row != rows.end());
    const auto& boxes = plot.scene().boxes(static_cast<std::size_t>(row - rows.begin()), TimelineScene::Items::All);
    const auto widest = std::max_element(boxes.begin(), boxes.end(),
                                         [](const Box& a, const Box& b) { return a.x1 - a.x0 < b.x1 - b.x0; });
    const QPoint point = plot.canvasRect().topLeft() + QPoint((widest->x0 + widest->x1) / 2, row->yPx + 5);
    QTest::mouseClick(&plot, Qt::LeftButton, {}, point);
    QVERIFY(window.document().selectedRegion().has_value());
    QTRY_VERIFY(detailsText(window).contains(QStringLiteral("GPU work in it: 179")));
    // 179 pieces of optimizer work in each of 5 replays.
    QVERIFY2(detailsText(window).contains(QStringLiteral("GPU work: 895")), qPrintable(detailsText(window)));
}

void TestMainWindow::clickingDoesNotMoveTheView()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.document().zoom(0.2, window.document().opened()->trace->endNs(firstKernel(window)));
    const TimeRange before = window.document().visibleRange();
    const QRect canvas = window.timeline().plot().canvasRect();
    for (int y = canvas.top() + 2; y < canvas.top() + 200; y += 10)
        QTest::mouseClick(&window.timeline().plot(), Qt::LeftButton, {}, QPoint(canvas.center().x(), y));
    QCOMPARE(window.document().visibleRange(), before);
    QCOMPARE(window.timeline().plot().scrollPx(), 0);
}

void TestMainWindow::typingInTheFilterLeavesTheTimelineAlone()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const TimeRange before = window.document().visibleRange();
    QLineEdit& field = window.toolBar().filterField();
    field.setFocus();
    QTRY_VERIFY(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("softmaxWASDF0,."));
    QCOMPARE(window.document().visibleRange(), before);
    field.selectAll();
    QTest::keyClicks(&field, QStringLiteral("softmax"));
    QTRY_VERIFY(window.document().filtered() != nullptr && window.document().filter().text == "softmax");
    QTRY_COMPARE(window.document().filtered()->matchingWork, std::uint64_t{10});
    QTest::keyClick(&field, Qt::Key_Escape);
    QTRY_VERIFY(window.document().filtered() == nullptr);
    QVERIFY(field.text().isEmpty());
    // With the timeline in focus again the same letters steer it.
    QTRY_VERIFY(window.timeline().plot().hasFocus());
    QTest::keyClick(&window.timeline().plot(), Qt::Key_W);
    QVERIFY(window.document().visibleRange().durationNs() < before.durationNs());
}

void TestMainWindow::thePhaseSwitchFilters()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QToolButton* backward = window.toolBar().phaseButton(QStringLiteral("backward"));
    QVERIFY(backward != nullptr);
    QVERIFY2(backward->text().contains(QStringLiteral("870")), qPrintable(backward->text()));
    QVERIFY(window.toolBar().phaseButton(QStringLiteral("optimizer")) != nullptr);
    QVERIFY(window.toolBar().phaseButton(QStringLiteral("none")) == nullptr);
    QTest::mouseClick(backward, Qt::LeftButton);
    QTRY_VERIFY(window.document().filtered() != nullptr);
    QCOMPARE(window.document().filtered()->matchingWork, std::uint64_t{870});
    QTest::mouseClick(window.toolBar().phaseButton({}), Qt::LeftButton);
    QTRY_VERIFY(window.document().filtered() == nullptr);
}

void TestMainWindow::uncheckingAnAnnotationFilters()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QListView& list = window.filterPanel().list();
    QModelIndex optimizer;
    for (int row = 0; row < list.model()->rowCount(); ++row) {
        const QModelIndex index = list.model()->index(row, 0);
        if (index.data().toString() == QStringLiteral("optimizer"))
            optimizer = index;
    }
    QVERIFY(optimizer.isValid());
    list.scrollTo(optimizer);
    const QRect line = list.visualRect(optimizer);
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, QPoint(line.left() + 18, line.center().y()));
    QTRY_VERIFY(window.document().filtered() != nullptr);
    QCOMPARE(window.document().filtered()->matchingWork, std::uint64_t{2585 - 895});
}

void TestMainWindow::commaAndPeriodWalkTheTrack()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const LaneRow& lane = window.document().arrangement()->groups.front().tracks.front().lanes.front();
    window.document().select(lane.event(4));
    TimelinePlot& plot = window.timeline().plot();
    QTest::keyClick(&plot, Qt::Key_Period);
    QVERIFY(window.document().selectedEvent() == lane.event(5));
    QTest::keyClick(&plot, Qt::Key_Comma);
    QTest::keyClick(&plot, Qt::Key_Comma);
    QVERIFY(window.document().selectedEvent() == lane.event(3));
}

void TestMainWindow::aDroppedTraceOpens()
{
    MainWindow window;
    window.show();
    QMimeData files;
    files.setUrls({QUrl::fromLocalFile(fixture::realTrace(QStringLiteral("moe_overlap.annotations.json"))),
                   QUrl::fromLocalFile(fixture::realTrace(QStringLiteral("moe_overlap.pt.trace.json.gz")))});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(50, 50), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window, &drop);
    QTRY_VERIFY(window.document().hasTrace());
    QVERIFY(window.document().opened()->joined->match.annotatedWork > 0);
    QCOMPARE(window.document().opened()->annotationsWereDiscovered, false);
}

void TestMainWindow::aWrongFileIsOneLineAndTheOldTraceStays()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const auto before = window.document().opened();
    for (const QString& path :
         {QStringLiteral(LANESCOPE_SOURCE_DIR "/CMakeLists.txt"), QStringLiteral("/no/such/trace.json")}) {
        QSignalSpy ended(&window.loadJob(), &LoadJob::ended);
        window.openFiles({path});
        QTRY_COMPARE(ended.size(), 1);
        QVERIFY(window.messageBar().isVisible());
        const QString text = window.messageBar().text();
        QVERIFY2(text.contains(QFileInfo(path).fileName()), qPrintable(text));
        QCOMPARE(text.count(QLatin1Char('\n')), 0);
        QVERIFY(window.document().opened() == before);
        QVERIFY(!window.loadStrip().isVisible());
    }
}

void TestMainWindow::cancelKeepsTheOldTrace()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const auto before = window.document().opened();
    QSignalSpy cancelled(&window.loadJob(), &LoadJob::cancelled);
    window.openFiles({fixture::realTrace(QStringLiteral("decode_graph_200.pt.trace.json.gz"))});
    QVERIFY(window.loadStrip().isVisible());
    QTest::mouseClick(&window.loadStrip().cancelButton(), Qt::LeftButton);
    QTRY_COMPARE(cancelled.size(), 1);
    QVERIFY(window.document().opened() == before);
    QVERIFY(!window.loadStrip().isVisible());
    QVERIFY(!window.messageBar().isVisible());
}

void TestMainWindow::exportWritesAnOpenableTrace()
{
    const QTemporaryDir folder;
    const QString target = folder.filePath(QStringLiteral("out.json.gz"));
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QSignalSpy finished(&window, &MainWindow::exportFinished);
    window.exportTo(target);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(finished.front().front().toBool());
    QVERIFY2(window.messageBar().text().contains(QStringLiteral("2,585")), qPrintable(window.messageBar().text()));
    QSignalSpy ended(&window.loadJob(), &LoadJob::ended);
    window.openFiles({target});
    QTRY_COMPARE(ended.size(), 1);
    QCOMPARE(window.document().opened()->joined->match.annotatedWork, std::uint64_t{2585});
}

void TestMainWindow::theAnnotatedViewCanBeSwitchedTo()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QSignalSpy changed(&window.document(), &TraceDocument::arrangementChanged);
    window.document().setView(TrackView::Annotated);
    QTRY_COMPARE(changed.size(), 1);
    QVERIFY(window.document().arrangement()->view == TrackView::Annotated);
    window.document().setView(TrackView::Recorded); // is known already
    QCOMPARE(changed.size(), 2);
}

void TestMainWindow::closingTakesEverythingAway()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.document().select(firstKernel(window));
    window.closeTrace();
    QVERIFY(!window.document().hasTrace());
    QCOMPARE(window.windowTitle(), QStringLiteral("Lanescope"));
    QCOMPARE(detailsText(window), QString());
    QVERIFY(!window.timeline().isVisible());
}

void TestMainWindow::bothThemesApply()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.setThemeChoice(ThemeChoice::Dark);
    QVERIFY(window.palette().color(QPalette::Window).lightness() < 128);
    window.setThemeChoice(ThemeChoice::Light);
    QVERIFY(window.palette().color(QPalette::Window).lightness() > 128);
}

void TestMainWindow::theReportIsInWords()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const QString text = window.warningsPanel().text();
    QVERIFY2(text.contains(QStringLiteral("517 of 517 nodes in the trace are annotated")), qPrintable(text));
}

LANESCOPE_TEST(TestMainWindow)
#include "tst_main_window.moc"
