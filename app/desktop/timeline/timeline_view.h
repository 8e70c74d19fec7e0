// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/header_drag.h"
#include "app/desktop/timeline/overview_strip.h"
#include "app/desktop/timeline/timeline_input.h"
#include "app/desktop/timeline/timeline_plot.h"

#include <QWidget>

class QScrollBar;

namespace lanescope::desktop {

// The timeline as a widget: the overview, the plot, its input and scroll bars for rows and time.
class TimelineView : public QWidget {
    Q_OBJECT

public:
    explicit TimelineView(TraceDocument& document, QWidget* parent = nullptr);
    ~TimelineView() override;

    void setTheme(ThemeKind kind);
    [[nodiscard]] OverviewStrip& overview() { return *m_overview; }
    [[nodiscard]] TimelinePlot& plot() { return *m_plot; }
    [[nodiscard]] TimelineInput& input() { return *m_input; }

signals:
    void contextMenuRequested(QPoint globalPoint);

private:
    void updateRowBar();
    void updateTimeBar();
    void scrollTime(int position);

    TraceDocument& m_document;
    OverviewStrip* m_overview;
    TimelinePlot* m_plot;
    TimelineInput* m_input;
    HeaderDrag* m_headerDrag;
    QScrollBar* m_rowBar;
    QScrollBar* m_timeBar;
};

} // namespace lanescope::desktop
