// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/timeline_scene.h"
#include "app/desktop/timeline/track_changes.h"
#include "app/desktop/trace_document.h"

#include <qcustomplot.h>

#include <optional>

namespace lanescope::desktop {

enum class ArrowDirection { ToItsStart, ToItsEnd };

class TimelineFrame;
class TimelineOverlay;
class TimelinePlottable;

// The timeline of a document: boxes, axis, names, cursor. Follows the document by itself; takes no input
// (TimelineInput does). The same class draws pictures without a screen.
class TimelinePlot : public QCustomPlot {
    Q_OBJECT

public:
    // `document` must outlive the plot.
    explicit TimelinePlot(TraceDocument& document, QWidget* parent = nullptr);
    ~TimelinePlot() override;

    void setTheme(ThemeKind kind);
    [[nodiscard]] TimelineScene& scene() { return m_scene; }

    [[nodiscard]] int scrollPx() const { return m_scrollPx; }
    [[nodiscard]] int largestScrollPx() const;
    void setScrollPx(int scrollPx);
    // Rows [first, last) that can be seen.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsInView() const;
    // Scrolls just as far as needed for the selection to be seen.
    void revealSelection();
    // Selects a slice or instant and shows it: unfolds its track, dims instead of hides what the filter leaves out,
    // moves the view and scrolls as far as needed.
    void revealEvent(EventId event);
    // Unfolds a track and scrolls to it.
    void revealTrack(std::uint32_t group, std::uint32_t track);
    // Goes from the selected slice to the one at the other end of an arrow; false when it has none there.
    bool walkArrow(ArrowDirection direction);

    // Where boxes are drawn, and where track names are, in the widget's pixels.
    [[nodiscard]] QRect canvasRect() const;
    [[nodiscard]] QRect headerRect() const;
    [[nodiscard]] TimeNs timeAt(int x) const;
    // The mark whose flag stands on the axis there.
    [[nodiscard]] std::optional<std::size_t> markAt(QPoint point) const;
    [[nodiscard]] std::optional<TimelineHit> hitAt(QPoint point);
    // The place of a selected slice or bar, if it is in the rows and the time shown.
    [[nodiscard]] std::optional<QRect> selectedRect() const;
    // How wide the column of names is, within reason; nothing: as wide as the names of each trace need.
    void setHeaderWidth(std::optional<int> widthPx);

    // Folds or unfolds the group or track whose name is at a point; false when none is there.
    bool toggleAt(QPoint headerPoint);
    void toggleGroup(std::uint32_t group);
    void toggleTrack(std::uint32_t group, std::uint32_t track);
    void setAllCollapsed(bool isCollapsed);
    void setChoices(TrackChoices choices);
    void changeTrack(TrackPlace track, TrackChange change);
    // How high a track's lanes are.
    [[nodiscard]] int lanePx(TrackPlace track) const;
    void setLanePx(TrackPlace track, int lanePx);
    // The tracks that a drag from one height of the widget to another goes over, folded groups with all of theirs;
    // empty means all tracks: for a drag that begins on the axis, or goes over none or all of them.
    [[nodiscard]] std::vector<TrackPlace> tracksBetween(int fromY, int toY) const;
    // The track whose name is at a point, and the one of the selection.
    [[nodiscard]] std::optional<TrackPlace> trackAt(QPoint headerPoint) const;
    // The header of groups that is at a point.
    [[nodiscard]] std::optional<Row> groupHeaderAt(QPoint headerPoint) const;
    void hideGroups(const Row& header);
    // The whole name, for a tooltip, and whose it is; empty where there is none.
    [[nodiscard]] QString nameText(QPoint headerPoint) const;
    [[nodiscard]] std::optional<TrackPlace> selectedTrack() const;
    void setCollapsed(CollapsedState collapsed);

    void setCursorX(std::optional<int> x);
    void setHovered(const std::optional<TimelineHit>& hit);

signals:
    // The rows or the visible height changed: whatever scrolls must ask again.
    void extentChanged();
    void scrolled(int scrollPx);

protected:
    void showEvent(QShowEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    // QCustomPlot's own handling of the mouse has no use here.
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void showTrace();
    void showArrangement();
    void showSelection();
    void describe();
    void rowsChanged();
    void applyHeaderWidth();
    void layOutCanvas();
    void unfold(std::uint32_t group, std::uint32_t track);
    void scrollTo(int topPx, int bottomPx);

    TraceDocument& m_document;
    TimelineScene m_scene;
    TimelinePlottable* m_plottable = nullptr; // these three belong to QCustomPlot's layers
    TimelineFrame* m_frame = nullptr;
    TimelineOverlay* m_overlay = nullptr;
    QColor m_canvasColor;
    QColor m_focusColor;
    bool m_showsFocus = false;
    int m_scrollPx = 0;
    std::optional<int> m_headerPx; // as the user wants it
};

} // namespace lanescope::desktop
