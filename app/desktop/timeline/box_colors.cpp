// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/box_colors.h"

#include "app/desktop/slice_place.h"

namespace lanescope::desktop {
namespace {

Tone toneOf(bool isBackwardPhase)
{
    return isBackwardPhase ? Tone::Backward : Tone::Forward;
}

template<typename Make>
SliceColor& colorIn(std::unordered_map<std::uint64_t, SliceColor>& colors, std::uint64_t key, Make make)
{
    const auto known = colors.find(key);
    return known != colors.end() ? known->second : colors.emplace(key, make()).first->second;
}

} // namespace

void BoxColors::reset(std::shared_ptr<const Arrangement> arrangement, ThemeKind theme)
{
    m_arrangement = std::move(arrangement);
    m_palette = SlicePalette(theme);
    m_phaseIsBackward.clear();
    m_regionColors.clear();
    m_workColors.clear();
    m_categoryColors.clear();
    if (!m_arrangement)
        return;
    for (const std::string& phase : m_arrangement->joined->phases)
        m_phaseIsBackward.push_back(isBackward(phase));
}

BoxLook BoxColors::ofEvent(EventId event)
{
    const JoinedTrace& joined = *m_arrangement->joined;
    const bool isWork = joined.trace->isGpuWork(event);
    const bool backward = isWork && m_phaseIsBackward[joined.phaseIndex(event)];
    const Annotation* annotation = isWork ? joined.annotation(event) : nullptr;
    if (annotation == nullptr)
        return ofCategory(event, toneOf(backward));
    const std::uint64_t key =
        std::uint64_t{joined.annotationOf[joined.trace->launchRow(event)]} * 2 + (backward ? 1 : 0);
    const SliceColor& color =
        colorIn(m_workColors, key, [&] { return m_palette.workColor(annotation->title(), toneOf(backward)); });
    return {color, backward};
}

BoxLook BoxColors::ofCategory(EventId event, Tone tone)
{
    const Trace& trace = *m_arrangement->joined->trace;
    const std::uint64_t key = (std::uint64_t{indexOf(trace.categoryId(event))} << 33) |
                              (std::uint64_t{indexOf(trace.nameId(event))} << 1) | (tone == Tone::Backward ? 1U : 0U);
    const SliceColor& color = colorIn(
        m_categoryColors, key, [&] { return m_palette.categoryColor(trace.category(event), trace.name(event), tone); });
    return {color, tone == Tone::Backward};
}

BoxLook BoxColors::ofRegion(const Region& region)
{
    const bool backward = m_phaseIsBackward[region.phase];
    const std::uint64_t key = std::uint64_t{region.titleIndex} * 2 + (backward ? 1 : 0);
    const SliceColor& color = colorIn(m_regionColors, key, [&] {
        const RegionTitle& title = m_arrangement->titles[region.titleIndex];
        return title.isModuleParent ? m_palette.parentColor(title.text, toneOf(backward))
                                    : m_palette.regionColor(title.text, toneOf(backward));
    });
    return {color, backward};
}

} // namespace lanescope::desktop
