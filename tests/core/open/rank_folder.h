// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/join/trace_pieces.h"

#include "core/open/merge_session.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <memory>

namespace lanescope::test {

// A folder with traces of ranks that use the same process, thread, stream, correlation, flow and graph node ids.
class RankFolder {
protected:
    static constexpr qulonglong kNode = (qulonglong(2) << 32) + 1;

    // Three folders down: discovery finds nothing of the machine.
    void makeFolder()
    {
        m_outer = std::make_unique<QTemporaryDir>();
        m_folder = m_outer->filePath("x/y/z");
        QDir().mkpath(m_folder);
    }

    void write(const QString& name, const QByteArray& content) const
    {
        QFile file(QDir(m_folder).filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("cannot write a test file");
    }

    // A launch at `atUs` on thread 1 of process 1, an arrow, and its kernel 8 µs later on stream 7 of process 0.
    void writeRank(int rank, const QByteArray& kernelName, int atUs, const QByteArray& more = {}) const
    {
        const QByteArray launch = "launch " + kernelName;
        const QByteArrayList entries{call(launch.constData(), 1, 1, atUs, 3, 5), flow('s', 9, 1, 1, atUs),
                                     kernel(kernelName.constData(), 7, atUs + 8, 4, 5, kNode),
                                     flow('f', 9, 0, 7, atUs + 8)};
        write(QStringLiteral("rank%1.json").arg(rank), "{\"distributedInfo\": {\"rank\": " + QByteArray::number(rank) +
                                                           "}, \"traceEvents\": [" + entries.join(",\n") + more + "]}");
    }

    [[nodiscard]] OpenRequest request() const
    {
        OpenRequest request;
        request.session = {m_folder.toStdString()};
        return request;
    }

    [[nodiscard]] std::shared_ptr<const OpenedTrace> open() const
    {
        auto opened = openTrace(request(), JobControl());
        if (!opened)
            qFatal("a test's session does not open: %s", opened.error().message.c_str());
        return *opened;
    }

    std::unique_ptr<QTemporaryDir> m_outer;
    QString m_folder;
};

} // namespace lanescope::test
