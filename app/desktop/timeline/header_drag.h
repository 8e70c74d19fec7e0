// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/timeline/timeline_plot.h"

#include <QObject>
#include <QPoint>

#include <optional>

class QMouseEvent;

namespace lanescope::desktop {

// Dragging the borders of the column of names: below a track it changes how high the track's lanes are, at the right
// how wide the column is. A double click on a border goes back to the ordinary size.
class HeaderDrag : public QObject {
    Q_OBJECT

public:
    // `plot` must outlive it; it watches the plot's events and takes those on borders. Make it after others that
    // watch them.
    explicit HeaderDrag(TimelinePlot& plot, QObject* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    // A border that can be dragged.
    struct Border {
        std::optional<TrackPlace> track; // none: the right border of the column
        double stretch = 1;              // px of the track for one px of a lane
    };

    [[nodiscard]] std::optional<Border> borderAt(QPoint point);
    bool press(const QMouseEvent& event);
    bool move(const QMouseEvent& event);
    bool release(const QMouseEvent& event);
    void resetAt(const Border& border);

    TimelinePlot& m_plot;
    std::optional<Border> m_dragged;
    QPoint m_pressedAt;
    int m_sizeBeforePx = 0; // of a lane, or of the column
};

} // namespace lanescope::desktop
