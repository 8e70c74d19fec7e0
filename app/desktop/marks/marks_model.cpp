// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/marks/marks_model.h"

#include "app/desktop/text.h"

namespace lanescope::desktop {

MarksModel::MarksModel(TraceDocument& document, QObject* parent)
    : QAbstractTableModel(parent), m_document(document), m_marks(document.marks())
{
    connect(&document, &TraceDocument::marksChanged, this, &MarksModel::takeMarks);
}

void MarksModel::takeMarks()
{
    const std::vector<Mark>& marks = m_document.marks();
    if (marks.size() != m_marks.size()) {
        beginResetModel();
        m_marks = marks;
        endResetModel();
    } else if (!marks.empty()) {
        m_marks = marks;
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int MarksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_marks.size());
}

int MarksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant MarksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const Mark& mark = m_marks[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() != NoteColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case TimeColumn:
        return durationLabel(mark.range.beginNs, 9);
    case LengthColumn:
        return mark.range.isEmpty() ? QString() : durationLabel(mark.range.durationNs());
    default:
        return mark.note;
    }
}

bool MarksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != NoteColumn || role != Qt::EditRole)
        return false;
    m_document.setMarkNote(static_cast<std::size_t>(index.row()), value.toString().simplified());
    return true;
}

QVariant MarksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString titles[] = {tr("Time"), tr("Length"), tr("Note")};
    return section < ColumnCount ? titles[section] : QVariant();
}

Qt::ItemFlags MarksModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == NoteColumn ? flags | Qt::ItemIsEditable : flags;
}

} // namespace lanescope::desktop
