// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/figure_model.h"

namespace lanescope::desktop {

void FigureModel::setTable(std::shared_ptr<const FigureTable> table)
{
    if (table == m_table)
        return;
    beginResetModel();
    m_table = std::move(table);
    const std::size_t count = m_table ? m_table->rows.size() : 0;
    m_inside.assign(count + 1, {});
    m_placeOf.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
        const int parent = m_table->rows[i].parent;
        std::vector<int>& siblings = m_inside[parent < 0 ? count : static_cast<std::size_t>(parent)];
        m_placeOf[i] = static_cast<int>(siblings.size());
        siblings.push_back(static_cast<int>(i));
    }
    endResetModel();
}

std::optional<std::size_t> FigureModel::rowAt(const QModelIndex& index) const
{
    return index.isValid() ? std::optional(static_cast<std::size_t>(index.internalId())) : std::nullopt;
}

QModelIndex FigureModel::indexOfRow(std::size_t row) const
{
    return createIndex(m_placeOf[row], 0, static_cast<quintptr>(row));
}

const std::vector<int>& FigureModel::inside(const QModelIndex& parent) const
{
    return parent.isValid() ? m_inside[static_cast<std::size_t>(parent.internalId())] : m_inside.back();
}

QModelIndex FigureModel::index(int row, int column, const QModelIndex& parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, static_cast<quintptr>(inside(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex FigureModel::parent(const QModelIndex& index) const
{
    const auto row = rowAt(index);
    if (!row || m_table->rows[*row].parent < 0)
        return {};
    return indexOfRow(static_cast<std::size_t>(m_table->rows[*row].parent));
}

int FigureModel::rowCount(const QModelIndex& parent) const
{
    if (!m_table || parent.column() > 0)
        return 0;
    return static_cast<int>(inside(parent).size());
}

int FigureModel::columnCount(const QModelIndex& /*parent*/) const
{
    return m_table ? static_cast<int>(m_table->columns.size()) : 0;
}

QVariant FigureModel::data(const QModelIndex& index, int role) const
{
    const auto row = rowAt(index);
    if (!row)
        return {};
    const auto column = static_cast<std::size_t>(index.column());
    const FigureCell& cell = m_table->rows[*row].cells[column];
    switch (role) {
    case Qt::DisplayRole:
        return cell.doubt.isEmpty() ? cell.text : cell.text + QLatin1Char('*');
    case Qt::ToolTipRole:
        if (!cell.doubt.isEmpty())
            return tr("Unreliable: %1").arg(cell.doubt).toHtmlEscaped();
        return m_table->columns[column].isNumber ? QVariant() : cell.raw.toString().toHtmlEscaped();
    case Qt::TextAlignmentRole:
        return m_table->columns[column].isNumber ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                 : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case kRawRole:
        return cell.raw;
    default:
        return {};
    }
}

QVariant FigureModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return QAbstractItemModel::headerData(section, orientation, role);
    const FigureColumn& column = m_table->columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole:
        return column.title;
    case Qt::ToolTipRole:
        return column.meaning.isEmpty() ? QVariant() : column.meaning;
    case Qt::TextAlignmentRole:
        return column.isNumber ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                               : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace lanescope::desktop
