// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace lanescope::desktop {

// Tells once when a file got another size or time on disk, and has kept it for a moment: a profiler that is still
// writing is waited for.
class FileWatch : public QObject {
    Q_OBJECT

public:
    static constexpr int kRestMs = 1000;

    explicit FileWatch(QObject* parent = nullptr);

    // Empty: nothing is watched.
    void watch(const QString& path);

signals:
    void changedOnDisk();

private:
    struct State {
        qint64 sizeBytes = -1;
        QDateTime modified;

        friend bool operator==(const State&, const State&) = default;
    };
    [[nodiscard]] State now() const;
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_resting;
    QString m_path;
    State m_opened; // when the watch began, or what was told last
    State m_seen;
};

} // namespace lanescope::desktop
