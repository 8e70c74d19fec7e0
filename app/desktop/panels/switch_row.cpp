// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/switch_row.h"

#include <QAction>
#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

namespace lanescope::desktop {

SwitchRow::SwitchRow(const QString& label, QWidget* parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_group(new QButtonGroup(this)),
      m_menuButton(new QToolButton(this)), m_menu(new QMenu(m_menuButton)), m_label(label)
{
    m_layout->setContentsMargins(4, 0, 4, 0);
    m_layout->setSpacing(4);
    auto* text = new QLabel(label, this);
    text->setObjectName(QStringLiteral("mutedLabel"));
    m_layout->addWidget(text);
    m_menuButton->setObjectName(QStringLiteral("switchMenu"));
    m_menuButton->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(m_menu);
    m_menuButton->hide();
    m_layout->addWidget(m_menuButton);
    connect(m_menu, &QMenu::aboutToShow, this, &SwitchRow::fillMenu);
}

QToolButton* SwitchRow::addSwitch(const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("switchButton"));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setCheckable(true);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_group->addButton(button);
    m_layout->addWidget(button);
    m_switches << button;
    button->setVisible(m_form == Form::Buttons);
    return button;
}

void SwitchRow::clear()
{
    for (QToolButton* button : m_switches) {
        m_group->removeButton(button);
        button->hide();
        button->deleteLater();
    }
    m_switches.clear();
    m_away.clear();
}

void SwitchRow::setOffered(QToolButton& button, bool isOffered)
{
    m_away.removeAll(&button);
    if (!isOffered)
        m_away << &button;
}

void SwitchRow::showChosen()
{
    QString chosen = QStringLiteral("…"); // none of them: a view that only the menu bar has
    for (QToolButton* button : m_switches) {
        button->setVisible(m_form == Form::Buttons && !m_away.contains(button));
        if (button->isChecked())
            chosen = button->text();
    }
    m_menuButton->setText(chosen + QStringLiteral("  ▾"));
    m_menuButton->setAccessibleName(QStringLiteral("%1: %2").arg(m_label, chosen));
    m_menuButton->setVisible(m_form == Form::Menu);
}

int SwitchRow::widthOf(Form form) const
{
    const QMargins margins = m_layout->contentsMargins();
    int width = margins.left() + margins.right() + m_layout->itemAt(0)->sizeHint().width();
    if (form == Form::Menu)
        return width + m_layout->spacing() + m_menuButton->sizeHint().width();
    for (QToolButton* button : m_switches) {
        if (!m_away.contains(button))
            width += m_layout->spacing() + button->sizeHint().width();
    }
    return width;
}

void SwitchRow::setForm(Form form)
{
    m_form = form;
    showChosen();
    m_layout->invalidate();
}

void SwitchRow::fillMenu()
{
    m_menu->clear();
    for (QToolButton* button : m_switches) {
        if (m_away.contains(button))
            continue;
        QAction* action = m_menu->addAction(QString(button->text()).replace(QLatin1Char('&'), QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(button->isChecked());
        connect(action, &QAction::triggered, button, &QToolButton::click);
    }
}

} // namespace lanescope::desktop
