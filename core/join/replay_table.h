// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/join/join.h"
#include "core/join/launches.h"

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace lanescope {

// Collects replays while a trace is joined. Work of one launch that ran on several GPUs is one replay; where several
// processes of a merged trace use the same correlation id, each GPU has its own.
class ReplayTable {
public:
    // Both must outlive the table.
    ReplayTable(const Trace& trace, const LaunchIndex& launches) : m_trace(trace), m_launches(launches) {}

    // Graphed work; without a correlation id it belongs to no replay.
    void add(EventId work, std::uint32_t row, std::uint64_t execGraphId);
    // The replays by (begin, correlation), numbered. `replayOf` gets their positions.
    [[nodiscard]] std::vector<Replay> finish(std::vector<std::uint32_t>& replayOf);

private:
    using Key = std::tuple<std::uint64_t, std::uint64_t, ProcessId>; // exec graph, correlation, process if it counts

    const Trace& m_trace;
    const LaunchIndex& m_launches;
    std::map<Key, std::uint32_t> m_places;
    std::vector<Replay> m_replays;                                  // in order of arrival
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_members; // row, position
    Key m_lastKey{};
    std::uint32_t m_lastPlace = JoinedTrace::kNone;
};

} // namespace lanescope
