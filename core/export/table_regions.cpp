// SPDX-License-Identifier: Apache-2.0
#include "core/export/table_rows.h"

#include "core/lanes/region_scheme.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

namespace lanescope {
namespace {

struct Instance {
    std::uint32_t replay = JoinedTrace::kNone;
    std::uint32_t title = 0;
    PhaseIndex phase = 0;
    TimeRange range;
    std::int64_t workCount = 0;
    std::int64_t runCount = 0;
    TimeNs workNs = 0;
};

class RegionRows {
public:
    RegionRows(const TableTarget& target, const Arrangement& arrangement)
        : m_target(target), m_arrangement(arrangement), m_joined(target.joined), m_scheme(target.joined)
    {}

    Result<RegionRowCounts> write()
    {
        (void)forEachRun([this](const ViewTrack&, std::size_t, const Region& run) {
            Instance& instance = m_instances[indexFor(run.replay, run.titleIndex, run.phase)];
            instance.range.beginNs = std::min(instance.range.beginNs, run.range.beginNs);
            instance.range.endNs = std::max(instance.range.endNs, run.range.endNs);
            if (instance.runCount++ == 0)
                instance.range = run.range;
            return Result<void>{};
        }); // nothing to fail
        addWork();
        if (auto written = writeInstances(); !written)
            return failureOf(written);
        return writeRuns();
    }

private:
    template<typename Visit>
    Result<void> forEachRun(Visit visit)
    {
        for (const ViewGroup& group : m_arrangement.groups) {
            for (const ViewTrack& track : group.tracks) {
                for (std::size_t depth = 0; depth < track.regions.size(); ++depth) {
                    const RegionRow& row = track.regions[depth];
                    for (std::uint32_t i = 0; i < row.size(); ++i) {
                        if (auto visited = visit(track, depth, row.region(i)); !visited)
                            return visited;
                    }
                }
            }
        }
        return {};
    }

    std::size_t indexFor(std::uint32_t replay, std::uint32_t title, PhaseIndex phase)
    {
        const auto [found, isNew] = m_known.emplace(std::tuple(replay, title, phase), m_instances.size());
        if (isNew)
            m_instances.push_back({replay, title, phase, {}, 0, 0, 0});
        return found->second;
    }

    // What lies in an instance is counted by its work: runs at several depths may hold the same.
    void addWork()
    {
        const Trace& trace = *m_joined.trace;
        for (std::size_t i = 0; i < trace.eventCount(); ++i) {
            const EventId event = idAt<EventId>(i);
            if (!trace.isGpuWork(event) || m_joined.annotation(event) == nullptr)
                continue;
            const std::uint32_t row = trace.launchRow(event);
            for (const std::uint32_t title : m_scheme.chain(m_joined.annotationOf[row])) {
                const auto found = m_known.find(std::tuple(m_joined.replayOf[row], title, m_joined.phaseOf[row]));
                if (found == m_known.end()) // work without a time lies on no track
                    continue;
                ++m_instances[found->second].workCount;
                m_instances[found->second].workNs += trace.durationNs(event);
            }
        }
    }

    Result<void> writeInstances()
    {
        for (std::size_t i = 0; i < m_instances.size(); ++i) {
            const Instance& instance = m_instances[i];
            const TableCell row[] = {
                m_target.idOf(TableId::RegionInstances, i),
                m_target.traceCell(),
                m_target.rankCell(),
                m_target.replayCell(instance.replay),
                TableCell::of(m_scheme.titles()[instance.title].text),
                TableCell::of(m_joined.phases[instance.phase]),
                TableCell::of(instance.range.beginNs),
                TableCell::of(instance.range.durationNs()),
                TableCell::of(instance.workCount),
                TableCell::of(instance.workNs),
                TableCell::of(instance.runCount),
            };
            if (auto added = m_target.sink.addRow(TableId::RegionInstances, row); !added)
                return added;
        }
        return {};
    }

    Result<RegionRowCounts> writeRuns()
    {
        RegionRowCounts counts{m_instances.size(), 0};
        const auto written = forEachRun([&](const ViewTrack& track, std::size_t depth, const Region& run) {
            const TableCell row[] = {
                m_target.idOf(TableId::RegionRuns, counts.runs++),
                m_target.traceCell(),
                m_target.rankCell(),
                m_target.idOf(TableId::RegionInstances, indexFor(run.replay, run.titleIndex, run.phase)),
                m_target.idOf(TableId::Tracks, indexOf(track.source)),
                TableCell::of(static_cast<std::int64_t>(depth)),
                TableCell::of(run.range.beginNs),
                TableCell::of(run.range.durationNs()),
                TableCell::of(run.workCount),
                m_target.idOf(TableId::Events, indexOf(run.firstWork)),
            };
            return m_target.sink.addRow(TableId::RegionRuns, row);
        });
        if (!written)
            return failureOf(written);
        return counts;
    }

    const TableTarget& m_target;
    const Arrangement& m_arrangement;
    const JoinedTrace& m_joined;
    RegionScheme m_scheme;
    std::vector<Instance> m_instances; // by first run
    std::map<std::tuple<std::uint32_t, std::uint32_t, PhaseIndex>, std::size_t> m_known;
};

} // namespace

Result<RegionRowCounts> writeRegions(const TableTarget& target, const Arrangement& arrangement)
{
    return RegionRows(target, arrangement).write();
}

} // namespace lanescope
