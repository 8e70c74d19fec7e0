// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "app/desktop/timeline/box_colors.h"
#include "app/desktop/timeline/box_labels.h"
#include "app/desktop/timeline/timeline_scene.h"

#include <QLine>
#include <QPainter>

#include <memory>
#include <span>
#include <vector>

namespace lanescope::desktop {

// What is drawn of a row's boxes: stretches of colour, the lines of the backward pattern, names. One object serves all
// rows, so that its memory is reused.
class RowContent {
public:
    struct Span { // pixels [x0, x1) of the canvas
        int x0;
        int x1;
        QRgb color; // opaque
    };

    // `scene` must outlive it.
    explicit RowContent(TimelineScene& scene);

    void setTheme(ThemeKind theme);
    // What is collected of the scene's arrangement from now on.
    void setLooks(std::shared_ptr<const SliceLooks> looks);
    void setColorBy(ColorBy colorBy) { m_colors.setColorBy(colorBy); }

    // Before a frame: labels of the frame before are gone.
    void startFrame();
    // Looks up beforehand what collect() asks of all boxes of a row. From any thread, a row from one at a time.
    void lookUp(std::size_t row, TimelineScene::Items items);
    // Takes what lies in a range of the canvas's pixels; spans and hatches are those of this call alone, labels add up
    // until they are drawn. `rect` is where the row is painted.
    void collect(std::size_t row, TimelineScene::Items items, bool isDimmed, const QRect& rect, PixelRange range);

    [[nodiscard]] const std::vector<Span>& spans() const { return m_spans; }
    [[nodiscard]] bool hasHatches() const { return !m_hatches.empty(); }
    [[nodiscard]] bool hasLabels() const { return !m_labelsToDraw.empty(); }
    void drawHatches(QPainter& painter);
    void drawLabels(QPainter& painter);

private:
    struct Hatch {
        QRect box;
        QRgb color = 0;
    };
    struct Label {
        BoxLabels::Placed placed;
        QRgb color = 0;
        QRgb plate = 0; // what is put under the text so that the pattern does not disturb it; 0: nothing
    };

    void resetColors();
    // Fills m_boxLooks with those of the boxes [first, first + count) of a row.
    void findLooks(std::size_t row, TimelineScene::Items items, std::size_t first, std::size_t count);
    [[nodiscard]] std::vector<std::uint16_t>& knownNumbers(std::size_t row, TimelineScene::Items items)
    {
        return items == TimelineScene::Items::All ? m_allNumbers[row] : m_matchingNumbers[row];
    }
    void addLabel(const Row& row, TimelineScene::Items items, const Box& box, const BoxLook& look, const QRect& rect);
    void drawHatch(QPainter& painter, const Hatch& hatch);
    [[nodiscard]] std::uint64_t labelKey(const Row& row, const Box& box, TimelineScene::Items items);

    TimelineScene& m_scene;
    ThemeKind m_theme = ThemeKind::Light;
    BoxColors m_colors;
    std::shared_ptr<const SliceLooks> m_looks;
    BoxLabels m_labels;
    // Numbers of looks of a row's boxes, by row; empty where they were not looked up.
    std::vector<std::vector<std::uint16_t>> m_allNumbers;
    std::vector<std::vector<std::uint16_t>> m_matchingNumbers;
    std::vector<std::uint16_t> m_numbers; // of some boxes
    std::vector<BoxLook> m_boxLooks;
    std::vector<Span> m_spans;
    std::vector<Hatch> m_hatches;
    std::vector<Label> m_labelsToDraw;
    std::vector<QLine> m_lines;
};

} // namespace lanescope::desktop
