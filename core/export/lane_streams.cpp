// SPDX-License-Identifier: Apache-2.0
#include "core/export/lane_streams.h"

#include "core/lanes/pack_lanes.h"
#include "core/load/decimal_time.h"

#include <algorithm>
#include <tuple>

namespace lanescope {
namespace {

constexpr std::int64_t kLanesPerStream = 1000;             // 7002 is lane 2 of stream 7
constexpr std::int64_t kOtherTids = 1'000'000;             // for streams that are no number, or a large one
constexpr std::int64_t kLargestStream = 1'000'000'000'000; // of those that are

} // namespace

void LaneStreams::add(EventId work, const std::string& stream)
{
    m_work[{m_trace.track(m_trace.track(work)).process, stream}].push_back(work);
}

std::optional<std::int64_t> LaneStreams::tidOf(EventId e) const
{
    const std::uint32_t row = m_trace.launchRow(e);
    if (m_laneOf.empty() || row == Trace::kNoRow || m_laneOf[row] == 0)
        return std::nullopt;
    return m_lanes[m_laneOf[row] - 1].tid;
}

void LaneStreams::pack()
{
    m_laneOf.assign(m_trace.launchRowCount(), 0);
    for (const Track& track : m_trace.tracks()) {
        if (const auto tid = parseSigned(m_trace.text(track.id)))
            m_usedTids.emplace(track.process, *tid);
    }
    for (const auto& [key, work] : m_work) {
        if (const auto tid = parseSigned(key.second))
            m_usedTids.emplace(key.first, *tid);
    }
    for (auto& [key, work] : m_work)
        packStream(key, work);
    m_work.clear();
}

std::int64_t LaneStreams::freeTid(const Key& key, std::uint32_t lane)
{
    const auto stream = parseSigned(key.second);
    const bool isSpeaking = stream && *stream >= 0 && *stream <= kLargestStream && lane < kLanesPerStream;
    std::int64_t tid = isSpeaking ? *stream * kLanesPerStream + lane : kOtherTids;
    while (!m_usedTids.emplace(key.first, tid).second)
        ++tid;
    return tid;
}

void LaneStreams::packStream(const Key& key, std::vector<EventId>& work)
{
    std::sort(work.begin(), work.end(), [this](EventId a, EventId b) {
        return std::tuple(m_trace.beginNs(a), -m_trace.durationNs(a), a) <
               std::tuple(m_trace.beginNs(b), -m_trace.durationNs(b), b);
    });
    LanePacker packer;
    std::vector<std::size_t> laneAt{0}; // position in m_lanes, by lane
    for (const EventId e : work) {
        const std::uint32_t lane = packer.place({m_trace.beginNs(e), m_trace.endNs(e)});
        if (lane == 0)
            continue;
        if (lane == laneAt.size()) {
            laneAt.push_back(m_lanes.size());
            m_lanes.push_back({key.first, key.second, lane + 1, freeTid(key, lane + 1), e});
        }
        m_laneOf[m_trace.launchRow(e)] = static_cast<std::uint32_t>(laneAt[lane] + 1);
        ++m_workCount;
    }
}

} // namespace lanescope
