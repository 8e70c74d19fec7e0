// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/panels/files_panel.h"

#include "app/desktop/panels/editable_list.h"
#include "app/desktop/panels/elided_label.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

namespace lanescope::desktop {

using Start = SessionTimes::Start;

FilesPanel::FilesPanel(TraceDocument& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_model(document), m_list(new QTreeView(this)),
      m_start(new QComboBox(this)), m_alignBegins(new QPushButton(tr("Align begins"), this)),
      m_alignEnds(new QPushButton(tr("Align ends"), this)), m_reset(new QPushButton(tr("No offsets"), this))
{
    setObjectName(QStringLiteral("panelBody"));
    setAttribute(Qt::WA_StyledBackground);
    m_list->setModel(&m_model);
    m_list->setAccessibleName(tr("Files"));
    makeEditableList(*m_list);
    m_list->setColumnWidth(FilesModel::TitleColumn, 140);
    m_list->setColumnWidth(FilesModel::OffsetColumn, 140);
    m_list->setColumnWidth(FilesModel::EventsColumn, 100);
    m_list->setColumnWidth(FilesModel::BeginColumn, 140);
    m_list->installEventFilter(this);
    m_start->setAccessibleName(tr("Where files begin"));
    m_start->addItem(tr("By their clocks"), static_cast<int>(Start::Clocks));
    m_start->addItem(tr("From their first events"), static_cast<int>(Start::FirstEvents));
    m_start->setToolTip(tr("Where files begin before their offsets are added"));
    m_alignBegins->setToolTip(tr("Move the other files so that their slice of the selected one's name and number in "
                                 "time begins when it does"));
    m_alignEnds->setToolTip(tr("The same with the ends: those of a collective are at one time on all ranks"));
    auto* hint = new ElidedLabel(this);
    hint->setText(
        tr("To align, select a slice that all ranks have, such as a collective; a double click changes an offset"));
    hint->setObjectName(QStringLiteral("mutedLabel"));
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 5, 8, 5);
    buttons->setSpacing(6);
    for (QWidget* part : {static_cast<QWidget*>(m_start), static_cast<QWidget*>(m_alignBegins),
                          static_cast<QWidget*>(m_alignEnds), static_cast<QWidget*>(m_reset)})
        buttons->addWidget(part);
    buttons->addSpacing(8);
    buttons->addWidget(hint, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(buttons);
    layout->addWidget(m_list, 1);

    connect(&m_model, &FilesModel::offsetChosen, this, &FilesPanel::chooseOffset);
    connect(&m_model, &FilesModel::offsetRefused, this, &FilesPanel::refused);
    connect(m_start, &QComboBox::activated, this, [this](int choice) {
        SessionTimes chosen = times();
        chosen.start = static_cast<Start>(m_start->itemData(choice).toInt());
        if (chosen != times())
            emit timesChosen(chosen);
    });
    connect(m_alignBegins, &QPushButton::clicked, this, [this] { align(SliceEdge::Begin); });
    connect(m_alignEnds, &QPushButton::clicked, this, [this] { align(SliceEdge::End); });
    connect(m_reset, &QPushButton::clicked, this, [this] { emit timesChosen({times().start, {}}); });
    connect(&document, &TraceDocument::selectionChanged, this, &FilesPanel::showState);
    connect(&document, &TraceDocument::traceChanged, this, &FilesPanel::showState);
    showState();
}

SessionTimes FilesPanel::times() const
{
    return m_document.opened()->request.times;
}

void FilesPanel::chooseOffset(int file, TimeNs offsetNs)
{
    SessionTimes chosen = times();
    const auto& path = (*m_document.opened()->parts)[static_cast<std::size_t>(file)].request.trace;
    if (offsetNs == 0)
        chosen.offsetNs.erase(path);
    else
        chosen.offsetNs[path] = offsetNs;
    emit timesChosen(chosen);
}

void FilesPanel::align(SliceEdge edge)
{
    if (const auto slice = m_document.selectedEvent())
        emit alignmentChosen(*slice, edge);
}

void FilesPanel::showState()
{
    const bool hasFiles = m_document.hasTrace() && m_document.opened()->parts;
    const auto slice = hasFiles ? m_document.selectedEvent() : std::nullopt;
    m_start->setEnabled(hasFiles);
    m_alignBegins->setEnabled(slice.has_value());
    m_alignEnds->setEnabled(slice.has_value());
    m_reset->setEnabled(hasFiles && !times().offsetNs.empty());
    if (hasFiles)
        m_start->setCurrentIndex(m_start->findData(static_cast<int>(times().start)));
}

bool FilesPanel::eventFilter(QObject* watched, QEvent* event)
{
    // Keys of an offset's editor come here too once it has taken them.
    if (event->type() != QEvent::KeyPress || m_list->findChild<QLineEdit*>() != nullptr)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<const QKeyEvent*>(event)->key();
    const QModelIndex current = m_list->currentIndex();
    if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F2) && current.isValid())
        m_list->edit(current.siblingAtColumn(FilesModel::OffsetColumn));
    else if (key == Qt::Key_Escape)
        emit left();
    else
        return QWidget::eventFilter(watched, event);
    return true;
}

} // namespace lanescope::desktop
