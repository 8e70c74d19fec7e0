// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>

class QApplication;

namespace lanescope::desktop {

// What the user chose; System follows the lightness of the palette the desktop gave us at start.
enum class ThemeChoice { System, Light, Dark };
enum class ThemeKind { Light, Dark };

// Every colour of the program that does not depend on the trace.
struct Theme {
    ThemeKind kind = ThemeKind::Light;

    QColor window;  // around panels
    QColor surface; // panels, fields
    QColor surfaceHover;
    QColor border;
    QColor text;
    QColor mutedText;
    QColor accent;
    QColor accentText; // on accent
    QColor warning;
    QColor error;

    QColor canvas;      // behind slices
    QColor trackCanvas; // behind a track's lanes
    QColor groupHeader;
    QColor trackHeader;
    QColor grid;
    QColor cursor;
    QColor marked;    // fill of a marked time range
    QColor selection; // outline of what is selected

    [[nodiscard]] bool isDark() const { return kind == ThemeKind::Dark; }
};

[[nodiscard]] const Theme& themeOf(ThemeKind kind);
// To be called when the desktop's colours changed: ThemeChoice::System follows them.
void askDesktopAgain();
// The kind a choice stands for on this desktop.
[[nodiscard]] ThemeKind resolvedKind(ThemeChoice choice);
// Fusion style, palette and style sheet for the whole program.
void applyTheme(QApplication& application, ThemeKind kind);

// The text sizes of a timeline, in pixels: the same on a screen and in a picture.
[[nodiscard]] QFont timelineFont();
[[nodiscard]] QFont timelineTitleFont();

// WCAG contrast ratio of two opaque colours, 1 to 21.
[[nodiscard]] double contrastRatio(QColor a, QColor b);

} // namespace lanescope::desktop
