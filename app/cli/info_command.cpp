// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/info_output.h"
#include "app/cli/info_session.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/trace_options.h"

#include "core/query/summary.h"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

namespace lanescope::cli {
namespace {

struct InfoOptions {
    std::vector<std::string> traces;
    TraceAsked asked; // its trace: the first
    std::vector<std::string> provenance;
    std::string format;
};

bool isFolder(const std::string& path)
{
    std::error_code ignored; // what cannot be looked at is told when it is opened
    return std::filesystem::is_directory(path, ignored);
}

// A folder, or several traces: one summary a rank.
int runSessionInfo(const InfoOptions& options, const OpenRequest& like)
{
    if (!options.asked.annotations.empty() || !options.provenance.empty())
        return printError({ErrorCode::WrongUsage,
                           "-a and --provenance belong to one trace: with several, each gets the "
                           "files of its rank that lie beside it"});
    const std::vector<std::filesystem::path> paths(options.traces.begin(), options.traces.end());
    return printSessionInfo(paths, like, options.format == "json" ? OutputFormat::Json : OutputFormat::Table);
}

int runInfo(const InfoOptions& options)
{
    OpenRequest request = requestOf(options.asked);
    if (options.traces.size() > 1 || isFolder(options.traces.front()))
        return runSessionInfo(options, request);
    request.trace = options.traces.front();
    request.provenance.assign(options.provenance.begin(), options.provenance.end());
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    const TraceSummary summary = summarize(*(*opened)->joined);
    printWarnings((*opened)->warnings);
    const std::string text = options.format == "json" ? infoAsJson(**opened, summary) : infoAsTable(**opened, summary);
    std::fwrite(text.data(), 1, text.size(), stdout); // main() tells whether it got out
    return kFine;
}

} // namespace

Command addInfoCommand(CLI::App& root)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* app = root.add_subcommand("info", "Tell what a trace holds and how its annotations fit");
    app->add_option(
           "TRACE", options->traces,
           "Chrome trace (.json, .json.gz or .zip; told by its content); a folder or several: one summary a rank")
        ->required()
        ->type_name("FILE");
    addAnnotationsOption(*app, options->asked.annotations);
    app->add_option("--provenance", options->provenance,
                    "Inductor's provenance files; without them, those that lie beside the trace are used")
        ->type_name("FILE");
    addFormatOption(*app, options->format, {"table", "json"});
    addGuessOption(*app, options->asked.guess, "; marked as a guess");
    return {app, [options] { return runInfo(*options); }};
}

} // namespace lanescope::cli
