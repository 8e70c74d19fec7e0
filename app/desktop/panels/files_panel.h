// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/files_model.h"
#include "core/open/merge_session.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeView;

namespace lanescope::desktop {

// The files of a session and how they lie on one axis: an offset each (F2, Enter or a double click edits it), by clocks
// or first events, or brought together at the selected slice. Asks for what is to be done; the window does it.
class FilesPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit FilesPanel(TraceDocument& document, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView& list() { return *m_list; }
    [[nodiscard]] QComboBox& startChoice() { return *m_start; }
    [[nodiscard]] QPushButton& alignBeginsButton() { return *m_alignBegins; }
    [[nodiscard]] QPushButton& alignEndsButton() { return *m_alignEnds; }
    [[nodiscard]] QPushButton& resetButton() { return *m_reset; }

signals:
    void timesChosen(const lanescope::SessionTimes& times);
    void alignmentChosen(lanescope::EventId slice, lanescope::SliceEdge edge);
    void refused(const QString& why);
    void left(); // Escape: the timeline should have the keys again

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] SessionTimes times() const;
    void chooseOffset(int file, TimeNs offsetNs);
    void align(SliceEdge edge);
    void showState();

    TraceDocument& m_document;
    FilesModel m_model;
    QTreeView* m_list;
    QComboBox* m_start;
    QPushButton* m_alignBegins;
    QPushButton* m_alignEnds;
    QPushButton* m_reset;
};

} // namespace lanescope::desktop
