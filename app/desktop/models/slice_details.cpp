// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/models/slice_details.h"

#include "app/desktop/models/json_lines.h"
#include "app/desktop/models/source_details.h"
#include "app/desktop/text.h"
#include "app/desktop/timeline/hover_text.h"
#include "core/load/json_cursor.h"
#include "core/query/kernel_name.h"
#include "core/query/slice_peers.h"
#include "core/viewport/figure_text.h"
#include "core/viewport/time_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace lanescope::desktop {
namespace {

struct Details {
    Q_DECLARE_TR_FUNCTIONS(Details)
};

DetailNode group(const QString& title)
{
    DetailNode node;
    node.name = title;
    node.isGroup = true;
    return node;
}

DetailNode line(const QString& name, const QString& value)
{
    DetailNode node;
    node.name = name;
    node.value = value;
    return node;
}

// All digits of a nanosecond count.
QString exactTime(TimeNs ns)
{
    return durationLabel(ns, 19);
}

QString phaseSourceText(PhaseSource source)
{
    switch (source) {
    case PhaseSource::Annotation:
        return Details::tr("from the annotation");
    case PhaseSource::CpuOps:
        return Details::tr("from the CPU operators");
    case PhaseSource::None:
        break;
    }
    return {};
}

QString phaseWithSource(const JoinedTrace& joined, EventId event)
{
    const std::uint32_t row = joined.trace->launchRow(event);
    const QString source = row < joined.phaseSourceOf.size() ? phaseSourceText(joined.phaseSourceOf[row]) : QString();
    const QString phase = phaseLabel(joined.phase(event));
    return source.isEmpty() ? phase : QStringLiteral("%1, %2").arg(phase, source);
}

DetailNode sliceGroup(const Arrangement& arrangement, EventId event)
{
    const Trace& trace = *arrangement.joined->trace;
    DetailNode node = group(Details::tr("Slice"));
    node.children.push_back(line(Details::tr("Name"), toQString(trace.name(event))));
    if (trace.categoryId(event) != kEmptyString)
        node.children.push_back(line(Details::tr("Category"), toQString(trace.category(event))));
    if (trace.kind(event) == EventKind::Slice)
        node.children.push_back(line(Details::tr("Duration"), exactTime(trace.durationNs(event))));
    node.children.push_back(line(Details::tr("Start"), exactTime(trace.beginNs(event))));
    node.children.push_back(line(Details::tr("End"), exactTime(trace.endNs(event))));
    node.children.push_back(
        line(Details::tr("Start in the file"), toQString(exactSecondsText(trace.fileBeginNs(event)))));
    const TrackId track = trace.track(event);
    if (!trace.parts().empty())
        node.children.push_back(
            line(Details::tr("File"), pathText(trace.parts()[trace.partOf(event)].path.filename())));
    node.children.push_back(line(Details::tr("Process"), toQString(trace.processTitle(trace.track(track).process))));
    node.children.push_back(line(Details::tr("Recorded on"), toQString(trace.trackTitle(track))));
    if (const auto place = placeOf(arrangement, event)) {
        const ViewTrack& shown = trackAt(arrangement, place->group, place->track);
        if (shown.source != track)
            node.children.push_back(line(Details::tr("Shown on"), toQString(shown.title)));
    }
    if (trace.hasFlag(event, kEventDidNotFinish))
        node.children.push_back(line(Details::tr("Note"), Details::tr("has no end in the file: lasts to the end")));
    return node;
}

DetailNode launchGroup(const Trace& trace, const SlicePeers& peers)
{
    DetailNode node = group(Details::tr("Launch"));
    if (!peers.launch)
        return node;
    const EventId call = peers.launch->call;
    node.children.push_back(line(Details::tr("Call"), toQString(trace.name(call))));
    node.children.push_back(line(Details::tr("On"), toQString(trace.trackTitle(trace.track(call)))));
    node.children.push_back(line(Details::tr("Delay"), exactTime(peers.launch->delayNs)));
    return node;
}

// `count` tells how many peers there are.
DetailNode peersLine(const QString& name, const QString& count, const PeerDurations& peers, TimeNs ownNs)
{
    DetailNode node = line(name, count);
    const TimeNs difference = ownNs - peers.medianNs;
    const QString part = toQString(percentText(difference, peers.medianNs));
    const QString compared = toQString(differenceText(difference));
    node.children.push_back(line(Details::tr("Median"), exactTime(peers.medianNs)));
    node.children.push_back(line(Details::tr("To the median"), part.isEmpty() || difference == 0
                                                                   ? compared
                                                                   : QStringLiteral("%1 (%2)").arg(compared, part)));
    node.children.push_back(line(Details::tr("Shortest"), exactTime(peers.shortestNs)));
    node.children.push_back(line(Details::tr("Longest"), exactTime(peers.longestNs)));
    node.children.push_back(
        line(Details::tr("Take longer"), Details::tr("%1 of %2").arg(countText(peers.longer), countText(peers.count))));
    return node;
}

DetailNode peersGroup(const Trace& trace, EventId event, const SlicePeers& peers)
{
    DetailNode node = group(Details::tr("Duration among its peers"));
    const TimeNs own = trace.durationNs(event);
    const auto add = [&](const QString& name, const PeerDurations& its) {
        node.children.push_back(peersLine(name, Details::tr("%1 slices").arg(countText(its.count)), its, own));
    };
    if (peers.ofNode)
        add(Details::tr("Same graph node"), *peers.ofNode);
    // Of a kernel that only this node runs it would say the same again.
    if (peers.ofName && (!peers.ofNode || peers.ofName->count != peers.ofNode->count))
        add(trace.isGpuWork(event) ? Details::tr("Same kernel") : Details::tr("Same name"), *peers.ofName);
    return node;
}

// A bar among those of its title and phase beside it, usually one a replay.
DetailNode peersGroup(const Arrangement& arrangement, const RegionPlace& place)
{
    const Region& own = regionAt(arrangement, place);
    const RegionRow& row = trackAt(arrangement, place.group, place.track).regions[place.depth];
    std::vector<TimeNs> durations;
    for (std::uint32_t i = 0; i < row.size(); ++i) {
        if (row.region(i).titleIndex == own.titleIndex && row.region(i).phase == own.phase)
            durations.push_back(row.region(i).range.durationNs());
    }
    DetailNode node = group(Details::tr("Duration among its peers"));
    const TimeNs ownNs = own.range.durationNs();
    if (const auto peers = peerDurations(std::move(durations), ownNs))
        node.children.push_back(peersLine(Details::tr("Same title and phase"),
                                          Details::tr("%1 bars of the track").arg(countText(peers->count)), *peers,
                                          ownNs));
    return node;
}

DetailNode graphGroup(const JoinedTrace& joined, EventId event, const SlicePeers& peers)
{
    DetailNode node = group(Details::tr("CUDA graph"));
    if (const Replay* replay = joined.replay(event)) {
        node.children.push_back(line(Details::tr("Exec graph"), QString::number(replay->execGraphId)));
        node.children.push_back(line(Details::tr("Replay"), Details::tr("number %1 of its graph").arg(replay->number)));
    }
    if (const auto& place = peers.inReplay) {
        node.children.push_back(line(Details::tr("Place in it"),
                                     Details::tr("%1 of %2").arg(countText(place->number), countText(place->all))));
        node.children.push_back(line(Details::tr("After its begin"), exactTime(place->fromBeginNs)));
    }
    const LaunchArgs* args = joined.trace->launchArgs(event);
    if (const auto key = args != nullptr ? args->graphNodeKey() : std::nullopt) {
        const QString number = QString::number(*key & 0xffffffffU);
        node.children.push_back(line(Details::tr("Graph node"), Details::tr("%1  (id %2)").arg(number).arg(*key)));
    }
    return node;
}

DetailNode annotationGroup(const Annotation& annotation)
{
    DetailNode node = group(Details::tr("Annotation"));
    for (const AnnotationField& field : annotation.fields())
        node.children.push_back(detailOfJson(toQString(field.key), field.json));
    return node;
}

enum class StackArgs { Show, Leave };

// All args of the event's text that are not its annotation's and not shown as its source.
DetailNode argsGroup(const Result<std::string>& text, const Annotation* annotation, StackArgs stackArgs)
{
    DetailNode node = group(Details::tr("Arguments"));
    if (!text) {
        node.children.push_back(line(Details::tr("Cannot be read"), toQString(text.error().message)));
        return node;
    }
    for (DetailNode& child : argsLines(*text)) {
        const std::string key = child.name.toStdString();
        const bool isStack = key == "stack" || key == "stack_candidates";
        if ((annotation == nullptr || !annotation->json(key)) && (stackArgs == StackArgs::Show || !isStack))
            node.children.push_back(std::move(child));
    }
    return node;
}

// The source that the join found, else the one that the event carries itself.
std::optional<DetailNode> sourceOf(const JoinedTrace& joined, EventId event, const Result<std::string>& text)
{
    const ProvenanceMatch* match = joined.provenance ? joined.provenance->match(*joined.trace, event) : nullptr;
    if (match != nullptr)
        return sourceGroup(*match);
    return text ? sourceGroupOfArgs(*text) : std::nullopt;
}

} // namespace

void foldLongTexts(std::vector<DetailNode>& nodes, qsizetype longest)
{
    for (DetailNode& node : nodes) {
        if (node.children.empty() && (node.value.size() > longest || node.value.contains(QLatin1Char('\n')))) {
            DetailNode whole;
            whole.name = node.value;
            whole.isText = true;
            node.children.push_back(std::move(whole));
        } else {
            foldLongTexts(node.children, longest);
        }
    }
}

SliceDetails detailsOfEvent(const Arrangement& arrangement, EventId event, const JobControl& job)
{
    const JoinedTrace& joined = *arrangement.joined;
    const Trace& trace = *joined.trace;
    SliceDetails details;
    details.title =
        trace.isGpuWork(event) ? toQString(shortKernelName(trace.name(event))) : toQString(trace.name(event));
    if (const QString fullName = toQString(trace.name(event)); fullName != details.title)
        details.fullName = fullName;
    details.subtitle =
        trace.kind(event) == EventKind::Slice
            ? QStringLiteral("%1 · %2").arg(durationLabel(trace.durationNs(event)), toQString(trace.category(event)))
            : toQString(trace.category(event));
    const Annotation* annotation = joined.annotation(event);
    if (annotation != nullptr)
        details.groups.push_back(annotationGroup(*annotation));
    const Result<std::string> text = trace.file().content->text(trace.bytes(event));
    std::optional<DetailNode> source = trace.isGpuWork(event) ? sourceOf(joined, event, text) : std::nullopt;
    const StackArgs stackArgs = source ? StackArgs::Leave : StackArgs::Show;
    if (source)
        details.groups.push_back(*std::move(source));
    details.groups.push_back(sliceGroup(arrangement, event));
    if (trace.isGpuWork(event))
        details.groups.back().children.push_back(line(Details::tr("Phase"), phaseWithSource(joined, event)));
    const SlicePeers peers = slicePeers(joined, event, job).value_or(SlicePeers());
    details.groups.push_back(graphGroup(joined, event, peers));
    details.groups.push_back(launchGroup(trace, peers));
    details.groups.push_back(peersGroup(trace, event, peers));
    details.groups.push_back(argsGroup(text, annotation, stackArgs));
    std::erase_if(details.groups, [](const DetailNode& node) { return node.children.empty(); });
    return details;
}

SliceDetails detailsOfRegion(const Arrangement& arrangement, const RegionPlace& place)
{
    const RegionSummary summary = summaryOf(arrangement, place);
    SliceDetails details;
    details.title = summary.title;
    details.subtitle = Details::tr("%1 · annotation region").arg(durationLabel(summary.range.durationNs()));
    DetailNode bar = group(Details::tr("Region"));
    bar.children.push_back(line(Details::tr("Phase"), summary.phase));
    bar.children.push_back(line(Details::tr("Duration"), exactTime(summary.range.durationNs())));
    bar.children.push_back(line(Details::tr("Start"), exactTime(summary.range.beginNs)));
    bar.children.push_back(line(Details::tr("End"), exactTime(summary.range.endNs)));
    bar.children.push_back(line(Details::tr("GPU work in it"), countText(summary.workCount)));
    bar.children.push_back(line(Details::tr("GPU time in it"), exactTime(summary.workNs)));
    if (summary.replayNumber)
        bar.children.push_back(
            line(Details::tr("Replay"), Details::tr("number %1 of its graph").arg(*summary.replayNumber)));
    bar.children.push_back(
        line(Details::tr("Shown on"), toQString(trackAt(arrangement, place.group, place.track).title)));
    details.groups.push_back(std::move(bar));
    if (DetailNode peers = peersGroup(arrangement, place); !peers.children.empty())
        details.groups.push_back(std::move(peers));
    DetailNode whole = group(Details::tr("In the whole trace"));
    whole.children.push_back(line(Details::tr("GPU work"), countText(summary.titleWorkCount)));
    whole.children.push_back(line(Details::tr("GPU time"), exactTime(summary.titleWorkNs)));
    details.groups.push_back(std::move(whole));
    const Annotation* annotation = arrangement.joined->annotation(regionAt(arrangement, place).firstWork);
    if (annotation != nullptr && toQString(annotation->title()) == summary.title)
        details.groups.push_back(annotationGroup(*annotation));
    return details;
}

} // namespace lanescope::desktop
