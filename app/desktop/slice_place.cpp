// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/slice_place.h"

#include <algorithm>
#include <tuple>

namespace lanescope::desktop {
namespace {

auto orderOf(const Trace& trace, EventId event)
{
    return std::make_tuple(trace.beginNs(event), -trace.durationNs(event), event);
}

std::optional<std::uint32_t> itemOf(const Trace& trace, const LaneRow& row, EventId event)
{
    const auto events = row.events();
    const TimeNs beginNs = trace.beginNs(event);
    auto at = std::lower_bound(events.begin(), events.end(), beginNs,
                               [&](EventId e, TimeNs time) { return trace.beginNs(e) < time; });
    for (; at != events.end() && trace.beginNs(*at) == beginNs; ++at) {
        if (*at == event)
            return static_cast<std::uint32_t>(at - events.begin());
    }
    return std::nullopt;
}

std::optional<SlicePlace> placeInTrack(const Trace& trace, const ViewTrack& track, EventId event)
{
    for (const auto kind : {SlicePlace::Kind::Lane, SlicePlace::Kind::Band}) {
        const std::vector<LaneRow>& rows = kind == SlicePlace::Kind::Lane ? track.lanes : track.bands;
        for (std::uint32_t row = 0; row < rows.size(); ++row) {
            if (const auto item = itemOf(trace, rows[row], event))
                return SlicePlace{kind, 0, 0, row, *item};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<SlicePlace> placeOf(const Arrangement& arrangement, EventId event)
{
    const Trace& trace = *arrangement.joined->trace;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        const auto& tracks = arrangement.groups[group].tracks;
        for (std::uint32_t track = 0; track < tracks.size(); ++track) {
            if (auto place = placeInTrack(trace, tracks[track], event)) {
                place->group = group;
                place->track = track;
                return place;
            }
        }
    }
    return std::nullopt;
}

std::optional<TrackPlace> trackShowing(const Arrangement& arrangement, EventId event)
{
    if (const auto place = placeOf(arrangement, event))
        return TrackPlace{place->group, place->track};
    const Trace& trace = *arrangement.joined->trace;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        const auto& tracks = arrangement.groups[group].tracks;
        for (std::uint32_t track = 0; track < tracks.size(); ++track) {
            const auto& marks = tracks[track].marks;
            auto at = std::lower_bound(marks.begin(), marks.end(), trace.beginNs(event),
                                       [&](EventId mark, TimeNs time) { return trace.beginNs(mark) < time; });
            while (at != marks.end() && *at != event && trace.beginNs(*at) == trace.beginNs(event))
                ++at;
            if (at != marks.end() && *at == event)
                return TrackPlace{group, track};
        }
    }
    return std::nullopt;
}

std::optional<EventId> neighbourOf(const Trace& trace, const std::vector<LaneRow>& lanes, EventId event,
                                   Neighbour which)
{
    const auto before = [&](EventId a, EventId b) { return orderOf(trace, a) < orderOf(trace, b); };
    std::optional<EventId> nearest;
    for (const LaneRow& lane : lanes) {
        const auto events = lane.events();
        std::optional<EventId> candidate;
        if (which == Neighbour::Next) {
            const auto at = std::upper_bound(events.begin(), events.end(), event, before);
            if (at != events.end())
                candidate = *at;
        } else {
            const auto at = std::lower_bound(events.begin(), events.end(), event, before);
            if (at != events.begin())
                candidate = *(at - 1);
        }
        if (!candidate)
            continue;
        const bool isNearer =
            !nearest || (which == Neighbour::Next ? before(*candidate, *nearest) : before(*nearest, *candidate));
        if (isNearer)
            nearest = candidate;
    }
    return nearest;
}

std::size_t trackCount(const Arrangement& arrangement)
{
    std::size_t count = 0;
    for (const ViewGroup& group : arrangement.groups)
        count += group.tracks.size();
    return count;
}

const ViewTrack& trackAt(const Arrangement& arrangement, std::uint32_t group, std::uint32_t track)
{
    return arrangement.groups[group].tracks[track];
}

const Region& regionAt(const Arrangement& arrangement, const RegionPlace& place)
{
    return trackAt(arrangement, place.group, place.track).regions[place.depth].region(place.item);
}

bool isBackward(std::string_view phase)
{
    return phase == "backward";
}

} // namespace lanescope::desktop
