// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/dropped_files.h"

#include "core/annotate/discover_provenance.h"

#include <QFileInfo>

namespace lanescope::desktop {
namespace {

bool soundsLikeAnnotations(const QString& path)
{
    const QString name = QFileInfo(path).fileName().toLower();
    // "a.annotated.json" is a trace that was exported with its annotations.
    return name.endsWith(QLatin1String(".pkl")) || name.contains(QLatin1String("annotations"));
}

} // namespace

DroppedFiles sortDroppedFiles(const QStringList& paths)
{
    DroppedFiles files;
    for (const QString& path : paths) {
        if (QFileInfo(path).isDir()) {
            files.traces << path;
            continue;
        }
        if (isProvenanceFileName(QFileInfo(path).fileName().toStdString())) {
            files.provenance << path;
            continue;
        }
        if (!soundsLikeAnnotations(path))
            files.traces << path;
        else if (files.annotations)
            ++files.ignored;
        else
            files.annotations = path;
    }
    return files;
}

} // namespace lanescope::desktop
