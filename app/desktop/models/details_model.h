// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/models/slice_details.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace lanescope::desktop {

// The groups of a SliceDetails as a tree of two columns, name and value.
class DetailsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, ColumnCount };

    explicit DetailsModel(QObject* parent = nullptr);
    ~DetailsModel() override;

    void setGroups(std::vector<DetailNode> groups);
    // The line of an index; null for an invalid one.
    [[nodiscard]] const DetailNode* nodeAt(const QModelIndex& index) const;
    // "name: value" of a line and, indented, of the lines below it.
    [[nodiscard]] QString textOf(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    // A line with its way up, which DetailNode itself does not know.
    struct Place {
        const DetailNode* node = nullptr;
        const Place* parent = nullptr;
        int row = 0;
        std::vector<std::unique_ptr<Place>> children;
    };

    static void addPlaces(Place& place, const std::vector<DetailNode>& nodes);
    [[nodiscard]] const Place& placeOfIndex(const QModelIndex& index) const;

    std::vector<DetailNode> m_groups;
    Place m_root;
};

} // namespace lanescope::desktop
