// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/statistics/statistics_scope.h"

#include "app/desktop/text.h"
#include "app/desktop/timeline/spoken_text.h"

#include <fmt/format.h>

namespace lanescope::desktop {

Result<std::optional<EventMask>> StatisticsScope::mask(const JobControl& job) const
{
    std::optional<EventMask> matching;
    if (conditions.isActive()) {
        auto computed = eventsThatMatch(*opened->joined, conditions, job);
        if (!computed)
            return failureOf(computed);
        matching = *std::move(computed);
    }
    if (tracks.empty())
        return matching;
    std::vector<std::uint8_t> answers(opened->trace->eventCount());
    for (const TrackPlace& track : tracks) {
        for (const LaneRow& lane : trackAt(*arrangement, track.group, track.track).lanes) {
            if (job.stopRequested())
                return JobControl::stopped();
            for (const EventId event : lane.events())
                answers[indexOf(event)] = !matching || (*matching)[event] ? 1 : 0;
        }
    }
    return std::optional(EventMask(std::move(answers)));
}

QString StatisticsScope::text() const
{
    if (opened == nullptr)
        return {};
    QString time = range ? ScopeTracker::tr("Marked range %1 to %2 (%3)")
                               .arg(durationLabel(range->beginNs, 6), durationLabel(range->endNs, 6),
                                    durationLabel(range->durationNs()))
                         : ScopeTracker::tr("Whole trace");
    if (!tracks.empty())
        time = QStringLiteral("%1, %2").arg(time, markedTracksText(*arrangement, tracks));
    return conditions.isActive() ? ScopeTracker::tr("%1, what the filter leaves").arg(time) : time;
}

ScopeTracker::ScopeTracker(TraceDocument& document, QObject* parent) : QObject(parent), m_document(document)
{
    m_conditions = document.filter();
    connect(&document, &TraceDocument::traceChanged, this, [this] {
        m_own.reset();
        m_conditions = m_document.filter();
        emit changed();
    });
    connect(&document, &TraceDocument::markedRangeChanged, this, &ScopeTracker::changed);
    connect(&document, &TraceDocument::filterChanged, this, [this] {
        const TraceFilter& filter = m_document.filter();
        if (m_own && static_cast<const FilterConditions&>(*m_own) == filter)
            return;
        m_own.reset();
        if (m_conditions == filter)
            return; // back from a highlight, or only another effect
        m_conditions = filter;
        emit changed();
    });
}

StatisticsScope ScopeTracker::scope() const
{
    return {m_document.opened(),      m_document.diagnoses(),   m_conditions,
            m_document.markedRange(), m_document.arrangement(), m_document.markedTracks()};
}

void ScopeTracker::highlight(const std::string& expression)
{
    TraceFilter filter = m_document.filter();
    static_cast<FilterConditions&>(filter) = m_conditions;
    filter.text = m_conditions.text.empty() ? expression : fmt::format("({}) {}", m_conditions.text, expression);
    filter.effect = FilterEffect::Dim;
    m_own = filter;
    m_document.setFilter(filter);
}

} // namespace lanescope::desktop
