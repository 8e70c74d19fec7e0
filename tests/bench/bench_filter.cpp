// SPDX-License-Identifier: Apache-2.0
// How long filter expressions take, against one pass that reads the begin of each event in the same run: the ratios are
// what counts. `bench_filter [MB] [runs] [threads]`, 200, 5 and 1 unless said.
#include "core/query/filter_events.h"
#include "tests/bench/bench_files.h"
#include "tests/bench/synthetic_trace.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace lanescope;

int main(int argc, char** argv)
{
    const std::uint64_t sizeBytes = (argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200) << 20;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    const auto joined = bench::makeJoinedTrace(sizeBytes);
    const auto events = static_cast<double>(joined->trace->eventCount());
    JobControl job;
    job.setThreads(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1);
    std::int64_t sum = 0;
    const double base = bench::medianSeconds(runs, [&] {
        for (std::size_t i = 0; i < joined->trace->eventCount(); ++i)
            sum += joined->trace->beginNs(idAt<EventId>(i));
        return true;
    });
    fmt::print("{} events; reading each begin: {:.2f} ms (sum {})\n", joined->trace->eventCount(), base * 1e3, sum);
    fmt::print("{:<60}{:>10}{:>18}{:>10}\n", "expression", "ms", "ms / 10 M events", "ratio");
    for (const char* text : {"gemm", "cat:kernel", "ann:layer_*", "phase:backward", "dur>10us", "stream:7", "/ge.*m/",
                             "ann:layer_* phase:backward -kernel:nccl* dur>10us stream:7 cat:kernel"}) {
        const auto expression = parseFilter(text);
        std::uint64_t matching = 0;
        const double seconds = bench::medianSeconds(runs, [&] {
            matching = matchingEvents(*joined, *expression, job)->count();
            return true;
        });
        fmt::print("{:<60}{:>10.2f}{:>18.1f}{:>10.1f}\n", fmt::format("{} ({})", text, matching), seconds * 1e3,
                   seconds * 1e3 * 1e7 / events, seconds / base);
    }
}
