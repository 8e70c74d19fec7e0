// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/figure_view.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr int kColumnGapPx = 10;
constexpr int kWidestColumnPx = 360;
constexpr std::size_t kLinesUnfolded = 2000;

bool haveSameColumns(const FigureTable& a, const FigureTable& b)
{
    return std::equal(a.columns.begin(), a.columns.end(), b.columns.begin(), b.columns.end(),
                      [](const FigureColumn& x, const FigureColumn& y) {
                          return x.field == y.field && x.title == y.title && x.isUsual == y.isUsual;
                      });
}

QString csvText(const QString& text)
{
    static const QString kSpecial = QStringLiteral("\",\r\n");
    const bool isPlain = std::none_of(text.begin(), text.end(), [](QChar c) { return kSpecial.contains(c); });
    if (isPlain)
        return text;
    QString quoted = text;
    return QLatin1Char('"') + quoted.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

} // namespace

FigureView::FigureView(QWidget* parent) : QTreeView(parent)
{
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(FigureModel::kRawRole);
    m_sorted.setSortCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setFilterKeyColumn(0);
    m_sorted.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_sorted.setRecursiveFilteringEnabled(true);
    setModel(&m_sorted);
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setExpandsOnDoubleClick(false); // that is rowActivated
    setIndentation(14);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setTextElideMode(Qt::ElideRight);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSortingEnabled(true);
    header()->setSortIndicator(-1, Qt::DescendingOrder); // as the table was made
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &FigureView::sortLargestFirst);
    header()->setStretchLastSection(false);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, this, &FigureView::showColumnMenu);
    connect(this, &QTreeView::activated, this, [this](const QModelIndex& index) {
        if (const auto row = m_model.rowAt(m_sorted.mapToSource(index)))
            emit rowActivated(*row);
    });
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex& index) { m_folded.insert(pathOf(index)); });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex& index) { m_folded.remove(pathOf(index)); });
}

void FigureView::sortLargestFirst(int column, Qt::SortOrder order)
{
    if (column == m_sortedColumn)
        return;
    m_sortedColumn = column;
    const bool isNumber = column > 0 && m_model.table() && column < m_model.columnCount() &&
                          m_model.table()->columns[static_cast<std::size_t>(column)].isNumber;
    if (isNumber && order == Qt::AscendingOrder)
        header()->setSortIndicator(column, Qt::DescendingOrder);
}

QString FigureView::pathOf(const QModelIndex& index) const
{
    QString path;
    for (QModelIndex at = index.siblingAtColumn(0); at.isValid(); at = at.parent())
        path = at.data(FigureModel::kRawRole).toString() + QLatin1Char('\n') + path;
    return path;
}

void FigureView::setTable(std::shared_ptr<const FigureTable> table)
{
    if (table == m_model.table())
        return;
    const bool areColumnsNew = !table || !m_model.table() || !haveSameColumns(*table, *m_model.table());
    const QString current = currentIndex().isValid() ? pathOf(currentIndex()) : QString();
    m_isSettingTable = true;
    m_model.setTable(std::move(table));
    arrange(areColumnsNew);
    if (!current.isEmpty() && m_model.table()) {
        for (const QModelIndex& index : linesInOrder()) {
            if (pathOf(index) == current) {
                setCurrentIndex(index);
                break;
            }
        }
    }
    m_isSettingTable = false;
}

void FigureView::arrange(bool areColumnsNew)
{
    if (!m_model.table())
        return;
    if (m_model.table()->rows.size() <= kLinesUnfolded) {
        for (const QModelIndex& index : linesInOrder()) {
            if (m_sorted.hasChildren(index))
                setExpanded(index, !m_folded.contains(pathOf(index)));
        }
    }
    setRootIsDecorated(std::any_of(m_model.table()->rows.begin(), m_model.table()->rows.end(),
                                   [](const FigureRow& row) { return row.parent >= 0; }));
    if (!areColumnsNew)
        return;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        setColumnHidden(column, !m_model.table()->columns[static_cast<std::size_t>(column)].isUsual);
        resizeColumnToContents(column);
        const int width = columnWidth(column) + kColumnGapPx;
        setColumnWidth(column, std::min(width, kWidestColumnPx));
    }
}

std::optional<std::size_t> FigureView::currentRow() const
{
    return m_model.rowAt(m_sorted.mapToSource(currentIndex()));
}

QModelIndex FigureView::indexOfRow(std::size_t row) const
{
    return m_sorted.mapFromSource(m_model.indexOfRow(row));
}

void FigureView::setCurrentRow(std::size_t row)
{
    m_isSettingTable = true; // nobody chose it
    setCurrentIndex(indexOfRow(row));
    scrollTo(currentIndex());
    m_isSettingTable = false;
}

void FigureView::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    const bool isSameLine = current.row() == previous.row() && current.parent() == previous.parent();
    if (m_isSettingTable || isSameLine)
        return;
    if (const auto row = m_model.rowAt(m_sorted.mapToSource(current)))
        emit rowChosen(*row);
}

QList<QModelIndex> FigureView::linesInOrder() const
{
    QList<QModelIndex> lines;
    QList<QModelIndex> toDo; // the next one is the last
    const auto addInside = [&](const QModelIndex& parent) {
        for (int row = m_sorted.rowCount(parent) - 1; row >= 0; --row)
            toDo << m_sorted.index(row, 0, parent);
    };
    addInside({});
    while (!toDo.isEmpty()) {
        lines << toDo.takeLast();
        addInside(lines.last());
    }
    return lines;
}

QString FigureView::tabSeparated() const
{
    QStringList out;
    QStringList titles;
    QList<int> columns;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        if (isColumnHidden(column))
            continue;
        columns << column;
        titles << m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    out << titles.join(QLatin1Char('\t'));
    const QItemSelectionModel& selection = *selectionModel();
    for (const QModelIndex& line : linesInOrder()) {
        if (selection.hasSelection() && !selection.isSelected(line))
            continue;
        QStringList cells;
        for (const int column : columns)
            cells << line.siblingAtColumn(column).data().toString();
        out << cells.join(QLatin1Char('\t'));
    }
    return out.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

QByteArray FigureView::commaSeparated() const
{
    QStringList fields{QStringLiteral("depth")};
    for (const FigureColumn& column : m_model.table() ? m_model.table()->columns : std::vector<FigureColumn>())
        fields << column.field;
    fields << QStringLiteral("unreliable");
    QString out = fields.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    for (const QModelIndex& line : linesInOrder()) {
        int depth = 0;
        for (QModelIndex at = line.parent(); at.isValid(); at = at.parent())
            ++depth;
        QStringList cells{QString::number(depth)};
        QStringList doubts;
        for (const FigureCell& cell : m_model.table()->rows[*m_model.rowAt(m_sorted.mapToSource(line))].cells) {
            const bool isReal = cell.raw.typeId() == QMetaType::Double;
            cells << csvText(isReal ? QString::number(cell.raw.toDouble(), 'g', QLocale::FloatingPointShortest)
                                    : cell.raw.toString());
            if (!cell.doubt.isEmpty() && !doubts.contains(cell.doubt))
                doubts << cell.doubt;
        }
        cells << csvText(doubts.join(QStringLiteral("; ")));
        out += cells.join(QLatin1Char(',')) + QStringLiteral("\r\n");
    }
    return out.toUtf8();
}

void FigureView::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(tabSeparated());
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void FigureView::showColumnMenu(QPoint point)
{
    QMenu menu(this);
    for (int column = 1; column < m_model.columnCount(); ++column) {
        QAction* action = menu.addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            setColumnHidden(column, !isShown);
            if (isShown)
                resizeColumnToContents(column);
        });
    }
    menu.exec(header()->mapToGlobal(point));
}

} // namespace lanescope::desktop
