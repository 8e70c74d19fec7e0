// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/legend_model.h"
#include "app/desktop/trace_document.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;
class QStackedWidget;
class QToolButton;

namespace lanescope::desktop {

// The legend of the timeline's colours with check marks, and what becomes of everything that does not match.
class FilterPanel : public QWidget {
    Q_OBJECT

public:
    // `document` must outlive the panel.
    explicit FilterPanel(TraceDocument& document, QWidget* parent = nullptr);

    void setTheme(ThemeKind theme) { m_model->setTheme(theme); }
    [[nodiscard]] LegendModel& model() { return *m_model; }
    [[nodiscard]] QListView& list() { return *m_list; }
    [[nodiscard]] QComboBox& colorField() { return *m_colors; }
    [[nodiscard]] QLineEdit& findField() { return *m_find; }
    [[nodiscard]] QToolButton& onlyTracksButton() { return *m_onlyTracks; }

private:
    [[nodiscard]] QWidget* makeEffectRow();
    void showState();

    TraceDocument& m_document;
    LegendModel* m_model;
    QSortFilterProxyModel* m_shown;
    QComboBox* m_colors;
    QLineEdit* m_find;
    QListView* m_list;
    QStackedWidget* m_pages;
    QLabel* m_state;
    QToolButton* m_dim = nullptr;
    QToolButton* m_hide = nullptr;
    QToolButton* m_onlyTracks = nullptr;
};

} // namespace lanescope::desktop
