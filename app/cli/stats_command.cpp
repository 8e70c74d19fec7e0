// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/stats_output.h"

#include "core/query/filter_events.h"
#include "core/query/stats_table.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace lanescope::cli {
namespace {

struct StatsOptions {
    std::string trace;
    std::string annotations;
    std::string by = "region";
    std::string filter;
    std::string format = "table";
    bool guess = false;
};

Result<StatsTable> statsOf(const OpenedTrace& opened, const StatsOptions& options, const FilterExpression& expression)
{
    const JobControl job;
    std::optional<EventMask> mask;
    if (!expression.isEmpty()) {
        auto matching = matchingEvents(*opened.joined, expression, job);
        if (!matching)
            return failureOf(matching);
        mask = *std::move(matching);
    }
    return statsTable(*opened.joined, *statsKeyNamed(options.by), mask ? &*mask : nullptr, job);
}

int runStats(const StatsOptions& options)
{
    const auto expression = parseFilterOption(options.filter);
    if (!expression)
        return printError(expression.error());
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
    const auto table = statsOf(**opened, options, *expression);
    if (!table)
        return printError(table.error());
    const StatsHead head{(*opened)->trace->file().path.string(), options.filter};
    const std::string text = options.format == "json"  ? statsAsJson(head, *table)
                             : options.format == "csv" ? statsAsCsv(*table)
                                                       : statsAsTable(head, *table);
    std::fwrite(text.data(), 1, text.size(), stdout); // main() tells whether it got out
    return kFine;
}

} // namespace

Command addStatsCommand(CLI::App& root)
{
    auto options = std::make_shared<StatsOptions>();
    CLI::App* app = root.add_subcommand("stats", "Sum up GPU work by region, module, kernel, phase, stream or replay");
    app->add_option("TRACE", options->trace, "Chrome trace (.json, .json.gz or .json.zip; told by its content)")
        ->required()
        ->type_name("FILE");
    app->add_option("-a,--annotations", options->annotations,
                    "Annotation file; without it, one that lies beside the trace is used")
        ->type_name("FILE");
    app->add_option("--by", options->by, "What to sum up by")
        ->check(CLI::IsMember({"region", "module", "kernel", "phase", "stream", "replay"}))
        ->capture_default_str();
    app->add_option("--filter", options->filter,
                    "Only work that matches, for example \"ann:layer_* phase:backward dur>10us\"; see lanescope(1)")
        ->type_name("EXPR");
    app->add_option("--format", options->format, "Output: table, json or csv")
        ->check(CLI::IsMember({"table", "json", "csv"}))
        ->capture_default_str();
    app->add_flag("--guess", options->guess,
                  "Give graphs that are not in the file the annotations of a graph with the same kernels and node "
                  "numbers");
    return {app, [options] { return runStats(*options); }};
}

} // namespace lanescope::cli
