// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/dropped_files.h"
#include "core/open/open_trace.h"

#include <QString>
#include <QStringList>

namespace lanescope::desktop {

// One trace, or several files and folders that are opened as ranks on one axis; files.traces is not empty.
[[nodiscard]] OpenRequest requestFor(const DroppedFiles& files);

// What a request opens, as absolute paths. Traces of one set of paths share an entry: what is remembered of them, and
// where they stand among the recent ones. An entry holds one path a line.
[[nodiscard]] QStringList pathsOf(const OpenRequest& request);
[[nodiscard]] QString entryOf(const OpenRequest& request);
[[nodiscard]] QStringList pathsOfEntry(const QString& entry);
// "trace.json", "rank0.json and 7 more".
[[nodiscard]] QString entryName(const QString& entry);
// The same, with the number of files of a folder: "run3 (8 files)".
[[nodiscard]] QString traceName(const OpenedTrace& opened);

} // namespace lanescope::desktop
