// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/slice_palette.h"
#include "app/desktop/trace_document.h"

#include <QAbstractListModel>

#include <string>
#include <vector>

namespace lanescope::desktop {

// What the colours of GPU work mean, as the document colours it: annotation names, phases, kernels or categories, with
// colour, count and a check mark that says whether the filter shows them. The last line of annotation names stands for
// work without one. Checking changes the document's filter.
class LegendModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role { CountRole = Qt::UserRole + 1, DurationRole, ColorRole, IsUnannotatedRole };

    // `document` must outlive the model.
    explicit LegendModel(TraceDocument& document, QObject* parent = nullptr);

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
        std::string name; // as the filter knows it
        std::uint64_t workCount = 0;
        TimeNs totalNs = 0;
        bool isUnannotated = false;
    };

    void reload();
    void reloadOnOtherColors();
    void addAnnotations();
    void addCounts(const std::vector<WorkCount>& counts);
    void readChecks();
    [[nodiscard]] QString shownName(const Line& line) const;
    [[nodiscard]] QString toolTip(const Line& line) const;
    [[nodiscard]] QColor colorOf(const Line& line) const;
    [[nodiscard]] bool isChecked(const Line& line) const;
    void setChecked(TraceFilter& filter, const Line& line, bool isChecked) const;

    TraceDocument& m_document;
    ColorBy m_colorBy = ColorBy::Annotation;
    std::vector<Line> m_lines;
    ThemeKind m_theme = ThemeKind::Light;
};

} // namespace lanescope::desktop
