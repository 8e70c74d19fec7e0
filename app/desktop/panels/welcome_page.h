// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace lanescope::desktop {

// What is shown while no trace is open: ways to open one.
class WelcomePage : public QWidget {
    Q_OBJECT

public:
    explicit WelcomePage(QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& paths);

signals:
    void openRequested();
    void sampleRequested();
    void recentRequested(const QString& path);

private:
    QWidget* m_recentSection;
    QVBoxLayout* m_recent;
};

} // namespace lanescope::desktop
