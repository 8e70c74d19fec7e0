// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace lanescope::desktop {

// Buttons of which one is on, behind a label; where there is no room for them, one button that opens them as a menu.
class SwitchRow : public QWidget {
    Q_OBJECT

public:
    explicit SwitchRow(const QString& label, QWidget* parent = nullptr);

    // Stays the row's.
    QToolButton* addSwitch(const QString& text, const QString& toolTip);
    void clear();
    // Whether a switch is there to be chosen; at first it is.
    void setOffered(QToolButton& button, bool isOffered);
    [[nodiscard]] QList<QToolButton*> switches() const { return m_switches; }
    [[nodiscard]] QButtonGroup& group() { return *m_group; }
    // The one that is on may have changed, or which ones there are.
    void showChosen();

    enum class Form { Buttons, Menu };
    [[nodiscard]] int widthOf(Form form) const;
    void setForm(Form form);
    [[nodiscard]] Form form() const { return m_form; }

private:
    void fillMenu();

    QHBoxLayout* m_layout;
    QButtonGroup* m_group;
    QToolButton* m_menuButton;
    QMenu* m_menu;
    QString m_label;
    QList<QToolButton*> m_switches;
    QList<QToolButton*> m_away; // of them: not offered
    Form m_form = Form::Buttons;
};

} // namespace lanescope::desktop
