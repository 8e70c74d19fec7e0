// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QToolButton;

namespace lanescope::desktop {

// One line above the timeline that says what went wrong or was done, until it is closed or replaced.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Error, Warning, Done };

    explicit MessageBar(QWidget* parent = nullptr);

    void showMessage(Kind kind, const QString& text);
    [[nodiscard]] QString text() const;

private:
    QLabel* m_mark;
    QLabel* m_text;
};

} // namespace lanescope::desktop
