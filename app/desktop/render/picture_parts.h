// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"
#include "core/lanes/arrangement.h"

#include <qcustomplot.h>

#include <vector>

namespace lanescope::desktop {

// The line above a picture: the file on the left, the time range on the right.
class PictureTitle : public QCPLayoutElement {
    Q_OBJECT

public:
    static constexpr int kHeightPx = 38;

    PictureTitle(QCustomPlot* plot, const Theme& theme, QString left, QString right);

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    const Theme& m_theme;
    QString m_left;
    QString m_right;
};

// The most important annotation names with their colours, in as many lines as they need; and how backward looks.
class PictureLegend : public QCPLayoutElement {
    Q_OBJECT

public:
    struct Entry {
        QString text;
        QColor color;
        bool isHatched = false;
    };

    PictureLegend(QCustomPlot* plot, const Theme& theme, std::vector<Entry> entries);

    [[nodiscard]] int heightFor(int widthPx) const;

protected:
    void applyDefaultAntialiasingHint(QCPPainter* painter) const override;
    void draw(QCPPainter* painter) override;

private:
    [[nodiscard]] std::vector<QRect> places(int widthPx) const;

    const Theme& m_theme;
    std::vector<Entry> m_entries;
};

// The names with the most GPU time, in the list's order, and one entry for the backward pattern if the trace has any.
[[nodiscard]] std::vector<PictureLegend::Entry> legendOf(const Arrangement& arrangement, const Theme& theme);

} // namespace lanescope::desktop
