// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/info_output.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"

#include "core/query/summary.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::cli {
namespace {

struct InfoOptions {
    std::string trace;
    std::string annotations;
    std::vector<std::string> provenance;
    std::string format = "table";
};

int runInfo(const InfoOptions& options)
{
    OpenRequest request;
    request.trace = options.trace;
    if (!options.annotations.empty())
        request.annotations = options.annotations;
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
    app->add_option("TRACE", options->trace, "Chrome trace (.json, .json.gz or .zip; told by its content)")
        ->required()
        ->type_name("FILE");
    app->add_option("-a,--annotations", options->annotations,
                    "Annotation file; without it, one that lies beside the trace is used")
        ->type_name("FILE");
    app->add_option("--provenance", options->provenance,
                    "Inductor's provenance files; without them, those that lie beside the trace are used")
        ->type_name("FILE");
    app->add_option("--format", options->format, "Output: table or json")
        ->check(CLI::IsMember({"table", "json"}))
        ->capture_default_str();
    return {app, [options] { return runInfo(*options); }};
}

} // namespace lanescope::cli
