// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/job_runner.h"
#include "app/desktop/models/details_model.h"
#include "app/desktop/trace_document.h"

#include <QSet>
#include <QWidget>

class QLabel;
class QStackedWidget;
class QTreeView;

namespace lanescope::desktop {

// All that is known of the selection, as a tree that can be copied. The bytes are read and parsed on a worker.
class DetailsPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit DetailsPanel(TraceDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] DetailsModel& model() { return *m_model; }
    [[nodiscard]] QTreeView& tree() { return *m_tree; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showSelection();
    void showDetails(const SliceDetails& details);
    void unfold(const QModelIndex& parent, const QString& path);
    void noteFold(const QModelIndex& index, bool isUnfolded);
    void showMenu(QPoint point);
    void copyCurrent();

    TraceDocument& m_document;
    JobRunner m_reader;
    DetailsModel* m_model;
    QStackedWidget* m_pages;
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_fullName;
    QTreeView* m_tree;
    QSet<QString> m_changedFolds; // by the names on the way to them: lines that the user folded or unfolded
    bool m_isUnfolding = false;   // the program, not the user
};

} // namespace lanescope::desktop
