// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

#include <QTimer>
#include <QToolBar>

class QButtonGroup;
class QHBoxLayout;
class QLineEdit;
class QToolButton;

namespace lanescope::desktop {

// The switches above the timeline: which streams, which phase, and the filter's text.
class TimelineToolBar : public QToolBar {
    Q_OBJECT

public:
    // `document` must outlive the tool bar.
    explicit TimelineToolBar(TraceDocument& document, QWidget* parent = nullptr);

    // Adds the switches behind what is there already.
    void addSwitches();
    [[nodiscard]] QLineEdit& filterField() { return *m_filterField; }
    // The button of a phase of the open trace, "" for all; null when there is none.
    [[nodiscard]] QToolButton* phaseButton(const QString& phase) const;

signals:
    // Escape or Return in the field: the timeline should have the keys again.
    void filterLeft();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuildPhases();
    void showState();
    void applyText();
    QToolButton* addSwitch(QButtonGroup& group, QHBoxLayout& layout, const QString& text, const QString& toolTip);

    TraceDocument& m_document;
    QButtonGroup* m_views;
    QButtonGroup* m_phases;
    QWidget* m_phaseRow = nullptr;
    QToolButton* m_recorded = nullptr;
    QToolButton* m_annotated = nullptr;
    QLineEdit* m_filterField;
    QTimer m_typing;
};

} // namespace lanescope::desktop
