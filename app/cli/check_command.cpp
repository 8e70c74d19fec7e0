// SPDX-License-Identifier: Apache-2.0
#include "app/cli/check_output.h"
#include "app/cli/command.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"
#include "app/cli/trace_options.h"

#include "core/query/diagnose.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>

namespace lanescope::cli {
namespace {

struct CheckOptions {
    TraceAsked asked;
    std::string format;
    bool isStrict = false;
};

int runCheck(const CheckOptions& options)
{
    const auto opened = openWithProgress(requestOf(options.asked));
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
    addTraceOption(*app, options->asked.trace);
    addAnnotationsOption(*app, options->asked.annotations);
    app->add_flag("--strict", options->isStrict, "Exit with status 1 when there is an error or a warning");
    addFormatOption(*app, options->format, {"table", "json"});
    return {app, [options] { return runCheck(*options); }};
}

} // namespace lanescope::cli
