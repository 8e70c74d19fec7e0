// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lanescope {

// Gives work that overlaps other work of its stream a stream of its own, one a lane (core/lanes/pack_lanes.h). The
// first lane is the stream itself. Streams are per process.
class LaneStreams {
public:
    struct Lane {
        ProcessId process{};
        std::string stream;     // that it is a lane of, as written
        std::uint32_t lane = 0; // from 2 on, as people count
        std::int64_t tid = 0;
        EventId firstWork = kNoEvent;
    };

    explicit LaneStreams(const Trace& trace) : m_trace(trace) {}

    // GPU work with the stream it is shown on, in any order.
    void add(EventId work, const std::string& stream);
    // Places all of it. A lane's tid is made of its stream's so that one knows it (stream 7, lane 2: 7002), or the next
    // that its process does not use. O(n log n).
    void pack();

    // The tid of work on a further lane; nothing for all other events.
    [[nodiscard]] std::optional<std::int64_t> tidOf(EventId e) const;
    [[nodiscard]] std::span<const Lane> lanes() const { return m_lanes; }
    [[nodiscard]] std::uint64_t workCount() const { return m_workCount; } // on further lanes

private:
    using Key = std::pair<ProcessId, std::string>;

    void packStream(const Key& key, std::vector<EventId>& work);
    [[nodiscard]] std::int64_t freeTid(const Key& key, std::uint32_t lane);

    const Trace& m_trace;
    std::map<Key, std::vector<EventId>> m_work;
    std::set<std::pair<ProcessId, std::int64_t>> m_usedTids;
    std::vector<Lane> m_lanes;
    std::vector<std::uint32_t> m_laneOf; // by launch row: position in m_lanes + 1, or 0; empty before pack()
    std::uint64_t m_workCount = 0;
};

} // namespace lanescope
