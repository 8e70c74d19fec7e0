// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

#include <QToolBar>

class QToolButton;

namespace lanescope::desktop {

class FilterField;
class SwitchRow;

// The switches above the timeline: which streams, which phase, and the filter's expression. In a narrow window the
// switches become menus, so that the filter stays.
class TimelineToolBar : public QToolBar {
    Q_OBJECT

public:
    // `document` must outlive the tool bar.
    explicit TimelineToolBar(TraceDocument& document, QWidget* parent = nullptr);

    // Adds the switches behind what is there already.
    void addSwitches();
    [[nodiscard]] FilterField& filterField() { return *m_filterField; }
    // The button of a phase of the open trace, "" for all; null when there is none.
    [[nodiscard]] QToolButton* phaseButton(const QString& phase) const;

signals:
    // The timeline should have the keys again.
    void filterLeft();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void rebuildPhases();
    void showState();
    void fitSwitches();

    TraceDocument& m_document;
    SwitchRow* m_views;
    SwitchRow* m_phases;
    QWidget* m_spacer = nullptr;
    QToolButton* m_recorded = nullptr;
    QToolButton* m_annotated = nullptr;
    QToolButton* m_captured = nullptr;
    FilterField* m_filterField;
};

} // namespace lanescope::desktop
