// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/legend_model.h"

#include "app/desktop/slice_place.h"
#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <QColor>

namespace lanescope::desktop {

namespace {

// The names that a filter hides, of those that a legend of these colours lists.
std::set<std::string> FilterConditions::*hiddenBy(ColorBy colorBy)
{
    switch (colorBy) {
    case ColorBy::Phase:
        return &FilterConditions::hiddenPhases;
    case ColorBy::Kernel:
        return &FilterConditions::hiddenKernels;
    case ColorBy::Category:
        return &FilterConditions::hiddenCategories;
    case ColorBy::Annotation:
        break;
    }
    return &FilterConditions::hiddenTitles;
}

} // namespace

LegendModel::LegendModel(TraceDocument& document, QObject* parent) : QAbstractListModel(parent), m_document(document)
{
    connect(&document, &TraceDocument::traceChanged, this, &LegendModel::reload);
    connect(&document, &TraceDocument::lookChanged, this, &LegendModel::reloadOnOtherColors);
    connect(&document, &TraceDocument::filterChanged, this, &LegendModel::readChecks);
    reload();
}

void LegendModel::setTheme(ThemeKind theme)
{
    m_theme = theme;
    readChecks();
}

void LegendModel::reload()
{
    beginResetModel();
    m_colorBy = m_document.colorBy();
    m_lines.clear();
    if (m_document.hasTrace()) {
        const WorkCounts& counts = *m_document.workCounts();
        switch (m_colorBy) {
        case ColorBy::Annotation:
            addAnnotations();
            break;
        case ColorBy::Phase:
            addCounts(counts.phases);
            break;
        case ColorBy::Kernel:
            addCounts(counts.kernels);
            break;
        case ColorBy::Category:
            addCounts(counts.categories);
            break;
        }
    }
    endResetModel();
}

void LegendModel::reloadOnOtherColors()
{
    if (m_colorBy != m_document.colorBy()) // times of the file are a look too
        reload();
}

void LegendModel::addAnnotations()
{
    for (const RegionTitle& title : m_document.arrangement()->titles) {
        if (!title.isModuleParent)
            m_lines.push_back({title.text, title.workCount, title.totalNs, false});
    }
    const MatchReport& match = m_document.opened()->joined->match;
    if (match.gpuWork > match.annotatedWork)
        m_lines.push_back({{}, match.gpuWork - match.annotatedWork, 0, true});
}

void LegendModel::addCounts(const std::vector<WorkCount>& counts)
{
    for (const WorkCount& count : counts) {
        if (count.workCount > 0)
            m_lines.push_back({count.name, count.workCount, count.totalNs, false});
    }
}

void LegendModel::readChecks()
{
    if (!m_lines.empty())
        emit dataChanged(index(0), index(static_cast<int>(m_lines.size()) - 1));
}

QString LegendModel::shownName(const Line& line) const
{
    if (line.isUnannotated)
        return tr("Without annotation");
    if (line.name.empty())
        return tr("(no name)");
    switch (m_colorBy) {
    case ColorBy::Phase:
        return phaseLabel(line.name);
    case ColorBy::Kernel:
        return toQString(shortKernelName(line.name));
    case ColorBy::Annotation:
    case ColorBy::Category:
        break;
    }
    return toQString(line.name);
}

QString LegendModel::toolTip(const Line& line) const
{
    if (line.isUnannotated)
        return tr("%1 kernels, copies and fills").arg(countText(line.workCount));
    return tr("%1\n%2 kernels, copies and fills, %3 of GPU time\nDouble-click: only this one")
        .arg(line.name.empty() ? shownName(line) : toQString(line.name), countText(line.workCount),
             durationLabel(line.totalNs));
}

QColor LegendModel::colorOf(const Line& line) const
{
    const SlicePalette palette(m_theme);
    if (line.isUnannotated)
        return QColor::fromRgb(palette.categoryColor("kernel", {}, Tone::Forward).fill);
    switch (m_colorBy) {
    case ColorBy::Phase:
        return QColor::fromRgb(
            palette.workColor(line.name, isBackward(line.name) ? Tone::Backward : Tone::Forward).fill);
    case ColorBy::Kernel:
        return QColor::fromRgb(palette.workColor(line.name, Tone::Forward).fill);
    case ColorBy::Category:
        return QColor::fromRgb(palette.categoryColor(line.name, {}, Tone::Forward).fill);
    case ColorBy::Annotation:
        break;
    }
    return QColor::fromRgb(palette.regionColor(line.name, Tone::Forward).fill);
}

bool LegendModel::isChecked(const Line& line) const
{
    const TraceFilter& filter = m_document.filter();
    return line.isUnannotated ? !filter.hidesUnannotated : !(filter.*hiddenBy(m_colorBy)).contains(line.name);
}

void LegendModel::setChecked(TraceFilter& filter, const Line& line, bool isChecked) const
{
    if (line.isUnannotated)
        filter.hidesUnannotated = !isChecked;
    else if (isChecked)
        (filter.*hiddenBy(m_colorBy)).erase(line.name);
    else
        (filter.*hiddenBy(m_colorBy)).insert(line.name);
}

void LegendModel::checkAll(bool isChecked)
{
    TraceFilter filter = m_document.filter();
    for (const Line& line : m_lines)
        setChecked(filter, line, isChecked);
    m_document.setFilter(filter);
}

void LegendModel::checkOnly(const QModelIndex& index)
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

int LegendModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

QVariant LegendModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_lines.size())
        return {};
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shownName(line);
    case Qt::CheckStateRole:
        return static_cast<int>(isChecked(line) ? Qt::Checked : Qt::Unchecked);
    case Qt::ToolTipRole:
        return toolTip(line);
    case Qt::AccessibleTextRole:
        return tr("%1, %2").arg(index.data(Qt::DisplayRole).toString(), countText(line.workCount));
    case CountRole:
        return countText(line.workCount);
    case DurationRole:
        return line.isUnannotated ? QString() : durationLabel(line.totalNs, 3);
    case ColorRole:
        return colorOf(line);
    case IsUnannotatedRole:
        return line.isUnannotated;
    default:
        return {};
    }
}

bool LegendModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || role != Qt::CheckStateRole)
        return false;
    TraceFilter filter = m_document.filter();
    setChecked(filter, m_lines[static_cast<std::size_t>(index.row())], value.toInt() == Qt::Checked);
    m_document.setFilter(filter);
    return true;
}

Qt::ItemFlags LegendModel::flags(const QModelIndex& index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemNeverHasChildren;
}

} // namespace lanescope::desktop
