// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/theme.h"

#include <QColor>

#include <string_view>

namespace lanescope::desktop {

// How a box of the timeline is filled. `text` reads on `fill` with a contrast of at least 4.5.
struct SliceColor {
    QRgb fill = 0;
    QRgb text = 0;
    QRgb hatch = 0; // lines of the backward pattern on fill

    friend bool operator==(const SliceColor&, const SliceColor&) = default;
};

enum class Tone { Forward, Backward };

// Colours of annotation titles and categories. A title has the same hue in every trace and theme: its last number moves
// the hue by the golden angle, so that layer_3 and layer_4 never look alike. Stateless; any thread.
class SlicePalette {
public:
    explicit SlicePalette(ThemeKind kind) : m_isDark(kind == ThemeKind::Dark) {}

    // A region bar, and the kernels below it: the same hue, quieter.
    [[nodiscard]] SliceColor regionColor(std::string_view title, Tone tone) const;
    // The bar of a module that holds annotated ones: a tint, so that the names below it stand out.
    [[nodiscard]] SliceColor parentColor(std::string_view title, Tone tone) const;
    [[nodiscard]] SliceColor workColor(std::string_view title, Tone tone) const;
    // Slices without an annotation: by category, a little lighter or darker by name.
    [[nodiscard]] SliceColor categoryColor(std::string_view category, std::string_view name, Tone tone) const;
    // The profiler's own annotations: quieter than everything else.
    [[nodiscard]] SliceColor bandColor() const;
    // What a filter left over, while it is still shown.
    [[nodiscard]] SliceColor dimmed(SliceColor color) const;

private:
    bool m_isDark;
};

// The hue of a title in degrees, [0, 360).
[[nodiscard]] double hueOfTitle(std::string_view title);

} // namespace lanescope::desktop
