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
        for (File& file : m_files)
            file.seen = now(file.path);
        m_resting.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, begin);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, begin);
}

void FileWatch::watch(const QStringList& paths)
{
    m_resting.stop();
    if (const QStringList watched = m_watcher.files() + m_watcher.directories(); !watched.isEmpty())
        m_watcher.removePaths(watched);
    m_files.clear();
    QStringList watched;
    for (const QString& path : paths) {
        m_files.push_back({path, now(path), {}});
        // A file that is renamed over the old one is seen by the folder alone.
        for (const QString& one : {path, QFileInfo(path).absolutePath()}) {
            if (!watched.contains(one))
                watched << one;
        }
    }
    if (!watched.isEmpty())
        m_watcher.addPaths(watched);
}

FileWatch::State FileWatch::now(const QString& path)
{
    const QFileInfo file(path);
    return file.exists() ? State{file.size(), file.lastModified()} : State{};
}

void FileWatch::look()
{
    bool isResting = true;
    for (File& file : m_files) {
        const State state = now(file.path);
        if (state.sizeBytes >= 0 && state != file.seen) { // else gone, or about to be replaced
            file.seen = state;
            isResting = false;
        }
    }
    if (!isResting) {
        m_resting.start();
        return;
    }
    const QStringList watched = m_watcher.files();
    QString changed;
    for (File& file : m_files) {
        if (file.seen.sizeBytes < 0)
            continue;
        if (!watched.contains(file.path))
            m_watcher.addPath(file.path);
        if (file.seen == file.opened)
            continue;
        file.opened = file.seen;
        changed = file.path;
    }
    if (!changed.isEmpty())
        emit changedOnDisk(changed);
}

} // namespace lanescope::desktop
