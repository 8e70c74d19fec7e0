// SPDX-License-Identifier: Apache-2.0
#include "core/lanes/regions.h"
#include "tests/core/lanes/sample_trace.h"
#include "tests/support/test_main.h"

#include <random>

using namespace lanescope;
using namespace lanescope::test;

namespace {

// Work of one stream in display order; an empty title is work without annotation.
struct Piece {
    TimeNs beginNs = 0;
    TimeNs endNs = 0;
    std::string title{};
    std::string module{};
    std::string phase = "forward";
    std::uint64_t correlation = 1;
};
using Pieces = std::vector<Piece>;

struct Built {
    std::shared_ptr<const JoinedTrace> joined;
    RegionScheme scheme;
    std::vector<RegionRow> rows;
};

Built build(const Pieces& pieces)
{
    std::vector<SampleEvent> events;
    std::map<std::size_t, SampleAnnotation> annotations;
    for (const Piece& piece : pieces) {
        if (!piece.title.empty())
            annotations.emplace(events.size(), named(piece.title, piece.module, piece.phase));
        events.push_back({"k", piece.beginNs, piece.endNs - piece.beginNs, "kernel", "0", "7", piece.correlation});
    }
    auto joined = joinedOf(traceOf(events), annotations);
    RegionScheme scheme(*joined);
    const auto work = joined->trace->trackEvents(TrackId{0});
    std::vector<RegionRow> rows = buildRegionRows(*joined, work, scheme);
    return {std::move(joined), std::move(scheme), std::move(rows)};
}

// One line a depth: "attn 0-20(25)x3 mlp 20-30x1": title, bar, in brackets the run's end where the bar is cut, count;
// "'" after the title marks backward.
QString regionsAsText(const Built& built)
{
    QStringList lines;
    for (const RegionRow& row : built.rows) {
        QStringList bars;
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            const Region& region = row.region(i);
            QString bar =
                QStringLiteral("%1%2 %3-%4")
                    .arg(QString::fromStdString(built.scheme.titles()[region.titleIndex].text),
                         region.phase == 2 ? "'" : "", QString::number(row.beginNs(i)), QString::number(row.endNs(i)));
            if (region.range.endNs != row.endNs(i))
                bar += QStringLiteral("(%1)").arg(region.range.endNs);
            bars << bar + QStringLiteral("x%1").arg(region.workCount);
        }
        lines << bars.join(u' ');
    }
    return lines.join(u" | ");
}

} // namespace

Q_DECLARE_METATYPE(Pieces)

class TestRegions : public QObject {
    Q_OBJECT
private slots:
    void consecutiveWorkIsOneBar_data();
    void consecutiveWorkIsOneBar();
    void barsOfOneDepthNeverOverlapAndLieInTheirParents_data();
    void barsOfOneDepthNeverOverlapAndLieInTheirParents();
};

void TestRegions::consecutiveWorkIsOneBar_data()
{
    QTest::addColumn<Pieces>("pieces");
    QTest::addColumn<QString>("bars");
    QTest::newRow("nothing annotated") << Pieces{{0, 10, ""}} << "";
    QTest::newRow("gaps inside show in no way") << Pieces{{0, 10, "a"}, {50, 60, "a"}} << "a 0-60x2";
    QTest::newRow("another title ends a run")
        << Pieces{{0, 5, "a"}, {5, 9, "b"}, {9, 12, "a"}} << "a 0-5x1 b 5-9x1 a 9-12x1";
    QTest::newRow("unannotated work ends a run") << Pieces{{0, 5, "a"}, {5, 9, ""}, {9, 12, "a"}} << "a 0-5x1 a 9-12x1";
    QTest::newRow("another phase ends a run") << Pieces{{0, 5, "a"}, {5, 9, "a", "", "backward"}} << "a 0-5x1 a' 5-9x1";
    QTest::newRow("another replay ends a run")
        << Pieces{{0, 5, "a"}, {6, 9, "a", "", "forward", 2}} << "a 0-5x1 a 6-9x1";
    QTest::newRow("the run lasts to its latest end") << Pieces{{0, 20, "a"}, {5, 9, "a"}} << "a 0-20x2";
    QTest::newRow("the next bar cuts the one before")
        << Pieces{{0, 20, "a"}, {15, 30, "b"}} << "a 0-15(20)x1 b 15-30x1";
    QTest::newRow("unannotated work cuts no bar") << Pieces{{0, 20, "a"}, {15, 30, ""}} << "a 0-20x1";
    QTest::newRow("a bar behind unannotated work cuts")
        << Pieces{{0, 20, "a"}, {15, 30, ""}, {18, 19, "b"}} << "a 0-18(20)x1 b 18-19x1";
    QTest::newRow("layers") << Pieces{{0, 10, "e"},
                                      {10, 20, "0.a", "l.0.a"},
                                      {20, 30, "0.b", "l.0.b"},
                                      {30, 40, "1.a", "l.1.a"},
                                      {40, 50, "1.b", "l.1.b"},
                                      {50, 60, "1.b", "l.1.b", "backward"},
                                      {60, 70, "1.a", "l.1.a", "backward"}}
                            << "e 0-10x1 l.0 10-30x2 l.1 30-50x2 l.1' 50-70x2 | "
                               "0.a 10-20x1 0.b 20-30x1 1.a 30-40x1 1.b 40-50x1 1.b' 50-60x1 1.a' 60-70x1";
    QTest::newRow("a parent's end cuts what lies in it")
        << Pieces{{0, 10, "0.a", "l.0.a"}, {10, 30, "0.b", "l.0.b"}, {25, 40, "e"}}
        << "l.0 0-25(30)x2 e 25-40x1 | 0.a 0-10x1 0.b 10-25(30)x1";
    QTest::newRow("length 0") << Pieces{{5, 5, "a"}, {7, 7, "b"}} << "a 5-5x1 b 7-7x1";
}

void TestRegions::consecutiveWorkIsOneBar()
{
    QFETCH(Pieces, pieces);
    // Times start at 0: an unannotated first piece where a row does not begin there.
    if (pieces.front().beginNs != 0)
        pieces.insert(pieces.begin(), Piece{0, 1, ""});
    QTEST(regionsAsText(build(pieces)), "bars");
}

void TestRegions::barsOfOneDepthNeverOverlapAndLieInTheirParents_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 12; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestRegions::barsOfOneDepthNeverOverlapAndLieInTheirParents()
{
    QFETCH(unsigned, seed);
    std::mt19937 random(seed);
    const std::vector<std::pair<std::string, std::string>> kinds{{"", ""},
                                                                 {"embed", ""},
                                                                 {"0.q", "m.l.0.attn.q"},
                                                                 {"0.k", "m.l.0.attn.k"},
                                                                 {"0.mlp", "m.l.0.mlp"},
                                                                 {"1.q", "m.l.1.q"},
                                                                 {"1.k", "m.l.1.k"},
                                                                 {"head", "m.head"}};
    Pieces pieces;
    TimeNs at = 0;
    for (int i = 0; i < 500; ++i) {
        const auto& [title, module] = kinds[random() % kinds.size()];
        pieces.push_back({at, at + static_cast<TimeNs>(random() % 40), title, module,
                          random() % 8 == 0 ? "backward" : "forward", 1 + random() % 2});
        at += static_cast<TimeNs>(random() % 12);
    }
    const Built built = build(pieces);
    QCOMPARE(built.rows.size(), std::size_t{4});
    std::uint64_t outermostWork = 0;
    for (std::size_t depth = 0; depth < built.rows.size(); ++depth) {
        const RegionRow& row = built.rows[depth];
        for (std::uint32_t i = 0; i < row.size(); ++i) {
            QVERIFY(row.beginNs(i) <= row.endNs(i));
            QVERIFY(row.endNs(i) <= row.region(i).range.endNs);
            QVERIFY(i == 0 || row.endNs(i - 1) <= row.beginNs(i));
            outermostWork += depth == 0 ? row.region(i).workCount : 0;
            if (depth == 0)
                continue;
            const RegionRow& above = built.rows[depth - 1];
            bool isInside = false;
            for (std::uint32_t p = 0; p < above.size() && !isInside; ++p)
                isInside = above.beginNs(p) <= row.beginNs(i) && row.endNs(i) <= above.endNs(p) &&
                           above.region(p).workCount >= row.region(i).workCount;
            QVERIFY2(isInside, qPrintable(QStringLiteral("depth %1, bar %2").arg(depth).arg(i)));
        }
    }
    QCOMPARE(outermostWork, static_cast<std::uint64_t>(std::ranges::count_if(
                                pieces, [](const Piece& piece) { return !piece.title.empty(); })));
}

LANESCOPE_TEST(TestRegions)
#include "tst_regions.moc"
