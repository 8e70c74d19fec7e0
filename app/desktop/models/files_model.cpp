// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/files_model.h"

#include "app/desktop/text.h"
#include "core/open/merge_session.h"
#include "core/query/time_range_text.h"

namespace lanescope::desktop {
namespace {

constexpr int kAllDigits = 19;

QString offsetText(TimeNs ns)
{
    return ns > 0    ? QLatin1Char('+') + durationLabel(ns, kAllDigits)
           : ns == 0 ? QStringLiteral("0")
                     : durationLabel(ns, kAllDigits);
}

} // namespace

Result<TimeNs> parseOffset(const QString& text)
{
    QString number = text.simplified();
    number.replace(QChar(0x2212), QLatin1Char('-'));
    const bool isNegative = number.startsWith(QLatin1Char('-'));
    if (isNegative || number.startsWith(QLatin1Char('+')))
        number = number.mid(1).trimmed();
    const auto refused = [&] {
        return failure(ErrorCode::WrongUsage,
                       FilesModel::tr("“%1” is no offset: write it as 1.5ms or -20us (ns, us, ms, s or min)")
                           .arg(text.simplified())
                           .toStdString());
    };
    if (number.isEmpty() || !number.front().isDigit() || number.contains(QLatin1Char(':')))
        return refused();
    const auto range = parseTimeRange(number.toStdString() + ':');
    if (!range || !range->begin || range->begin->ns < 0 || range->begin->ns > SessionTimes::kLargestOffsetNs)
        return refused();
    return isNegative ? -range->begin->ns : range->begin->ns;
}

FilesModel::FilesModel(TraceDocument& document, QObject* parent) : QAbstractTableModel(parent), m_document(document)
{
    const auto take = [this] {
        beginResetModel();
        m_session = m_document.hasTrace() && m_document.opened()->parts ? m_document.opened() : nullptr;
        endResetModel();
    };
    connect(&document, &TraceDocument::traceChanged, this, take);
    take();
}

TimeNs FilesModel::offsetOf(std::size_t file) const
{
    const auto& offsets = m_session->request.times.offsetNs;
    const auto offset = offsets.find((*m_session->parts)[file].request.trace);
    return offset == offsets.end() ? 0 : offset->second;
}

int FilesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || !m_session ? 0 : static_cast<int>(m_session->parts->size());
}

int FilesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FilesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const auto file = static_cast<std::size_t>(index.row());
    const TracePart& part = m_session->trace->parts()[file];
    if (role == Qt::ToolTipRole)
        return pathText((*m_session->parts)[file].request.trace);
    if (role == Qt::TextAlignmentRole && index.column() != TitleColumn && index.column() != FileColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case TitleColumn:
        return toQString(part.title);
    case OffsetColumn:
        return offsetText(offsetOf(file));
    case EventsColumn:
        return countText(part.eventCount);
    case BeginColumn:
        return durationLabel(part.fitRange.beginNs + part.shiftNs, 9);
    default:
        return pathText((*m_session->parts)[file].request.trace.filename());
    }
}

bool FilesModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (!index.isValid() || index.column() != OffsetColumn || role != Qt::EditRole)
        return false;
    const auto offset = parseOffset(value.toString());
    if (!offset)
        emit offsetRefused(toQString(offset.error().message));
    else if (*offset != offsetOf(static_cast<std::size_t>(index.row())))
        emit offsetChosen(index.row(), *offset);
    return offset.has_value();
}

QVariant FilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isText = section == TitleColumn || section == FileColumn;
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return QVariant((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole))
        return QAbstractTableModel::headerData(section, orientation, role);
    const QString titles[] = {tr("Rank"), tr("Offset"), tr("Events"), tr("Begin"), tr("File")};
    if (role == Qt::ToolTipRole)
        return section == OffsetColumn  ? tr("How much later the file is shown than its times say: 1.5ms, -20us")
               : section == BeginColumn ? tr("Where its first event is shown")
                                        : QVariant();
    return section < ColumnCount ? titles[section] : QVariant();
}

Qt::ItemFlags FilesModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == OffsetColumn ? flags | Qt::ItemIsEditable : flags;
}

} // namespace lanescope::desktop
