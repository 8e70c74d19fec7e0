// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QString>

#include <functional>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;
class QStandardItemModel;

namespace lanescope::desktop {

// One thing that can be chosen.
struct Choice {
    QString text;
    QString detail; // shown at the right: a key, or where it belongs
    std::function<void()> run;
};

// A field and the choices that fit what is typed into it (fuzzyScore()), best first. Return or a click runs the chosen
// one, after the dialog is gone.
class Chooser : public QDialog {
    Q_OBJECT

public:
    Chooser(const QString& placeholder, std::vector<Choice> choices, QWidget* parent);

    [[nodiscard]] QLineEdit& field() { return *m_field; }
    [[nodiscard]] QListView& list() { return *m_list; }
    [[nodiscard]] QLabel& nothingLabel() { return *m_nothing; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void showFitting();
    void runCurrent();
    void moveCurrent(int rows);

    std::vector<Choice> m_choices;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing; // in the list's place when nothing fits
    QStandardItemModel* m_model;
};

} // namespace lanescope::desktop
