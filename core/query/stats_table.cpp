// SPDX-License-Identifier: Apache-2.0
#include "core/query/stats_table.h"

#include "core/base/sort_runs.h"
#include "core/lanes/region_scheme.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <unordered_map>

namespace lanescope {
namespace {

constexpr std::size_t kEventsBetweenStopChecks = 1 << 14;

constexpr std::array<std::pair<std::string_view, StatsKey>, 6> kKeys{{{"region", StatsKey::Region},
                                                                      {"module", StatsKey::Module},
                                                                      {"kernel", StatsKey::Kernel},
                                                                      {"phase", StatsKey::Phase},
                                                                      {"stream", StatsKey::Stream},
                                                                      {"replay", StatsKey::Replay}}};

TimeNs addedUp(TimeNs a, TimeNs b) // neither is negative
{
    return b > std::numeric_limits<TimeNs>::max() - a ? std::numeric_limits<TimeNs>::max() : a + b;
}

// Busy time of work that comes by begin, on any number of GPUs.
class BusyTime {
public:
    void add(ProcessId gpu, TimeNs beginNs, TimeNs endNs)
    {
        const auto [known, isNew] = m_coveredUntil.try_emplace(gpu, beginNs);
        TimeNs& coveredUntil = known->second;
        if (endNs > coveredUntil)
            m_busyNs = addedUp(m_busyNs, endNs - std::max(beginNs, coveredUntil));
        coveredUntil = std::max(coveredUntil, endNs);
    }
    [[nodiscard]] TimeNs busyNs() const { return m_busyNs; }

private:
    std::unordered_map<ProcessId, TimeNs> m_coveredUntil;
    TimeNs m_busyNs = 0;
};

struct Group {
    StatsRow row;
    std::uint64_t order = 0; // of streams and replays
    BusyTime busy;
    std::vector<TimeNs> durations;
};

class Collector {
public:
    Collector(const JoinedTrace& joined, StatsKey key, const EventMask* mask, const JobControl& job)
        : m_joined(joined), m_trace(*joined.trace), m_mask(mask), m_job(job)
    {
        m_table.key = key;
    }

    Result<StatsTable> collect()
    {
        if (!takeWork())
            return JobControl::stopped();
        m_table.busyNs = m_busy.busyNs();
        for (Group& group : m_groups) {
            if (m_job.stopRequested())
                return JobControl::stopped();
            finish(group);
        }
        sortGroups();
        for (Group& group : m_groups)
            m_table.rows.push_back(std::move(group.row));
        return std::move(m_table);
    }

private:
    // All work by begin.
    [[nodiscard]] bool takeWork()
    {
        std::vector<EventId> work;
        for (std::size_t i = 0; i < m_trace.eventCount(); ++i) {
            if (i % kEventsBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            const EventId event = idAt<EventId>(i);
            if (m_trace.isGpuWork(event) && !m_trace.hasFlag(event, kEventHasNoTime))
                work.push_back(event);
        }
        m_table.work = work.size();
        const auto beginsBefore = [this](EventId a, EventId b) { return m_trace.beginNs(a) < m_trace.beginNs(b); };
        if (!sortRuns(std::span(work), beginsBefore, m_job))
            return false;
        for (std::size_t i = 0; i < work.size(); ++i) {
            if (i % kEventsBetweenStopChecks == 0 && m_job.stopRequested())
                return false;
            take(work[i]);
        }
        return true;
    }

    void take(EventId event)
    {
        const ProcessId gpu = m_trace.track(m_trace.track(event)).process;
        const TimeRange range{m_trace.beginNs(event), m_trace.endNs(event)};
        m_busy.add(gpu, range.beginNs, range.endNs);
        if (m_mask != nullptr && !(*m_mask)[event])
            return;
        ++m_table.matchingWork;
        Group& group = groupOf(event);
        group.durations.push_back(range.durationNs());
        group.busy.add(gpu, range.beginNs, range.endNs);
        if (group.durations.size() == 1)
            group.row.span = range;
        group.row.span.endNs = std::max(group.row.span.endNs, range.endNs);
    }

    // Distinct numbers stand for distinct groups of a key, except that two annotations may share a title.
    [[nodiscard]] std::uint64_t numberOf(EventId event) const
    {
        const std::uint32_t row = m_trace.launchRow(event);
        switch (m_table.key) {
        case StatsKey::Region:
        case StatsKey::Module:
            return row < m_joined.annotationOf.size() ? m_joined.annotationOf[row] : JoinedTrace::kNone;
        case StatsKey::Kernel:
            return indexOf(m_trace.nameId(event));
        case StatsKey::Phase:
            return m_joined.phaseIndex(event);
        case StatsKey::Stream:
            return indexOf(m_trace.track(event));
        case StatsKey::Replay:
            return row < m_joined.replayOf.size() ? m_joined.replayOf[row] : JoinedTrace::kNone;
        }
        return JoinedTrace::kNone;
    }

    [[nodiscard]] std::string nameOfGroup(std::uint64_t number, EventId event) const
    {
        switch (m_table.key) {
        case StatsKey::Region:
            return number == JoinedTrace::kNone ? std::string() : m_joined.annotations->annotations()[number].title();
        case StatsKey::Module:
            return number == JoinedTrace::kNone ? std::string()
                                                : m_joined.annotations->annotations()[number].modulePath();
        case StatsKey::Kernel:
            return std::string(m_trace.name(event));
        case StatsKey::Phase:
            return m_joined.phases[number];
        case StatsKey::Stream: {
            const TrackId track = m_trace.track(event);
            return fmt::format("{} {}", m_trace.processTitle(m_trace.track(track).process), m_trace.trackTitle(track));
        }
        case StatsKey::Replay:
            if (number == JoinedTrace::kNone)
                return {};
            return fmt::format("graph {} replay {}", m_joined.replays[number].execGraphId,
                               m_joined.replays[number].number);
        }
        return {};
    }

    Group& groupOf(EventId event)
    {
        const std::uint64_t number = numberOf(event);
        const auto [known, isNew] = m_groupOfNumber.try_emplace(number, m_groups.size());
        if (!isNew)
            return m_groups[known->second];
        std::string name = nameOfGroup(number, event);
        const bool sharesNames = m_table.key == StatsKey::Region || m_table.key == StatsKey::Module;
        if (sharesNames) {
            const auto [named, isNewName] = m_groupOfName.try_emplace(name, m_groups.size());
            known->second = named->second;
            if (!isNewName)
                return m_groups[named->second];
        }
        Group& group = m_groups.emplace_back();
        group.row.name = std::move(name);
        group.order = number;
        return group;
    }

    static void finish(Group& group)
    {
        std::vector<TimeNs>& durations = group.durations;
        std::sort(durations.begin(), durations.end());
        StatsRow& row = group.row;
        row.count = durations.size();
        for (const TimeNs duration : durations)
            row.totalNs = addedUp(row.totalNs, duration);
        const auto count = static_cast<TimeNs>(row.count);
        row.meanNs = row.totalNs / count + (row.totalNs % count >= count - row.totalNs % count ? 1 : 0);
        const auto rank = [&](std::uint64_t percent) { return durations[(percent * row.count + 99) / 100 - 1]; };
        row.p50Ns = rank(50);
        row.p99Ns = rank(99);
        row.minNs = durations.front();
        row.maxNs = durations.back();
        row.busyNs = group.busy.busyNs();
        durations = {};
    }

    void sortGroups()
    {
        const bool isByOrder = m_table.key == StatsKey::Replay;
        const bool isByName = m_table.key == StatsKey::Stream;
        std::stable_sort(m_groups.begin(), m_groups.end(), [&](const Group& a, const Group& b) {
            if (isByOrder)
                return a.order < b.order;
            if (isByName)
                return comesBefore(a.row.name, b.row.name);
            return std::tie(b.row.totalNs, a.row.name) < std::tie(a.row.totalNs, b.row.name);
        });
    }

    const JoinedTrace& m_joined;
    const Trace& m_trace;
    const EventMask* m_mask;
    const JobControl& m_job;
    StatsTable m_table;
    BusyTime m_busy;
    std::vector<Group> m_groups;
    std::unordered_map<std::uint64_t, std::size_t> m_groupOfNumber;
    std::unordered_map<std::string, std::size_t> m_groupOfName;
};

} // namespace

std::optional<StatsKey> statsKeyNamed(std::string_view name)
{
    for (const auto& [known, key] : kKeys) {
        if (known == name)
            return key;
    }
    return std::nullopt;
}

std::string_view nameOf(StatsKey key)
{
    for (const auto& [name, known] : kKeys) {
        if (known == key)
            return name;
    }
    return {};
}

double StatsTable::shareOf(const StatsRow& row) const
{
    return busyNs > 0 ? static_cast<double>(row.busyNs) / static_cast<double>(busyNs) : 0;
}

Result<StatsTable> statsTable(const JoinedTrace& joined, StatsKey key, const EventMask* mask, const JobControl& job)
{
    return Collector(joined, key, mask, job).collect();
}

} // namespace lanescope
