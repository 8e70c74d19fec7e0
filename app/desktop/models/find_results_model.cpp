// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/find_results_model.h"

#include "app/desktop/slice_place.h"
#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <algorithm>

namespace lanescope::desktop {

void FindResultsModel::setFound(std::shared_ptr<const Arrangement> arrangement,
                                std::shared_ptr<const std::vector<EventId>> found)
{
    if (arrangement == m_arrangement && found == m_found)
        return;
    beginResetModel();
    m_arrangement = std::move(arrangement);
    m_found = std::move(found);
    m_first = 0;
    m_rows = m_found ? static_cast<int>(std::min<std::size_t>(m_found->size(), kPortion)) : 0;
    endResetModel();
}

QModelIndex FindResultsModel::listed(std::size_t position)
{
    if (!m_found || position >= m_found->size())
        return {};
    const auto rows = static_cast<std::size_t>(m_rows);
    if (position < m_first || position >= m_first + rows + kPortion) {
        beginResetModel();
        m_first = position - position % kPortion;
        m_rows = static_cast<int>(std::min<std::size_t>(m_found->size() - m_first, kPortion));
        endResetModel();
    } else if (position >= m_first + rows) {
        fetchMore({});
    }
    return index(static_cast<int>(position - m_first), 0);
}

std::optional<EventId> FindResultsModel::eventAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.row() >= m_rows)
        return std::nullopt;
    return (*m_found)[m_first + static_cast<std::size_t>(index.row())];
}

int FindResultsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int FindResultsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FindResultsModel::textOf(EventId event, int column) const
{
    const JoinedTrace& joined = *m_arrangement->joined;
    const Trace& trace = *joined.trace;
    switch (column) {
    case StartColumn:
        return durationLabel(trace.beginNs(event), 9);
    case DurationColumn:
        return trace.kind(event) == EventKind::Slice ? durationLabel(trace.durationNs(event)) : QString();
    case NameColumn:
        return toQString(trace.isGpuWork(event) ? shortKernelName(trace.name(event)) : std::string(trace.name(event)))
            .simplified();
    case AnnotationColumn: {
        const Annotation* annotation = joined.annotation(event);
        return annotation != nullptr ? toQString(annotation->title()).simplified() : QString();
    }
    default: {
        const auto track = trackShowing(*m_arrangement, event);
        if (!track)
            return {};
        // Tracks of other GPUs and ranks have the same title.
        const QString title = toQString(trackAt(*m_arrangement, track->group, track->track).title);
        const QString group = toQString(m_arrangement->groups[track->group].title);
        return trace.parts().empty() ? QStringLiteral("%1 · %2").arg(title, group)
                                     : QStringLiteral("%1 · %2").arg(group, title);
    }
    }
}

QVariant FindResultsModel::data(const QModelIndex& index, int role) const
{
    const auto event = eventAt(index);
    if (!event)
        return {};
    if (role == Qt::DisplayRole)
        return textOf(*event, index.column());
    if (role == Qt::ToolTipRole && index.column() == NameColumn)
        return toQString(m_arrangement->joined->trace->name(*event)).simplified().toHtmlEscaped();
    if (role == Qt::ToolTipRole && (index.column() == AnnotationColumn || index.column() == TrackColumn))
        return textOf(*event, index.column()).toHtmlEscaped();
    const bool isNumber = index.column() == StartColumn || index.column() == DurationColumn;
    if (role == Qt::TextAlignmentRole && isNumber)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant FindResultsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString titles[] = {tr("Start"), tr("Duration"), tr("Name"), tr("Annotation"), tr("Track")};
    return section < ColumnCount ? titles[section] : QVariant();
}

bool FindResultsModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && m_found && m_first + static_cast<std::size_t>(m_rows) < m_found->size();
}

void FindResultsModel::fetchMore(const QModelIndex& parent)
{
    if (!canFetchMore(parent))
        return;
    const std::size_t left = m_found->size() - m_first - static_cast<std::size_t>(m_rows);
    const int more = static_cast<int>(std::min<std::size_t>(left, kPortion));
    beginInsertRows({}, m_rows, m_rows + more - 1);
    m_rows += more;
    endInsertRows();
}

} // namespace lanescope::desktop
