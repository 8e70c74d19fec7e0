// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"

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
    std::optional<QSize> size;
};

// `arguments` with the program's name first. Needs no application object.
[[nodiscard]] CommandLine parseCommandLine(const QStringList& arguments);

} // namespace lanescope::desktop
