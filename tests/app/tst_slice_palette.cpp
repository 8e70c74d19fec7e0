// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/slice_palette.h"

#include "tests/support/test_main.h"

#include <algorithm>
#include <cmath>

using namespace lanescope::desktop;

class TestSlicePalette : public QObject {
    Q_OBJECT

private slots:
    void textReadsOnEveryFill_data();
    void textReadsOnEveryFill();
    void neighboursInNumberLookDifferent();
    void backwardHasAToneOfItsOwn();
    void dimmedHasNoHue();
};

void TestSlicePalette::textReadsOnEveryFill_data()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TestSlicePalette::textReadsOnEveryFill()
{
    QFETCH(const bool, isDark);
    const SlicePalette palette(isDark ? ThemeKind::Dark : ThemeKind::Light);
    const auto reads = [](SliceColor color) { return contrastRatio(QColor(color.fill), QColor(color.text)) >= 4.5; };
    for (int i = 0; i < 500; ++i) {
        const std::string title = "layers." + std::to_string(i) + (i % 2 == 0 ? ".attn" : ".mlp");
        for (const Tone tone : {Tone::Forward, Tone::Backward}) {
            QVERIFY2(reads(palette.regionColor(title, tone)), title.c_str());
            QVERIFY2(reads(palette.parentColor(title, tone)), title.c_str());
            QVERIFY2(reads(palette.workColor(title, tone)), title.c_str());
            QVERIFY2(reads(palette.categoryColor(title, title, tone)), title.c_str());
        }
    }
    QVERIFY(reads(palette.bandColor()));
}

void TestSlicePalette::neighboursInNumberLookDifferent()
{
    for (int i = 0; i < 200; ++i) {
        const double a = hueOfTitle("layer_" + std::to_string(i) + ".attn");
        const double b = hueOfTitle("layer_" + std::to_string(i + 1) + ".attn");
        const double apart = std::min(std::abs(a - b), 360 - std::abs(a - b));
        QVERIFY(apart > 90);
    }
}

void TestSlicePalette::backwardHasAToneOfItsOwn()
{
    for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const SlicePalette palette(kind);
        QVERIFY(palette.regionColor("mlp", Tone::Forward).fill != palette.regionColor("mlp", Tone::Backward).fill);
        QVERIFY(palette.workColor("mlp", Tone::Forward).fill != palette.workColor("mlp", Tone::Backward).fill);
    }
}

void TestSlicePalette::dimmedHasNoHue()
{
    const SlicePalette palette(ThemeKind::Dark);
    const QColor dimmed(palette.dimmed(palette.regionColor("attn", Tone::Forward)).fill);
    const int spread = std::max({dimmed.red(), dimmed.green(), dimmed.blue()}) -
                       std::min({dimmed.red(), dimmed.green(), dimmed.blue()});
    QVERIFY(spread < 10);
}

LANESCOPE_TEST(TestSlicePalette)
#include "tst_slice_palette.moc"
