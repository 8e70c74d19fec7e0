// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/theme.h"

#include "app/desktop/style/style_sheet.h"
#include "tests/support/test_main.h"

using namespace lanescope::desktop;

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void contrastOfBlackAndWhiteIs21();
    void textsReadOnTheirGround_data();
    void textsReadOnTheirGround();
    void theStyleSheetNamesNoUnknownColour();
};

void TestTheme::contrastOfBlackAndWhiteIs21()
{
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::black), 21.0);
    QCOMPARE(contrastRatio(Qt::red, Qt::red), 1.0);
}

void TestTheme::textsReadOnTheirGround_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestTheme::textsReadOnTheirGround()
{
    QFETCH(const bool, isDark);
    const Theme& theme = themeOf(isDark ? ThemeKind::Dark : ThemeKind::Light);
    for (const QColor& ground : {theme.window, theme.surface, theme.groupHeader, theme.trackHeader, theme.canvas}) {
        QVERIFY(contrastRatio(theme.text, ground) >= 7);
        QVERIFY(contrastRatio(theme.mutedText, ground) >= 4.5);
    }
    QVERIFY(contrastRatio(theme.accentText, theme.accent) >= 4.5);
    QVERIFY(contrastRatio(theme.warning, theme.window) >= 4.5);
    QVERIFY(contrastRatio(theme.error, theme.surface) >= 4.5);
}

void TestTheme::theStyleSheetNamesNoUnknownColour()
{
    QVERIFY(!styleSheetOf(themeOf(ThemeKind::Light)).contains(QLatin1Char('@')));
}

LANESCOPE_TEST(TestTheme)
#include "tst_theme.moc"
