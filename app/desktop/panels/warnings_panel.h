// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/findings_model.h"
#include "core/open/open_trace.h"

#include <QStringList>
#include <QWidget>

class QStackedWidget;
class QTextEdit;
class QTreeView;

namespace lanescope::desktop {

class TraceDocument;

// How trace and annotations fit together, in words: one line for the whole, one for each exec graph.
[[nodiscard]] QStringList matchLines(const OpenedTrace& opened);

// What should be known of the open trace: all findings with their places, which can be jumped to, beside them what the
// current one means and which figures it spoils, and the match report. Follows the document by itself.
class WarningsPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit WarningsPanel(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(ThemeKind theme);

    // Parts, for whoever drives the window.
    [[nodiscard]] QTreeView& tree() { return *m_tree; }
    [[nodiscard]] FindingsModel& model() { return *m_model; }
    // The text beside the list: the current finding, then the match report.
    [[nodiscard]] QString text() const;

signals:
    // A line was activated (double click, Enter) that stands for an event on the timeline.
    void eventActivated(lanescope::EventId event);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTrace();
    void showText();
    void arrangeColumns();

    TraceDocument& m_document;
    FindingsModel* m_model;
    QTreeView* m_tree;
    QStackedWidget* m_pages;
    QTextEdit* m_text;
};

} // namespace lanescope::desktop
