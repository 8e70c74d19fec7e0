// SPDX-License-Identifier: Apache-2.0
#include "core/query/work_counts.h"

#include "core/query/gpu_work.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::size_t kEventsPerStopCheck = 0x10000;

struct Sum {
    std::uint64_t workCount = 0;
    TimeNs totalNs = 0;

    void add(TimeNs durationNs)
    {
        ++workCount;
        totalNs = addedUp(totalNs, durationNs);
    }
};

std::vector<WorkCount> longestFirst(const Trace& trace, const std::vector<Sum>& sumOfString)
{
    std::vector<WorkCount> counts;
    for (std::size_t i = 0; i < sumOfString.size(); ++i) {
        if (sumOfString[i].workCount > 0)
            counts.push_back(
                {std::string(trace.text(idAt<StringId>(i))), sumOfString[i].workCount, sumOfString[i].totalNs});
    }
    std::ranges::sort(counts, [](const WorkCount& a, const WorkCount& b) {
        return a.totalNs != b.totalNs ? a.totalNs > b.totalNs : a.name < b.name;
    });
    return counts;
}

} // namespace

Result<WorkCounts> countWork(const JoinedTrace& joined, const JobControl& job)
{
    const Trace& trace = *joined.trace;
    std::vector<Sum> phases(joined.phases.size());
    std::vector<Sum> kernels(trace.strings().size());
    std::vector<Sum> categories(trace.strings().size());
    for (std::size_t i = 0; i < trace.eventCount(); ++i) {
        if (i % kEventsPerStopCheck == 0 && job.stopRequested())
            return JobControl::stopped();
        const auto event = idAt<EventId>(i);
        if (!trace.isGpuWork(event))
            continue;
        const TimeNs durationNs = trace.durationNs(event);
        phases[joined.phaseIndex(event)].add(durationNs);
        kernels[indexOf(trace.nameId(event))].add(durationNs);
        categories[indexOf(trace.categoryId(event))].add(durationNs);
    }
    WorkCounts counts;
    for (std::size_t i = 0; i < phases.size(); ++i)
        counts.phases.push_back({joined.phases[i], phases[i].workCount, phases[i].totalNs});
    counts.kernels = longestFirst(trace, kernels);
    counts.categories = longestFirst(trace, categories);
    return counts;
}

} // namespace lanescope
