// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/slice_palette.h"
#include "core/lanes/arrangement.h"

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lanescope::desktop {

// A box's colour and whether it carries the backward pattern.
struct BoxLook {
    SliceColor color;
    bool isBackward = false;
};

// The colours of one arrangement in one theme, each worked out once.
class BoxColors {
public:
    void reset(std::shared_ptr<const Arrangement> arrangement, ThemeKind theme);

    [[nodiscard]] BoxLook ofEvent(EventId event);
    [[nodiscard]] BoxLook ofBand() const { return {m_palette.bandColor(), false}; }
    [[nodiscard]] BoxLook ofRegion(const Region& region);
    [[nodiscard]] BoxLook dimmed(BoxLook look) const { return {m_palette.dimmed(look.color), look.isBackward}; }

private:
    [[nodiscard]] BoxLook ofCategory(EventId event, Tone tone);

    std::shared_ptr<const Arrangement> m_arrangement;
    SlicePalette m_palette{ThemeKind::Light};
    std::vector<bool> m_phaseIsBackward;
    std::unordered_map<std::uint64_t, SliceColor> m_regionColors;
    std::unordered_map<std::uint64_t, SliceColor> m_workColors;
    std::unordered_map<std::uint64_t, SliceColor> m_categoryColors;
};

} // namespace lanescope::desktop
