// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktop/timeline/track_changes.h"

#include <algorithm>
#include <iterator>

namespace lanescope::desktop {
namespace {

constexpr int kLaneHeightsPx[] = {12, 16, 20, 28, 40, 60};
constexpr int kLowestLanePx = 10;
constexpr int kHighestLanePx = 120;

// Swaps `key` with its neighbour in `keys` for which `isShown` holds.
template<typename IsShown>
void moveIn(std::vector<std::string>& keys, const std::string& key, TrackChange change, IsShown isShown)
{
    const auto at = std::find(keys.begin(), keys.end(), key);
    if (at == keys.end())
        return;
    if (change == TrackChange::MoveUp) {
        const auto other = std::find_if(std::make_reverse_iterator(at), keys.rend(), isShown);
        if (other != keys.rend())
            std::rotate(other.base() - 1, at, at + 1);
    } else {
        const auto other = std::find_if(at + 1, keys.end(), isShown);
        if (other != keys.end())
            std::rotate(at, at + 1, other + 1);
    }
}

void move(const Arrangement& arrangement, TrackChoices& choices, TrackPlace track, const std::string& key,
          TrackChange change)
{
    const auto isPinnedKey = [&](const std::string& other) {
        return std::find(choices.pinned.begin(), choices.pinned.end(), other) != choices.pinned.end();
    };
    if (isPinnedKey(key)) {
        moveIn(choices.pinned, key, change, [](const std::string&) { return true; });
        return;
    }
    std::vector<std::string> keys;
    for (const std::uint32_t position : orderedTracks(arrangement, track.group, choices))
        keys.push_back(trackKey(arrangement, track.group, position));
    moveIn(keys, key, change,
           [&](const std::string& other) { return !choices.hidden.contains(other) && !isPinnedKey(other); });
    choices.orders[groupKey(arrangement, track.group)] = std::move(keys);
}

void resize(TrackChoices& choices, const std::string& key, TrackChange change)
{
    const auto known = choices.lanePx.find(key);
    const int heightPx = known != choices.lanePx.end() ? known->second : RowMetrics{}.lanePx;
    if (change == TrackChange::Taller) {
        const auto* next = std::upper_bound(std::begin(kLaneHeightsPx), std::end(kLaneHeightsPx), heightPx);
        if (next != std::end(kLaneHeightsPx))
            choices.lanePx[key] = *next;
    } else {
        const auto* at = std::lower_bound(std::begin(kLaneHeightsPx), std::end(kLaneHeightsPx), heightPx);
        if (at != std::begin(kLaneHeightsPx))
            choices.lanePx[key] = *(at - 1);
    }
}

} // namespace

int lanePxOf(const Arrangement& arrangement, const TrackChoices& choices, TrackPlace track)
{
    const auto known = choices.lanePx.find(trackKey(arrangement, track.group, track.track));
    return known != choices.lanePx.end() ? known->second : RowMetrics{}.lanePx;
}

TrackChoices withLanePx(const Arrangement& arrangement, TrackChoices choices, TrackPlace track, int lanePx)
{
    const std::string key = trackKey(arrangement, track.group, track.track);
    if (lanePx == RowMetrics{}.lanePx)
        choices.lanePx.erase(key);
    else
        choices.lanePx[key] = std::clamp(lanePx, kLowestLanePx, kHighestLanePx);
    return choices;
}

std::vector<std::string> trackKeys(const Arrangement& arrangement, const std::vector<TrackPlace>& tracks)
{
    std::vector<std::string> keys;
    for (const TrackPlace& track : tracks)
        keys.push_back(trackKey(arrangement, track.group, track.track));
    return keys;
}

std::vector<TrackPlace> tracksNamed(const Arrangement& arrangement, const std::vector<std::string>& keys)
{
    std::vector<TrackPlace> tracks;
    for (std::uint32_t group = 0; group < arrangement.groups.size(); ++group) {
        for (std::uint32_t track = 0; track < arrangement.groups[group].tracks.size(); ++track) {
            if (std::find(keys.begin(), keys.end(), trackKey(arrangement, group, track)) != keys.end())
                tracks.push_back({group, track});
        }
    }
    return tracks;
}

bool isPinned(const Arrangement& arrangement, const TrackChoices& choices, TrackPlace track)
{
    const std::string key = trackKey(arrangement, track.group, track.track);
    return std::find(choices.pinned.begin(), choices.pinned.end(), key) != choices.pinned.end();
}

TrackChoices changedChoices(const Arrangement& arrangement, TrackChoices choices, TrackPlace track, TrackChange change)
{
    const std::string key = trackKey(arrangement, track.group, track.track);
    switch (change) {
    case TrackChange::PinOrUnpin:
        if (std::erase(choices.pinned, key) == 0)
            choices.pinned.push_back(key);
        break;
    case TrackChange::Hide:
        choices.hidden.insert(key);
        std::erase(choices.pinned, key);
        break;
    case TrackChange::MoveUp:
    case TrackChange::MoveDown:
        move(arrangement, choices, track, key, change);
        break;
    case TrackChange::Taller:
    case TrackChange::Flatter:
        resize(choices, key, change);
        break;
    }
    return choices;
}

} // namespace lanescope::desktop
