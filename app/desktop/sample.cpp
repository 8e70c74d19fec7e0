// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/sample.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QStandardPaths>

namespace lanescope::desktop {
namespace {

const QString kTrace = QStringLiteral("graph_fwdbwd.pt.trace.json.gz");
const QString kAnnotations = QStringLiteral("graph_fwdbwd.annotations.json");

bool writeOut(const QString& name, const QString& target)
{
    QFile source(QStringLiteral(":/lanescope/sample/%1").arg(name));
    if (!source.open(QIODevice::ReadOnly))
        return false;
    const QByteArray content = source.readAll();
    QFile present(target);
    if (present.open(QIODevice::ReadOnly) && present.readAll() == content)
        return true;
    QSaveFile file(target);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size() && file.commit();
}

} // namespace

Result<QString> sampleTracePath()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/sample");
    const QString trace = QDir(folder).filePath(kTrace);
    if (!QDir().mkpath(folder) || !writeOut(kTrace, trace) ||
        !writeOut(kAnnotations, QDir(folder).filePath(kAnnotations)))
        return failure(ErrorCode::CannotWrite, "The sample cannot be written to " + folder.toStdString());
    return trace;
}

} // namespace lanescope::desktop
