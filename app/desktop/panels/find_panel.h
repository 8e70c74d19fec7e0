// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/find/event_search.h"
#include "app/desktop/models/find_results_model.h"
#include "app/desktop/style/theme.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;
class QTreeView;

namespace lanescope::desktop {

// The field to find slices by name or annotation, how many there are, and the list of them. Return goes to the next
// one, with Shift to the one before, from wherever the selection is; the keys stay in the field.
class FindPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit FindPanel(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(const Theme& theme);
    // Gives the field the keys, its text selected.
    void startTyping();
    // Something was found, or may be as soon as the search is done.
    [[nodiscard]] bool isLooking() const { return !m_search.text().isEmpty() && m_search.problem().isEmpty(); }
    // Takes what is typed and goes on to the next or previous place.
    void step(Neighbour which);

    // Parts, for whoever drives the window.
    [[nodiscard]] EventSearch& search() { return m_search; }
    [[nodiscard]] QLineEdit& field() { return *m_field; }
    [[nodiscard]] QTreeView& list() { return *m_list; }
    [[nodiscard]] QString countText() const;

signals:
    void jumpRequested(lanescope::EventId event);
    // Escape: the timeline should have the keys again.
    void left();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildFieldRow();
    void buildList();
    void takeText();
    void showSearch();
    void showCurrent();
    void jumpTo(const QModelIndex& index);

    TraceDocument& m_document;
    EventSearch m_search;
    FindResultsModel m_model;
    QTimer m_typing;
    QWidget* m_fieldRow;
    QLineEdit* m_field;
    QLabel* m_count;
    QToolButton* m_previous;
    QToolButton* m_next;
    QTreeView* m_list;
};

} // namespace lanescope::desktop
