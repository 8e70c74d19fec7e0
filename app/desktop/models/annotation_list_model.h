// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/slice_palette.h"
#include "app/desktop/trace_document.h"

#include <QAbstractListModel>

#include <string>
#include <vector>

namespace lanescope::desktop {

// The annotation names of the open trace with colour, count and a check mark that says whether the filter shows them;
// the last line stands for GPU work without an annotation. Checking changes the document's filter.
class AnnotationListModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { CountRole = Qt::UserRole + 1, DurationRole, ColorRole, IsUnannotatedRole };

    // `document` must outlive the model.
    explicit AnnotationListModel(TraceDocument& document, QObject* parent = nullptr);

    void setTheme(ThemeKind theme);
    void checkAll(bool isChecked);
    // Shows the line alone; when it is alone already, all.
    void checkOnly(const QModelIndex& index);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Line {
        std::string title;
        std::uint64_t workCount = 0;
        TimeNs totalNs = 0;
        bool isUnannotated = false;
    };

    void reload();
    void readChecks();
    [[nodiscard]] bool isChecked(const Line& line) const;
    static void setChecked(TraceFilter& filter, const Line& line, bool isChecked);

    TraceDocument& m_document;
    std::vector<Line> m_lines;
    ThemeKind m_theme = ThemeKind::Light;
};

} // namespace lanescope::desktop
