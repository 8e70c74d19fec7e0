// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "core/lanes/arrangement.h"
#include "core/query/time_range_text.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace lanescope::desktop {

struct CommandLine {
    enum class Outcome { Run, PrintAndExit, WrongUsage };

    Outcome outcome = Outcome::Run;
    QString text; // what to print, for the last two
    QStringList files;
    std::optional<QString> annotations;
    QStringList provenance;
    std::optional<QString> picture; // --render
    std::optional<ThemeChoice> theme;
    std::optional<QString> language;
    std::optional<QSize> size;
    std::optional<TimeRangeText> range; // of the picture
    std::optional<TrackView> view;      // of the picture
    std::optional<QString> filter;      // of the picture: an expression that has been read once
};

// `arguments` with the program's name first. Needs no application object.
[[nodiscard]] CommandLine parseCommandLine(const QStringList& arguments);

} // namespace lanescope::desktop
