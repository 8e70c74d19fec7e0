// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/timeline_tool_bar.h"

#include "app/desktop/filter/filter_field.h"
#include "app/desktop/main_window.h"
#include "app/desktop/panels/switch_row.h"
#include "tests/app/open_trace_here.h"
#include "tests/support/test_main.h"

#include <QMenu>
#include <QToolButton>

using namespace lanescope;
using namespace lanescope::desktop;

class TestTimelineToolBar : public QObject {
    Q_OBJECT

private slots:
    void init() { fixture::failOnQtWarnings(); }
    void aWideWindowShowsEverySwitch();
    void aNarrowWindowKeepsTheFilterAndOffersPhasesInAMenu();
    void theFilterIsThereInAllLanguagesAndWidths();
};

namespace {

SwitchRow& rowWith(MainWindow& window, QToolButton* button)
{
    return *qobject_cast<SwitchRow*>(button != nullptr ? button->parentWidget() : window.findChild<SwitchRow*>());
}

void beWide(MainWindow& window, int widthPx)
{
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    // The window learns how narrow it can be once it has laid itself out.
    QTRY_COMPARE((window.resize(widthPx, 640), window.toolBar().width()), widthPx);
    QApplication::processEvents();
}

// All of the field is in the window, and wide enough to read in it.
bool showsTheFilter(MainWindow& window)
{
    const FilterField& field = window.toolBar().filterField();
    const QRect place(field.mapTo(&window, QPoint()), field.size());
    return field.isVisible() && window.rect().contains(place) && place.width() >= 200;
}

} // namespace

void TestTimelineToolBar::aWideWindowShowsEverySwitch()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    beWide(window, 1600);
    for (const char* phase : {"", "forward", "backward", "optimizer"})
        QVERIFY2(window.toolBar().phaseButton(QString::fromLatin1(phase))->isVisible(), phase);
    QVERIFY(showsTheFilter(window));
}

void TestTimelineToolBar::aNarrowWindowKeepsTheFilterAndOffersPhasesInAMenu()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    QToolButton* backward = window.toolBar().phaseButton(QStringLiteral("backward"));
    beWide(window, 900);
    QTRY_VERIFY(showsTheFilter(window));
    QVERIFY(!backward->isVisible());
    auto* shown = rowWith(window, backward).findChild<QToolButton*>(QStringLiteral("switchMenu"));
    QVERIFY(shown->isVisible());
    QVERIFY2(shown->text().startsWith(QStringLiteral("All")), qPrintable(shown->text()));
    emit shown->menu()->aboutToShow();
    const QList<QAction*> phases = shown->menu()->actions();
    QCOMPARE(phases.size(), 4);
    QVERIFY(phases.first()->isChecked());
    phases[2]->trigger();
    QCOMPARE(window.document().filter().phase, std::optional<std::string>("backward"));
    QVERIFY2(shown->text().startsWith(backward->text()), qPrintable(shown->text()));
    beWide(window, 1600);
    QTRY_VERIFY(backward->isVisible() && backward->isChecked() && !shown->isVisible());
}

void TestTimelineToolBar::theFilterIsThereInAllLanguagesAndWidths()
{
    MainWindow window;
    QVERIFY(fixture::openSampleIn(window));
    // Longer names than any language has them.
    for (QToolButton* button : window.toolBar().findChildren<QToolButton*>(QStringLiteral("switchButton")))
        button->setText(button->text() + QStringLiteral(" und so weiter"));
    for (const int widthPx : {1000, 1280, 1500, 1800}) {
        beWide(window, widthPx);
        QTRY_VERIFY2(showsTheFilter(window), qPrintable(QString::number(widthPx)));
    }
}

LANESCOPE_TEST(TestTimelineToolBar)
#include "tst_timeline_tool_bar.moc"
