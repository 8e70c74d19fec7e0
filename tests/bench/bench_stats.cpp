// SPDX-License-Identifier: Apache-2.0
// How long statistics take of an open trace, against one pass that reads the begin of each event in the same run.
// `bench_stats [MB] [runs] [threads] [NAME]`, 200, 5 and 2 unless said; NAME: only the one of that name.
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_table.h"
#include "tests/bench/bench_files.h"
#include "tests/bench/synthetic_trace.h"

#include <fmt/format.h>

#include <cstdlib>
#include <functional>

using namespace lanescope;

namespace {

std::uint64_t workOf(const Trace& trace)
{
    std::uint64_t work = 0;
    for (std::size_t i = 0; i < trace.eventCount(); ++i)
        work += trace.isGpuWork(idAt<EventId>(i)) ? 1 : 0;
    return work;
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint64_t sizeBytes = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200) << 20;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto joined = bench::makeJoinedTrace(sizeBytes);
    const auto events = static_cast<double>(joined->trace->eventCount());
    JobControl job;
    job.setThreads(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 2);
    std::int64_t sum = 0;
    const double base = bench::medianSeconds(runs, [&] {
        for (std::size_t i = 0; i < joined->trace->eventCount(); ++i)
            sum += joined->trace->beginNs(idAt<EventId>(i));
        return true;
    });
    fmt::print("{} events, {} of them GPU work, {} replays; reading each begin: {:.2f} ms (sum {})\n",
               joined->trace->eventCount(), workOf(*joined->trace), joined->replays.size(), base * 1e3, sum);
    fmt::print("{:<30}{:>10}{:>18}{:>10}\n", "statistics", "ms", "ms / 10 M events", "ratio");
    const auto measure = [&](std::string_view name, const std::function<bool()>& run) {
        if (argc > 4 && name != argv[4])
            return;
        const double seconds = bench::medianSeconds(runs, run);
        fmt::print("{:<30}{:>10.2f}{:>18.1f}{:>10.1f}\n", name, seconds * 1e3, seconds * 1e3 * 1e7 / events,
                   seconds / base);
    };
    for (const char* by : {"region", "kernel", "module", "stream", "replay", "module,phase,kernel"}) {
        StatsRequest request;
        request.by = *statsKeysNamed(by);
        measure(by, [&] { return statsTable(*joined, request, job).has_value(); });
    }
    const auto rules = defaultWorkClasses();
    RangeRequest range;
    range.rules = rules;
    measure("range", [&] { return summarizeRange(*joined, range, job).has_value(); });
    measure("replays, with medians", [&] { return replayStats(*joined, job).has_value(); });
    if (!joined->replays.empty())
        measure("nodes of a replay", [&] { return replayNodes(*joined, 0, job).has_value(); });
}
