// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/slice_place.h"

#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::desktop;

class TestSlicePlace : public QObject {
    Q_OBJECT

private slots:
    void findsASliceInItsLane();
    void neighboursGoInTimeAndEndAtTheEnds();
    void neighboursCrossLanes();
};

void TestSlicePlace::findsASliceInItsLane()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const Trace& trace = *loadedTrace.opened->trace;
    const auto place = placeOf(*loadedTrace.arrangement, fixture::eventNamed(trace, "mlp_kernel"));
    QVERIFY(place.has_value());
    QCOMPARE(QString::fromStdString(trackAt(*loadedTrace.arrangement, place->group, place->track).title),
             QStringLiteral("stream 7"));
    QCOMPARE(place->item, 2U);
}

void TestSlicePlace::neighboursGoInTimeAndEndAtTheEnds()
{
    const LoadedTrace loadedTrace = fixture::loadText(fixture::kSmallTrace, fixture::kSmallAnnotations);
    const Trace& trace = *loadedTrace.opened->trace;
    const auto& lanes = trackAt(*loadedTrace.arrangement, 0, 0).lanes;
    const EventId first = fixture::eventNamed(trace, "attn_kernel");
    const EventId second = fixture::eventNamed(trace, "attn_grad");
    QVERIFY(neighbourOf(trace, lanes, first, Neighbour::Next) == second);
    QVERIFY(neighbourOf(trace, lanes, second, Neighbour::Previous) == first);
    QVERIFY(!neighbourOf(trace, lanes, first, Neighbour::Previous).has_value());
    QVERIFY(!neighbourOf(trace, lanes, fixture::eventNamed(trace, "other_kernel"), Neighbour::Next).has_value());
}

void TestSlicePlace::neighboursCrossLanes()
{
    const LoadedTrace loadedTrace = fixture::loadText(R"([
        {"ph":"X","cat":"kernel","name":"a","pid":0,"tid":7,"ts":0,"dur":10,"args":{"device":0,"stream":7,"correlation":1}},
        {"ph":"X","cat":"kernel","name":"b","pid":0,"tid":7,"ts":5,"dur":10,"args":{"device":0,"stream":7,"correlation":2}},
        {"ph":"X","cat":"kernel","name":"c","pid":0,"tid":7,"ts":10,"dur":2,"args":{"device":0,"stream":7,"correlation":3}}])");
    const Trace& trace = *loadedTrace.opened->trace;
    const auto& lanes = trackAt(*loadedTrace.arrangement, 0, 0).lanes;
    QCOMPARE(lanes.size(), std::size_t{2});
    QVERIFY(neighbourOf(trace, lanes, fixture::eventNamed(trace, "a"), Neighbour::Next) ==
            fixture::eventNamed(trace, "b"));
    QVERIFY(neighbourOf(trace, lanes, fixture::eventNamed(trace, "c"), Neighbour::Previous) ==
            fixture::eventNamed(trace, "b"));
}

LANESCOPE_TEST(TestSlicePlace)
#include "tst_slice_place.moc"
