// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/match_output.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/trace_options.h"

#include "core/join/match_details.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

namespace lanescope::cli {
namespace {

struct MatchOptions {
    TraceAsked asked;
    std::string format;
    bool isStrict = false;
};

int runMatch(const MatchOptions& options)
{
    OpenRequest request = requestOf(options.asked);
    request.discoverProvenance = false; // nothing here shows sources
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    printWarnings((*opened)->warnings);
    if ((*opened)->annotations == nullptr)
        return printError(
            {ErrorCode::NotFound,
             fmt::format("no annotations for \"{}\": there are none in it or beside it; name the file with "
                         "-a",
                         options.asked.trace)});
    const MatchDetails details = matchDetails(*(*opened)->joined);
    const std::string text =
        options.format == "json" ? matchAsJson(**opened, details) : matchAsTable(**opened, details);
    std::fwrite(text.data(), 1, text.size(), stdout); // main() tells whether it got out
    return options.isStrict && (*opened)->joined->match.annotatedWork == 0 ? kInputAtFault : kFine;
}

} // namespace

Command addMatchCommand(CLI::App& root)
{
    auto options = std::make_shared<MatchOptions>();
    CLI::App* app = root.add_subcommand("match", "Tell which graph nodes have annotations, and why others have none");
    addTraceOption(*app, options->asked.trace);
    addAnnotationsOption(*app, options->asked.annotations);
    addFormatOption(*app, options->format, {"table", "json"});
    addGuessOption(*app, options->asked.guess, "; marked as a guess");
    app->add_flag("--strict", options->isStrict, "Exit with status 1 when nothing matches");
    return {app, [options] { return runMatch(*options); }};
}

} // namespace lanescope::cli
