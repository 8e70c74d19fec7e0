// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/timeline_plot.h"
#include "app/desktop/trace_document.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace lanescope::desktop {

// Where one has looked, as a browser keeps pages: back and forward through the stretches of time that rested for a
// moment. A zoom or pan of many steps is one change.
class ViewHistory : public QObject {
    Q_OBJECT

public:
    static constexpr int kRestMs = 500;
    static constexpr std::size_t kKept = 100;

    // Both must outlive the history.
    ViewHistory(TraceDocument& document, TimelinePlot& plot, QObject* parent = nullptr);

    [[nodiscard]] bool canGoBack() const;
    [[nodiscard]] bool canGoForward() const { return m_at + 1 < m_places.size() && !m_resting.isActive(); }
    void goBack();
    void goForward();
    // Forgets all but the view that is shown.
    void restart();

signals:
    void changed();

private:
    struct Place {
        TimeRange range;
        int scrollPx = 0;
    };

    void rangeChanged();
    void settle();
    void show(std::size_t at);

    TraceDocument& m_document;
    TimelinePlot& m_plot;
    QTimer m_resting; // runs while the view moves
    std::vector<Place> m_places;
    std::size_t m_at = 0;
    bool m_isShowing = false;
};

} // namespace lanescope::desktop
