// SPDX-License-Identifier: GPL-3.0-or-later
// Pinning, hiding, moving and resizing tracks; colours; times of the file.
#include "app/desktop/main_window.h"

#include "app/desktop/panels/filter_panel.h"
#include "app/desktop/timeline/box_colors.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/window_actions.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <QAction>
#include <QMenu>
#include <QTimer>
#include <QToolButton>

using namespace lanescope;
using namespace lanescope::desktop;

class TestTracks : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void movingSwapsShownNeighbours();
    void heightsGoUpAndDown();
    void draggingTheBorderBelowATrackMakesItHigher();
    void draggingTheBorderOfTheNamesMakesThemWider();
    void aPinnedTrackStaysAboveWhileTheRestScrolls();
    void theMenuOfATrackHidesIt();
    void theMenuOfAGroupHidesAllItsTracks();
    void commandsWorkOnTheTrackOfTheSelection();
    void jumpingToAHiddenTrackShowsIt();
    void tracksWithoutMatchesCanBeHidden();
    void workIsColouredByWhatIsAsked();
    void theAxisTellsTheTimesOfTheFile();

private:
    static std::vector<std::string> shownTracks(TimelinePlot& plot);
    static bool open(MainWindow& window, std::string_view trace);
};

namespace {

// Streams 7, 8 and 9 with a kernel each, and a thread.
constexpr std::string_view kThreeStreams = R"json({"traceEvents":[
{"ph":"X","cat":"kernel","name":"seven","pid":0,"tid":7,"ts":1700000000000000,"dur":10,"args":{"device":0,"stream":7}},
{"ph":"X","cat":"kernel","name":"eight","pid":0,"tid":8,"ts":1700000000000010,"dur":10,"args":{"device":0,"stream":8}},
{"ph":"X","cat":"gpu_memcpy","name":"nine","pid":0,"tid":9,"ts":1700000000000020,"dur":10,"args":{"device":0,"stream":9}},
{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":1700000000000000,"dur":40}]})json";

// Unlike QTest::mouseMove() it does not depend on where other tests left the pointer.
void moveTo(TimelinePlot& plot, QPoint point, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent move(QEvent::MouseMove, point, plot.mapToGlobal(point), Qt::NoButton, buttons, Qt::NoModifier);
    QCoreApplication::sendEvent(&plot, &move);
}

} // namespace

std::vector<std::string> TestTracks::shownTracks(TimelinePlot& plot)
{
    std::vector<std::string> titles;
    for (const TrackExtent& extent : plot.scene().layout().tracks)
        titles.push_back(trackAt(*plot.scene().arrangement(), extent.group, extent.track).title);
    return titles;
}

bool TestTracks::open(MainWindow& window, std::string_view trace)
{
    window.resize(1200, 700);
    window.show();
    window.document().setTrace(fixture::loadText(trace));
    return QTest::qWaitForWindowExposed(&window);
}

void TestTracks::movingSwapsShownNeighbours()
{
    const LoadedTrace loaded = fixture::loadText(kThreeStreams);
    const Arrangement& arrangement = *loaded.arrangement;
    using Order = std::vector<std::uint32_t>;
    TrackChoices choices = changedChoices(arrangement, {}, {0, 2}, TrackChange::MoveUp);
    QCOMPARE(orderedTracks(arrangement, 0, choices), (Order{0, 2, 1}));
    choices = changedChoices(arrangement, choices, {0, 0}, TrackChange::MoveUp); // is the first already
    QCOMPARE(orderedTracks(arrangement, 0, choices), (Order{0, 2, 1}));
    choices = changedChoices(arrangement, {}, {0, 1}, TrackChange::Hide);
    choices = changedChoices(arrangement, choices, {0, 0}, TrackChange::MoveDown); // past the hidden one too
    QCOMPARE(orderedTracks(arrangement, 0, choices), (Order{1, 2, 0}));
}

void TestTracks::heightsGoUpAndDown()
{
    const LoadedTrace loaded = fixture::loadText(kThreeStreams);
    TrackChoices choices = changedChoices(*loaded.arrangement, {}, {0, 0}, TrackChange::Taller);
    const std::string key = trackKey(*loaded.arrangement, 0, 0);
    QVERIFY(choices.lanePx.at(key) > RowMetrics{}.lanePx);
    choices = changedChoices(*loaded.arrangement, choices, {0, 0}, TrackChange::Flatter);
    QCOMPARE(choices.lanePx.at(key), RowMetrics{}.lanePx);
    for (int i = 0; i < 20; ++i)
        choices = changedChoices(*loaded.arrangement, choices, {0, 0}, TrackChange::Flatter);
    QVERIFY(choices.lanePx.at(key) >= 10);
}

void TestTracks::draggingTheBorderBelowATrackMakesItHigher()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelinePlot& plot = window.timeline().plot();
    const auto extent = [&plot](std::size_t track) { return plot.scene().layout().tracks[track]; };
    const TrackExtent before = extent(1);
    const int nextPx = extent(2).yPx;
    QPoint border = plot.headerRect().topLeft() + QPoint(60, before.yPx + before.heightPx + 2);
    moveTo(plot, border);
    QCOMPARE(plot.cursor().shape(), Qt::SplitVCursor);
    QTest::mousePress(&plot, Qt::LeftButton, {}, border);
    moveTo(plot, border + QPoint(3, 25), Qt::LeftButton);
    QCOMPARE(extent(1).heightPx, before.heightPx + 25); // one lane
    QCOMPARE(extent(2).yPx, nextPx + 25);
    moveTo(plot, border + QPoint(3, -500), Qt::LeftButton);
    QVERIFY(extent(1).heightPx >= 10);
    moveTo(plot, border + QPoint(0, 5), Qt::LeftButton);
    QTest::mouseRelease(&plot, Qt::LeftButton, {}, border + QPoint(0, 5));
    QCOMPARE(extent(1).heightPx, before.heightPx + 5);
    QCOMPARE(extent(0).heightPx, before.heightPx); // the others stay
    QVERIFY(!extent(1).isCollapsed);               // no click on the name
    border += QPoint(0, 5);
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, border);
    QCOMPARE(extent(1).heightPx, before.heightPx);
}

void TestTracks::draggingTheBorderOfTheNamesMakesThemWider()
{
    {
        MainWindow window;
        QVERIFY(open(window, kThreeStreams));
        TimelinePlot& plot = window.timeline().plot();
        const QRect before = plot.headerRect();
        const QPoint border(before.right() - 1, before.top() + 30);
        moveTo(plot, border);
        QCOMPARE(plot.cursor().shape(), Qt::SplitHCursor);
        QTest::mousePress(&plot, Qt::LeftButton, {}, border);
        moveTo(plot, border + QPoint(80, 0), Qt::LeftButton);
        QTest::mouseRelease(&plot, Qt::LeftButton, {}, border + QPoint(80, 0));
        QTRY_COMPARE(plot.headerRect().width(), before.width() + 80);
    }
    MainWindow another;
    QVERIFY(open(another, kThreeStreams));
    TimelinePlot& plot = another.timeline().plot();
    const int kept = plot.headerRect().width();
    QTest::mouseDClick(&plot, Qt::LeftButton, {}, QPoint(plot.headerRect().right() - 1, plot.headerRect().top() + 30));
    QTRY_COMPARE(plot.headerRect().width(), kept - 80);
}

void TestTracks::aPinnedTrackStaysAboveWhileTheRestScrolls()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    TimelinePlot& plot = window.timeline().plot();
    const Trace& trace = *window.document().opened()->trace;
    EventId onThread{};
    for (const ViewGroup& group : window.document().arrangement()->groups) {
        if (group.tracks.front().kind == TrackKind::Thread && !group.isProfilersOwn)
            onThread = group.tracks.front().lanes.front().event(0);
    }
    window.document().select(onThread);
    window.actions().pinTrack->trigger();
    const auto& layout = plot.scene().layout();
    QVERIFY(layout.tracks.front().isPinned);
    QCOMPARE(shownTracks(plot).front(), trace.trackTitle(trace.track(onThread)));
    window.actions().unfoldAll->trigger();
    window.actions().panels->trigger(); // they would keep the window higher
    window.resize(1000, 300);
    QTRY_VERIFY(plot.largestScrollPx() > 0);
    plot.setScrollPx(plot.largestScrollPx());
    QVERIFY(plot.scrollPx() > 0);
    window.document().select({});
    const QRect canvas = plot.canvasRect();
    const TimeScale scale(window.document().visibleRange(), canvas.width());
    const int x =
        canvas.left() + static_cast<int>(scale.toPx(trace.beginNs(onThread) + trace.durationNs(onThread) / 2));
    QTest::mouseClick(&plot, Qt::LeftButton, {}, QPoint(x, canvas.top() + 5));
    QVERIFY(window.document().selectedEvent() == onThread);
    window.actions().pinTrack->trigger();
    QCOMPARE(plot.scene().layout().pinnedPx, 0);
}

void TestTracks::theMenuOfATrackHidesIt()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelinePlot& plot = window.timeline().plot();
    const TrackExtent& extent = plot.scene().layout().tracks[1];
    const QPoint name = plot.headerRect().topLeft() + QPoint(40, extent.yPx + 8);
    QTimer::singleShot(0, &window, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("Hide"))
                action->trigger();
        }
        menu->close();
    });
    QTest::mouseClick(&plot, Qt::RightButton, {}, name);
    QCOMPARE(shownTracks(plot), (std::vector<std::string>{"stream 7", "stream 9", "thread 1"}));
    window.actions().showHiddenTracks->trigger();
    QCOMPARE(shownTracks(plot).size(), std::size_t{4});
}

void TestTracks::theMenuOfAGroupHidesAllItsTracks()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelinePlot& plot = window.timeline().plot();
    QTimer::singleShot(0, &window, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            return;
        for (QAction* action : menu->actions()) {
            if (action->text() == QStringLiteral("Hide all its tracks"))
                action->trigger();
        }
        menu->close();
    });
    QTest::mouseClick(&plot, Qt::RightButton, {}, plot.headerRect().topLeft() + QPoint(40, 8));
    QCOMPARE(shownTracks(plot), std::vector<std::string>{"thread 1"});
    window.actions().showHiddenTracks->trigger();
    QCOMPARE(shownTracks(plot).size(), std::size_t{4});
}

void TestTracks::commandsWorkOnTheTrackOfTheSelection()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelinePlot& plot = window.timeline().plot();
    QVERIFY(!window.actions().hideTrack->isEnabled());
    window.document().select(fixture::eventNamed(plot.scene().trace(), "eight"));
    QVERIFY(window.actions().hideTrack->isEnabled());
    QTest::keyClick(&window, Qt::Key_Up, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shownTracks(plot).front(), std::string("stream 8"));
    QTest::keyClick(&window, Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(shownTracks(plot).front(), std::string("stream 7"));
    window.actions().ordinaryTracks->trigger();
    QCOMPARE(shownTracks(plot), (std::vector<std::string>{"stream 7", "stream 8", "stream 9", "thread 1"}));
}

void TestTracks::jumpingToAHiddenTrackShowsIt()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelinePlot& plot = window.timeline().plot();
    const EventId nine = fixture::eventNamed(plot.scene().trace(), "nine");
    window.document().select(nine);
    window.actions().hideTrack->trigger();
    QCOMPARE(shownTracks(plot).size(), std::size_t{3});
    plot.revealEvent(nine);
    QCOMPARE(shownTracks(plot).size(), std::size_t{4});
}

void TestTracks::tracksWithoutMatchesCanBeHidden()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TraceFilter filter;
    filter.text = "stream:8";
    window.document().setFilter(filter);
    QTRY_VERIFY(window.document().filtered() != nullptr);
    TimelinePlot& plot = window.timeline().plot();
    QCOMPARE(shownTracks(plot).size(), std::size_t{4});
    QTest::mouseClick(&window.filterPanel().onlyTracksButton(), Qt::LeftButton);
    QCOMPARE(shownTracks(plot), (std::vector<std::string>{"stream 8"}));
    window.document().setFilter({});
    QTRY_COMPARE(shownTracks(plot).size(), std::size_t{4});
}

void TestTracks::workIsColouredByWhatIsAsked()
{
    const LoadedTrace loaded = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const Trace& trace = *loaded.opened->trace;
    BoxColors colors;
    colors.reset(loaded.arrangement, loaded.looks, ThemeKind::Dark);
    const auto lookOf = [&](const char* name) {
        const EventId event = fixture::eventNamed(trace, name);
        const BoxLook* known = colors.ofNumber(loaded.looks->numberOf(event)); // as the timeline asks
        const BoxLook own = colors.ofEvent(event);
        if (known != nullptr && (known->color.fill != own.color.fill || known->isBackward != own.isBackward))
            qFatal("the look of all that look alike is not the event's own");
        return own;
    };
    const auto fillOf = [&](const char* name) { return lookOf(name).color.fill; };
    QVERIFY(fillOf("attn_kernel") != fillOf("mlp_kernel")); // two annotations
    colors.setColorBy(ColorBy::Phase);
    QCOMPARE(fillOf("attn_kernel"), fillOf("mlp_kernel")); // both are forward
    QVERIFY(fillOf("attn_kernel") != fillOf("attn_grad"));
    colors.setColorBy(ColorBy::Kernel);
    QVERIFY(fillOf("attn_kernel") != fillOf("mlp_kernel"));
    QVERIFY(lookOf("attn_grad").isBackward); // the pattern stays
}

void TestTracks::theAxisTellsTheTimesOfTheFile()
{
    MainWindow window;
    QVERIFY(open(window, kThreeStreams));
    TimelineScene& scene = window.timeline().plot().scene();
    const std::vector<Tick> relative = scene.ticks().ticks;
    window.actions().timesOfFile->trigger();
    QVERIFY(window.document().showsTimesOfFile());
    // The first kernel begins at 1.7e9 s of the file, and the view a hundredth of 40 us before it.
    QCOMPARE(scene.ticks().originLabel, std::string("1699999999.9999 s"));
    for (const Tick& tick : scene.ticks().ticks)
        QVERIFY(std::abs(tick.atNs) < 100'000); // drawn where the slices are
    window.actions().timesOfFile->trigger();
    QCOMPARE(scene.ticks().ticks.size(), relative.size());
}

LANESCOPE_TEST(TestTracks)
#include "tst_tracks.moc"
