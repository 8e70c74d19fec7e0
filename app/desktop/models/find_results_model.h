// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lanes/arrangement.h"

#include <QAbstractTableModel>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// What a search found, a line each. Views keep something for each line, so that millions come in portions: those from
// firstListed() on, more as somebody scrolls to the end.
class FindResultsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { StartColumn, DurationColumn, NameColumn, AnnotationColumn, TrackColumn, ColumnCount };
    static constexpr int kPortion = 1000;

    using QAbstractTableModel::QAbstractTableModel;

    // `found` belongs to the arrangement; null clears.
    void setFound(std::shared_ptr<const Arrangement> arrangement, std::shared_ptr<const std::vector<EventId>> found);
    // Makes sure that a position in what was found is listed, and gives its line.
    [[nodiscard]] QModelIndex listed(std::size_t position);
    [[nodiscard]] std::size_t firstListed() const { return m_first; }
    [[nodiscard]] std::optional<EventId> eventAt(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;

private:
    [[nodiscard]] QString textOf(EventId event, int column) const;

    std::shared_ptr<const Arrangement> m_arrangement;
    std::shared_ptr<const std::vector<EventId>> m_found;
    std::size_t m_first = 0;
    int m_rows = 0;
};

} // namespace lanescope::desktop
