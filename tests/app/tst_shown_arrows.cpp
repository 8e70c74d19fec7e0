// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/shown_arrows.h"

#include "app/desktop/timeline/timeline_view.h"
#include "tests/app/open_trace_here.h"
#include "tests/app/small_trace.h"
#include "tests/support/test_main.h"

#include <memory>

using namespace lanescope;
using namespace lanescope::desktop;

class TestShownArrows : public QObject {
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void arrowsOfBothDirectionsAreShown();
    void theLinesAreSeen();
    void anEndInAFoldedTrackIsAtWhatStandsForIt();

private:
    [[nodiscard]] TimelinePlot& plot() const { return m_view->plot(); }
    [[nodiscard]] EventId named(const char* name) const
    {
        return fixture::eventNamed(*m_document->opened()->trace, name);
    }
    // Pixels of the outline's colour.
    [[nodiscard]] int outlinePixels() const;

    std::unique_ptr<TraceDocument> m_document;
    std::unique_ptr<TimelineView> m_view;
};

void TestShownArrows::init()
{
    fixture::failOnQtWarnings();
    m_document = std::make_unique<TraceDocument>();
    m_view = std::make_unique<TimelineView>(*m_document);
    m_document->setTrace(fixture::loadText(fixture::kTraceWithArrows));
    m_view->resize(1000, 300);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TestShownArrows::cleanup()
{
    m_view.reset();
    m_document.reset();
}

int TestShownArrows::outlinePixels() const
{
    const QImage image = plot().grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QRgb outline = themeOf(ThemeKind::Light).selection.rgb();
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += image.pixel(x, y) == outline ? 1 : 0;
    }
    return count;
}

void TestShownArrows::arrowsOfBothDirectionsAreShown()
{
    const auto shown = arrowsOf(*m_document->arrows(), *m_document->arrangement(), named("launch"));
    QStringList lines;
    for (const ShownArrow& arrow : shown)
        lines << QString("%1 %2 %3").arg(arrow.isLeaving ? "leaves" : "enters").arg(arrow.from.atNs).arg(arrow.to.atNs);
    QCOMPARE(lines.join('\n'), QString("enters 5000 20000\nleaves 20000 60000\nleaves 20000 30000"));
    QVERIFY(arrowsOf(*m_document->arrows(), *m_document->arrangement(), named("op")).size() == 1);
}

void TestShownArrows::theLinesAreSeen()
{
    QCOMPARE(outlinePixels(), 0);
    m_document->select(named("far")); // one arrow, from launch
    const int one = outlinePixels();
    m_document->select(named("launch")); // three, and a box as wide
    const int three = outlinePixels();
    QVERIFY2(one > 150 && three > one + 50, qPrintable(QString("%1 %2").arg(one).arg(three)));
}

void TestShownArrows::anEndInAFoldedTrackIsAtWhatStandsForIt()
{
    const auto place = placeOf(*m_document->arrangement(), named("far"));
    QVERIFY(place);
    const auto open = rowOfArrowEnd(plot().scene(), *place);
    QVERIFY(open && open->kind == RowKind::Lane);
    plot().toggleTrack(place->group, place->track);
    const auto folded = rowOfArrowEnd(plot().scene(), *place);
    QVERIFY(folded && folded->group == place->group && folded->kind == RowKind::Lane);
    TimelineScene& scene = plot().scene();
    scene.toggleGroup(place->group);
    const auto header = rowOfArrowEnd(scene, *place);
    QVERIFY(header && header->kind == RowKind::GroupHeader && header->group == place->group);
}

LANESCOPE_TEST(TestShownArrows)
#include "tst_shown_arrows.moc"
