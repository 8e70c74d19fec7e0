// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/theme.h"

#include "app/desktop/style/style_sheet.h"

#include <QApplication>
#include <QStyleFactory>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lanescope::desktop {
namespace {

Theme lightTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Light;
    theme.window = QColor(0xf2f4f7);
    theme.surface = QColor(0xffffff);
    theme.surfaceHover = QColor(0xe6eaf0);
    theme.border = QColor(0xd3d9e2);
    theme.text = QColor(0x1c222b);
    theme.mutedText = QColor(0x5a6675);
    theme.accent = QColor(0x2563c9);
    theme.accentText = QColor(0xffffff);
    theme.warning = QColor(0x8a5a00);
    theme.error = QColor(0xb3261e);
    theme.canvas = QColor(0xf7f8fa);
    theme.trackCanvas = QColor(0xffffff);
    theme.groupHeader = QColor(0xe4e9f0);
    theme.trackHeader = QColor(0xf2f4f7);
    theme.grid = QColor(0xe3e7ed);
    theme.cursor = QColor(0x2563c9);
    theme.marked = QColor(37, 99, 201, 38);
    theme.selection = QColor(0x0b1220);
    return theme;
}

Theme darkTheme()
{
    Theme theme;
    theme.kind = ThemeKind::Dark;
    theme.window = QColor(0x1d2026);
    theme.surface = QColor(0x24282f);
    theme.surfaceHover = QColor(0x313741);
    theme.border = QColor(0x383e49);
    theme.text = QColor(0xe4e8ee);
    theme.mutedText = QColor(0x9aa5b4);
    theme.accent = QColor(0x6ea8fe);
    theme.accentText = QColor(0x0e1420);
    theme.warning = QColor(0xe9b44c);
    theme.error = QColor(0xff8a80);
    theme.canvas = QColor(0x16181d);
    theme.trackCanvas = QColor(0x1a1d23);
    theme.groupHeader = QColor(0x2a2f38);
    theme.trackHeader = QColor(0x1d2026);
    theme.grid = QColor(0x282d35);
    theme.cursor = QColor(0x6ea8fe);
    theme.marked = QColor(110, 168, 254, 46);
    theme.selection = QColor(0xffffff);
    return theme;
}

QPalette paletteOf(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.window);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.surface);
    palette.setColor(QPalette::AlternateBase, theme.window);
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.mutedText);
    palette.setColor(QPalette::Button, theme.surface);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.error);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.accentText);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::ToolTipBase, theme.surface);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::Light, theme.surfaceHover);
    palette.setColor(QPalette::Midlight, theme.surfaceHover);
    palette.setColor(QPalette::Mid, theme.border);
    palette.setColor(QPalette::Dark, theme.border.darker(130));
    palette.setColor(QPalette::Shadow, QColor(0, 0, 0, 90));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, theme.isDark() ? theme.mutedText.darker(150) : QColor(0x9aa3af));
    palette.setColor(QPalette::Disabled, QPalette::Highlight, theme.border);
    return palette;
}

QFont sizedFont(int pixels)
{
    QFont font = QApplication::font();
    // The family that is really used: an SVG with the alias "Sans Serif" shows a serif font elsewhere.
    font.setFamily(QFontInfo(font).family());
    font.setPixelSize(pixels);
    font.setHintingPreference(QFont::PreferVerticalHinting);
    return font;
}

double relativeLuminance(QColor color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

bool paletteIsDark()
{
    return QApplication::palette().color(QPalette::Window).lightness() < 128;
}

// Asked before our own palette replaces the desktop's.
bool& desktopIsDark()
{
    static bool isDark = paletteIsDark();
    return isDark;
}

} // namespace

const Theme& themeOf(ThemeKind kind)
{
    static const Theme light = lightTheme();
    static const Theme dark = darkTheme();
    return kind == ThemeKind::Dark ? dark : light;
}

void askDesktopAgain()
{
    const QPalette own = QApplication::palette();
    desktopIsDark(); // not for the first time with what follows
    QApplication::setPalette(QPalette());
    desktopIsDark() = paletteIsDark();
    QApplication::setPalette(own);
}

ThemeKind resolvedKind(ThemeChoice choice)
{
    const bool systemIsDark = desktopIsDark();
    if (choice == ThemeChoice::System)
        return systemIsDark ? ThemeKind::Dark : ThemeKind::Light;
    return choice == ThemeChoice::Dark ? ThemeKind::Dark : ThemeKind::Light;
}

void applyTheme(QApplication& application, ThemeKind kind)
{
    desktopIsDark();
    const Theme& theme = themeOf(kind);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(paletteOf(theme));
    QToolTip::setPalette(paletteOf(theme));
    application.setStyleSheet(styleSheetOf(theme));
}

QFont timelineFont()
{
    return sizedFont(11);
}

QFont timelineTitleFont()
{
    QFont font = sizedFont(12);
    font.setWeight(QFont::DemiBold);
    return font;
}

double contrastRatio(QColor a, QColor b)
{
    const double first = relativeLuminance(a);
    const double second = relativeLuminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

} // namespace lanescope::desktop
