// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/open/open_trace.h"

#include <QStringList>
#include <QWidget>

class QTextEdit;

namespace lanescope::desktop {

// How trace and annotations fit together, in words: one line for the whole, one for each exec graph.
[[nodiscard]] QStringList matchLines(const OpenedTrace& opened);
// One line a warning.
[[nodiscard]] QStringList warningLines(const OpenedTrace& opened);

// What should be known of how the trace was read and joined.
class WarningsPanel : public QWidget {
    Q_OBJECT

public:
    explicit WarningsPanel(QWidget* parent = nullptr);

    // Null clears.
    void show(const OpenedTrace* opened);
    using QWidget::show;
    [[nodiscard]] QString text() const;

private:
    QTextEdit* m_text;
};

} // namespace lanescope::desktop
