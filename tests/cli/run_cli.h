// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

namespace lanescope::test {

struct CliResult {
    int status = -1; // -1: it crashed or did not end
    QByteArray out;
    QByteArray err;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

// Runs lanescope-cli to its end, at most two minutes.
inline CliResult runCli(const QStringList& arguments)
{
    QProcess process;
    process.start(QStringLiteral(LANESCOPE_CLI), arguments);
    CliResult result;
    if (!process.waitForStarted() || !process.waitForFinished(120000))
        return result;
    if (process.exitStatus() == QProcess::NormalExit)
        result.status = process.exitCode();
    result.out = process.readAllStandardOutput();
    result.err = process.readAllStandardError();
    return result;
}

inline QString testFile(const QString& path)
{
    return QStringLiteral(LANESCOPE_TEST_DATA "/") + path;
}

} // namespace lanescope::test
