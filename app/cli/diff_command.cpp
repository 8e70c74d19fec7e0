// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/diff_output.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/stats_question.h"
#include "app/cli/trace_options.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::cli {
namespace {

struct DiffOptions {
    std::string before;
    std::string after;
    std::vector<std::string> annotations;
    StatsAsked asked;
    std::string per = "trace";
    std::string format;
    bool guess = false;
};

// What one trace answers.
struct Side {
    std::string path;
    StatsAnswer answer;
    DiffAnswerSide where;
    std::shared_ptr<const OpenedTrace> opened; // `where` points into it
};

Result<Side> sideOf(const std::string& trace, const std::optional<std::string>& annotations, const DiffOptions& options,
                    const StatsQuestion& question)
{
    OpenRequest request = folderAsRanks(requestOf({trace, annotations.value_or(std::string()), options.guess}));
    request.discoverProvenance = false; // nothing here shows sources
    const auto opened = openWithProgress(request);
    if (!opened)
        return failureOf(opened);
    for (const Finding& finding : (*opened)->warnings)
        printWarning(fmt::format("{}: {}", trace, finding.line()));
    Side side;
    side.path = (*opened)->trace->file().path.string();
    side.opened = *opened;
    const JobControl job;
    auto answer = answerOf(**opened, question, job);
    if (!answer)
        return failureOf(answer);
    side.answer = *std::move(answer);
    const auto placed = placedOn(**opened, question, job);
    if (!placed)
        return failureOf(placed);
    StatsRequest asked;
    asked.names = question.names;
    asked.mask = placed->mask ? &*placed->mask : nullptr;
    asked.range = placed->range;
    asked.by = question.by;
    auto where = diffAnswerSide(*(*opened)->joined, asked, job);
    if (!where)
        return failureOf(where);
    side.where = *std::move(where);
    return side;
}

Result<std::string> diffText(const DiffOptions& options)
{
    const auto question = questionOf(options.asked);
    if (!question)
        return failureOf(question);
    if (options.annotations.size() > 2)
        return failure(ErrorCode::WrongUsage, "-a names one annotation file for both traces, or one for each");
    std::optional<std::string> ofBefore;
    std::optional<std::string> ofAfter;
    if (!options.annotations.empty()) {
        ofBefore = options.annotations.front();
        ofAfter = options.annotations.back();
    }
    auto before = sideOf(options.before, ofBefore, options, *question);
    if (!before)
        return failureOf(before);
    auto after = sideOf(options.after, ofAfter, options, *question);
    if (!after)
        return failureOf(after);
    const DiffUnit unit = options.per == "instance" ? DiffUnit::Instance : DiffUnit::Trace;
    DiffReport report;
    report.before = before->path;
    report.after = after->path;
    report.by = options.asked.by;
    report.filter = options.asked.filter;
    report.range = options.asked.range;
    report.diff = diffStats(before->answer.table, after->answer.table, unit);
    auto answer = diffAnswer(before->where, after->where, unit, JobControl());
    if (!answer)
        return failureOf(answer);
    report.answer = *std::move(answer);
    report.joinedAfter = after->opened->joined.get();
    report.tableBefore = std::move(before->answer.table);
    report.tableAfter = std::move(after->answer.table);
    report.caveatsBefore = std::move(before->answer.caveats);
    report.caveatsAfter = std::move(after->answer.caveats);
    report.replaysBefore = before->opened->joined->replays.size();
    report.replaysAfter = after->opened->joined->replays.size();
    return options.format == "json"  ? diffAsJson(report) // while the traces are open
           : options.format == "csv" ? diffAsCsv(report)
                                     : diffAsTable(report);
}

int runDiff(const DiffOptions& options)
{
    const auto text = diffText(options);
    if (!text)
        return printError(text.error());
    std::fwrite(text->data(), 1, text->size(), stdout); // main() tells whether it got out
    return kFine;
}

} // namespace

Command addDiffCommand(CLI::App& root)
{
    auto options = std::make_shared<DiffOptions>();
    CLI::App* app = root.add_subcommand("diff", "Compare the GPU work of two traces: what got slower, and where");
    app->add_option("BEFORE", options->before,
                    "Chrome trace (.json, .json.gz or .zip; told by its content), or a folder of traces as ranks")
        ->required()
        ->type_name("FILE");
    app->add_option("AFTER", options->after, "The trace or folder to compare it with")->required()->type_name("FILE");
    app->add_option("-a,--annotations", options->annotations,
                    "Annotation file of both traces, or, given twice, one for each; without it, those that lie beside "
                    "the traces are used")
        ->type_name("FILE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app->add_option(
           "--by", options->asked.by,
           "What to compare by: region, module, kernel, phase, stream, replay, rank, or several one inside the "
           "other, such as module,phase")
        ->type_name("KEY,...")
        ->capture_default_str();
    addQuestionOptions(*app, options->asked);
    app->add_option("--per", options->per,
                    "Totals of the traces, or of an instance: the work of one phase in one replay, where the traces "
                    "have different numbers of replays")
        ->check(CLI::IsMember({"trace", "instance"}))
        ->capture_default_str();
    addFormatOption(*app, options->format, {"table", "json", "csv"});
    addGuessOption(*app, options->guess);
    return {app, [options] { return runDiff(*options); }};
}

} // namespace lanescope::cli
