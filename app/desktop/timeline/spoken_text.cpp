// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/spoken_text.h"

#include "app/desktop/text.h"
#include "core/query/kernel_name.h"

#include <QCoreApplication>
#include <QStringList>

namespace lanescope::desktop {
namespace {

struct SpokenText {
    Q_DECLARE_TR_FUNCTIONS(SpokenText)
};

QString timeText(TimeRange time)
{
    return SpokenText::tr("%1 at %2").arg(durationLabel(time.durationNs()), durationLabel(time.beginNs, 9));
}

QString ofEvent(const Arrangement& arrangement, EventId event)
{
    const JoinedTrace& joined = *arrangement.joined;
    const Trace& trace = *joined.trace;
    QStringList parts{trace.isGpuWork(event) ? toQString(shortKernelName(trace.name(event)))
                                             : toQString(trace.name(event)),
                      timeText({trace.beginNs(event), trace.endNs(event)})};
    if (const Annotation* annotation = joined.annotation(event))
        parts << SpokenText::tr("annotation %1").arg(toQString(annotation->title()));
    if (trace.isGpuWork(event))
        parts << phaseLabel(joined.phase(event));
    if (const auto track = trackShowing(arrangement, event))
        parts << toQString(trackAt(arrangement, track->group, track->track).title);
    return parts.join(QStringLiteral(", "));
}

} // namespace

QString markedTracksText(const Arrangement& arrangement, const std::vector<TrackPlace>& tracks)
{
    return tracks.empty() ? QString()
                          : SpokenText::tr("%1 of %2 tracks").arg(tracks.size()).arg(trackCount(arrangement));
}

QString markedText(const Arrangement& arrangement, TimeRange range, const std::vector<TrackPlace>& tracks)
{
    const QString text = markedTracksText(arrangement, tracks);
    const QString length = durationLabel(range.durationNs());
    return text.isEmpty() ? length : QStringLiteral("%1 · %2").arg(length, text);
}

QString spokenRange(const Arrangement& arrangement, TimeRange range, const std::vector<TrackPlace>& tracks)
{
    const QString time = SpokenText::tr("marked %1").arg(timeText(range));
    if (tracks.empty())
        return SpokenText::tr("%1, all tracks").arg(time);
    QStringList titles;
    for (const TrackPlace& track : tracks)
        titles << toQString(trackAt(arrangement, track.group, track.track).title);
    return QStringLiteral("%1, %2: %3")
        .arg(time, markedTracksText(arrangement, tracks), titles.join(QStringLiteral(", ")));
}

QString spokenText(const Arrangement& arrangement, const Selection& selection)
{
    if (const auto* event = std::get_if<EventId>(&selection))
        return ofEvent(arrangement, *event);
    const auto* place = std::get_if<RegionPlace>(&selection);
    if (place == nullptr)
        return {};
    const Region& region = regionAt(arrangement, *place);
    return QStringList{SpokenText::tr("region %1").arg(toQString(arrangement.titles[region.titleIndex].text)),
                       timeText(region.range), phaseLabel(arrangement.joined->phases[region.phase]),
                       toQString(trackAt(arrangement, place->group, place->track).title)}
        .join(QStringLiteral(", "));
}

} // namespace lanescope::desktop
