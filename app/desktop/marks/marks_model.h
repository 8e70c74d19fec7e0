// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"

#include <QAbstractTableModel>

namespace lanescope::desktop {

// The document's marks, by time; notes can be edited.
class MarksModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { TimeColumn, LengthColumn, NoteColumn, ColumnCount };

    // `document` must outlive the model.
    explicit MarksModel(TraceDocument& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    void takeMarks();

    TraceDocument& m_document;
    std::vector<Mark> m_marks; // as the views know them
};

} // namespace lanescope::desktop
