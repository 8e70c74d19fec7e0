// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/statistics/figure_table.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// A figure table as a tree. What cannot be relied on has an asterisk, and its reason as tool tip.
class FigureModel : public QAbstractItemModel {
    Q_OBJECT

public:
    static constexpr int kRawRole = Qt::UserRole; // what a cell is sorted by

    using QAbstractItemModel::QAbstractItemModel;

    // Null clears.
    void setTable(std::shared_ptr<const FigureTable> table);
    [[nodiscard]] const std::shared_ptr<const FigureTable>& table() const { return m_table; }
    // Position in FigureTable::rows.
    [[nodiscard]] std::optional<std::size_t> rowAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOfRow(std::size_t row) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] const std::vector<int>& inside(const QModelIndex& parent) const;

    std::shared_ptr<const FigureTable> m_table;
    std::vector<std::vector<int>> m_inside; // by row: the rows in it; the last: those in none
    std::vector<int> m_placeOf;             // of each row among those it stands with
};

} // namespace lanescope::desktop
