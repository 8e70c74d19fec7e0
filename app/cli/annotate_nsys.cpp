// SPDX-License-Identifier: Apache-2.0
#include "app/cli/annotate_nsys.h"

#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"

#include "core/export/nsys_ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::cli {
namespace {

std::string textOf(const CLI::App& app, const std::string& option)
{
    const CLI::Option* found = app.get_option(option);
    return found->count() > 0 ? found->results().front() : std::string();
}

// The first option given that a copy of a report has no place for; empty: none.
std::string unfitOption(const CLI::App& app)
{
    static constexpr std::array<std::string_view, 5> kFit = {"TRACE", "--annotations", "--output", "--guess",
                                                             "--strict"};
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_single_name();
        const bool fits = std::any_of(kFit.begin(), kFit.end(),
                                      [&](std::string_view fit) { return name == fit || "--" + name == fit; });
        if (option->count() > 0 && !fits)
            return option->get_name();
    }
    return {};
}

int runCopy(const CLI::App& app, const std::filesystem::path& report, const std::filesystem::path& output)
{
    if (const std::string option = unfitOption(app); !option.empty())
        return printError({ErrorCode::WrongUsage,
                           fmt::format("{} is for Chrome JSON: a copy of an Nsight Systems report gets NVTX ranges and "
                                       "nothing else; name the output .json to get a trace",
                                       option)});
    // A file that may not grow further is then an error of the write, not the end of the program.
    std::signal(SIGXFSZ, SIG_IGN);
    OpenRequest request;
    request.trace = report;
    request.guessGraphs = app.get_option("--guess")->count() > 0 ? GuessGraphs::Yes : GuessGraphs::No;
    request.discoverProvenance = false; // ranges have no place for stacks
    if (const std::string annotations = textOf(app, "--annotations"); !annotations.empty())
        request.annotations = annotations;
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    const OpenedTrace& trace = **opened;
    printWarnings(trace.warnings);
    if (trace.annotations == nullptr)
        return printError({ErrorCode::NotFound, fmt::format("no annotations for \"{}\" beside it or in the two folders "
                                                            "above; name the file with -a",
                                                            report.string())});
    const auto counts = [&] {
        const TerminalJob job;
        return writeNsysRanges(trace.joined, output, job.control());
    }();
    if (!counts)
        return printError(counts.error());
    if (trace.annotationsWereDiscovered)
        fmt::print("annotations: {}\n", trace.annotations->path.string());
    fmt::print("annotated: {}\nranges: {}\noutput: {}\n", counts->annotated, counts->ranges, output.string());
    return counts->ranges == 0 && app.get_option("--strict")->count() > 0 ? kInputAtFault : kFine;
}

} // namespace

Command alsoForNsys(Command annotate)
{
    CLI::App* app = annotate.app;
    auto writeJson = std::move(annotate.run);
    return {app, [app, writeJson] {
                const std::filesystem::path report = textOf(*app, "TRACE");
                const std::string output = textOf(*app, "--output");
                if (output.ends_with(".json") || output.ends_with(".json.gz") || !isDatabase(report))
                    return writeJson();
                return runCopy(*app, report,
                               output.empty() ? defaultNsysCopyPath(report) : std::filesystem::path(output));
            }};
}

} // namespace lanescope::cli
