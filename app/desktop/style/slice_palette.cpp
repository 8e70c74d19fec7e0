// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/style/slice_palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace lanescope::desktop {
namespace {

constexpr double kGoldenAngle = 137.50776;
constexpr double kReadableContrast = 4.5;
constexpr QRgb kDarkText = 0xff12161c;
constexpr QRgb kLightText = 0xffffffff;

std::uint32_t hashOf(std::string_view text)
{
    std::uint32_t hash = 2166136261U; // FNV-1a: the same on every machine, unlike std::hash
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    hash ^= hash >> 15;
    hash *= 0x2c1b3c6dU;
    return hash ^ (hash >> 12);
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

int toChannel(double linear)
{
    const double limited = std::clamp(linear, 0.0, 1.0);
    const double coded = limited <= 0.0031308 ? 12.92 * limited : 1.055 * std::pow(limited, 1.0 / 2.4) - 0.055;
    return static_cast<int>(std::lround(255.0 * coded));
}

// OKLCH: equal lightness looks equally light for every hue, which HSV does not give.
// https://bottosson.github.io/posts/oklab
QRgb fromOklch(double lightness, double chroma, double hueDegrees)
{
    const double hue = hueDegrees * std::numbers::pi / 180.0;
    const double a = chroma * std::cos(hue);
    const double b = chroma * std::sin(hue);
    const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return qRgb(toChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                toChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                toChannel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s));
}

SliceColor readable(double lightness, double chroma, double hue)
{
    SliceColor color;
    color.fill = fromOklch(lightness, chroma, hue);
    const double withDark = contrastRatio(QColor(color.fill), QColor(kDarkText));
    const double withLight = contrastRatio(QColor(color.fill), QColor(kLightText));
    color.text = withDark >= withLight ? kDarkText : kLightText;
    // Middle tones carry neither text well: a step away from the text's own lightness is enough.
    while (contrastRatio(QColor(color.fill), QColor(color.text)) < kReadableContrast) {
        lightness += color.text == kDarkText ? 0.01 : -0.01;
        color.fill = fromOklch(lightness, chroma, hue);
    }
    color.hatch = fromOklch(lightness + (color.text == kDarkText ? -0.10 : 0.10), chroma, hue);
    return color;
}

struct CategoryHue {
    std::string_view category;
    double hue;
    double chroma;
};

constexpr std::array kCategoryHues{
    CategoryHue{"kernel", 255, 0.045},
    CategoryHue{"gpu_memcpy", 195, 0.07},
    CategoryHue{"gpu_memset", 75, 0.07},
    CategoryHue{"cpu_op", 250, 0.05},
    CategoryHue{"cuda_runtime", 60, 0.06},
    CategoryHue{"cuda_driver", 45, 0.06},
    CategoryHue{"python_function", 170, 0.035},
    CategoryHue{"user_annotation", 310, 0.06},
    CategoryHue{"ac2g", 0, 0.0},
    CategoryHue{"overhead", 25, 0.07},
};

} // namespace

double hueOfTitle(std::string_view title)
{
    std::size_t end = title.size();
    while (end > 0 && !isDigit(title[end - 1]))
        --end;
    std::size_t begin = end;
    double number = 0;
    double place = 1;
    while (begin > 0 && isDigit(title[begin - 1]) && end - begin < 9) {
        number += place * (title[begin - 1] - '0');
        place *= 10;
        --begin;
    }
    const std::uint32_t stem = hashOf(title.substr(0, begin)) ^ (hashOf(title.substr(end)) * 3U);
    return std::fmod(static_cast<double>(stem % 3600U) / 10.0 + number * kGoldenAngle, 360.0);
}

SliceColor SlicePalette::regionColor(std::string_view title, Tone tone) const
{
    const double hue = hueOfTitle(title);
    if (m_isDark)
        return tone == Tone::Forward ? readable(0.73, 0.105, hue) : readable(0.47, 0.095, hue);
    return tone == Tone::Forward ? readable(0.80, 0.105, hue) : readable(0.68, 0.115, hue);
}

SliceColor SlicePalette::parentColor(std::string_view title, Tone tone) const
{
    const double hue = hueOfTitle(title);
    if (m_isDark)
        return tone == Tone::Forward ? readable(0.55, 0.035, hue) : readable(0.36, 0.03, hue);
    return tone == Tone::Forward ? readable(0.87, 0.03, hue) : readable(0.79, 0.035, hue);
}

SliceColor SlicePalette::workColor(std::string_view title, Tone tone) const
{
    const double hue = hueOfTitle(title);
    if (m_isDark)
        return tone == Tone::Forward ? readable(0.62, 0.075, hue) : readable(0.40, 0.07, hue);
    return tone == Tone::Forward ? readable(0.89, 0.06, hue) : readable(0.79, 0.075, hue);
}

SliceColor SlicePalette::categoryColor(std::string_view category, std::string_view name, Tone tone) const
{
    const auto known = std::find_if(kCategoryHues.begin(), kCategoryHues.end(),
                                    [&](const CategoryHue& entry) { return entry.category == category; });
    // Where nobody writes categories (JAX), names must tell slices apart.
    const std::uint32_t unknownHue = hashOf(category.empty() ? name : category) % 360U;
    const double hue = known != kCategoryHues.end() ? known->hue : static_cast<double>(unknownHue);
    const double chroma = known != kCategoryHues.end() ? known->chroma : 0.05;
    const double shade = static_cast<double>(hashOf(name) % 5U) * 0.018;
    const double backward = tone == Tone::Backward ? (m_isDark ? 0.07 : 0.08) : 0.0;
    return m_isDark ? readable(0.44 + shade - backward, chroma, hue) : readable(0.90 - shade - backward, chroma, hue);
}

SliceColor SlicePalette::bandColor() const
{
    return m_isDark ? readable(0.33, 0.02, 300) : readable(0.93, 0.015, 300);
}

SliceColor SlicePalette::dimmed(SliceColor color) const
{
    const int brightness = qGray(color.fill);
    const int base = m_isDark ? 0x20 : 0xf4;
    const int level = base + (brightness - base) / 5;
    const int text = m_isDark ? 0x76 : 0x8c;
    const int hatch = level + (m_isDark ? 8 : -8);
    // As cool as the canvas: pure grey looks brown on it.
    const auto cool = [](int grey) { return qRgb(grey - 3, grey, std::min(grey + 5, 255)); };
    return {cool(level), qRgb(text, text, text), cool(hatch)};
}

} // namespace lanescope::desktop
