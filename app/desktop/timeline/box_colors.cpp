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

void BoxColors::reset(std::shared_ptr<const Arrangement> arrangement, std::shared_ptr<const SliceLooks> looks,
                      ThemeKind theme)
{
    m_arrangement = std::move(arrangement);
    m_looks = std::move(looks);
    m_palette = SlicePalette(theme);
    m_phaseIsBackward.clear();
    m_regionColors.clear();
    m_workColors.clear();
    m_byNumber.clear();
    m_isKnown.clear();
    if (!m_arrangement || !m_looks)
        return;
    m_byNumber.resize(m_looks->count());
    m_isKnown.resize(m_looks->count());
    for (const std::string& phase : m_arrangement->joined->phases)
        m_phaseIsBackward.push_back(isBackward(phase));
}

BoxLook BoxColors::ofEvent(EventId event)
{
    return isOfWorkItself() && isOfWork(event) ? ofWorkAlone(event) : workOut(event);
}

void BoxColors::setColorBy(ColorBy colorBy)
{
    m_colorBy = colorBy;
    forgetLooks();
}

void BoxColors::forgetLooks()
{
    m_workColors.clear();
    m_isKnown.assign(m_isKnown.size(), false);
}

BoxLook BoxColors::ofWorkAlone(EventId event)
{
    const JoinedTrace& joined = *m_arrangement->joined;
    const Trace& trace = *joined.trace;
    const bool backward = m_phaseIsBackward[joined.phaseIndex(event)];
    const std::uint64_t key = (std::uint64_t{indexOf(trace.categoryId(event))} << 33) |
                              (std::uint64_t{indexOf(trace.nameId(event))} << 1) | (backward ? 1U : 0U);
    const SliceColor& color = colorIn(m_workColors, key, [&] {
        return m_colorBy == ColorBy::Kernel
                   ? m_palette.workColor(trace.name(event), toneOf(backward))
                   : m_palette.categoryColor(trace.category(event), trace.name(event), toneOf(backward));
    });
    return {color, backward};
}

BoxLook BoxColors::workOut(EventId event) const
{
    const JoinedTrace& joined = *m_arrangement->joined;
    const Trace& trace = *joined.trace;
    const bool isWork = isOfWork(event);
    const bool backward = isWork && m_phaseIsBackward[joined.phaseIndex(event)];
    if (isWork && m_colorBy == ColorBy::Phase)
        return {m_palette.workColor(joined.phase(event), toneOf(backward)), backward};
    const Annotation* annotation = isWork ? joined.annotation(event) : nullptr;
    return {annotation != nullptr ? m_palette.workColor(annotation->title(), toneOf(backward))
                                  : m_palette.categoryColor(trace.category(event), trace.name(event), toneOf(backward)),
            backward};
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
