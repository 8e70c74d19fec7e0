// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/open_with_progress.h"
#include "app/cli/print_warnings.h"
#include "app/cli/terminal_job.h"
#include "app/cli/trace_options.h"

#include "core/export/annotated_json.h"
#include "core/export/undo_export.h"
#include "core/load/decimal_time.h"
#include "core/load/read_chrome_json.h"
#include "core/query/filter_events.h"
#include "core/query/filter_expression.h"
#include "core/query/time_range_text.h"

#include <fmt/format.h>

#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::cli {
namespace {

struct AnnotateArguments {
    TraceAsked asked;
    std::vector<std::string> provenance;
    std::string output;
    std::string defaultStream;
    std::string compat;
    std::string overlapStream;
    std::string maxAdjustUs;
    std::string range;
    std::string filter;
    bool splitsLanes = false;
    bool undoes = false;
    bool isStrict = false;
};

tl::unexpected<Error> wrongUsage(std::string message)
{
    return failure(ErrorCode::WrongUsage, std::move(message));
}

Result<std::int64_t> streamNumber(std::string_view option, const std::string& text)
{
    if (const auto number = parseSigned(text))
        return *number;
    return wrongUsage(fmt::format("{} needs a stream number, not \"{}\"", option, text));
}

void addOptionText(AnnotateOptions& options, std::string_view text)
{
    options.optionsText += options.optionsText.empty() ? "" : " ";
    options.optionsText += text;
}

Result<AnnotateOptions> optionsOf(const AnnotateArguments& arguments)
{
    AnnotateOptions options;
    options.toolVersion = LANESCOPE_VERSION;
    const bool isTorch = arguments.compat == "torch";
    options.mode = isTorch ? ExportMode::TorchCompat : ExportMode::Lanescope;
    if (!isTorch && (!arguments.overlapStream.empty() || !arguments.maxAdjustUs.empty()))
        return wrongUsage("--overlap-stream and --max-adjust-us change nothing without --compat torch: "
                          "otherwise no time changes and nothing moves for an overlap");
    if (isTorch && !arguments.provenance.empty())
        return wrongUsage("--provenance writes stacks, which PyTorch's offline script does not know: leave out "
                          "--compat torch");
    if (arguments.defaultStream == "keep") {
        if (isTorch)
            return wrongUsage("--compat torch moves graphed work to a default stream: give --default-stream a number");
    } else if (!arguments.defaultStream.empty()) {
        const auto stream = streamNumber("--default-stream", arguments.defaultStream);
        if (!stream)
            return wrongUsage("--default-stream needs a stream number or \"keep\", not \"" + arguments.defaultStream +
                              '"');
        options.defaultStream = *stream;
        addOptionText(options, fmt::format("--default-stream {}", *stream));
    }
    if (arguments.asked.guess)
        addOptionText(options, "--guess");
    if (arguments.splitsLanes) {
        if (isTorch)
            return wrongUsage(
                "--split-lanes and --compat torch exclude each other: torch's script has its own way with "
                "overlaps");
        options.lanes = OverlapLanes::OwnStreams;
        addOptionText(options, "--split-lanes");
    }
    if (!arguments.range.empty())
        addOptionText(options, "--range " + arguments.range);
    if (!arguments.filter.empty())
        addOptionText(options, "--filter " + arguments.filter);
    if (!arguments.overlapStream.empty()) {
        const auto stream = streamNumber("--overlap-stream", arguments.overlapStream);
        if (!stream)
            return failureOf(stream);
        options.overlapStream = *stream;
    }
    if (!arguments.maxAdjustUs.empty()) {
        const auto most = parseMicroseconds(arguments.maxAdjustUs);
        if (!most || *most < 0)
            return wrongUsage("--max-adjust-us needs microseconds of 0 or more, not \"" + arguments.maxAdjustUs + '"');
        options.maxAdjustNs = *most;
    }
    return options;
}

Error noAnnotations(const std::filesystem::path& trace)
{
    return {
        ErrorCode::NotFound,
        fmt::format(
            "no annotations for \"{}\": looked in its folder and the two above for files named after the trace "
            "(NAME.annotations.json), kernel_annotations_rank* and other *annotations*.json, .pkl or .journal of its "
            "rank; name the file with -a",
            trace.string())};
}

void printCounts(const AnnotateCounts& counts, const AnnotateOptions& options, const JoinedTrace& joined,
                 const std::filesystem::path& output)
{
    fmt::print("annotated: {}\n", counts.annotated);
    if (joined.provenance != nullptr && options.mode == ExportMode::Lanescope)
        fmt::print("stacks: {}\nstack candidates: {}\n", counts.withStack, joined.provenance->report.withCandidates);
    fmt::print("moved: {}\nremoved: {}\nclamped: {}\nrepaired: {}\n", counts.moved, counts.removed, counts.clamped,
               counts.repaired);
    if (options.lanes == OverlapLanes::OwnStreams)
        fmt::print("split: {}\n", counts.split);
    if (options.range || options.keeps)
        fmt::print("left out: {}\n", counts.leftOut);
    fmt::print("output: {}\n", output.string());
    if (counts.largeOverlaps > 0)
        printWarning(fmt::format("{} overlaps of more than {} us were left as they are; the largest is {} us",
                                 counts.largeOverlaps, static_cast<double>(options.maxAdjustNs) / 1000,
                                 static_cast<double>(counts.largestOverlapNs) / 1000));
}

bool isAmong(std::string_view message, const std::vector<Finding>& findings)
{
    for (const Finding& finding : findings) {
        if (finding.message.find(message) != std::string::npos)
            return true;
    }
    return false;
}

int runUndo(const AnnotateArguments& arguments)
{
    const std::filesystem::path exported = arguments.asked.trace;
    const std::filesystem::path output =
        arguments.output.empty() ? defaultUndonePath(exported) : std::filesystem::path(arguments.output);
    const auto counts = [&]() -> Result<UndoCounts> {
        const TerminalJob job;
        auto file = openFile(exported, job.control());
        if (!file)
            return failureOf(file);
        auto trace = readChromeJson(*std::move(file), job.control());
        if (!trace)
            return failureOf(trace);
        return undoExport(*std::move(trace), output, job.control());
    }();
    if (!counts)
        return printError(counts.error());
    fmt::print("restored: {}\nreturned: {}\nremoved: {}\nexports undone: {}\noutput: {}\n", counts->restored,
               counts->returned, counts->removed, counts->steps, output.string());
    return kFine;
}

int runAnnotate(const AnnotateArguments& arguments)
{
    auto options = optionsOf(arguments);
    if (!options)
        return printError(options.error());
    std::optional<TimeRangeText> range;
    if (!arguments.range.empty()) {
        const auto parsed = parseTimeRange(arguments.range);
        if (!parsed)
            return printError(parsed.error());
        range = *parsed;
    }
    std::optional<FilterExpression> filter;
    if (!arguments.filter.empty()) {
        auto parsed = parseFilterOption(arguments.filter);
        if (!parsed)
            return printError(parsed.error());
        filter = *std::move(parsed);
    }
    OpenRequest request = requestOf(arguments.asked);
    request.provenance.assign(arguments.provenance.begin(), arguments.provenance.end());
    request.discoverProvenance = false; // stacks make an export larger: only who asks for them gets them
    const auto opened = openWithProgress(request);
    if (!opened)
        return printError(opened.error());
    const OpenedTrace& trace = **opened;
    printWarnings(trace.warnings);
    const bool givesStacks = trace.joined->provenance != nullptr;
    if (trace.annotations == nullptr && !givesStacks)
        return printError(noAnnotations(request.trace));
    if (range) {
        const auto placed = placeTimeRange(*range, *trace.trace);
        if (!placed)
            return printError(placed.error());
        options->range = *placed;
    }
    if (filter) {
        const auto mask = [&] {
            const TerminalJob job;
            return matchingEvents(*trace.joined, *filter, job.control());
        }();
        if (!mask)
            return printError(mask.error());
        options->keeps = [mask = *mask](EventId e) { return mask[e]; };
    }

    const std::filesystem::path output =
        arguments.output.empty() ? defaultAnnotatedPath(request.trace) : std::filesystem::path(arguments.output);
    const auto counts = [&] {
        const TerminalJob job;
        return writeAnnotatedTrace(*trace.joined, *options, output, job.control());
    }();
    if (!counts)
        return printError(counts.error());
    if (trace.annotationsWereDiscovered)
        fmt::print("annotations: {}\n", trace.annotations->path.string());
    printCounts(*counts, *options, *trace.joined, output);
    const bool annotationsFit = trace.annotations == nullptr || counts->annotated > 0;
    if (annotationsFit && (!givesStacks || counts->withStack > 0))
        return kFine;
    const std::string& problem = trace.joined->match.problem;
    if (!annotationsFit && (problem.empty() || !isAmong(problem, trace.warnings)))
        printWarning(problem.empty() ? "nothing in the trace matches the annotations" : problem);
    return arguments.isStrict ? kInputAtFault : kFine;
}

} // namespace

Command addAnnotateCommand(CLI::App& root)
{
    auto arguments = std::make_shared<AnnotateArguments>();
    CLI::App* app = root.add_subcommand("annotate", "Write a trace with its annotations in it");
    addTraceOption(*app, arguments->asked.trace);
    addAnnotationsOption(*app, arguments->asked.annotations);
    app->add_option("--provenance", arguments->provenance,
                    "Inductor's provenance files, or Python stacks of graph nodes: kernels get the stacks they come "
                    "from as args.stack; may be given without annotations")
        ->type_name("FILE");
    app->add_option("-o,--output", arguments->output,
                    "Output file, compressed when it ends in .gz; TRACE with \".annotated\" in its name otherwise");
    app->add_option("--default-stream", arguments->defaultStream,
                    "Where graphed work without a stream of its own goes: a stream number, or keep (the default; "
                    "7 with --compat torch)");
    app->add_option("--compat", arguments->compat, "torch: write what PyTorch's offline script writes")
        ->check(CLI::IsMember({"torch"}));
    app->add_option("--overlap-stream", arguments->overlapStream,
                    "With --compat torch: where overlapping kernels of the default stream go (8)");
    app->add_option("--max-adjust-us", arguments->maxAdjustUs,
                    "With --compat torch: the longest overlap that is ended by a later start, in microseconds (1)");
    addGuessOption(*app, arguments->asked.guess, "; their events get the arg annotation_guessed");
    app->add_option("--range", arguments->range,
                    "Write only what reaches into this time, 1.5ms:20ms from the trace's start (ns, us, ms, s, min; "
                    "either end may be left out; @ before a time: as the file counts)")
        ->type_name("A:B");
    app->add_option("--filter", arguments->filter,
                    "Write only events that match: ann:layer_* -kernel:nccl* dur>10us phase:backward (FILTER.md)")
        ->type_name("EXPR");
    app->add_flag("--split-lanes", arguments->splitsLanes,
                  "Give GPU work that overlaps other work of its stream a stream of its own, for viewers that hide it");
    app->add_flag("--strict", arguments->isStrict, "Exit with status 1 when nothing matches");
    CLI::Option* undo = app->add_flag("--undo", arguments->undoes,
                                      "Take an export back: TRACE is one, the output the trace it was made of "
                                      "(\".recorded\" in its name without -o)");
    for (CLI::Option* option : app->get_options()) {
        const bool belongs = option == undo || option->get_name() == "TRACE" || option->check_name("--output") ||
                             option->check_name("--help");
        if (!belongs)
            undo->excludes(option);
    }
    return {app, [arguments] {
                // A file that may not grow further is then an error of the write, not the end of the program.
                std::signal(SIGXFSZ, SIG_IGN);
                return arguments->undoes ? runUndo(*arguments) : runAnnotate(*arguments);
            }};
}

} // namespace lanescope::cli
