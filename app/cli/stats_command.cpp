// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/stats_output.h"

#include "core/query/diagnose.h"
#include "core/query/filter_events.h"
#include "core/query/stats_table.h"
#include "core/query/time_range_text.h"

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
    std::string range;
    std::string names = "full";
    std::string format = "table";
    bool guess = false;
};

// What the options ask for, as far as it can be told without the trace.
struct StatsQuestion {
    std::vector<StatsKey> by;
    FilterExpression filter;
    std::optional<TimeRangeText> range;
};

Result<StatsQuestion> questionOf(const StatsOptions& options)
{
    StatsQuestion question;
    auto by = statsKeysNamed(options.by);
    if (!by)
        return failureOf(by);
    question.by = *std::move(by);
    auto filter = parseFilterOption(options.filter);
    if (!filter)
        return failureOf(filter);
    question.filter = *std::move(filter);
    if (!options.range.empty()) {
        auto range = parseTimeRange(options.range);
        if (!range)
            return failureOf(range);
        question.range = *std::move(range);
    }
    return question;
}

// Only rows of kernels have one launch shape or few.
Result<void> addShapes(const OpenedTrace& opened, StatsReport& report, const JobControl& job)
{
    if (report.table.by.back() != StatsKey::Kernel)
        return {};
    std::vector<std::vector<EventId>> groups(report.table.rows.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (report.table.rows[i].key == StatsKey::Kernel)
            groups[i] = report.table.workOf(i);
    }
    auto shapes = launchShapesOf(*opened.trace, groups, job);
    if (!shapes)
        return failureOf(shapes);
    report.shapes = *std::move(shapes);
    return {};
}

Result<StatsReport> reportOf(const OpenedTrace& opened, const StatsOptions& options, const StatsQuestion& question)
{
    const JobControl job;
    const JoinedTrace& joined = *opened.joined;
    StatsRequest request;
    request.by = question.by;
    request.names = options.names == "short" ? KernelNames::Short : KernelNames::Full;
    std::optional<EventMask> mask;
    if (!question.filter.isEmpty()) {
        auto matching = matchingEvents(joined, question.filter, job);
        if (!matching)
            return failureOf(matching);
        mask = *std::move(matching);
        request.mask = &*mask;
    }
    if (question.range) {
        const auto range = placeTimeRange(*question.range, *opened.trace);
        if (!range)
            return failureOf(range);
        request.range = *range;
    }
    StatsReport report;
    report.trace = opened.trace->file().path.string();
    report.by = options.by;
    report.filter = options.filter;
    auto table = statsTable(joined, request, job);
    if (!table)
        return failureOf(table);
    report.table = *std::move(table);
    const auto diagnoses = diagnose(joined, opened.warnings, job);
    if (!diagnoses)
        return failureOf(diagnoses);
    report.caveats = statsCaveats(joined, report.table, *diagnoses);
    if (const auto added = addShapes(opened, report, job); !added)
        return failureOf(added);
    return report;
}

int runStats(const StatsOptions& options)
{
    const auto question = questionOf(options);
    if (!question)
        return printError(question.error());
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
    const auto report = reportOf(**opened, options, *question);
    if (!report)
        return printError(report.error());
    const std::string text = options.format == "json"  ? statsAsJson(*report)
                             : options.format == "csv" ? statsAsCsv(*report)
                                                       : statsAsTable(*report);
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
    app->add_option("--by", options->by,
                    "What to sum up by: region, module, kernel, phase, stream, replay, or several one inside the "
                    "other, such as module,phase,kernel")
        ->type_name("KEY,...")
        ->capture_default_str();
    app->add_option("--filter", options->filter,
                    "Only work that matches, for example \"ann:layer_* phase:backward dur>10us\"; see lanescope(1)")
        ->type_name("EXPR");
    app->add_option("--range", options->range,
                    "Only this time, from the trace's start: 1.5ms:20ms, 2s:, :800us; work is cut at its ends")
        ->type_name("FROM:TO");
    app->add_option("--names", options->names,
                    "Names of kernels: full, or short: without namespaces, parameters and most template arguments")
        ->check(CLI::IsMember({"full", "short"}))
        ->capture_default_str();
    app->add_option("--format", options->format, "Output: table, json or csv")
        ->check(CLI::IsMember({"table", "json", "csv"}))
        ->capture_default_str();
    app->add_flag("--guess", options->guess,
                  "Give graphs that are not in the file the annotations of a graph with the same kernels and node "
                  "numbers");
    return {app, [options] { return runStats(*options); }};
}

} // namespace lanescope::cli
