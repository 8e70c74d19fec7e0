// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/findings_model.h"

#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <QStringList>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr quintptr kTopLevel = 0; // places have the row of their finding, plus 1
constexpr int kPlaceDigits = 9;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Words)
};

QString severityLabel(Severity severity)
{
    switch (severity) {
    case Severity::Note:
        return Words::tr("Note");
    case Severity::Warning:
        return Words::tr("Warning");
    case Severity::Error:
        break;
    }
    return Words::tr("Error");
}

QString amountText(const Diagnosis& finding)
{
    if (finding.totalNs)
        return durationLabel(*finding.totalNs);
    return finding.largestNs ? Words::tr("up to %1").arg(durationLabel(*finding.largestNs)) : QString();
}

QString trackText(const DiagnosedPlace& place)
{
    if (place.track.empty())
        return {};
    return place.process.empty() ? toQString(place.track)
                                 : toQString(place.process) + QStringLiteral(", ") + toQString(place.track);
}

QString whereText(const DiagnosedPlace& place)
{
    if (!place.isOnTimeline)
        return Words::tr("not on the timeline");
    const QString time = durationLabel(place.atNs.value_or(0), kPlaceDigits);
    return Words::tr("%1 at %2").arg(trackText(place), time);
}

QString byteText(const DiagnosedPlace& place, Diagnosis::Source source)
{
    if (!place.byte)
        return {};
    return source == Diagnosis::Source::Joining
               ? Words::tr("byte %1 of the annotation file").arg(countText(*place.byte))
               : Words::tr("byte %1").arg(countText(*place.byte));
}

} // namespace

FindingsModel::FindingsModel(QObject* parent) : QAbstractItemModel(parent) {}

void FindingsModel::setFindings(std::shared_ptr<const std::vector<Diagnosis>> findings)
{
    beginResetModel();
    m_findings = std::move(findings);
    endResetModel();
}

void FindingsModel::setTheme(ThemeKind theme)
{
    m_theme = theme;
    if (rowCount() > 0)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::ForegroundRole});
}

const Diagnosis* FindingsModel::findingAt(const QModelIndex& index) const
{
    if (!index.isValid())
        return nullptr;
    const quintptr id = index.internalId();
    return &(*m_findings)[id == kTopLevel ? static_cast<std::size_t>(index.row()) : static_cast<std::size_t>(id - 1)];
}

const DiagnosedPlace* FindingsModel::placeAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.internalId() == kTopLevel)
        return nullptr;
    return &findingAt(index)->places[static_cast<std::size_t>(index.row())];
}

std::optional<EventId> FindingsModel::eventAt(const QModelIndex& index) const
{
    const Diagnosis* finding = findingAt(index);
    if (finding == nullptr)
        return std::nullopt;
    if (const DiagnosedPlace* place = placeAt(index))
        return place->isOnTimeline ? std::optional(place->event) : std::nullopt;
    const auto shown = std::find_if(finding->places.begin(), finding->places.end(),
                                    [](const DiagnosedPlace& place) { return place.isOnTimeline; });
    return shown != finding->places.end() ? std::optional(shown->event) : std::nullopt;
}

QString FindingsModel::lineText(const QModelIndex& index) const
{
    QStringList parts;
    for (int column = 0; column < ColumnCount; ++column) {
        if (const QString part = textOf(index.siblingAtColumn(column)); !part.isEmpty())
            parts << part;
    }
    return parts.join(QLatin1Char('\t'));
}

QModelIndex FindingsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTopLevel);
}

QModelIndex FindingsModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == kTopLevel)
        return {};
    return createIndex(static_cast<int>(child.internalId() - 1), 0, kTopLevel);
}

int FindingsModel::rowCount(const QModelIndex& parent) const
{
    if (m_findings == nullptr)
        return 0;
    if (!parent.isValid())
        return static_cast<int>(m_findings->size());
    if (parent.internalId() != kTopLevel || parent.column() != 0)
        return 0;
    return static_cast<int>((*m_findings)[static_cast<std::size_t>(parent.row())].places.size());
}

int FindingsModel::columnCount(const QModelIndex& parent) const
{
    Q_UNUSED(parent)
    return ColumnCount;
}

QString FindingsModel::textOf(const QModelIndex& index) const
{
    const Diagnosis& finding = *findingAt(index);
    if (const DiagnosedPlace* place = placeAt(index)) {
        switch (index.column()) {
        case FindingColumn:
            // One line, whatever the file has in it.
            return place->name.empty() ? tr("(no name)") : toQString(place->name).simplified();
        case WhereColumn:
            return whereText(*place);
        case WhatColumn:
            return place->isOnTimeline || place->track.empty()
                       ? byteText(*place, finding.source)
                       : byteText(*place, finding.source) + QStringLiteral(", ") + trackText(*place);
        default:
            return {};
        }
    }
    switch (index.column()) {
    case FindingColumn:
        return toQString(finding.code);
    case SeverityColumn:
        return severityLabel(finding.severity);
    case CountColumn:
        return countText(finding.count);
    case AmountColumn:
        return amountText(finding);
    case WhereColumn:
        return finding.places.empty() ? QString() : whereText(finding.places.front());
    default:
        return toQString(finding.message);
    }
}

QVariant FindingsModel::colorOf(const QModelIndex& index) const
{
    const Theme& theme = themeOf(m_theme);
    const DiagnosedPlace* place = placeAt(index);
    if (place != nullptr)
        return place->isOnTimeline ? QVariant() : QVariant(theme.mutedText);
    if (index.column() == WhereColumn && !eventAt(index))
        return theme.mutedText;
    if (index.column() != SeverityColumn)
        return {};
    switch (findingAt(index)->severity) {
    case Severity::Error:
        return theme.error;
    case Severity::Warning:
        return theme.warning;
    case Severity::Note:
        break;
    }
    return theme.mutedText;
}

QVariant FindingsModel::data(const QModelIndex& index, int role) const
{
    if (findingAt(index) == nullptr)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        // In full, most kernels begin alike.
        if (const DiagnosedPlace* place = placeAt(index);
            place != nullptr && index.column() == FindingColumn && !place->name.empty())
            return toQString(shortKernelName(place->name)).simplified();
        return textOf(index);
    case Qt::ToolTipRole: {
        // Text of a file must not be taken for rich text.
        const QString text = textOf(index);
        return text.isEmpty() ? QVariant() : QVariant(text.left(2000).toHtmlEscaped());
    }
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn || index.column() == AmountColumn
                   ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                   : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return colorOf(index);
    default:
        return {};
    }
}

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == CountColumn || section == AmountColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                 : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case FindingColumn:
        return tr("Finding");
    case SeverityColumn:
        return tr("Severity");
    case CountColumn:
        return tr("Count");
    case AmountColumn:
        return tr("How much");
    case WhereColumn:
        return tr("Where");
    default:
        return tr("What");
    }
}

Qt::ItemFlags FindingsModel::flags(const QModelIndex& index) const
{
    const DiagnosedPlace* place = placeAt(index);
    if (place != nullptr && !place->isOnTimeline)
        return Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return QAbstractItemModel::flags(index);
}

} // namespace lanescope::desktop
