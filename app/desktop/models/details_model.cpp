// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/details_model.h"

#include <QFont>

namespace lanescope::desktop {
namespace {

void appendText(const DetailNode& node, int indent, QString& text)
{
    text += QString(indent * 2, QLatin1Char(' ')) + (node.fullText.isEmpty() ? node.name : node.fullText);
    if (!node.value.isEmpty())
        text += QStringLiteral(": ") + node.value;
    text += QLatin1Char('\n');
    for (const DetailNode& child : node.children) {
        if (!child.isText) // stands behind the name already
            appendText(child, indent + 1, text);
    }
}

} // namespace

DetailsModel::DetailsModel(QObject* parent) : QAbstractItemModel(parent) {}

DetailsModel::~DetailsModel() = default;

void DetailsModel::setGroups(std::vector<DetailNode> groups)
{
    beginResetModel();
    m_root.children.clear();
    m_groups = std::move(groups);
    addPlaces(m_root, m_groups);
    endResetModel();
}

void DetailsModel::addPlaces(Place& place, const std::vector<DetailNode>& nodes)
{
    for (const DetailNode& node : nodes) {
        auto child = std::make_unique<Place>();
        child->node = &node;
        child->parent = &place;
        child->row = static_cast<int>(place.children.size());
        addPlaces(*child, node.children);
        place.children.push_back(std::move(child));
    }
}

const DetailsModel::Place& DetailsModel::placeOfIndex(const QModelIndex& index) const
{
    return index.isValid() ? *static_cast<const Place*>(index.constInternalPointer()) : m_root;
}

const DetailNode* DetailsModel::nodeAt(const QModelIndex& index) const
{
    return placeOfIndex(index).node;
}

QString DetailsModel::textOf(const QModelIndex& index) const
{
    QString text;
    if (const DetailNode* node = nodeAt(index))
        appendText(*node, 0, text);
    else
        for (const DetailNode& group : m_groups)
            appendText(group, 0, text);
    return text.trimmed();
}

QModelIndex DetailsModel::index(int row, int column, const QModelIndex& parent) const
{
    const Place& place = placeOfIndex(parent);
    if (row < 0 || column < 0 || column >= ColumnCount || static_cast<std::size_t>(row) >= place.children.size() ||
        parent.column() > 0)
        return {};
    return createIndex(row, column, place.children[static_cast<std::size_t>(row)].get());
}

QModelIndex DetailsModel::parent(const QModelIndex& child) const
{
    if (!child.isValid())
        return {};
    const Place* place = placeOfIndex(child).parent;
    return place == nullptr || place == &m_root ? QModelIndex() : createIndex(place->row, 0, place);
}

int DetailsModel::rowCount(const QModelIndex& parent) const
{
    return parent.column() > 0 ? 0 : static_cast<int>(placeOfIndex(parent).children.size());
}

int DetailsModel::columnCount(const QModelIndex& parent) const
{
    Q_UNUSED(parent)
    return ColumnCount;
}

QVariant DetailsModel::data(const QModelIndex& index, int role) const
{
    const DetailNode* node = nodeAt(index);
    if (node == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == NameColumn ? node->name : node->value;
    case Qt::ToolTipRole:
        if (!node->fullText.isEmpty())
            return QVariant(QStringLiteral("%1\n%2").arg(node->fullText, node->value).left(2000).toHtmlEscaped());
        return node->value.isEmpty() ? QVariant() : QVariant(node->value.left(2000).toHtmlEscaped());
    case Qt::FontRole:
        if (node->isGroup) {
            QFont font;
            font.setWeight(QFont::DemiBold);
            return font;
        }
        return {};
    default:
        return {};
    }
}

QVariant DetailsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == NameColumn ? tr("Name") : tr("Value");
}

} // namespace lanescope::desktop
