// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <vector>

namespace lanescope::desktop {

// Tells once when one of some files got another size or time on disk, and has kept it for a moment: a profiler that is
// still writing is waited for.
class FileWatch : public QObject {
    Q_OBJECT

public:
    static constexpr int kRestMs = 1000;

    explicit FileWatch(QObject* parent = nullptr);

    // Empty: nothing is watched.
    void watch(const QStringList& paths);

signals:
    void changedOnDisk(const QString& path);

private:
    struct State {
        qint64 sizeBytes = -1;
        QDateTime modified;

        friend bool operator==(const State&, const State&) = default;
    };
    struct File {
        QString path;
        State opened; // when the watch began, or what was told last
        State seen;
    };
    [[nodiscard]] static State now(const QString& path);
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_resting;
    std::vector<File> m_files;
};

} // namespace lanescope::desktop
