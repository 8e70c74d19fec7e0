// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/histogram_output.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/range_output.h"
#include "app/cli/replay_output.h"
#include "app/cli/stats_output.h"
#include "app/cli/stats_question.h"
#include "app/cli/trace_options.h"

#include "core/open/merge_session.h"
#include "core/query/node_caveat.h"
#include "core/query/range_summary.h"
#include "core/query/replay_stats.h"
#include "core/query/stats_table.h"

#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace lanescope::cli {
namespace {

struct StatsOptions {
    TraceAsked trace;
    StatsAsked asked;
    std::string classes;
    std::string format;
    std::optional<std::uint64_t> replay;
    std::optional<std::uint64_t> graph;
    std::size_t gaps = 10;
    std::string histogram;
    std::string scale = "linear";
    std::size_t bins = DurationSpread::kUsualBins;
};

constexpr const char* kByRange = "range";
constexpr const char* kAllWork = "*";
constexpr std::size_t kMostBins = 1000;

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

// What tells replays apart.
Result<void> addReplays(const JoinedTrace& joined, StatsReport& report, const JobControl& job)
{
    if (report.table.by != std::vector<StatsKey>{StatsKey::Replay})
        return {};
    const auto stats = replayStats(joined, job);
    if (!stats)
        return failureOf(stats);
    for (std::size_t i = 0; i < report.table.rows.size(); ++i) {
        const Replay* replay = joined.replay(report.table.workOf(i).front());
        report.replays.emplace_back();
        if (replay == nullptr)
            continue;
        const auto position = static_cast<std::size_t>(replay - joined.replays.data());
        report.replays.back() = {*replay, stats->rows[position], stats->graphs.at(graphOf(*replay)),
                                 fileOf(*joined.trace, *replay)};
    }
    return {};
}

Result<std::string> statsText(const OpenedTrace& opened, const StatsOptions& options, const StatsQuestion& question)
{
    const JobControl job;
    auto answer = answerOf(opened, question, job);
    if (!answer)
        return failureOf(answer);
    StatsReport report;
    report.trace = opened.trace->file().path.string();
    report.by = options.asked.by;
    report.filter = options.asked.filter;
    report.table = std::move(answer->table);
    report.caveats = std::move(answer->caveats);
    if (const auto added = addShapes(opened, report, job); !added)
        return failureOf(added);
    if (const auto added = addReplays(*opened.joined, report, job); !added)
        return failureOf(added);
    return options.format == "json"  ? statsAsJson(report)
           : options.format == "csv" ? statsAsCsv(report)
                                     : statsAsTable(report);
}

Result<std::string> rangeText(const OpenedTrace& opened, const StatsOptions& options, const StatsQuestion& question,
                              std::span<const WorkClassRule> rules)
{
    const JobControl job;
    const auto placed = placedOn(opened, question, job);
    if (!placed)
        return failureOf(placed);
    RangeRequest request;
    request.range = placed->range;
    request.mask = placed->mask ? &*placed->mask : nullptr;
    request.rules = rules;
    request.gapsKept = options.gaps;
    auto summary = summarizeRange(*opened.joined, request, job);
    if (!summary)
        return failureOf(summary);
    const auto diagnoses = diagnosesOf(opened, job);
    if (!diagnoses)
        return failureOf(diagnoses);
    auto caveats = rangeCaveats(*opened.joined, *diagnoses, summary->cutWork, summary->work);
    const RangeReport report{opened.trace->file().path.string(), options.asked.filter, *std::move(summary),
                             opened.trace.get(), std::move(caveats)};
    return options.format == "json"  ? rangeAsJson(report)
           : options.format == "csv" ? rangeAsCsv(report)
                                     : rangeAsTable(report);
}

Result<std::string> nodesText(const OpenedTrace& opened, const StatsOptions& options)
{
    const JobControl job;
    const JoinedTrace& joined = *opened.joined;
    const auto replay = replayNumbered(joined, *options.replay, options.graph);
    if (!replay)
        return failureOf(replay);
    const auto stats = replayStats(joined, job);
    if (!stats)
        return failureOf(stats);
    auto nodes = replayNodes(joined, *replay, job);
    if (!nodes)
        return failureOf(nodes);
    const auto diagnoses = diagnosesOf(opened, job);
    if (!diagnoses)
        return failureOf(diagnoses);
    auto caveats = nodeCaveats(joined, *replay, *nodes, *diagnoses, job);
    if (!caveats)
        return failureOf(caveats);
    const NodeReport report{opened.trace->file().path.string(),
                            &joined,
                            *replay,
                            stats->rows[*replay],
                            stats->graphs.at(graphOf(joined.replays[*replay])),
                            *std::move(nodes),
                            *std::move(caveats)};
    return options.format == "json"  ? nodesAsJson(report)
           : options.format == "csv" ? nodesAsCsv(report)
                                     : nodesAsTable(report);
}

Result<std::string> histogramText(const OpenedTrace& opened, const StatsOptions& options, StatsQuestion question)
{
    const bool isOfAll = options.histogram == kAllWork;
    if (isOfAll)
        question.by = {StatsKey::Stream}; // each piece of work is in one row
    const auto answer = answerOf(opened, question, JobControl());
    if (!answer)
        return failureOf(answer);
    const HistogramScale scale = options.scale == "log" ? HistogramScale::Logarithmic : HistogramScale::Linear;
    auto report = histogramReportOf(answer->table, answer->caveats, options.histogram, scale, options.bins);
    if (!report)
        return failureOf(report);
    report->trace = opened.trace->file().path.string();
    report->filter = options.asked.filter;
    return options.format == "json"  ? histogramAsJson(*report)
           : options.format == "csv" ? histogramAsCsv(*report)
                                     : histogramAsTable(*report);
}

// The options fit together.
Result<void> checkOptions(const StatsOptions& options)
{
    if (options.replay && options.asked.by != "replay")
        return failure(ErrorCode::WrongUsage, "--replay looks into one replay: it needs --by replay");
    if (options.replay && !(options.asked.filter.empty() && options.asked.range.empty()))
        return failure(ErrorCode::WrongUsage, "--replay compares whole replays: it goes without --filter and --range");
    if (options.graph && !options.replay)
        return failure(ErrorCode::WrongUsage, "--graph tells whose --replay is meant: it needs that");
    if (!options.classes.empty() && options.asked.by != kByRange)
        return failure(ErrorCode::WrongUsage, "--classes is for --by range");
    const bool isOneKey = options.asked.by != kByRange && options.asked.by.find(',') == std::string::npos;
    if (!options.histogram.empty() && (!isOneKey || options.replay))
        return failure(ErrorCode::WrongUsage, "--histogram names one region, module, kernel and so on: it needs --by "
                                              "with one of these, and goes without --replay");
    if (options.histogram.empty() && (options.bins != DurationSpread::kUsualBins || options.scale != "linear"))
        return failure(ErrorCode::WrongUsage, "--bins and --scale are for --histogram");
    return {};
}

int runStats(const StatsOptions& options)
{
    if (const auto checked = checkOptions(options); !checked)
        return printError(checked.error());
    const bool isByRange = options.asked.by == kByRange;
    StatsAsked asked = options.asked;
    asked.by = isByRange ? "stream" : asked.by; // the range summary has its own rows
    const auto question = questionOf(asked);
    if (!question)
        return printError(question.error());
    const auto rules = readWorkClasses(options.classes);
    if (!rules)
        return printError(rules.error());
    OpenRequest request = folderAsRanks(requestOf(options.trace));
    request.discoverProvenance = false; // nothing here shows sources
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    printWarnings((*opened)->warnings);
    const auto text = options.replay              ? nodesText(**opened, options)
                      : isByRange                 ? rangeText(**opened, options, *question, *rules)
                      : options.histogram.empty() ? statsText(**opened, options, *question)
                                                  : histogramText(**opened, options, *question);
    if (!text)
        return printError(text.error());
    std::fwrite(text->data(), 1, text->size(), stdout); // main() tells whether it got out
    return kFine;
}

} // namespace

Command addStatsCommand(CLI::App& root)
{
    auto options = std::make_shared<StatsOptions>();
    CLI::App* app =
        root.add_subcommand("stats", "Sum up GPU work by region, module, kernel, phase, stream, replay or rank");
    addTraceOption(*app, options->trace.trace)
        ->description("Chrome trace (.json, .json.gz or .zip; told by its content), or a folder of traces as ranks");
    addAnnotationsOption(*app, options->trace.annotations);
    app->add_option("--by", options->asked.by,
                    "What to sum up by: region, module, kernel, phase, stream, replay, rank, or several one inside the "
                    "other, such as module,phase,kernel; or range: what the time was spent on")
        ->type_name("KEY,...")
        ->capture_default_str();
    addQuestionOptions(*app, options->asked);
    app->add_option("--replay", options->replay,
                    "With --by replay: the nodes of this replay against the median of the others");
    app->add_option("--graph", options->graph,
                    "Exec graph id of --replay, where several graphs have one of its number");
    app->add_option("--classes", options->classes,
                    "With --by range: a file of rules for communication, copies and classes of your own, a line each, "
                    "such as \"communication: kernel:my_all_reduce*\"")
        ->type_name("FILE");
    app->add_option("--gaps", options->gaps, "With --by range: how many of the longest idle gaps are listed")
        ->check(CLI::Range(0, 1000))
        ->capture_default_str();
    app->add_option("--histogram", options->histogram,
                    "Instead of figures: the durations of the row of this name, or of all work that matches with *")
        ->type_name("NAME");
    app->add_option("--scale", options->scale,
                    "With --histogram: bins of one width, or each wider than the one before by one factor")
        ->check(CLI::IsMember({"linear", "log"}))
        ->capture_default_str();
    app->add_option("--bins", options->bins, "With --histogram: how many bins at most")
        ->check(CLI::Range(std::size_t{1}, kMostBins))
        ->capture_default_str();
    addFormatOption(*app, options->format, {"table", "json", "csv"});
    addGuessOption(*app, options->trace.guess);
    return {app, [options] { return runStats(*options); }};
}

} // namespace lanescope::cli
