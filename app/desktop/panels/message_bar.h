// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QString>

class QLabel;
class QPushButton;
class QToolButton;

namespace lanescope::desktop {

// One line above the timeline that says what went wrong or was done, until it is closed or replaced.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    enum class Kind { Error, Warning, Done };

    explicit MessageBar(QWidget* parent = nullptr);

    void showMessage(Kind kind, const QString& text);
    // With a button that asks for something; it emits actionRequested().
    void showMessage(Kind kind, const QString& text, const QString& action);
    [[nodiscard]] QString text() const;
    [[nodiscard]] QPushButton& actionButton() { return *m_action; }

signals:
    void actionRequested();

private:
    QLabel* m_mark;
    QLabel* m_text;
    QPushButton* m_action;
};

} // namespace lanescope::desktop
