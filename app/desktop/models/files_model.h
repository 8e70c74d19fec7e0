// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/trace_document.h"
#include "core/base/result.h"

#include <QAbstractTableModel>

namespace lanescope::desktop {

// "1.5ms", "-20 us", "0": how much later the user wants a file. Errors: WrongUsage, in one line.
[[nodiscard]] Result<TimeNs> parseOffset(const QString& text);

// The files of the document's session; offsets can be edited. Without one, and for a trace of one file, it is empty.
class FilesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { TitleColumn, OffsetColumn, EventsColumn, BeginColumn, FileColumn, ColumnCount };

    // `document` must outlive the model.
    explicit FilesModel(TraceDocument& document, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    // Changes nothing here: offsetChosen() asks for it.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void offsetChosen(int file, lanescope::TimeNs offsetNs);
    void offsetRefused(const QString& why);

private:
    [[nodiscard]] TimeNs offsetOf(std::size_t file) const;

    TraceDocument& m_document;
    std::shared_ptr<const OpenedTrace> m_session; // as the views know it; null without files
};

} // namespace lanescope::desktop
