// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/trace_document.h"

#include "core/query/filter_completion.h"
#include "core/query/filter_expression.h"

#include <QLineEdit>
#include <QTimer>

#include <optional>

class QLabel;
class QListView;
class QStandardItemModel;

namespace lanescope::desktop {

// The field for a filter expression. A little after the last key the expression becomes the document's filter; a text
// that is none is underlined where it is wrong, says why, and leaves the filter as it was. Offers keys and the trace's
// values while one types, and what was asked before when Down is pressed in the empty field.
class FilterField : public QLineEdit {
    Q_OBJECT

public:
    // `document` must outlive the field.
    explicit FilterField(TraceDocument& document, QWidget* parent = nullptr);

    // What is wrong with the text, as the user is told; empty when nothing is.
    [[nodiscard]] QString problemText() const;
    // What is offered: hidden while nothing is.
    [[nodiscard]] QListView& offers() { return *m_offers; }

signals:
    // Escape, or Return on an expression: the timeline should have the keys again.
    void left();

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    enum class Problems { AtOnce, WhenTypingRests }; // when an unfinished expression is told

    void takeText(Problems problems);
    void takeDocument();
    void collectVocabulary();
    void setProblem(const std::optional<FilterProblem>& problem);
    void underline(int begin, int length);
    void placeMessage();
    void leave();

    void offer();
    void offerHistory();
    void showOffers();
    void moveInOffers(int rows);
    void accept(const QModelIndex& offer);

    TraceDocument& m_document;
    JobRunner m_collector;
    FilterVocabulary m_vocabulary;
    QTimer m_typing;
    QTimer m_resting;
    std::optional<FilterProblem> m_problem;
    QLabel* m_message = nullptr; // a child of the window, under the field
    QStandardItemModel* m_offered;
    QListView* m_offers; // a child of the window: a popup of its own would take the keys
};

} // namespace lanescope::desktop
