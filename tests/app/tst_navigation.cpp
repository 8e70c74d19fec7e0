// SPDX-License-Identifier: GPL-3.0-or-later
// Going from place to place: marks, back and forward, tracks and commands by name, the keys of DESIGN §7.
#include "app/desktop/main_window.h"

#include "app/desktop/dialogs/chooser.h"
#include "app/desktop/dialogs/keys_dialog.h"
#include "app/desktop/panels/details_panel.h"
#include "app/desktop/panels/filter_panel.h"
#include "app/desktop/panels/find_panel.h"
#include "app/desktop/panels/marks_panel.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/timeline/view_history.h"
#include "app/desktop/window_actions.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QTreeView>

using namespace lanescope;
using namespace lanescope::desktop;

class TestNavigation : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void rMakesTheSelectionTheRange();
    void mMarksTheSelection();
    void mMarksTheTimeUnderTheMouse();
    void shiftMAsksForANote();
    void aFlagShowsItsMarkInTheList();
    void aMarkIsShownAndRemoved();
    void singleLettersDoNothingInTextFields();
    void backAndForwardGoThroughViews();
    void manyStepsOfAZoomAreOneChange();
    void qHidesAndShowsThePanels();
    void tracksAreFoundByName();
    void commandsAreRunByName();
    void aChooserSaysWhenNothingFits();
    void aChooserKeepsTheOrderUntilOneTypes();
    void theMenuOfASliceLeavesOutItsName();
    void theSheetNamesEveryKey();

private:
    static EventId kernelAt(MainWindow& window, std::uint32_t position)
    {
        return window.document().arrangement()->groups.front().tracks.front().lanes.front().event(position);
    }
    static TimeRange timeOf(MainWindow& window, EventId event)
    {
        const Trace& trace = *window.document().opened()->trace;
        return {trace.beginNs(event), trace.endNs(event)};
    }
};

namespace {

// Calls `act` with the dialog of a class once it is open, while its exec() runs.
template<typename Dialog, typename Act>
void whenOpen(MainWindow& window, Act act)
{
    auto* poll = new QTimer(&window);
    QObject::connect(poll, &QTimer::timeout, poll, [&window, poll, act] {
        if (auto* dialog = window.findChild<Dialog*>(); dialog != nullptr && dialog->isVisible()) {
            poll->stop();
            act(*dialog);
        }
    });
    poll->start(10);
}

} // namespace

void TestNavigation::rMakesTheSelectionTheRange()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_R); // of nothing
    QVERIFY(!window.document().markedRange().has_value());
    const EventId kernel = kernelAt(window, 3);
    window.document().select(kernel);
    QTest::keyClick(&window.timeline().plot(), Qt::Key_R);
    QCOMPARE(window.document().markedRange().value(), timeOf(window, kernel));
}

void TestNavigation::mMarksTheSelection()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const EventId kernel = kernelAt(window, 3);
    window.document().select(kernel);
    QTest::keyClick(&window.timeline().plot(), Qt::Key_M);
    QTest::keyClick(&window.timeline().plot(), Qt::Key_M); // the same again
    QCOMPARE(window.document().marks().size(), std::size_t{1});
    QCOMPARE(window.document().marks().front().range, timeOf(window, kernel));
    QVERIFY(!window.document().marks().front().note.isEmpty()); // the kernel's name
    QVERIFY(!window.marksPanel().isVisible());
}

void TestNavigation::mMarksTheTimeUnderTheMouse()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    TimelinePlot& plot = window.timeline().plot();
    const QPoint point = plot.canvasRect().center();
    QTest::mouseMove(&plot, point);
    QTest::keyClick(&plot, Qt::Key_M);
    QCOMPARE(window.document().marks().size(), std::size_t{1});
    const Mark mark = window.document().marks().front();
    QCOMPARE(mark.range.beginNs, plot.timeAt(point.x()));
    QVERIFY(mark.range.isEmpty());
}

void TestNavigation::shiftMAsksForANote()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const QAbstractItemModelTester tester(window.marksPanel().list().model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    window.document().select(kernelAt(window, 3));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_M, Qt::ShiftModifier);
    QVERIFY(window.marksPanel().isVisible());
    auto* editor = window.marksPanel().list().findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QStringLiteral("slow, why?"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(window.document().marks().front().note, QStringLiteral("slow, why?"));
    QVERIFY(!window.document().markedRange().has_value()); // the key was the editor's
}

void TestNavigation::aFlagShowsItsMarkInTheList()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    TimelinePlot& plot = window.timeline().plot();
    const TimeNs middleNs =
        window.document().visibleRange().beginNs + window.document().visibleRange().durationNs() / 2;
    window.document().addMark({{middleNs / 2, middleNs / 2}, QStringLiteral("early")});
    window.document().addMark({{middleNs, middleNs}, QStringLiteral("late")});
    const TimeRange before = window.document().visibleRange();
    QPoint flag;
    for (int x = plot.canvasRect().left(); x < plot.canvasRect().right() && flag.isNull(); ++x) {
        const QPoint point(x, 6); // the axis is at the top
        if (plot.markAt(point) == std::size_t{1})
            flag = point;
    }
    QVERIFY(!flag.isNull());
    QTest::mouseClick(&plot, Qt::LeftButton, {}, flag);
    QVERIFY(window.marksPanel().isVisible());
    QCOMPARE(window.marksPanel().list().currentIndex().data().toString(), QStringLiteral("late"));
    QCOMPARE(window.document().visibleRange(), before);
}

void TestNavigation::aMarkIsShownAndRemoved()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.document().select(kernelAt(window, 300));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_M);
    const TimeRange marked = window.document().marks().front().range;
    window.document().setVisibleRange({0, 1000});
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Escape);
    QTreeView& list = window.marksPanel().list();
    list.setCurrentIndex(list.model()->index(0, 0));
    QTest::keyClick(&list, Qt::Key_Return);
    QVERIFY(window.document().visibleRange().contains(marked.beginNs));
    QCOMPARE(window.document().markedRange().value(), marked);
    QTest::keyClick(&list, Qt::Key_Delete);
    QVERIFY(window.document().marks().empty());
    QVERIFY(!window.marksPanel().removeButton().isEnabled());
    window.document().select(kernelAt(window, 3));
    QTest::keyClick(&window.timeline().plot(), Qt::Key_M, Qt::ShiftModifier);
    QTest::keyClick(window.marksPanel().list().findChild<QLineEdit*>(), Qt::Key_Escape); // ends the note
    list.setFocus();
    QTest::keyClick(&list, Qt::Key_Escape); // puts the panel away, and nothing else
    QVERIFY(!window.marksPanel().isVisible());
    QVERIFY(window.document().selectedEvent().has_value());
}

void TestNavigation::singleLettersDoNothingInTextFields()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    window.document().select(kernelAt(window, 3));
    const TimeRange before = window.document().visibleRange();
    QTest::keyClick(&window, Qt::Key_F, Qt::ControlModifier);
    QLineEdit& field = window.findPanel().field();
    QTRY_VERIFY(field.hasFocus());
    QTest::keyClicks(&field, QStringLiteral("rMmqQ?[].,0"));
    QCOMPARE(field.text(), QStringLiteral("rMmqQ?[].,0"));
    QVERIFY(window.document().marks().empty());
    QVERIFY(!window.document().markedRange().has_value());
    QVERIFY(window.detailsPanel().isVisible());
    QCOMPARE(window.document().visibleRange(), before);
}

void TestNavigation::backAndForwardGoThroughViews()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QVERIFY(!window.actions().back->isEnabled());
    const TimeRange first = window.document().visibleRange();
    window.document().setVisibleRange({0, 5'000'000});
    QVERIFY(window.actions().back->isEnabled()); // at once, although the view has not rested yet
    QTest::qWait(ViewHistory::kRestMs + 100);
    window.document().setVisibleRange({1'000'000, 2'000'000});
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(window.document().visibleRange(), (TimeRange{0, 5'000'000}));
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(window.document().visibleRange(), first);
    QVERIFY(!window.actions().back->isEnabled());
    QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier);
    QTest::keyClick(&window, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(window.document().visibleRange(), (TimeRange{1'000'000, 2'000'000}));
    QVERIFY(!window.actions().forward->isEnabled());
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    window.document().setVisibleRange({7'000'000, 8'000'000}); // what lay ahead is gone
    QTest::qWait(ViewHistory::kRestMs + 100);
    QVERIFY(!window.actions().forward->isEnabled());
}

void TestNavigation::manyStepsOfAZoomAreOneChange()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const TimeRange first = window.document().visibleRange();
    for (int i = 0; i < 5; ++i)
        QTest::keyClick(&window.timeline().plot(), Qt::Key_W);
    QTest::qWait(ViewHistory::kRestMs + 100);
    QTest::keyClick(&window, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(window.document().visibleRange(), first);
}

void TestNavigation::qHidesAndShowsThePanels()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QVERIFY(window.detailsPanel().isVisible() && window.filterPanel().isVisible());
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Q);
    QVERIFY(!window.detailsPanel().isVisible() && !window.filterPanel().isVisible());
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Q);
    QVERIFY(window.detailsPanel().isVisible() && window.filterPanel().isVisible());
    QVERIFY(!window.findPanel().isVisible());
}

void TestNavigation::tracksAreFoundByName()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    TimelinePlot& plot = window.timeline().plot();
    plot.setAllCollapsed(true);
    window.resize(1000, 400);
    whenOpen<Chooser>(window, [](Chooser& chooser) {
        QTest::keyClicks(&chooser.field(), QStringLiteral("thr422"));
        QTest::keyClick(&chooser.field(), Qt::Key_Return);
    });
    QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier);
    const auto isOpen = [&] {
        const auto& tracks = plot.scene().layout().tracks;
        return std::any_of(tracks.begin(), tracks.end(), [&](const TrackExtent& track) {
            const ViewTrack& shown = trackAt(*window.document().arrangement(), track.group, track.track);
            return shown.title.find("422") != std::string::npos && !track.isCollapsed;
        });
    };
    QTRY_VERIFY(isOpen());
}

void TestNavigation::commandsAreRunByName()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const TimeRange all = window.document().visibleRange();
    window.document().setVisibleRange({0, 1000});
    QStringList offered;
    whenOpen<Chooser>(window, [&offered](Chooser& chooser) {
        const QAbstractItemModel& model = *chooser.list().model();
        for (int row = 0; row < model.rowCount(); ++row)
            offered << model.index(row, 0).data().toString();
        QTest::keyClicks(&chooser.field(), QStringLiteral("fitall"));
        QTest::keyClick(&chooser.field(), Qt::Key_Return);
    });
    QTest::keyClick(&window, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_COMPARE(window.document().visibleRange(), all);
    for (const QAction* action : window.actions().views->actions())
        QCOMPARE(!offered.filter(QString(action->text()).remove(QLatin1Char('&'))).isEmpty(), action->isEnabled());
    QVERIFY(offered.contains(QStringLiteral("View › Theme › Dark")));
    QVERIFY(offered.contains(QStringLiteral("Go › Mark")));
}

void TestNavigation::aChooserSaysWhenNothingFits()
{
    int runs = 0;
    Chooser chooser(QStringLiteral("Track"), {{QStringLiteral("stream 7"), QString(), [&runs] { ++runs; }}}, nullptr);
    chooser.show();
    QVERIFY(chooser.list().isVisible() && !chooser.nothingLabel().isVisible());
    QTest::keyClicks(&chooser.field(), QStringLiteral("xyz"));
    QVERIFY(!chooser.list().isVisible() && chooser.nothingLabel().isVisible());
    QTest::keyClick(&chooser.field(), Qt::Key_Return); // nothing to run: stays
    QVERIFY(chooser.isVisible());
    QCOMPARE(runs, 0);
    chooser.field().clear();
    QVERIFY(chooser.list().isVisible() && !chooser.nothingLabel().isVisible());
}

void TestNavigation::aChooserKeepsTheOrderUntilOneTypes()
{
    std::vector<Choice> choices;
    for (const char* text : {"a track of a long name", "thread 1", "s", "stream 7"})
        choices.push_back({QString::fromLatin1(text), QString(), [] {}});
    Chooser chooser(QStringLiteral("Track"), std::move(choices), nullptr);
    chooser.show();
    const auto shown = [&] {
        QStringList texts;
        for (int row = 0; row < chooser.list().model()->rowCount(); ++row)
            texts << chooser.list().model()->index(row, 0).data().toString();
        return texts.join(QLatin1Char('|'));
    };
    QCOMPARE(shown(), QStringLiteral("a track of a long name|thread 1|s|stream 7"));
    QTest::keyClicks(&chooser.field(), QStringLiteral("thr"));
    QCOMPARE(shown(), QStringLiteral("thread 1"));
}

void TestNavigation::theMenuOfASliceLeavesOutItsName()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    const auto& tracks = window.document().arrangement()->groups.front().tracks;
    const EventId kernel = tracks.front().lanes.front().event(0);
    const std::string name(window.document().opened()->trace->name(kernel));
    TraceFilter filter;
    filter.text = "cat:kernel OR cat:gpu_memset";
    window.document().setFilter(filter);
    QTRY_VERIFY(window.document().filtered() != nullptr);
    const auto before = window.document().filtered();
    window.document().select(kernel);
    QTimer::singleShot(0, &window, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("Leave out this name"))
                action->trigger();
        }
        menu->close();
    });
    QContextMenuEvent asked(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QApplication::sendEvent(&window.timeline().plot(), &asked);
    QTRY_VERIFY(window.document().filtered() != before && window.document().filtered() != nullptr);
    std::uint64_t named = 0;
    for (const LaneRow& lane : tracks.front().lanes) {
        for (const EventId event : lane.events())
            named += window.document().opened()->trace->name(event) == name ? 1 : 0;
    }
    QVERIFY(named > 0);
    QCOMPARE(window.document().filtered()->matchingWork, before->matchingWork - named);
}

void TestNavigation::theSheetNamesEveryKey()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QStringList words;
    whenOpen<KeysDialog>(window, [&words](KeysDialog& dialog) {
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            words << label->text();
        dialog.reject();
    });
    QTest::keyClick(&window.timeline().plot(), Qt::Key_Question);
    const QString sheet = words.join(QLatin1Char('\n'));
    for (const char* key : {"W / S",       "A / D",         "F</b>",        "0</b>",
                            ", / .",       "[ / ]",         "R</b>",        "M / Shift + M",
                            "Ctrl+F",      "Shift + Enter", "Ctrl+P",       "Ctrl+Shift+P",
                            "Q</b>",       "?</b>",         "Esc",          "Alt + Left / Right",
                            "Middle drag", "Shift + wheel", "Ctrl + wheel", "Drag an edge of it"})
        QVERIFY2(sheet.contains(QString::fromUtf8(key)), key);
}

LANESCOPE_TEST(TestNavigation)
#include "tst_navigation.moc"
