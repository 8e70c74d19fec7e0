// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/match_output.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"

#include "core/join/match_details.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

namespace lanescope::cli {
namespace {

struct MatchOptions {
    std::string trace;
    std::string annotations;
    std::string format = "table";
    bool guess = false;
    bool isStrict = false;
};

int runMatch(const MatchOptions& options)
{
    OpenRequest request;
    request.trace = options.trace;
    request.discoverProvenance = false; // nothing here shows sources
    request.guessGraphs = options.guess ? GuessGraphs::Yes : GuessGraphs::No;
    if (!options.annotations.empty())
        request.annotations = options.annotations;
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    printWarnings((*opened)->warnings);
    if ((*opened)->annotations == nullptr)
        return printError(
            {ErrorCode::NotFound,
             fmt::format("no annotations for \"{}\": there are none in it or beside it; name the file with "
                         "-a",
                         options.trace)});
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
    app->add_option("TRACE", options->trace, "Chrome trace (.json, .json.gz or .json.zip; told by its content)")
        ->required()
        ->type_name("FILE");
    app->add_option("-a,--annotations", options->annotations,
                    "Annotation file; without it, one that lies beside the trace is used")
        ->type_name("FILE");
    app->add_option("--format", options->format, "Output: table or json")
        ->check(CLI::IsMember({"table", "json"}))
        ->capture_default_str();
    app->add_flag("--guess", options->guess,
                  "Give graphs that are not in the file the annotations of a graph with the same kernels and node "
                  "numbers; marked as a guess");
    app->add_flag("--strict", options->isStrict, "Exit with status 1 when nothing matches");
    return {app, [options] { return runMatch(*options); }};
}

} // namespace lanescope::cli
