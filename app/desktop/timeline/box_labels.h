// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QStaticText>
#include <QString>

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

class QPainter;

namespace lanescope::desktop {

// Where a name stands on its box, and what of it goes when there is no room. A centred name with numbers or
// dots in it loses its beginning, because "layers.3.attn" tells itself apart at its end.
enum class LabelPlace { Left, Centre };

// Draws the names on boxes. A name is laid out once for each length it is cut to, and drawn from there afterwards.
class BoxLabels {
public:
    explicit BoxLabels(const QFont& font);

    // Boxes narrower than this carry no name.
    static constexpr int kNarrowestPx = 26;

    [[nodiscard]] const QFont& font() const { return m_font; }
    // The rectangle that drawing would cover; empty when not even one letter and an ellipsis fit. `key` identifies the
    // name among all names given to this object; `name` is only read the first time.
    struct Placed {
        const QStaticText* text = nullptr;
        QRectF rect;
    };
    [[nodiscard]] Placed place(std::uint64_t key, const QRectF& box, LabelPlace where);
    [[nodiscard]] bool knows(std::uint64_t key) const { return m_names.contains(key); }
    void add(std::uint64_t key, const QString& name);
    // To be called between frames: forgets everything once too much is kept.
    void trim();
    void clear();

private:
    struct Name {
        QString text;
        std::vector<double> endPx; // of the first n + 1 letters
        bool endTells = false;
        std::unordered_map<int, QStaticText> cuts;
    };

    [[nodiscard]] const QStaticText& cutText(Name& name, int letters, LabelPlace where);

    QFont m_font;
    QFontMetricsF m_metrics;
    double m_ellipsisPx;
    std::unordered_map<std::uint64_t, Name> m_names;
    std::size_t m_cuts = 0;
};

} // namespace lanescope::desktop
