// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"

#include <QByteArray>
#include <QStringList>

#include <optional>

namespace lanescope::desktop {

// What the program remembers between runs, in the user's configuration folder (QSettings). GUI thread.
class Settings {
public:
    static constexpr int kRecentKept = 10;
    static constexpr int kFiltersKept = 20;

    [[nodiscard]] static ThemeChoice theme();
    static void setTheme(ThemeChoice choice);

    // Entries (open_request.h) of traces, latest first; those of which a file is gone are left out.
    [[nodiscard]] static QStringList recentFiles();
    static void addRecentFile(const QString& entry);
    static void clearRecentFiles();

    // Filter expressions, latest first.
    [[nodiscard]] static QStringList filters();
    static void addFilter(const QString& text);

    [[nodiscard]] static QByteArray windowGeometry();
    [[nodiscard]] static QByteArray windowState();
    static void setWindow(const QByteArray& geometry, const QByteArray& state);

    // How wide the user made the timeline's column of names, in px.
    [[nodiscard]] static std::optional<int> namesWidth();
    static void setNamesWidth(std::optional<int> widthPx);

    [[nodiscard]] static QString lastFolder();
    static void setLastFolder(const QString& folder);
};

} // namespace lanescope::desktop
