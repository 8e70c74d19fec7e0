// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/desktop/style/color_by.h"
#include "app/desktop/style/slice_palette.h"
#include "core/lanes/arrangement.h"
#include "core/viewport/slice_looks.h"

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
    // Either may be null, then nothing is asked.
    void reset(std::shared_ptr<const Arrangement> arrangement, std::shared_ptr<const SliceLooks> looks,
               ThemeKind theme);
    // What the colour of GPU work tells. Region bars keep the colours of their names.
    void setColorBy(ColorBy colorBy);

    // Of the events whose look has that number; null where the event itself must be asked, by ofEvent().
    [[nodiscard]] const BoxLook* ofNumber(std::uint16_t number)
    {
        if (number == SliceLooks::kUnnumbered || (isOfWorkItself() && isOfWork(m_looks->exampleOf(number))))
            return nullptr;
        if (!m_isKnown[number]) {
            m_byNumber[number] = workOut(m_looks->exampleOf(number));
            m_isKnown[number] = true;
        }
        return &m_byNumber[number];
    }
    [[nodiscard]] BoxLook ofEvent(EventId event);
    [[nodiscard]] BoxLook ofBand() const { return {m_palette.bandColor(), false}; }
    [[nodiscard]] BoxLook ofRegion(const Region& region);
    [[nodiscard]] BoxLook dimmed(BoxLook look) const { return {m_palette.dimmed(look.color), look.isBackward}; }

private:
    // Work that looks alike by its annotation may be of many kernels.
    [[nodiscard]] bool isOfWorkItself() const { return m_colorBy == ColorBy::Kernel || m_colorBy == ColorBy::Category; }
    [[nodiscard]] bool isOfWork(EventId event) const { return m_arrangement->joined->trace->isGpuWork(event); }
    [[nodiscard]] BoxLook workOut(EventId event) const;
    [[nodiscard]] BoxLook ofWorkAlone(EventId event);
    void forgetLooks();

    std::shared_ptr<const Arrangement> m_arrangement;
    std::shared_ptr<const SliceLooks> m_looks;
    SlicePalette m_palette{ThemeKind::Light};
    ColorBy m_colorBy = ColorBy::Annotation;
    std::vector<bool> m_phaseIsBackward;
    std::vector<BoxLook> m_byNumber;                            // of m_looks
    std::vector<bool> m_isKnown;                                // by number
    std::unordered_map<std::uint64_t, SliceColor> m_workColors; // by name or category and phase
    std::unordered_map<std::uint64_t, SliceColor> m_regionColors;
};

} // namespace lanescope::desktop
