// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace lanescope::desktop {
namespace {

QString markColor(MessageBar::Kind kind, bool isDark)
{
    switch (kind) {
    case MessageBar::Kind::Error:
        return isDark ? QStringLiteral("#ff8a80") : QStringLiteral("#b3261e");
    case MessageBar::Kind::Warning:
        return isDark ? QStringLiteral("#e9b44c") : QStringLiteral("#8a5a00");
    case MessageBar::Kind::Done:
        break;
    }
    return isDark ? QStringLiteral("#7bd88f") : QStringLiteral("#1b7f3b");
}

} // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), m_mark(new QLabel(this)), m_text(new QLabel(this)), m_action(new QPushButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setSpacing(8);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QPushButton(tr("Dismiss"), this);
    close->setAccessibleName(tr("Dismiss the message"));
    connect(close, &QPushButton::clicked, this, &QWidget::hide);
    layout->addWidget(m_mark);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_action);
    layout->addWidget(close);
    connect(m_action, &QPushButton::clicked, this, &MessageBar::actionRequested);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& text)
{
    showMessage(kind, text, {});
}

void MessageBar::showMessage(Kind kind, const QString& text, const QString& action)
{
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    // The word says what the colour says.
    const QString word = kind == Kind::Error ? tr("Error") : kind == Kind::Warning ? tr("Note") : tr("Done");
    const bool isDark = palette().color(QPalette::Window).lightness() < 128;
    m_mark->setText(word);
    m_mark->setStyleSheet(QStringLiteral("font-weight: 600; color: %1;").arg(markColor(kind, isDark)));
    m_text->setText(text);
    setAccessibleName(QStringLiteral("%1: %2").arg(word, text));
    show();
}

QString MessageBar::text() const
{
    return m_text->text();
}

} // namespace lanescope::desktop
