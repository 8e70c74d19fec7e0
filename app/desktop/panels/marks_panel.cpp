// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/marks_panel.h"

#include "app/desktop/panels/editable_list.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lanescope::desktop {

MarksPanel::MarksPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(document), m_list(new QTreeView(this)),
      m_hint(new QLabel(tr("M marks the selection, the marked range or the time under the mouse"), this)),
      m_show(new QPushButton(tr("Show"), this)), m_remove(new QPushButton(tr("Remove"), this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    m_list->setModel(&m_model);
    m_list->setAccessibleName(tr("Marks"));
    makeEditableList(*m_list);
    m_list->setColumnWidth(MarksModel::TimeColumn, 140);
    m_list->setColumnWidth(MarksModel::LengthColumn, 100);
    m_list->installEventFilter(this);
    m_hint->setObjectName(QStringLiteral("mutedLabel"));
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 5, 8, 5);
    buttons->setSpacing(6);
    buttons->addWidget(m_show);
    buttons->addWidget(m_remove);
    buttons->addSpacing(8);
    buttons->addWidget(m_hint, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(buttons);
    layout->addWidget(m_list, 1);

    connect(m_list, &QTreeView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != MarksModel::NoteColumn)
            showMark(index);
    });
    connect(m_show, &QPushButton::clicked, this, [this] { showMark(m_list->currentIndex()); });
    connect(m_remove, &QPushButton::clicked, this, &MarksPanel::removeCurrent);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this, &MarksPanel::showState);
    connect(&m_model, &QAbstractItemModel::modelReset, this, &MarksPanel::showState);
    showState();
}

void MarksPanel::showState()
{
    const bool hasCurrent = m_list->currentIndex().isValid();
    m_show->setEnabled(hasCurrent);
    m_remove->setEnabled(hasCurrent);
}

void MarksPanel::choose(std::size_t mark)
{
    const QModelIndex line = m_model.index(static_cast<int>(mark), MarksModel::NoteColumn);
    m_list->setCurrentIndex(line);
    m_list->scrollTo(line);
}

void MarksPanel::editNote(std::size_t mark)
{
    choose(mark);
    m_list->setFocus(Qt::OtherFocusReason);
    m_list->edit(m_list->currentIndex());
}

void MarksPanel::showMark(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const Mark& mark = m_document.marks()[static_cast<std::size_t>(index.row())];
    m_document.bringIntoView(mark.range);
    m_document.setMarkedRange(mark.range.isEmpty() ? std::nullopt : std::optional(mark.range));
}

void MarksPanel::removeCurrent()
{
    const QModelIndex current = m_list->currentIndex();
    if (!current.isValid())
        return;
    const int row = current.row();
    m_document.removeMark(static_cast<std::size_t>(row));
    m_list->setCurrentIndex(m_model.index(std::min(row, m_model.rowCount() - 1), MarksModel::NoteColumn));
}

bool MarksPanel::eventFilter(QObject* watched, QEvent* event)
{
    // Keys of a note's editor come here too once it has taken them.
    if (event->type() != QEvent::KeyPress || m_list->findChild<QLineEdit*>() != nullptr)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<const QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter)
        showMark(m_list->currentIndex());
    else if (key == Qt::Key_Delete || key == Qt::Key_Backspace)
        removeCurrent();
    else if (key == Qt::Key_Escape)
        emit left();
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

} // namespace lanescope::desktop
