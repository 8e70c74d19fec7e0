// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/hover_text.h"

#include "app/desktop/text.h"
#include "app/desktop/timeline/timeline_frame.h"
#include "core/query/kernel_name.h"

#include <QCoreApplication>

#include <algorithm>

namespace lanescope::desktop {
namespace {

constexpr qsizetype kLongestName = 160;

struct HoverText {
    Q_DECLARE_TR_FUNCTIONS(HoverText)
};

// Rows of "label  value".
class Rows {
public:
    void add(const QString& label, const QString& value)
    {
        m_html += QStringLiteral("<tr><td style='padding-right:10px'>%1</td><td>%2</td></tr>")
                      .arg(label.toHtmlEscaped(), value.toHtmlEscaped());
    }
    [[nodiscard]] QString under(const QString& title) const
    {
        const QString shown = title.size() > kLongestName ? title.left(kLongestName) + QChar(0x2026) : title;
        return QStringLiteral("<div style='margin-bottom:3px'><b>%1</b></div><table cellspacing='0'>%2</table>")
            .arg(shown.toHtmlEscaped(), m_html);
    }

private:
    QString m_html;
};

void addCount(Rows& rows, const Box& box, RowKind kind)
{
    if (box.count <= 1)
        return;
    const QString text = kind == RowKind::Marks ? HoverText::tr("%1 instants; the first is named")
                                                : HoverText::tr("%1 slices; the longest is named");
    rows.add(HoverText::tr("Here"), text.arg(countText(box.count)));
}

QString counterHover(const TimelineScene& scene, const TimelineHit& hit)
{
    const Row& row = scene.layout().rows[hit.row];
    const CounterSeries& series = scene.counter(row);
    const CounterSample& sample = series.sample(hit.box.item);
    Rows rows;
    rows.add(HoverText::tr("Value"), counterText(sample.value));
    if (hit.box.count > 1) {
        const ValueRange values = series.extremes(hit.box.item + 1 - hit.box.count, hit.box.item + 1);
        rows.add(HoverText::tr("Here"),
                 HoverText::tr("%1 values from %2 to %3")
                     .arg(countText(hit.box.count), counterText(values.lowest), counterText(values.highest)));
    }
    rows.add(HoverText::tr("Since"), durationLabel(sample.atNs, 9));
    rows.add(HoverText::tr("Largest"), counterText(series.range().highest));
    const QString title = toQString(trackAt(*scene.arrangement(), row.group, row.track).title);
    return rows.under(series.name().empty() ? title : title + QStringLiteral(" · ") + toQString(series.name()));
}

QString eventText(const TimelineScene& scene, const TimelineHit& hit, EventId event)
{
    const JoinedTrace& joined = *scene.arrangement()->joined;
    const Trace& trace = *joined.trace;
    const Row& row = scene.layout().rows[hit.row];
    Rows rows;
    addCount(rows, hit.box, row.kind);
    if (trace.kind(event) == EventKind::Slice)
        rows.add(HoverText::tr("Duration"), durationLabel(trace.durationNs(event)));
    rows.add(HoverText::tr("Start"), durationLabel(trace.beginNs(event), 9));
    if (const Annotation* annotation = joined.annotation(event))
        rows.add(HoverText::tr("Annotation"), toQString(annotation->title()));
    if (trace.isGpuWork(event))
        rows.add(HoverText::tr("Phase"), phaseLabel(joined.phase(event)));
    if (row.kind == RowKind::Band)
        rows.add(HoverText::tr("Kind"), HoverText::tr("annotation of the profiler"));
    else if (trace.categoryId(event) != kEmptyString)
        rows.add(HoverText::tr("Category"), toQString(trace.category(event)));
    rows.add(HoverText::tr("Track"), toQString(trackAt(*scene.arrangement(), row.group, row.track).title));
    const std::string_view name = trace.name(event);
    return rows.under(trace.isGpuWork(event) ? toQString(shortKernelName(name)) : toQString(name));
}

QString regionText(const TimelineScene& scene, const TimelineHit& hit, const RegionPlace& place)
{
    const Arrangement& arrangement = *scene.arrangement();
    const Region& region = regionAt(arrangement, place);
    Rows rows;
    if (hit.box.count > 1)
        rows.add(HoverText::tr("Here"),
                 HoverText::tr("%1 regions; the longest is named").arg(countText(hit.box.count)));
    rows.add(HoverText::tr("Duration"), durationLabel(region.range.durationNs()));
    rows.add(HoverText::tr("Start"), durationLabel(region.range.beginNs, 9));
    rows.add(HoverText::tr("Kernels"), countText(region.workCount));
    rows.add(HoverText::tr("Phase"), phaseLabel(arrangement.joined->phases[region.phase]));
    if (region.replay != JoinedTrace::kNone)
        rows.add(HoverText::tr("Replay"), countText(arrangement.joined->replays[region.replay].number));
    rows.add(HoverText::tr("Track"), toQString(trackAt(arrangement, place.group, place.track).title));
    return rows.under(toQString(arrangement.titles[region.titleIndex].text));
}

} // namespace

QString hoverText(const TimelineScene& scene, const TimelineHit& hit)
{
    if (scene.layout().rows[hit.row].kind == RowKind::Counter)
        return counterHover(scene, hit);
    if (const auto* event = std::get_if<EventId>(&hit.target))
        return eventText(scene, hit, *event);
    return regionText(scene, hit, std::get<RegionPlace>(hit.target));
}

QString groupHoverText(const Arrangement& arrangement, const Row& header)
{
    QStringList lines;
    for (std::uint32_t group = header.group; header.isHeaderOf(group); ++group)
        lines << toQString(arrangement.groups[group].title);
    if (header.moreGroups > 0)
        lines.prepend(HoverText::tr("What the profiler writes beside the work:"));
    return lines.join(QLatin1Char('\n')).toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

QString trackHoverText(const Arrangement& arrangement, TrackPlace place)
{
    const ViewTrack& track = trackAt(arrangement, place.group, place.track);
    return QStringLiteral("<b>%1</b><br>%2<br>%3")
        .arg(toQString(track.title).toHtmlEscaped(), toQString(arrangement.groups[place.group].title).toHtmlEscaped(),
             trackSummary(arrangement, track).toHtmlEscaped());
}

RegionSummary summaryOf(const Arrangement& arrangement, const RegionPlace& place)
{
    const Region& region = regionAt(arrangement, place);
    const RegionTitle& title = arrangement.titles[region.titleIndex];
    const JoinedTrace& joined = *arrangement.joined;
    RegionSummary summary;
    summary.title = toQString(title.text);
    summary.phase = phaseLabel(joined.phases[region.phase]);
    summary.workCount = region.workCount;
    summary.range = region.range;
    if (region.replay != JoinedTrace::kNone)
        summary.replayNumber = joined.replays[region.replay].number;
    summary.titleWorkCount = title.workCount;
    summary.titleWorkNs = title.totalNs;
    for (const LaneRow& lane : trackAt(arrangement, place.group, place.track).lanes) {
        const auto events = lane.events();
        auto event = std::lower_bound(events.begin(), events.end(), region.range.beginNs,
                                      [&](EventId e, TimeNs time) { return joined.trace->beginNs(e) < time; });
        for (; event != events.end() && joined.trace->beginNs(*event) < region.range.endNs; ++event)
            summary.workNs += joined.trace->durationNs(*event);
    }
    return summary;
}

} // namespace lanescope::desktop
