// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"

#include <QFrame>
#include <QString>

class QLabel;
class QProgressBar;
class QPushButton;

namespace lanescope::desktop {

// What a running job does and how far it is, with a button that stops it. Hidden while nothing runs.
class ProgressStrip : public QFrame {
    Q_OBJECT

public:
    explicit ProgressStrip(QWidget* parent = nullptr);

    // `what`: "Opening a.json.gz".
    void begin(const QString& what);
    void setProgress(const JobProgress& progress);
    void end();
    [[nodiscard]] QPushButton& cancelButton() { return *m_cancel; }

signals:
    void cancelRequested();

private:
    QLabel* m_what;
    QLabel* m_stage;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

} // namespace lanescope::desktop
