// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/settings/trace_session.h"
#include "app/desktop/statistics/range_tab.h"
#include "app/desktop/timeline/spoken_text.h"
#include "app/desktop/timeline/timeline_view.h"
#include "app/desktop/timeline/track_changes.h"
#include "tests/app/statistics_window.h"
#include "tests/support/test_main.h"

#include <QLabel>

using namespace lanescope;
using namespace lanescope::desktop;
using namespace lanescope::desktop::fixture;

class TestMarkedTracks : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void aDragWithinATrackMarksThatTrack();
    void aDragOverTracksMarksThoseBetween();
    void aDragOnTheAxisMarksAllTracks();
    void aFoldedGroupStandsForItsTracks();
    void keysMarkTheSelectionAndClearIt();
    void onlyMarkedRowsAreTinted();
    void theMarkIsSpokenAndWritten();
    void tracksFollowAnotherView();
    void aViewWithoutTheTracksGivesThemBack();
    void theRangeSumsUpTheMarkedTracksAlone();
    void theRangeHasTheFiguresOfTheFilterOnTheCommandLine();
    void aSessionKeepsTheTracks();

private:
    [[nodiscard]] TimelinePlot& plot() const { return m_view->plot(); }
    // A point of the widget in the middle of a track.
    [[nodiscard]] QPoint in(const QString& title, int x) const;
    [[nodiscard]] QStringList marked() const;
    void drag(QPoint from, QPoint to);

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineView> m_view;
};

namespace {

// Streams 7, 8 and 9 with a kernel each, [0, 10), [10, 30) and [20, 40) us, and a CPU thread.
constexpr std::string_view kStreams = R"({"traceEvents":[
{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":10,"dur":20,"args":{"device":0,"stream":8,"correlation":2}},
{"ph":"X","cat":"kernel","name":"c","pid":0,"tid":9,"ts":20,"dur":20,"args":{"device":0,"stream":9,"correlation":3}},
{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":40}]})";

std::vector<TrackPlace> placesOf(const Arrangement& arrangement, const QStringList& titles)
{
    std::vector<TrackPlace> places;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track) {
            if (titles.contains(QString::fromStdString(trackAt(arrangement, group, track).title)))
                places.push_back({group, track});
        }
    }
    return places;
}

} // namespace

void TestMarkedTracks::init()
{
    failOnQtWarnings();
    m_document = std::make_unique<TraceDocument>();
    m_view = std::make_unique<TimelineView>(*m_document);
    m_document->setTrace(loadText(kStreams));
    m_view->resize(1000, 400);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestMarkedTracks::cleanup()
{
    m_view.reset();
    m_document.reset();
}

QPoint TestMarkedTracks::in(const QString& title, int x) const
{
    const std::vector<TrackPlace> places = placesOf(*m_document->arrangement(), {title});
    for (const TrackExtent& extent : plot().scene().layout().tracks) {
        if (!places.empty() && TrackPlace{extent.group, extent.track} == places.front())
            return plot().canvasRect().topLeft() + QPoint(x, extent.yPx + extent.heightPx / 2);
    }
    return {};
}

QStringList TestMarkedTracks::marked() const
{
    QStringList titles;
    for (const TrackPlace& track : m_document->markedTracks())
        titles << QString::fromStdString(trackAt(*m_document->arrangement(), track.group, track.track).title);
    return titles;
}

void TestMarkedTracks::drag(QPoint from, QPoint to)
{
    QTest::mousePress(&plot(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&plot(), (from + to) / 2);
    QTest::mouseMove(&plot(), to);
    QTest::mouseRelease(&plot(), Qt::LeftButton, {}, to);
}

void TestMarkedTracks::aDragWithinATrackMarksThatTrack()
{
    const QPoint from = in(QStringLiteral("stream 8"), 100);
    drag(from, from + QPoint(200, 2));
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 8")});
    QCOMPARE(m_document->markedRange(),
             std::optional(TimeRange{plot().timeAt(from.x()), plot().timeAt(from.x() + 200)}));
}

void TestMarkedTracks::aDragOverTracksMarksThoseBetween()
{
    drag(in(QStringLiteral("stream 7"), 100), in(QStringLiteral("stream 9"), 300));
    QCOMPARE(marked(),
             (QStringList{QStringLiteral("stream 7"), QStringLiteral("stream 8"), QStringLiteral("stream 9")}));
    drag(in(QStringLiteral("stream 9"), 300), in(QStringLiteral("stream 8"), 100)); // upwards and to the left
    QCOMPARE(marked(), (QStringList{QStringLiteral("stream 8"), QStringLiteral("stream 9")}));
    drag(in(QStringLiteral("stream 7"), 100), in(QStringLiteral("thread 1"), 300)); // over all there are
    QCOMPARE(marked(), QStringList());
    QVERIFY(m_document->markedRange().has_value());
}

void TestMarkedTracks::aDragOnTheAxisMarksAllTracks()
{
    const QPoint axis = plot().canvasRect().topLeft() + QPoint(100, -10);
    drag(axis, axis + QPoint(200, 0));
    QVERIFY(m_document->markedRange().has_value());
    QCOMPARE(marked(), QStringList());
    const QPoint below = plot().canvasRect().bottomLeft() + QPoint(100, -2); // nothing is there
    drag(below, below + QPoint(200, 0));
    QCOMPARE(marked(), QStringList());
}

void TestMarkedTracks::aFoldedGroupStandsForItsTracks()
{
    CollapsedState folded;
    folded.groups.insert(groupKey(*m_document->arrangement(), 0));
    plot().setCollapsed(folded);
    const QPoint header = plot().canvasRect().topLeft() + QPoint(100, 10);
    drag(header, header + QPoint(200, 0));
    QCOMPARE(marked(),
             (QStringList{QStringLiteral("stream 7"), QStringLiteral("stream 8"), QStringLiteral("stream 9")}));
}

void TestMarkedTracks::keysMarkTheSelectionAndClearIt()
{
    m_document->select(eventNamed(*m_document->opened()->trace, "b"));
    QTest::keyClick(&plot(), Qt::Key_R);
    QCOMPARE(m_document->markedRange(), std::optional(TimeRange{10000, 30000}));
    QCOMPARE(marked(), QStringList());
    QTest::keyClick(&plot(), Qt::Key_R, Qt::ShiftModifier);
    QCOMPARE(m_document->markedRange(), std::optional(TimeRange{10000, 30000}));
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 8")});
    QTest::keyClick(&plot(), Qt::Key_Escape);
    QVERIFY(!m_document->markedRange().has_value());
    QVERIFY(m_document->markedTracks().empty());
}

void TestMarkedTracks::onlyMarkedRowsAreTinted()
{
    m_document->fitAll();
    const auto colorAt = [&](QPoint point) { return plot().grab().toImage().pixelColor(point); };
    // Right of a's and left of c's kernel, where rows are empty.
    const QPoint first = in(QStringLiteral("stream 7"), 0) + QPoint(plot().canvasRect().width() * 6 / 10, 0);
    const QPoint third = in(QStringLiteral("stream 9"), 0) + QPoint(plot().canvasRect().width() * 3 / 10, 0);
    const QColor firstBefore = colorAt(first);
    const QColor thirdBefore = colorAt(third);
    m_document->setMarkedRange(TimeRange{5000, 35000},
                               placesOf(*m_document->arrangement(), {QStringLiteral("stream 7")}));
    QVERIFY(colorAt(first) != firstBefore);
    QCOMPARE(colorAt(third), thirdBefore);
    m_document->setMarkedRange(TimeRange{5000, 35000});
    QVERIFY(colorAt(third) != thirdBefore);
    m_document->setMarkedRange(std::nullopt);
    QCOMPARE(colorAt(first), firstBefore);
}

void TestMarkedTracks::theMarkIsSpokenAndWritten()
{
    const Arrangement& arrangement = *m_document->arrangement();
    const auto two = placesOf(arrangement, {QStringLiteral("stream 7"), QStringLiteral("stream 9")});
    m_document->setMarkedRange(TimeRange{5000, 35000}, two);
    QCOMPARE(plot().accessibleDescription(), QStringLiteral("marked 30 µs at 5 µs, 2 of 4 tracks: stream 7, stream 9"));
    QCOMPARE(markedText(arrangement, {5000, 35000}, two), QStringLiteral("30 µs · 2 of 4 tracks"));
    m_document->select(eventNamed(*m_document->opened()->trace, "b"));
    QVERIFY(plot().accessibleDescription().startsWith(QStringLiteral("b, 20 µs at 10 µs")));
    QVERIFY(plot().accessibleDescription().endsWith(QStringLiteral("2 of 4 tracks: stream 7, stream 9")));
    m_document->setMarkedRange(TimeRange{5000, 35000});
    QVERIFY(plot().accessibleDescription().endsWith(QStringLiteral("marked 30 µs at 5 µs, all tracks")));
}

void TestMarkedTracks::tracksFollowAnotherView()
{
    m_document->setMarkedRange(TimeRange{0, 40000}, placesOf(*m_document->arrangement(), {QStringLiteral("stream 8")}));
    m_document->setView(TrackView::Annotated);
    QTRY_VERIFY(m_document->arrangement()->view == TrackView::Annotated);
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 8")});
}

// The view by region has no streams: there the mark is one of all tracks.
void TestMarkedTracks::aViewWithoutTheTracksGivesThemBack()
{
    m_document->setTrace(loadText(
        R"({"traceEvents":[{"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":10,"args":{"stream":7,"correlation":1,"graph node id":8589934592}},{"ph":"X","cat":"kernel","name":"b","pid":0,"tid":8,"ts":0,"dur":10,"args":{"stream":8,"correlation":1,"graph node id":8589934593}}]})",
        R"({"8589934592":[{"name":"attn"}],"8589934593":[{"name":"mlp"}]})"));
    m_document->setMarkedRange(TimeRange{0, 40000}, placesOf(*m_document->arrangement(), {QStringLiteral("stream 8")}));
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 8")});
    m_document->setView(TrackView::ByRegion);
    QTRY_VERIFY(m_document->arrangement()->view == TrackView::ByRegion);
    QCOMPARE(marked(), QStringList());
    QVERIFY(m_document->markedRange().has_value());
    m_document->setView(TrackView::Recorded);
    QTRY_VERIFY(m_document->arrangement()->view == TrackView::Recorded);
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 8")});
    // What is marked anew counts instead.
    m_document->setMarkedRange(TimeRange{0, 10000});
    m_document->setView(TrackView::Annotated);
    QTRY_VERIFY(m_document->arrangement()->view == TrackView::Annotated);
    QCOMPARE(marked(), QStringList());
}

// [0, 40): b and c run 20 each, [10, 30) and [20, 40): the GPU is busy for 30 and idle for 10, before b.
void TestMarkedTracks::theRangeSumsUpTheMarkedTracksAlone()
{
    StatisticsWindow window(loadText(kStreams));
    window.document().setMarkedRange(
        TimeRange{0, 40000},
        placesOf(*window.document().arrangement(), {QStringLiteral("stream 8"), QStringLiteral("stream 9")}));
    RangeTab& tab = window.ready(window.panel().range());
    QVERIFY(window.panel().scopeText().endsWith(QStringLiteral(", 2 of 4 tracks")));
    QMap<QString, QString> figures;
    for (const auto& row : csvRows(tab.view().commaSeparated()))
        figures[row.at(QStringLiteral("name"))] = row.at(QStringLiteral("count")) + QLatin1Char(' ') +
                                                  row.at(QStringLiteral("busy_ns")) + QLatin1Char(' ') +
                                                  row.at(QStringLiteral("idle_ns"));
    QCOMPARE(figures.value(QStringLiteral("GPU 0")), QStringLiteral("2 30000 10000"));
    QCOMPARE(figures.value(QStringLiteral("GPU 0 stream 8")), QStringLiteral("1 20000 20000"));
    QCOMPARE(figures.value(QStringLiteral("GPU 0 stream 9")), QStringLiteral("1 20000 20000"));
    QVERIFY(!figures.contains(QStringLiteral("GPU 0 stream 7")));
    const auto* status = window->findChild<QLabel*>(QStringLiteral("markedLabel"));
    QCOMPARE(status->text(), QStringLiteral("Marked: 40 µs · 2 of 4 tracks"));
    window.document().setMarkedRange(std::nullopt);
    QCOMPARE(status->text(), QString());
}

void TestMarkedTracks::theRangeHasTheFiguresOfTheFilterOnTheCommandLine()
{
    const QString path = realTrace(QStringLiteral("moe_overlap.pt.trace.json.gz"));
    StatisticsWindow window(path);
    const auto places = placesOf(*window.document().arrangement(), {QStringLiteral("stream 7")});
    QCOMPARE(places.size(), std::size_t{1});
    window.document().setMarkedRange(TimeRange{2300000, 4000000}, places);
    RangeTab& tab = window.ready(window.panel().range());
    QStringList mine;
    for (const auto& row : csvRows(tab.view().commaSeparated()))
        mine << row.at(QStringLiteral("count")) + QLatin1Char(' ') + row.at(QStringLiteral("busy_ns")) +
                    QLatin1Char(' ') + row.at(QStringLiteral("idle_ns"));
    int compared = 0;
    for (const auto& row : csvRows(cli(
             {"stats", path, "--by", "range", "--range", "2300us:4ms", "--filter", "stream:7", "--format", "csv"}))) {
        if (row.at(QStringLiteral("kind")) != QStringLiteral("gpu") &&
            row.at(QStringLiteral("kind")) != QStringLiteral("stream"))
            continue;
        const QString figures = row.at(QStringLiteral("count")) + QLatin1Char(' ') + row.at(QStringLiteral("busy_ns")) +
                                QLatin1Char(' ') + row.at(QStringLiteral("idle_ns"));
        QVERIFY2(mine.contains(figures), qPrintable(figures));
        ++compared;
    }
    QCOMPARE(compared, 2);
}

void TestMarkedTracks::aSessionKeepsTheTracks()
{
    TraceSession session;
    session.visibleRange = {0, 40000};
    session.markedRange = TimeRange{0, 10000};
    session.markedTracks =
        trackKeys(*m_document->arrangement(), placesOf(*m_document->arrangement(), {QStringLiteral("stream 9")}));
    const auto read = sessionOfText(sessionAsText(session));
    QVERIFY(read.has_value());
    QVERIFY(*read == session);
    m_document->setMarkedRangeOn(read->markedRange, read->markedTracks);
    QCOMPARE(marked(), QStringList{QStringLiteral("stream 9")});
    QVERIFY(m_document->markedTrackKeys() == session.markedTracks);
}

LANESCOPE_TEST(TestMarkedTracks)
#include "tst_marked_tracks.moc"
