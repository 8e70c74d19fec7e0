// SPDX-License-Identifier: Apache-2.0
// How fast an annotated trace is written, plain and gzip, against Python's json module doing less with the same files
// in the same run (annotate.py): the ratios are what counts. `bench_annotate [MB] [runs]`, 200 and 5 unless said.
#include "core/export/annotated_json.h"
#include "core/open/open_trace.h"
#include "tests/bench/bench_files.h"
#include "tests/bench/synthetic_trace.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

using namespace lanescope;
using namespace lanescope::bench;
namespace fs = std::filesystem;

namespace {

bool annotate(const fs::path& trace, const fs::path& annotations, const fs::path& output)
{
    fs::remove(output);
    const JobControl job;
    OpenRequest request;
    request.trace = trace;
    request.annotations = annotations;
    const auto opened = openTrace(request, job);
    return opened && writeAnnotatedTrace(*(*opened)->joined, AnnotateOptions(), output, job).has_value();
}

bool annotateWithPython(const fs::path& trace, const fs::path& annotations, const fs::path& output)
{
    const std::string command = fmt::format("python3 \"{}\" \"{}\" \"{}\" \"{}\" >/dev/null", LANESCOPE_ANNOTATE_PY,
                                            trace.string(), annotations.string(), output.string());
    return std::system(command.c_str()) == 0;
}

std::string contentOfFile(const fs::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

int main(int argc, char** argv)
{
    const std::uint64_t megabytes = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 200;
    const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
    if (megabytes == 0 || runs < 1) {
        fmt::print(stderr, "usage: bench_annotate [MB] [runs]\n");
        return 2;
    }
    const TemporaryFolder folder;
    const SyntheticTrace synthetic = makeSyntheticTrace(megabytes * 1'000'000);
    const auto annotations = folder.write("trace.annotations.json", synthetic.annotations);
    const auto plain = folder.write("trace.json", synthetic.json);
    const auto packed = folder.write("trace.json.gz", gzipped(synthetic.json));
    fmt::print("{:.0f} MB, {} entries\n", static_cast<double>(synthetic.json.size()) / 1e6, synthetic.entries);

    const auto compare = [&](const char* what, const fs::path& trace, const char* suffix) {
        const fs::path ours = folder.path("ours").concat(suffix);
        const fs::path theirs = folder.path("theirs").concat(suffix);
        const double python = medianSeconds(1, [&] { return annotateWithPython(trace, annotations, theirs); });
        const double own = medianSeconds(runs, [&] { return annotate(trace, annotations, ours); });
        fmt::print("{}: Python {:.2f} s, Lanescope {:.3f} s, {:.1f}x its speed\n", what, python, own, python / own);
        return ours;
    };
    const fs::path plainOutput = compare("json to json", plain, ".json");
    const fs::path packedOutput = compare("json.gz to json.gz", packed, ".json.gz");
    const auto size = static_cast<double>(fs::file_size(packedOutput));
    const auto zlibSize = static_cast<double>(gzipped(contentOfFile(plainOutput)).size());
    fmt::print("size: {:.2f} MB, {:+.1f} % against zlib's level 6\n", size / 1e6, (size / zlibSize - 1) * 100);
    return 0;
}
