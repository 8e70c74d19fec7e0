// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/timeline_scene.h"

#include "app/desktop/timeline/hover_text.h"
#include "app/desktop/timeline/timeline_frame.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::desktop;

class TestTimelineScene : public QObject {
    Q_OBJECT

private slots:
    void aPointFindsWhatIsDrawnThere();
    void hiddenSlicesCannotBeHit();
    void dimmedSlicesCanBeHit();
    void aFoldedTrackIsOneRow();
    void hoverTextEscapesWhatFilesSay();
    void hoverTextNamesKernelsInShort();
    void theProfilersOwnGroupsUnfoldTogether();
    void aSceneTellsThatAFilterLeavesNothing();
    void aCounterTellsItsValueUnderTheMouse();
    void theNearestInstantIsHit();

private:
    // The small trace on 400 px: 10 ns a tenth of a pixel, so that each kernel is 100 px wide.
    static void prepare(TimelineScene& scene, const LoadedTrace& loadedTrace);
    static std::size_t rowOfKind(const TimelineScene& scene, RowKind kind);
};

void TestTimelineScene::prepare(TimelineScene& scene, const LoadedTrace& loadedTrace)
{
    scene.setArrangement(loadedTrace.arrangement);
    scene.setRange({0, 40000});
    scene.setWidth(400);
}

std::size_t TestTimelineScene::rowOfKind(const TimelineScene& scene, RowKind kind)
{
    const auto& rows = scene.layout().rows;
    const auto at = std::find_if(rows.begin(), rows.end(), [kind](const Row& row) { return row.kind == kind; });
    return static_cast<std::size_t>(at - rows.begin());
}

void TestTimelineScene::aPointFindsWhatIsDrawnThere()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TimelineScene scene;
    prepare(scene, loadedTrace);
    const std::size_t lane = rowOfKind(scene, RowKind::Lane);
    QCOMPARE(boxesAsText(scene.boxes(lane, TimelineScene::Items::All)),
             std::string("0-100:0 100-200:1 200-300:2 300-400:3"));
    const int laneY = scene.layout().rows[lane].yPx + 3;
    const auto slice = scene.hitAt(250, laneY);
    QVERIFY(slice.has_value());
    QVERIFY(std::get<EventId>(slice->target) == fixture::eventNamed(scene.trace(), "mlp_kernel"));
    const int regionY = scene.layout().rows[rowOfKind(scene, RowKind::Region)].yPx + 3;
    const auto bar = scene.hitAt(150, regionY);
    QVERIFY(bar.has_value());
    QCOMPARE(std::get<RegionPlace>(bar->target).item, 1U);
    QVERIFY(!scene.hitAt(350, regionY).has_value());
    QVERIFY(!scene.hitAt(350, -5).has_value());
    QVERIFY(!scene.hitAt(350, 100000).has_value());
}

void TestTimelineScene::hiddenSlicesCannotBeHit()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TimelineScene scene;
    prepare(scene, loadedTrace);
    TraceFilter filter;
    filter.phase = "backward";
    scene.setFiltered(filterArrangement(loadedTrace.arrangement, filter, JobControl()).value(), FilterEffect::Hide);
    const std::size_t lane = rowOfKind(scene, RowKind::Lane);
    const int laneY = scene.layout().rows[lane].yPx + 3;
    QCOMPARE(boxesAsText(scene.boxes(lane, TimelineScene::Items::Matching)), std::string("100-200:0"));
    QVERIFY(!scene.hitAt(50, laneY).has_value());
    QVERIFY(std::get<EventId>(scene.hitAt(150, laneY)->target) == fixture::eventNamed(scene.trace(), "attn_grad"));
    // The bar is the first of what is left, but the second of all.
    const int regionY = scene.layout().rows[rowOfKind(scene, RowKind::Region)].yPx + 3;
    QCOMPARE(std::get<RegionPlace>(scene.hitAt(150, regionY)->target).item, 1U);
}

void TestTimelineScene::dimmedSlicesCanBeHit()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TimelineScene scene;
    prepare(scene, loadedTrace);
    TraceFilter filter;
    filter.phase = "backward";
    scene.setFiltered(filterArrangement(loadedTrace.arrangement, filter, JobControl()).value(), FilterEffect::Dim);
    const int laneY = scene.layout().rows[rowOfKind(scene, RowKind::Lane)].yPx + 3;
    QVERIFY(std::get<EventId>(scene.hitAt(50, laneY)->target) == fixture::eventNamed(scene.trace(), "attn_kernel"));
}

void TestTimelineScene::aFoldedTrackIsOneRow()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TimelineScene scene;
    prepare(scene, loadedTrace);
    const std::size_t rows = scene.layout().rows.size();
    scene.toggleTrack(0, 0);
    QVERIFY(scene.layout().rows.size() < rows);
    QVERIFY(scene.layout().tracks.front().isCollapsed);
    QVERIFY(!scene.rowOf(RegionPlace{0, 0, 0, 0}).has_value());
    scene.toggleTrack(0, 0);
    QCOMPARE(scene.layout().rows.size(), rows);
    scene.toggleGroup(0);
    QVERIFY(scene.isGroupCollapsed(0));
}

void TestTimelineScene::hoverTextEscapesWhatFilesSay()
{
    const LoadedTrace loadedTrace =
        fixture::loadText(R"([{"ph":"X","cat":"cpu_op","name":"<b>bold</b>&","pid":1,"tid":1,"ts":0,"dur":40}])");
    TimelineScene scene;
    prepare(scene, loadedTrace);
    const auto hit = scene.hitAt(100, scene.layout().rows[rowOfKind(scene, RowKind::Lane)].yPx + 3);
    QVERIFY(hit.has_value());
    const QString text = hoverText(scene, *hit);
    QVERIFY2(text.contains(QStringLiteral("&lt;b&gt;bold&lt;/b&gt;&amp;")), qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("40 µs")));
}

void TestTimelineScene::hoverTextNamesKernelsInShort()
{
    const LoadedTrace loadedTrace = fixture::loadText(
        R"json([{"ph":"X","cat":"kernel","name":"void at::native::softmax<4, float>(float*, float const*)","pid":0,"tid":7,"ts":0,"dur":40}])json");
    TimelineScene scene;
    prepare(scene, loadedTrace);
    const auto hit = scene.hitAt(100, scene.layout().rows[rowOfKind(scene, RowKind::Lane)].yPx + 3);
    QVERIFY(hit.has_value());
    const QString text = hoverText(scene, *hit);
    QVERIFY2(text.contains(QStringLiteral("<b>softmax</b>")), qPrintable(text));
}

void TestTimelineScene::aSceneTellsThatAFilterLeavesNothing()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    TimelineScene scene;
    prepare(scene, loadedTrace);
    QVERIFY(scene.hasMatches()); // no filter
    TraceFilter filter;
    filter.text = "mlp";
    scene.setFiltered(filterArrangement(loadedTrace.arrangement, filter, JobControl()).value(), FilterEffect::Dim);
    QVERIFY(scene.hasMatches());
    filter.text = "nobody_is_called_so";
    scene.setFiltered(filterArrangement(loadedTrace.arrangement, filter, JobControl()).value(), FilterEffect::Dim);
    QVERIFY(!scene.hasMatches());
}

void TestTimelineScene::theProfilersOwnGroupsUnfoldTogether()
{
    const LoadedTrace loadedTrace = fixture::loadText(
        R"json([{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":40},
                {"ph":"X","cat":"Trace","name":"s","pid":"Spans","tid":1,"ts":0,"dur":40},
                {"ph":"X","cat":"Trace","name":"t","pid":"Traces","tid":1,"ts":0,"dur":40}])json");
    TimelineScene scene;
    prepare(scene, loadedTrace);
    scene.setCollapsed(foldedAtFirst(*loadedTrace.arrangement));
    const Row header = scene.layout().rows.back();
    QCOMPARE(header.moreGroups, 1U);
    QCOMPARE(groupTitle(*scene.arrangement(), header), QStringLiteral("Profiler's own (2)"));
    const QString text = groupHoverText(*scene.arrangement(), header);
    QVERIFY2(text.contains(QStringLiteral("Spans")) && text.contains(QStringLiteral("Traces")), qPrintable(text));
    scene.toggleGroup(header.group);
    QVERIFY(!scene.isGroupCollapsed(1) && !scene.isGroupCollapsed(2));
    const auto& rows = scene.layout().rows;
    QCOMPARE(std::count_if(rows.begin(), rows.end(), [](const Row& row) { return row.kind == RowKind::GroupHeader; }),
             3);
    // Unfolded, each is for itself.
    scene.toggleGroup(2);
    QVERIFY(!scene.isGroupCollapsed(1) && scene.isGroupCollapsed(2));
}

void TestTimelineScene::aCounterTellsItsValueUnderTheMouse()
{
    const LoadedTrace loadedTrace = fixture::loadText(R"json([
        {"ph":"C","name":"Memory","pid":1,"ts":0,"args":{"used":1048576,"free":7}},
        {"ph":"C","name":"Memory","pid":1,"ts":20,"args":{"used":0.5}},
        {"ph":"X","name":"op","pid":1,"tid":1,"ts":0,"dur":40}])json");
    TimelineScene scene;
    prepare(scene, loadedTrace);
    const std::size_t row = rowOfKind(scene, RowKind::Counter);
    QVERIFY(row < scene.layout().rows.size());
    const int y = scene.layout().rows[row].yPx + 10;
    const auto early = scene.hitAt(100, y);
    QVERIFY(early.has_value());
    QCOMPARE(scene.trace().beginNs(std::get<EventId>(early->target)), TimeNs{0});
    QVERIFY2(hoverText(scene, *early).contains(QStringLiteral("1,048,576")), qPrintable(hoverText(scene, *early)));
    QVERIFY(hoverText(scene, *early).contains(QStringLiteral("Memory · used")));
    const auto late = scene.hitAt(300, y);
    QVERIFY(hoverText(scene, *late).contains(QStringLiteral(">0.5<")));
    scene.setWidth(1); // both samples in one pixel
    const auto both = scene.hitAt(0, y);
    QVERIFY2(hoverText(scene, *both).contains(QStringLiteral("2 values from 0.5 to 1,048,576")),
             qPrintable(hoverText(scene, *both)));
    QCOMPARE(scene.layout().rows[row + 1].kind, RowKind::Counter); // "free" has a row of its own
}

void TestTimelineScene::theNearestInstantIsHit()
{
    constexpr std::string_view kInstants = R"json({"traceEvents":[
{"ph":"X","cat":"cpu_op","name":"op","pid":1,"tid":1,"ts":0,"dur":40},
{"ph":"i","cat":"cpu_instant_event","name":"a","pid":1,"tid":1,"ts":10,"s":"t"},
{"ph":"i","cat":"cpu_instant_event","name":"b","pid":1,"tid":1,"ts":10.05,"s":"t"},
{"ph":"i","cat":"cpu_instant_event","name":"c","pid":1,"tid":1,"ts":11,"s":"t"}]})json";
    const LoadedTrace loadedTrace = fixture::loadText(kInstants);
    TimelineScene scene;
    prepare(scene, loadedTrace); // 10 px a microsecond
    const std::size_t marks = rowOfKind(scene, RowKind::Marks);
    QCOMPARE(boxesAsText(scene.boxes(marks, TimelineScene::Items::All)), std::string("100-101:0x2 110-111:2"));
    const int y = scene.layout().rows[marks].yPx + 3;
    const auto nameAt = [&](int x) -> std::string {
        const auto hit = scene.hitAt(x, y);
        return hit ? std::string(scene.trace().name(std::get<EventId>(hit->target))) : "none";
    };
    QCOMPARE(nameAt(97), std::string("a"));
    QCOMPARE(nameAt(104), std::string("a"));
    QCOMPARE(nameAt(107), std::string("c"));
    QCOMPARE(nameAt(105), std::string("none"));
    QVERIFY(hoverText(scene, *scene.hitAt(100, y)).contains(QStringLiteral("2 instants; the first is named")));
}

LANESCOPE_TEST(TestTimelineScene)
#include "tst_timeline_scene.moc"
