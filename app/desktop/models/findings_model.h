// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "core/query/diagnosis.h"

#include <QAbstractItemModel>

#include <memory>
#include <optional>
#include <vector>

namespace lanescope::desktop {

// What is odd about a trace: one line a finding, worst first, with a line below it for each of its first places.
class FindingsModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { FindingColumn, SeverityColumn, CountColumn, AmountColumn, WhereColumn, WhatColumn, ColumnCount };

    explicit FindingsModel(QObject* parent = nullptr);

    // Null clears.
    void setFindings(std::shared_ptr<const std::vector<Diagnosis>> findings);
    void setTheme(ThemeKind theme);

    // The finding of a line or of the line above it; null for an invalid index.
    [[nodiscard]] const Diagnosis* findingAt(const QModelIndex& index) const;
    // What a view can show for a line: its place, or the first of the finding's places that is on the timeline.
    [[nodiscard]] std::optional<EventId> eventAt(const QModelIndex& index) const;
    // All columns of a line, for the clipboard.
    [[nodiscard]] QString lineText(const QModelIndex& index) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    // Places that are not on the timeline cannot be chosen.
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    [[nodiscard]] const DiagnosedPlace* placeAt(const QModelIndex& index) const;
    [[nodiscard]] QString textOf(const QModelIndex& index) const;
    [[nodiscard]] QVariant colorOf(const QModelIndex& index) const;

    std::shared_ptr<const std::vector<Diagnosis>> m_findings;
    ThemeKind m_theme = ThemeKind::Light;
};

} // namespace lanescope::desktop
