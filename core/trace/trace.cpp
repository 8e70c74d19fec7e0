// SPDX-License-Identifier: Apache-2.0
#include "core/trace/trace.h"

#include "core/base/trimmed.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope {
namespace {
constexpr std::uint32_t kOpArgsBit = EventColumns::kOpArgsBit;

template<typename T>
std::uint64_t bytesOf(const std::vector<T>& column)
{
    return column.capacity() * sizeof(T);
}

bool startsLikeNumber(std::string_view id)
{
    if (id.starts_with('-'))
        id.remove_prefix(1);
    return !id.empty() && id[0] >= '0' && id[0] <= '9';
}

// Kineto pads stream names ("stream 7 ").
} // namespace

const LaunchArgs* Trace::launchArgs(EventId e) const
{
    const std::uint32_t row = launchRow(e);
    return row == kNoRow ? nullptr : &m_events.launchArgs[row];
}

const OpArgs* Trace::opArgs(EventId e) const
{
    const std::uint32_t row = m_events.argsRow[indexOf(e)];
    return row == kNoRow || (row & kOpArgsBit) == 0 ? nullptr : &m_events.opArgs[row & ~kOpArgsBit];
}

std::uint32_t Trace::launchRow(EventId e) const
{
    const std::uint32_t row = m_events.argsRow[indexOf(e)];
    return (row & kOpArgsBit) != 0 ? kNoRow : row;
}

std::string Trace::trackTitle(TrackId t) const
{
    const Track& track = m_tracks[indexOf(t)];
    const std::string_view name = trimmed(text(track.name));
    if (!name.empty())
        return std::string(name);
    const std::string_view id = text(track.id);
    switch (track.kind) {
    case TrackKind::GpuStream:
        return id.starts_with("stream") ? std::string(id) : fmt::format("stream {}", id);
    case TrackKind::Thread:
        if (id.empty())
            return "(no thread id)";
        // "thread 4711", "thread 0x7f3a2c000700", but not "thread PyTorch Profiler".
        return startsLikeNumber(id) ? fmt::format("thread {}", id) : std::string(id);
    case TrackKind::Async:
    case TrackKind::Counter:
        break;
    }
    return id.empty() ? std::string("(no name)") : std::string(id);
}

std::uint32_t Trace::partOf(EventId e) const
{
    const auto behind =
        std::upper_bound(m_parts.begin(), m_parts.end(), indexOf(e),
                         [](std::size_t event, const TracePart& part) { return event < part.firstEvent; });
    return behind == m_parts.begin() ? 0 : static_cast<std::uint32_t>(behind - m_parts.begin() - 1);
}

FileTimeNs Trace::fileBeginNs(EventId e) const
{
    if (m_parts.empty())
        return m_baseNs + beginNs(e);
    const TracePart& part = m_parts[partOf(e)];
    return part.baseNs + (beginNs(e) - part.shiftNs);
}

std::string Trace::processTitle(ProcessId p) const
{
    if (m_parts.empty())
        return ownTitle(p, m_header.deviceNames);
    // The device's name would leave no room for its number beside the rank.
    return fmt::format("{} · {}", m_parts[m_processes[indexOf(p)].part].title, ownTitle(p, {}));
}

std::string Trace::ownTitle(ProcessId p, const std::vector<std::string>& deviceNames) const
{
    const Process& process = m_processes[indexOf(p)];
    const std::string_view name = trimmed(text(process.name));
    const std::string_view id = text(process.id);
    if (process.device) {
        const auto device = static_cast<std::size_t>(*process.device);
        if (*process.device >= 0 && device < deviceNames.size())
            return fmt::format("GPU {} · {}", *process.device, deviceNames[device]);
        return fmt::format("GPU {}", *process.device);
    }
    if (!name.empty())
        return id.empty() ? std::string(name) : fmt::format("{} ({})", name, id);
    if (startsLikeNumber(id))
        return fmt::format("process {}", id);
    return id.empty() ? std::string("(no process id)") : std::string(id);
}

std::span<const EventId> Trace::trackEvents(TrackId t) const
{
    const std::uint32_t begin = m_trackEventsAt[indexOf(t)];
    return std::span(m_trackEvents).subspan(begin, m_trackEventsAt[indexOf(t) + 1] - begin);
}

std::uint64_t Trace::tableBytes() const
{
    return m_events.sizeBytes() + bytesOf(m_tracks) + bytesOf(m_trackEvents) + bytesOf(m_flows) + bytesOf(m_metadata) +
           bytesOf(m_sliceEnds) + m_strings.sizeBytes();
}

} // namespace lanescope
