// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/marks/marks_model.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTreeView;

namespace lanescope::desktop {

// The marks of the open trace: a double click or Enter shows one, F2 or a double click on the note edits that, Delete
// takes a mark away.
class MarksPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit MarksPanel(TraceDocument& document, QWidget* parent = nullptr);

    void choose(std::size_t mark);
    // Starts editing the note of a mark.
    void editNote(std::size_t mark);

    [[nodiscard]] QTreeView& list() { return *m_list; }
    [[nodiscard]] QPushButton& removeButton() { return *m_remove; }

signals:
    void left(); // Escape: the timeline should have the keys again

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMark(const QModelIndex& index);
    void removeCurrent();
    void showState();

    TraceDocument& m_document;
    MarksModel m_model;
    QTreeView* m_list;
    QLabel* m_hint;
    QPushButton* m_show;
    QPushButton* m_remove;
};

} // namespace lanescope::desktop
