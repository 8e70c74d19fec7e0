// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/file_watch.h"

#include <QFileInfo>

namespace lanescope::desktop {

FileWatch::FileWatch(QObject* parent) : QObject(parent)
{
    m_resting.setSingleShot(true);
    m_resting.setInterval(kRestMs);
    connect(&m_resting, &QTimer::timeout, this, &FileWatch::look);
    const auto begin = [this] {
        m_seen = now();
        m_resting.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, begin);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, begin);
}

void FileWatch::watch(const QString& path)
{
    m_resting.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_path = path;
    m_opened = now();
    if (m_path.isEmpty())
        return;
    // A file that is renamed over the old one is seen by the folder alone.
    m_watcher.addPaths({m_path, QFileInfo(m_path).absolutePath()});
}

FileWatch::State FileWatch::now() const
{
    const QFileInfo file(m_path);
    return m_path.isEmpty() || !file.exists() ? State{} : State{file.size(), file.lastModified()};
}

void FileWatch::look()
{
    const State state = now();
    if (state.sizeBytes < 0) // gone, or about to be replaced
        return;
    if (state != m_seen) {
        m_seen = state;
        m_resting.start();
        return;
    }
    if (!m_watcher.files().contains(m_path))
        m_watcher.addPath(m_path);
    if (state == m_opened)
        return;
    m_opened = state;
    emit changedOnDisk();
}

} // namespace lanescope::desktop
