// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/linked_views.h"

namespace lanescope::desktop {

LinkedViews::LinkedViews(TraceDocument& first, TraceDocument& second, QObject* parent)
    : QObject(parent), m_first(first), m_second(second)
{
    connect(&first, &TraceDocument::visibleRangeChanged, this, [this] { follow(m_first, m_second, m_offsetNs); });
    connect(&second, &TraceDocument::visibleRangeChanged, this, [this] { follow(m_second, m_first, -m_offsetNs); });
}

void LinkedViews::setOffset(TimeNs offsetNs)
{
    m_offsetNs = offsetNs;
    follow(m_first, m_second, m_offsetNs);
}

void LinkedViews::setLinked(bool isLinked)
{
    m_isLinked = isLinked;
    follow(m_first, m_second, m_offsetNs);
}

void LinkedViews::follow(const TraceDocument& from, TraceDocument& to, TimeNs byNs)
{
    // Each move of one would come back from the other.
    if (!m_isLinked || m_isFollowing || !from.hasTrace() || !to.hasTrace())
        return;
    m_isFollowing = true;
    const TimeRange range = from.visibleRange();
    to.setVisibleRange({range.beginNs + byNs, range.endNs + byNs});
    m_isFollowing = false;
}

} // namespace lanescope::desktop
