// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/annotation_list_model.h"

#include "app/desktop/text.h"

#include <QColor>

#include <algorithm>

namespace lanescope::desktop {

AnnotationListModel::AnnotationListModel(TraceDocument& document, QObject* parent)
    : QAbstractListModel(parent), m_document(document)
{
    connect(&document, &TraceDocument::traceChanged, this, &AnnotationListModel::reload);
    connect(&document, &TraceDocument::filterChanged, this, &AnnotationListModel::readChecks);
    reload();
}

void AnnotationListModel::setTheme(ThemeKind theme)
{
    m_theme = theme;
    readChecks();
}

void AnnotationListModel::reload()
{
    beginResetModel();
    m_lines.clear();
    if (m_document.hasTrace()) {
        for (const RegionTitle& title : m_document.arrangement()->titles) {
            if (!title.isModuleParent)
                m_lines.push_back({title.text, title.workCount, title.totalNs, false});
        }
        const MatchReport& match = m_document.opened()->joined->match;
        if (match.gpuWork > match.annotatedWork)
            m_lines.push_back({{}, match.gpuWork - match.annotatedWork, 0, true});
    }
    endResetModel();
}

void AnnotationListModel::readChecks()
{
    if (!m_lines.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_lines.size()) - 1));
}

bool AnnotationListModel::isChecked(const Line& line) const
{
    const TraceFilter& filter = m_document.filter();
    return line.isUnannotated ? !filter.hidesUnannotated : !filter.hiddenTitles.contains(line.title);
}

void AnnotationListModel::setChecked(TraceFilter& filter, const Line& line, bool isChecked)
{
    if (line.isUnannotated)
        filter.hidesUnannotated = !isChecked;
    else if (isChecked)
        filter.hiddenTitles.erase(line.title);
    else
        filter.hiddenTitles.insert(line.title);
}

void AnnotationListModel::checkAll(bool isChecked)
{
    TraceFilter filter = m_document.filter();
    for (const Line& line : m_lines)
        setChecked(filter, line, isChecked);
    m_document.setFilter(filter);
}

void AnnotationListModel::checkOnly(const QModelIndex& index)
{
    if (!index.isValid())
        return;
    const auto only = static_cast<std::size_t>(index.row());
    bool isAlone = true;
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        isAlone = isAlone && isChecked(m_lines[i]) == (i == only);
    TraceFilter filter = m_document.filter();
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        setChecked(filter, m_lines[i], isAlone || i == only);
    m_document.setFilter(filter);
}

int AnnotationListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant AnnotationListModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_lines.size())
        return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return line.isUnannotated ? tr("Without annotation") : toQString(line.title);
    case Qt::CheckStateRole:
        return static_cast<int>(isChecked(line) ? Qt::Checked : Qt::Unchecked);
    case Qt::ToolTipRole:
        return line.isUnannotated
                   ? tr("%1 kernels, copies and fills").arg(countText(line.workCount))
                   : tr("%1\n%2 kernels, copies and fills, %3 of GPU time\nDouble-click: only this one")
                         .arg(toQString(line.title), countText(line.workCount), durationLabel(line.totalNs));
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(index.data(Qt::DisplayRole).toString(), countText(line.workCount));
    case CountRole:
        return countText(line.workCount);
    case DurationRole:
        return line.isUnannotated ? QString() : durationLabel(line.totalNs, 3);
    case ColorRole: {
        const SlicePalette palette(m_theme);
        const SliceColor color = line.isUnannotated ? palette.categoryColor("kernel", {}, Tone::Forward)
                                                    : palette.regionColor(line.title, Tone::Forward);
        return QColor::fromRgb(color.fill);
    }
    case IsUnannotatedRole:
        return line.isUnannotated;
    default:
        return {};
    }
}

bool AnnotationListModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    TraceFilter filter = m_document.filter();
    setChecked(filter, m_lines[static_cast<std::size_t>(index.row())], value.toInt() == Qt::Checked);
    m_document.setFilter(filter);
    return true;
}

Qt::ItemFlags AnnotationListModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren;
}

} // namespace lanescope::desktop
