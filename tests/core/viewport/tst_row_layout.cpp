// SPDX-License-Identifier: Apache-2.0
#include "core/viewport/row_layout.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

using namespace lanescope;
using namespace lanescope::test;

namespace {

constexpr RowMetrics kMetrics{24, 20, 16, 18, 20, 8};

// GPU 0: stream 7 (1 region, 1 band, 2 lanes), stream 8 (1 lane); python3: thread 61 (marks, 1 lane), thread 62
// (marks).
std::shared_ptr<const Arrangement> sample()
{
    const auto trace = traceOf({{"step", 0, 30, "gpu_user_annotation"},
                                {"a", 0, 10},
                                {"b", 5, 10},
                                {"c", 5, 10, "kernel", "0", "8"},
                                {"op", 0, 10, "cpu_op", "60", "61"},
                                {"mark", 2, 0, "", "60", "61", 0, "i"},
                                {"mark", 2, 0, "", "60", "62", 0, "i"}},
                               {{"60", "python3"}});
    const auto arrangement = arrange(joinedOf(trace, {{1, named("layer")}}), TrackView::Recorded, JobControl());
    return arrangement ? *arrangement : nullptr;
}

// "kind group/track.index y+height", one a row, then "gap" free height and the whole height.
QString rowsAsText(const RowLayout& layout)
{
    constexpr std::array kKinds{"group", "region", "band", "lane", "marks"};
    QStringList texts;
    for (const Row& row : layout.rows)
        texts << QStringLiteral("%1 %2/%3.%4 %5+%6")
                     .arg(kKinds.at(static_cast<std::size_t>(row.kind)))
                     .arg(row.group)
                     .arg(row.track)
                     .arg(row.index)
                     .arg(row.yPx)
                     .arg(row.heightPx);
    return texts.join(u", ") + QStringLiteral(" = %1").arg(layout.heightPx);
}

QString tracksAsText(const RowLayout& layout)
{
    QStringList texts;
    for (const TrackExtent& track : layout.tracks)
        texts << QStringLiteral("%1/%2 %3+%4%5")
                     .arg(track.group)
                     .arg(track.track)
                     .arg(track.yPx)
                     .arg(track.heightPx)
                     .arg(track.isCollapsed ? "-" : "");
    return texts.join(u", ");
}

} // namespace

class TestRowLayout : public QObject {
    Q_OBJECT
private slots:
    void rowsFollowEachOther();
    void aCollapsedTrackIsOneStrip();
    void aCollapsedGroupIsItsHeader();
    void choicesPinHideAndResize();
    void choicesGiveTheOrder();
    void aGroupWithoutAShownTrackHasNoHeader();
    void pinnedRowsDoNotScroll();
    void keysNameProcessAndTrack();
    void aRowIsFoundByItsPixels();
    void rowsOfAnAreaAreFound();
    void nothingHasNoRows();
    void profilersOwnGroupsAreFoldedAtFirst();
    void profilersOwnGroupsThatAreNotFoldedHaveTheirHeaders();
    void nothingIsFoldedThatIsAllThereIs();
};

void TestRowLayout::rowsFollowEachOther()
{
    const RowLayout layout = layoutRows(*sample(), kMetrics, {});
    QCOMPARE(rowsAsText(layout),
             QStringLiteral("group 0/0.0 0+24, region 0/0.0 24+20, band 0/0.0 44+16, lane 0/0.0 60+18, "
                            "lane 0/0.1 78+18, lane 0/1.0 104+18, group 1/0.0 130+24, marks 1/0.0 154+16, "
                            "lane 1/0.0 170+18, marks 1/1.0 196+16 = 220"));
    QCOMPARE(tracksAsText(layout), QStringLiteral("0/0 24+72, 0/1 104+18, 1/0 154+34, 1/1 196+16"));
}

void TestRowLayout::aCollapsedTrackIsOneStrip()
{
    const RowLayout layout = layoutRows(*sample(), kMetrics, {{}, {"0/7", "60/62"}});
    QCOMPARE(rowsAsText(layout),
             QStringLiteral("group 0/0.0 0+24, lane 0/0.0 24+20, lane 0/1.0 52+18, group 1/0.0 78+24, "
                            "marks 1/0.0 102+16, lane 1/0.0 118+18, marks 1/1.0 144+20 = 172"));
    QCOMPARE(tracksAsText(layout), QStringLiteral("0/0 24+20-, 0/1 52+18, 1/0 102+34, 1/1 144+20-"));
}

void TestRowLayout::aCollapsedGroupIsItsHeader()
{
    const RowLayout layout = layoutRows(*sample(), kMetrics, {{"0"}, {}});
    QCOMPARE(rowsAsText(layout), QStringLiteral("group 0/0.0 0+24, group 1/0.0 24+24, marks 1/0.0 48+16, "
                                                "lane 1/0.0 64+18, marks 1/1.0 90+16 = 114"));
}

void TestRowLayout::choicesPinHideAndResize()
{
    TrackChoices choices;
    choices.pinned = {"60/62", "gone"};
    choices.hidden = {"0/8"};
    choices.lanePx = {{"0/7", 30}};
    const RowLayout layout = layoutRows(*sample(), kMetrics, {}, choices);
    QCOMPARE(rowsAsText(layout),
             QStringLiteral("marks 1/1.0 0+16, group 0/0.0 24+24, region 0/0.0 48+20, band 0/0.0 68+16, "
                            "lane 0/0.0 84+30, lane 0/0.1 114+30, group 1/0.0 152+24, marks 1/0.0 176+16, "
                            "lane 1/0.0 192+18 = 218"));
    QCOMPARE(layout.pinnedPx, 24);
    QVERIFY(layout.tracks.front().isPinned);
    QVERIFY(!layout.tracks.back().isPinned);
}

void TestRowLayout::choicesGiveTheOrder()
{
    TrackChoices choices;
    choices.orders = {{"0", {"0/8", "gone", "0/7"}}};
    QCOMPARE(rowsAsText(layoutRows(*sample(), kMetrics, {}, choices)),
             QStringLiteral("group 0/0.0 0+24, lane 0/1.0 24+18, region 0/0.0 50+20, band 0/0.0 70+16, "
                            "lane 0/0.0 86+18, lane 0/0.1 104+18, group 1/0.0 130+24, marks 1/0.0 154+16, "
                            "lane 1/0.0 170+18, marks 1/1.0 196+16 = 220"));
}

void TestRowLayout::aGroupWithoutAShownTrackHasNoHeader()
{
    TrackChoices choices;
    choices.hidden = {"0/7"};
    const auto isOnGpu = [](std::uint32_t group, std::uint32_t) { return group == 0; };
    QCOMPARE(rowsAsText(layoutRows(*sample(), kMetrics, {}, choices, isOnGpu)),
             QStringLiteral("group 0/0.0 0+24, lane 0/1.0 24+18 = 50"));
}

void TestRowLayout::pinnedRowsDoNotScroll()
{
    RowLayout layout;
    layout.pinnedPx = 24;
    QCOMPARE(layout.onScreen(10, 100), 10);
    QCOMPARE(layout.onScreen(130, 100), 30);
    QCOMPARE(layout.fromScreen(10, 100), 10);
    QCOMPARE(layout.fromScreen(30, 100), 130);
}

void TestRowLayout::keysNameProcessAndTrack()
{
    const auto arrangement = sample();
    QCOMPARE(groupKey(*arrangement, 1), std::string("60"));
    QCOMPARE(trackKey(*arrangement, 0, 1), std::string("0/8"));
}

void TestRowLayout::aRowIsFoundByItsPixels()
{
    const RowLayout layout = layoutRows(*sample(), kMetrics, {});
    QCOMPARE(layout.rowAt(-1), std::nullopt);
    QCOMPARE(layout.rowAt(0), std::optional<std::size_t>(0));
    QCOMPARE(layout.rowAt(23), std::optional<std::size_t>(0));
    QCOMPARE(layout.rowAt(24), std::optional<std::size_t>(1));
    QCOMPARE(layout.rowAt(95), std::optional<std::size_t>(4));
    QCOMPARE(layout.rowAt(96), std::nullopt); // the gap below a track
    QCOMPARE(layout.rowAt(104), std::optional<std::size_t>(5));
    QCOMPARE(layout.rowAt(220), std::nullopt);
}

void TestRowLayout::rowsOfAnAreaAreFound()
{
    using Positions = std::pair<std::size_t, std::size_t>;
    const RowLayout layout = layoutRows(*sample(), kMetrics, {});
    QCOMPARE(layout.rowsBetween(0, 220), Positions(0, 10));
    QCOMPARE(layout.rowsBetween(24, 44), Positions(1, 2));
    QCOMPARE(layout.rowsBetween(23, 45), Positions(0, 3));
    QCOMPARE(layout.rowsBetween(97, 103), Positions(5, 5));
    QCOMPARE(layout.rowsBetween(-50, 0), Positions(0, 0));
    QCOMPARE(layout.rowsBetween(500, 600), Positions(10, 10));
}

void TestRowLayout::nothingHasNoRows()
{
    const auto arrangement = arrange(joinedOf(traceOf({}), {}), TrackView::Recorded, JobControl());
    QVERIFY(arrangement.has_value());
    const RowLayout layout = layoutRows(**arrangement, kMetrics, {});
    QCOMPARE(layout.heightPx, 0);
    QVERIFY(layout.rows.empty());
    QCOMPARE(layout.rowAt(0), std::nullopt);
}

void TestRowLayout::profilersOwnGroupsAreFoldedAtFirst()
{
    const auto trace = traceOf({{"a", 0, 10},
                                {"op", 0, 10, "cpu_op", "60", "61"},
                                {"b", 0, 10, "cpu_op", "-1", "1"},
                                {"c", 0, 10, "cpu_op", "Spans", "1"},
                                {"d", 0, 10, "cpu_op", "Traces", "1"},
                                {"e", 0, 10, "cpu_op", "-2", "1"}});
    const auto arrangement = arrange(joinedOf(trace, {}), TrackView::Recorded, JobControl());
    QVERIFY(arrangement.has_value());
    const CollapsedState folded = foldedAtFirst(**arrangement);
    QCOMPARE(folded.groups, (std::set<std::string>{"-1", "Spans", "Traces"}));
    QVERIFY(folded.tracks.empty());
    // They come behind what people look for, as one header.
    QCOMPARE(rowsAsText(layoutRows(**arrangement, kMetrics, folded)),
             QStringLiteral("group 0/0.0 0+24, lane 0/0.0 24+18, group 1/0.0 50+24, lane 1/0.0 74+18, "
                            "group 2/0.0 100+24, lane 2/0.0 124+18, group 3/0.0 150+24 = 174"));
    const Row header = layoutRows(**arrangement, kMetrics, folded).rows.back();
    QVERIFY(!header.isHeaderOf(2) && header.isHeaderOf(3) && header.isHeaderOf(4) && header.isHeaderOf(5));
    QVERIFY(!header.isHeaderOf(6));
}

void TestRowLayout::profilersOwnGroupsThatAreNotFoldedHaveTheirHeaders()
{
    const auto trace = traceOf({{"a", 0, 10},
                                {"b", 0, 10, "cpu_op", "-1", "1"},
                                {"c", 0, 10, "cpu_op", "Spans", "1"},
                                {"d", 0, 10, "cpu_op", "Traces", "1"}});
    const auto arrangement = arrange(joinedOf(trace, {}), TrackView::Recorded, JobControl());
    QVERIFY(arrangement.has_value());
    CollapsedState folded = foldedAtFirst(**arrangement);
    folded.groups.erase(groupKey(**arrangement, 2));
    // The ones beside it are no neighbours any more.
    QCOMPARE(rowsAsText(layoutRows(**arrangement, kMetrics, folded)),
             QStringLiteral("group 0/0.0 0+24, lane 0/0.0 24+18, group 1/0.0 50+24, group 2/0.0 74+24, "
                            "lane 2/0.0 98+18, group 3/0.0 124+24 = 148"));
    // What hides a group does not part the others.
    TrackChoices choices;
    choices.hidden.insert(trackKey(**arrangement, 2, 0));
    QCOMPARE(rowsAsText(layoutRows(**arrangement, kMetrics, foldedAtFirst(**arrangement), choices)),
             QStringLiteral("group 0/0.0 0+24, lane 0/0.0 24+18, group 1/0.0 50+24 = 74"));
}

void TestRowLayout::nothingIsFoldedThatIsAllThereIs()
{
    const auto trace = traceOf({{"c", 0, 10, "cpu_op", "Spans", "1"}, {"d", 0, 10, "cpu_op", "Traces", "1"}});
    const auto arrangement = arrange(joinedOf(trace, {}), TrackView::Recorded, JobControl());
    QVERIFY(arrangement.has_value());
    QVERIFY(foldedAtFirst(**arrangement).groups.empty());
}

LANESCOPE_TEST(TestRowLayout)
#include "tst_row_layout.moc"
