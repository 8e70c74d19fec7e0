// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/figure_model.h"

#include <QSet>
#include <QSortFilterProxyModel>
#include <QTreeView>

#include <memory>
#include <optional>

namespace lanescope::desktop {

// A table of figures that sorts by a click on a title, keeps the columns a user chose (right click on the titles), and
// copies its selected lines as tab-separated text (Ctrl+C; all when none is selected). Another table of the same
// columns keeps sorting, widths, what is folded and the current line.
class FigureView : public QTreeView {
    Q_OBJECT

public:
    explicit FigureView(QWidget* parent = nullptr);

    void setTable(std::shared_ptr<const FigureTable> table);
    [[nodiscard]] const std::shared_ptr<const FigureTable>& table() const { return m_model.table(); }
    // Only lines whose name contains the text, and those that such lines lie in.
    void setNameFilter(const QString& text) { m_sorted.setFilterFixedString(text); }

    // Position in FigureTable::rows of the current line.
    [[nodiscard]] std::optional<std::size_t> currentRow() const;
    void setCurrentRow(std::size_t row);
    [[nodiscard]] QModelIndex indexOfRow(std::size_t row) const;

    // What is copied: titles and texts as they are shown.
    [[nodiscard]] QString tabSeparated() const;
    // All lines in the order shown, figures as whole nanoseconds and pieces, with the fields of lanescope-cli (RFC
    // 4180).
    [[nodiscard]] QByteArray commaSeparated() const;

signals:
    // The user went to a line, by mouse or keys.
    void rowChosen(std::size_t row);
    // A double click or Enter.
    void rowActivated(std::size_t row);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    [[nodiscard]] QString pathOf(const QModelIndex& index) const;
    void arrange(bool areColumnsNew);
    void showColumnMenu(QPoint point);
    // Of figures the largest are looked for first, so a first click sorts them so.
    void sortLargestFirst(int column, Qt::SortOrder order);
    [[nodiscard]] QList<QModelIndex> linesInOrder() const;

    FigureModel m_model;
    QSortFilterProxyModel m_sorted;
    QSet<QString> m_folded; // paths
    int m_sortedColumn = -1;
    bool m_isSettingTable = false;
};

} // namespace lanescope::desktop
