// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_output.h"
#include "app/cli/command.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"

#include "core/query/diagnose.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

namespace lanescope::cli {
namespace {

struct CheckOptions {
    std::string trace;
    std::string annotations;
    std::string format = "table";
    bool isStrict = false;
};

int runCheck(const CheckOptions& options)
{
    OpenRequest request;
    request.trace = options.trace;
    if (!options.annotations.empty())
        request.annotations = options.annotations;
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    const auto found = [&] {
        const TerminalJob job;
        return diagnose(*(*opened)->joined, (*opened)->warnings, job.control());
    }();
    if (!found)
        return printError(found.error());
    const std::string text = options.format == "json" ? checkAsJson(**opened, *found) : checkAsTable(**opened, *found);
    std::fwrite(text.data(), 1, text.size(), stdout); // main() tells whether it got out
    const bool isAtFault =
        std::any_of(found->begin(), found->end(), [](const Diagnosis& d) { return d.severity != Severity::Note; });
    return options.isStrict && isAtFault ? kInputAtFault : kFine;
}

} // namespace

Command addCheckCommand(CLI::App& root)
{
    auto options = std::make_shared<CheckOptions>();
    CLI::App* app = root.add_subcommand("check", "Tell what is odd about a trace and which figures that spoils");
    app->add_option("TRACE", options->trace, "Chrome trace (.json, .json.gz or .zip; told by its content)")
        ->required()
        ->type_name("FILE");
    app->add_option("-a,--annotations", options->annotations,
                    "Annotation file; without it, one that lies beside the trace is used")
        ->type_name("FILE");
    app->add_flag("--strict", options->isStrict, "Exit with status 1 when there is an error or a warning");
    app->add_option("--format", options->format, "Output: table or json")
        ->check(CLI::IsMember({"table", "json"}))
        ->capture_default_str();
    return {app, [options] { return runCheck(*options); }};
}

} // namespace lanescope::cli
