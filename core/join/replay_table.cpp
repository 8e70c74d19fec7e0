// SPDX-License-Identifier: Apache-2.0
#include "core/join/replay_table.h"

#include <algorithm>
#include <numeric>

namespace lanescope {

void ReplayTable::add(EventId work, std::uint32_t row, std::uint64_t execGraphId)
{
    const LaunchArgs& args = *m_trace.launchArgs(work);
    if (!args.has(LaunchArgs::Correlation))
        return;
    const ProcessId process =
        m_launches.isAmbiguous(args.correlation) ? m_trace.track(m_trace.track(work)).process : kNoProcess;
    const Key key{execGraphId, args.correlation, process};
    // Files hold the work of a replay in one piece: nearly always the same as just before.
    if (m_lastPlace == JoinedTrace::kNone || key != m_lastKey) {
        const auto [place, isNew] = m_places.try_emplace(key, static_cast<std::uint32_t>(m_replays.size()));
        if (isNew) {
            Replay replay;
            replay.execGraphId = execGraphId;
            replay.correlation = args.correlation;
            replay.launch = m_launches.launchOf(work);
            replay.range = {m_trace.beginNs(work), m_trace.endNs(work)};
            m_replays.push_back(replay);
        }
        m_lastKey = key;
        m_lastPlace = place->second;
    }
    Replay& replay = m_replays[m_lastPlace];
    ++replay.workCount;
    replay.range.beginNs = std::min(replay.range.beginNs, m_trace.beginNs(work));
    replay.range.endNs = std::max(replay.range.endNs, m_trace.endNs(work));
    m_members.emplace_back(row, m_lastPlace);
}

std::vector<Replay> ReplayTable::finish(std::vector<std::uint32_t>& replayOf)
{
    std::vector<std::uint32_t> order(m_replays.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
        const Replay& x = m_replays[a];
        const Replay& y = m_replays[b];
        return std::tuple(x.range.beginNs, x.correlation, a) < std::tuple(y.range.beginNs, y.correlation, b);
    });
    std::vector<Replay> replays;
    replays.reserve(order.size());
    std::vector<std::uint32_t> placeOf(order.size());
    std::map<std::uint64_t, std::uint32_t> nextNumber;
    for (const std::uint32_t old : order) {
        placeOf[old] = static_cast<std::uint32_t>(replays.size());
        replays.push_back(m_replays[old]);
        replays.back().number = nextNumber[replays.back().execGraphId]++;
    }
    for (const auto& [row, old] : m_members)
        replayOf[row] = placeOf[old];
    return replays;
}

} // namespace lanescope
