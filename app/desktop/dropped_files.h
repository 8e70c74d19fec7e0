// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>

namespace lanescope::desktop {

// Several paths given at once, by their role.
struct DroppedFiles {
    QStringList traces; // and folders of traces
    std::optional<QString> annotations;
    QStringList provenance;
    int ignored = 0; // annotation files beyond the first
};

// Tells the roles by the names alone, but for folders: reading files is for a worker. A file whose name says neither
// "annotations" nor what Inductor calls its provenance files is a trace; what it really holds is found out when it is
// opened.
[[nodiscard]] DroppedFiles sortDroppedFiles(const QStringList& paths);

} // namespace lanescope::desktop
