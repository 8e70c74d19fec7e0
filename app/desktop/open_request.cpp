// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/open_request.h"

#include "app/desktop/text.h"
#include "core/open/merge_session.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace lanescope::desktop {
namespace {

constexpr QChar kBetweenPaths = u'\n';

struct Opened {
    Q_DECLARE_TR_FUNCTIONS(Opened)
};

QString nameOf(const QStringList& paths)
{
    const QString first = paths.isEmpty() ? QString() : QFileInfo(paths.first()).fileName();
    return paths.size() < 2 ? first : Opened::tr("%1 and %2 more").arg(first).arg(paths.size() - 1);
}

} // namespace

OpenRequest requestFor(const DroppedFiles& files)
{
    OpenRequest request;
    for (const QString& path : files.traces)
        request.session.push_back(toPath(QFileInfo(path).absoluteFilePath()));
    if (files.traces.size() == 1 && !QFileInfo(files.traces.first()).isDir()) {
        request.session.clear();
        request.trace = toPath(files.traces.first());
    }
    if (files.annotations)
        request.annotations = toPath(*files.annotations);
    for (const QString& path : files.provenance)
        request.provenance.push_back(toPath(path));
    return request;
}

QStringList pathsOf(const OpenRequest& request)
{
    QStringList paths;
    for (const auto& path : request.session)
        paths << QFileInfo(pathText(path)).absoluteFilePath();
    if (paths.isEmpty())
        paths << QFileInfo(pathText(request.trace)).absoluteFilePath();
    return paths;
}

QString entryOf(const OpenRequest& request)
{
    return pathsOf(request).join(kBetweenPaths);
}

QStringList pathsOfEntry(const QString& entry)
{
    return entry.split(kBetweenPaths, Qt::SkipEmptyParts);
}

QString entryName(const QString& entry)
{
    return nameOf(pathsOfEntry(entry));
}

QString traceName(const OpenedTrace& opened)
{
    const QStringList paths = pathsOf(opened.request);
    if (!opened.parts || paths.size() > 1)
        return nameOf(paths);
    return Opened::tr("%1 (%2 files)").arg(nameOf(paths)).arg(opened.parts->size());
}

} // namespace lanescope::desktop
