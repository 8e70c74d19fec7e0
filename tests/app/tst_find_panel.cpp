// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/find_panel.h"

#include "app/desktop/main_window.h"
#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QLineEdit>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::desktop;

class TestFindPanel : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void controlFAndSlashOpenIt();
    void typingFindsAndEnterWalks();
    void enterBeforeTheAnswerIsThereJumpsOnceItIs();
    void theListShowsAndJumps();
    void aJumpKeepsTheZoomAndShowsTheSlice();
    void theFilterLimitsWhatIsFound();
    void aWrongExpressionIsToldInThePanel();
    void escapePutsItAway();
    void millionsAreListedInPortions();

private:
    static void typeAndWait(MainWindow& window, const QString& text);
};

void TestFindPanel::typeAndWait(MainWindow& window, const QString& text)
{
    QLineEdit& field = window.findPanel().field();
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Slash);
    QTRY_VERIFY(field.hasFocus());
    field.clear();
    QTest::keyClicks(&field, text);
    QTRY_COMPARE(window.findPanel().search().text(), text);
    QTRY_VERIFY(!window.findPanel().search().isRunning());
}

void TestFindPanel::controlFAndSlashOpenIt()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QVERIFY(!window.findPanel().isVisible());
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QTRY_VERIFY(window.findPanel().field().hasFocus());
    QTest::keyClicks(&window.findPanel().field(), QStringLiteral("wasd0f/"));
    QCOMPARE(window.findPanel().field().text(), QStringLiteral("wasd0f/")); // letters are letters here
    QTest::keyClick(&window.findPanel().field(), Qt::Key_Escape);
    QVERIFY(!window.findPanel().isVisible());
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Slash);
    QTRY_VERIFY(window.findPanel().field().hasFocus());
}

void TestFindPanel::typingFindsAndEnterWalks()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const TimeRange before = window.document().visibleRange();
    typeAndWait(window, QStringLiteral("zero_grad")); // an annotation: no kernel is named so
    const auto found = window.findPanel().search().found();
    QVERIFY(found != nullptr && found->size() > 3);
    QCOMPARE(window.document().visibleRange(), before); // typing moves nothing
    QVERIFY(window.findPanel().countText().endsWith(QStringLiteral(" found")));
    QLineEdit& field = window.findPanel().field();
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(window.document().selectedEvent() == found->at(0));
    QVERIFY(window.findPanel().countText().startsWith(QStringLiteral("1 of ")));
    QTest::keyClick(&field, Qt::Key_Return);
    QVERIFY(window.document().selectedEvent() == found->at(1));
    QTest::keyClick(&field, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(&field, Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(window.document().selectedEvent() == found->back()); // around the end
    QVERIFY(field.hasFocus());
    window.timeline().plot().setFocus();
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Return);
    QVERIFY(window.document().selectedEvent() == found->at(0));
    QTest::keyClick(&window, Qt::Key_F3);
    QVERIFY(window.document().selectedEvent() == found->at(1));
}

void TestFindPanel::enterBeforeTheAnswerIsThereJumpsOnceItIs()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Slash);
    QLineEdit& field = window.findPanel().field();
    QTRY_VERIFY(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("softmax"));
    QTest::keyClick(&field, Qt::Key_Return); // within the pause after typing
    QTRY_VERIFY(window.document().selectedEvent().has_value());
    const Trace& trace = *window.document().opened()->trace;
    QVERIFY(trace.name(*window.document().selectedEvent()).find("oftmax") != std::string_view::npos);
}

void TestFindPanel::theListShowsAndJumps()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    typeAndWait(window, QStringLiteral("optimizer"));
    QTreeView& list = window.findPanel().list();
    const auto found = window.findPanel().search().found();
    QCOMPARE(list.model()->rowCount(), static_cast<int>(found->size()));
    const QModelIndex third = list.model()->index(2, FindResultsModel::AnnotationColumn);
    QCOMPARE(third.data().toString(), QStringLiteral("optimizer"));
    QCOMPARE(third.siblingAtColumn(FindResultsModel::TrackColumn).data().toString(),
             QStringLiteral("stream 7 · GPU 0 · NVIDIA H200"));
    QTRY_VERIFY(!list.visualRect(third).isEmpty());
    QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(third).center());
    QVERIFY(window.document().selectedEvent() == found->at(2));
    QTest::keyClick(&window.findPanel().field(), Qt::Key_Down);
    QTRY_VERIFY(list.hasFocus());
    QTest::keyClick(&list, Qt::Key_Down);
    QTest::keyClick(&list, Qt::Key_Return);
    QVERIFY(window.document().selectedEvent() == found->at(3));
}

void TestFindPanel::aJumpKeepsTheZoomAndShowsTheSlice()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    typeAndWait(window, QStringLiteral("softmax"));
    const auto found = window.findPanel().search().found();
    const Trace& trace = *window.document().opened()->trace;
    const TimeNs viewNs = trace.durationNs(found->front()) * 20;
    window.document().setVisibleRange({0, viewNs});
    QTest::keyClick(&window.findPanel().field(), Qt::Key_Return);
    QCOMPARE(window.document().visibleRange().durationNs(), viewNs);
    const EventId event = *window.document().selectedEvent();
    QVERIFY(window.document().visibleRange().contains(trace.beginNs(event)));
    QVERIFY(!fixture::pointOn(window, event).isNull());
}

void TestFindPanel::theFilterLimitsWhatIsFound()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    typeAndWait(window, QStringLiteral("softmax"));
    const std::size_t all = window.findPanel().search().found()->size();
    TraceFilter filter;
    filter.text = "phase:backward";
    window.document().setFilter(filter);
    QTRY_VERIFY(window.document().filtered() != nullptr && !window.findPanel().search().isRunning());
    const auto left = window.findPanel().search().found();
    QVERIFY(left->size() < all && !left->empty());
    filter.text = "phase:optimizer";
    window.document().setFilter(filter);
    QTRY_COMPARE(window.findPanel().countText(), QStringLiteral("Nothing found in what the filter leaves"));
}

void TestFindPanel::aWrongExpressionIsToldInThePanel()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Slash);
    QTest::keyClicks(&window.findPanel().field(), QStringLiteral("/(a/"));
    QTRY_COMPARE(window.findPanel().countText(), QStringLiteral("missing ): (a"));
    QTest::keyClick(&window.findPanel().field(), Qt::Key_Return);
    QVERIFY(!window.document().selectedEvent().has_value());
}

void TestFindPanel::escapePutsItAway()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    typeAndWait(window, QStringLiteral("softmax"));
    QTest::keyClick(&window.findPanel().field(), Qt::Key_Escape);
    QVERIFY(!window.findPanel().isVisible());
    QTRY_VERIFY(window.timeline().plot().hasFocus());
}

void TestFindPanel::millionsAreListedInPortions()
{
    const LoadedTrace opened =
        fixture::loadText(R"json({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":1}]})json");
    FindResultsModel model;
    model.setFound(opened.arrangement, std::make_shared<const std::vector<EventId>>(3'000'000, EventId{0}));
    QCOMPARE(model.rowCount(), FindResultsModel::kPortion);
    QVERIFY(model.canFetchMore({}));
    model.fetchMore({});
    QCOMPARE(model.rowCount(), 2 * FindResultsModel::kPortion);
    QCOMPARE(model.listed(2'999'999).row(), 999); // of the last portion
    QCOMPARE(model.firstListed(), std::size_t{2'999'000});
    QVERIFY(!model.canFetchMore({}));
}

LANESCOPE_TEST(TestFindPanel)
#include "tst_find_panel.moc"
