// SPDX-License-Identifier: Apache-2.0
// How fast traces open and what they keep in memory, against a bare RapidJSON parse and a bare inflate of the same
// bytes in the same run: the ratios are what counts. `bench_open [MB] [runs]`, 200 and 5 unless said.
#include "core/lanes/arrangement.h"
#include "core/open/open_trace.h"
#include "tests/bench/bench_files.h"
#include "tests/bench/rapidjson_count.h"
#include "tests/bench/synthetic_trace.h"

#include <fmt/format.h>
#include <zlib.h>

#include <malloc.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sched.h>
#include <vector>

using namespace lanescope;
using namespace lanescope::bench;

namespace {

std::uint64_t anonymousBytes()
{
    std::ifstream rollup("/proc/self/smaps_rollup");
    for (std::string line; std::getline(rollup, line);) {
        if (line.starts_with("Anonymous:"))
            return std::strtoull(line.c_str() + sizeof "Anonymous:", nullptr, 10) * 1024;
    }
    return 0;
}

bool inflateAll(const std::string& compressed)
{
    z_stream stream{};
    if (inflateInit2(&stream, kGzipWindowBits) != Z_OK)
        return false;
    std::vector<Bytef> window(1U << 20);
    stream.next_in = reinterpret_cast<const Bytef*>(compressed.data());
    stream.avail_in = static_cast<uInt>(compressed.size());
    int status = Z_OK;
    while (status == Z_OK) {
        stream.next_out = window.data();
        stream.avail_out = static_cast<uInt>(window.size());
        status = inflate(&stream, Z_NO_FLUSH);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END;
}

struct Opened {
    std::shared_ptr<const OpenedTrace> trace;
    std::shared_ptr<const Arrangement> arrangement;
};

Opened open(const std::filesystem::path& trace, const std::filesystem::path& annotations, const JobControl& job = {})
{
    OpenRequest request;
    request.trace = trace;
    request.annotations = annotations;
    const auto opened = openTrace(request, job);
    if (!opened) {
        fmt::print(stderr, "{}\n", opened.error().message);
        return {};
    }
    const auto arrangement = arrange((*opened)->joined, TrackView::Recorded, job);
    return arrangement ? Opened{*opened, *arrangement} : Opened{};
}

// Keeps this thread and all that it starts on so many of its processors while it lives: "one thread" shall not mean one
// that reads and another that sorts.
class ProcessorLimit {
public:
    explicit ProcessorLimit(unsigned processors)
    {
        CPU_ZERO(&m_before);
        sched_getaffinity(0, sizeof(m_before), &m_before);
        cpu_set_t some;
        CPU_ZERO(&some);
        for (int cpu = 0; cpu < CPU_SETSIZE && processors > 0; ++cpu) {
            if (CPU_ISSET(cpu, &m_before)) {
                CPU_SET(cpu, &some);
                --processors;
            }
        }
        sched_setaffinity(0, sizeof(some), &some);
    }
    ~ProcessorLimit() { sched_setaffinity(0, sizeof(m_before), &m_before); }
    ProcessorLimit(const ProcessorLimit&) = delete;
    ProcessorLimit& operator=(const ProcessorLimit&) = delete;

private:
    cpu_set_t m_before;
};

struct Kept {
    double bytesPerEntry = 0;
    std::uint64_t bytes = 0;
};

Kept keptAfterOpening(const std::filesystem::path& trace, const std::filesystem::path& annotations,
                      std::uint64_t entries)
{
    malloc_trim(0);
    const std::uint64_t before = anonymousBytes();
    const Opened opened = open(trace, annotations);
    malloc_trim(0);
    const std::uint64_t bytes = anonymousBytes() - before;
    return {static_cast<double>(bytes) / static_cast<double>(entries), bytes};
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint64_t megabytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    if (megabytes == 0 || runs < 1) {
        fmt::print(stderr, "usage: bench_open [MB] [runs]\n");
        return 2;
    }
    const TemporaryFolder folder;
    const SyntheticTrace synthetic = makeSyntheticTrace(megabytes * 1'000'000);
    const std::string compressed = gzipped(synthetic.json);
    const auto annotations = folder.write("trace.annotations.json", synthetic.annotations);
    const auto plain = folder.write("trace.json", synthetic.json);
    const auto packed = folder.write("trace.json.gz", compressed);
    const auto entries = static_cast<double>(synthetic.entries);
    const double mb = static_cast<double>(synthetic.json.size()) / 1e6;
    fmt::print("{:.0f} MB, {} entries ({:.0f} bytes each), {:.1f} MB gzipped\n", mb, synthetic.entries,
               mb * 1e6 / entries, static_cast<double>(compressed.size()) / 1e6);

    const Kept plainKept = keptAfterOpening(plain, annotations, synthetic.entries);
    const Kept packedKept = keptAfterOpening(packed, annotations, synthetic.entries);
    const double rapidJson = medianSeconds(runs, [&] { return countValues(synthetic.json) > 0; });
    const double unchecked = medianSeconds(runs, [&] { return countValuesUnchecked(synthetic.json) > 0; });
    const double inflateOnly = medianSeconds(runs, [&] { return inflateAll(compressed); });
    const Opened opened = open(plain, annotations);
    const double arrangeOnly = medianSeconds(
        runs, [&] { return arrange(opened.trace->joined, TrackView::Recorded, JobControl()).has_value(); });

    const auto print = [&](const std::string& what, double seconds, const std::string& ratio) {
        fmt::print("{:<34} {:7.3f} s {:8.0f} MB/s {:8.2f} M entries/s  {}\n", what, seconds, mb / seconds,
                   entries / seconds / 1e6, ratio);
    };
    print("RapidJSON SAX count (-O2)", rapidJson, "");
    print("  without its assertions", unchecked, "");
    print("zlib inflate", inflateOnly, "");
    for (const unsigned threads : {1U, 2U}) {
        const ProcessorLimit limit(threads);
        JobControl job;
        job.setThreads(threads);
        const auto opening = [&](const std::filesystem::path& trace) {
            return medianSeconds(runs, [&] { return open(trace, annotations, job).arrangement != nullptr; });
        };
        const double openPlain = opening(plain);
        print(fmt::format("open and arrange, plain, {} threads", threads), openPlain,
              fmt::format("{:.2f}x the speed of RapidJSON", rapidJson / openPlain));
        const double openPacked = opening(packed);
        print(fmt::format("open and arrange, gzip, {} threads", threads), openPacked,
              fmt::format("{:.2f}x the time of inflate", openPacked / inflateOnly));
    }
    print("  of it arrange, all threads", arrangeOnly, "");
    fmt::print("anonymous memory kept: plain {:.1f} bytes an entry, gzip {:.1f} ({:.1f} beside the text)\n",
               plainKept.bytesPerEntry, packedKept.bytesPerEntry, packedKept.bytesPerEntry - mb * 1e6 / entries);
    return 0;
}
